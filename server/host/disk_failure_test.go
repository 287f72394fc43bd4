package host

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
)

// buildingClient is a client that breaks and places blocks that it looks at, and remembers the answers.
type buildingClient struct {
	*testClient
	rnd     *rand.Rand
	told    map[world.Pos]world.Block // blocks by the server's answers, in cells that it acted on
	refused map[string]int
	said    []string
}

// joinBuilders has n clients join, each at a place of its own.
func joinBuilders(t *testing.T, n int, at net.Addr, rnd *rand.Rand) (out []*buildingClient) {
	for i := range n {
		b := &buildingClient{testClient: join(t, string(rune('a'+i))+"nn", at), rnd: rnd, told: map[world.Pos]world.Block{}, refused: map[string]int{}}
		out = append(out, b)
	}
	return out
}

// playBuilders plays frames for a while, or until enough returns true; in each frame some clients act.
func playBuilders(t *testing.T, who []*buildingClient, d time.Duration, act bool, enough func() bool) {
	t.Helper()
	for end := Monotonic() + d; Monotonic() < end && !enough(); {
		next := Monotonic() + 15*time.Millisecond
		for _, b := range who {
			b.in.Actions = b.in.Actions[:0]
			if act && b.State() == client.Playing && b.rnd.IntN(3) == 0 {
				b.wish()
			}
			sc := b.Frame(Monotonic(), b.in)
			for _, why := range sc.Refusals {
				b.refused[why]++
			}
			for _, l := range sc.Chat {
				b.said = append(b.said, l.Text)
			}
			b.InspectReceived(func(w *world.World) {
				for p := range b.told {
					if v, there := w.Block(p); there {
						b.told[p] = v
					}
				}
			})
			if b.State() == client.Ended {
				t.Fatalf("a session ended: %s", b.Reason())
			}
		}
		time.Sleep(max(0, next-Monotonic()))
	}
}

// wish breaks or places a block nearby.
func (b *buildingClient) wish() {
	b.in.Yaw = uint16(b.rnd.Uint32())
	hit, ok := b.Target(b.in.Yaw, -40-float64(b.rnd.IntN(40)))
	if !ok {
		return
	}
	a := hit.BreakAction(actions.FinishBreak)
	if b.rnd.IntN(2) == 0 {
		a = hit.PlaceAction(b.World())
	}
	b.told[a.Pos] = 0
	b.in.Actions = append(b.in.Actions, a)
}

func never() bool { return false }

// buildUntil has clients build for a while, and until a condition holds: on a busy machine nobody may have built yet.
func buildUntil(t *testing.T, who []*buildingClient, least time.Duration, so func() bool) {
	t.Helper()
	begin := Monotonic()
	playBuilders(t, who, patience, true, func() bool { return Monotonic()-begin >= least && so() })
}

// changed reports whether a world is not as it was generated.
func changed(h *Host) func() bool {
	return func() (is bool) {
		h.Do(func(s *server.Server) { is = s.Hash() != 0 })
		return is
	}
}

// someRefused returns a condition: an action was refused for a reason.
func someRefused(who []*buildingClient, why actions.Refusal) func() bool {
	return func() bool {
		return slices.ContainsFunc(who, func(b *buildingClient) bool { return b.refused[why.String()] > 0 })
	}
}

// settled reports whether all clients are in the world without un-acked actions.
func settled(who []*buildingClient) func() bool {
	return func() bool {
		for _, b := range who {
			if b.State() != client.Playing || b.UnackedCount() > 0 || !standing(b.Client) {
				return false
			}
		}
		return true
	}
}

// agree reports whether the server holds the blocks that each builder was told.
func agree(t *testing.T, h *Host, who []*buildingClient, when string) {
	t.Helper()
	h.Do(func(s *server.Server) {
		for i, b := range who {
			for p, v := range b.told {
				if now, there := s.World().Block(p); there && now != v {
					t.Errorf("%s: builder %d was told of %s at %s, the server has %s", when, i, v, p, now)
				}
			}
		}
	})
}

// failing is a disk on which each write fails while an error is set.
func failing(with *atomic.Pointer[error]) vfs.FS {
	return errorfs.Wrap(vfs.Default, errorfs.InjectorFunc(func(op errorfs.Op) error {
		if op.Kind.ReadOrWrite() == errorfs.OpIsWrite && op.Kind != errorfs.OpFileClose {
			if err := with.Load(); err != nil {
				return *err
			}
		}
		return nil
	}))
}

// TestFailingDisk: the disk begins to fail while players build. The server stays up and says so; acknowledged actions are on
// the disk, the others are refused; players walk. When the disk works again the world goes on, and a restart finds the same
// world.
func TestFailingDisk(t *testing.T) {
	before, seed := runtime.NumGoroutine(), testrand.Seed(t)
	t.Run("all", func(t *testing.T) { testFailingDisk(t, seed) })
	leaveStanding(t, before, 3*12, 3)
}

func testFailingDisk(t *testing.T, seed uint64) {
	for _, c := range []struct {
		err  error
		why  actions.Refusal
		want string
	}{{syscall.ENOSPC, actions.DiskFull, "disk is full"}, {syscall.EROFS, actions.DiskFailed, "disk fails"}, {syscall.EIO, actions.DiskFailed, "disk fails"}} {
		if testing.Short() && c.err != syscall.EIO { // under the race detector; TestFullDisk has one that is full
			continue
		}
		t.Run(c.err.Error(), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seed, uint64(c.err.(syscall.Errno))))
			var with atomic.Pointer[error]
			dir := filepath.Join(t.TempDir(), "world")
			var log lockedBuffer
			h, at := openHost(t, dir, func(cfg *Config) {
				cfg.ViewDistance, cfg.probeAfter = 32, 200*time.Millisecond
				cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
				cfg.tuneDisk = func(o *pebble.Options) { o.FS = failing(&with) }
			})
			who := joinBuilders(t, 3, at, rnd)
			playBuilders(t, who, patience, false, settled(who))
			buildUntil(t, who, 700*time.Millisecond, changed(h))
			with.Store(&c.err)
			frozen := func() (is bool) {
				h.Do(func(*server.Server) { is = h.worlds.current.Load().readOnly != nil })
				return is
			}
			playBuilders(t, who, patience, true, frozen)
			if !frozen() {
				t.Fatalf("nobody noticed that the disk fails:\n%s", log.String())
			}
			playBuilders(t, who, patience, false, settled(who))
			agree(t, h, who, "frozen")
			where := who[0].place()
			who[0].in.Keys = world.KeyFly | world.KeyJump
			playBuilders(t, who, patience, false, func() bool { return who[0].place() != where })
			walked := who[0].place() != where
			buildUntil(t, who, time.Second, func() bool {
				return !slices.ContainsFunc(who[1:], func(b *buildingClient) bool { return b.refused[c.why.String()] == 0 })
			})
			playBuilders(t, who, patience, false, heard(who, c.want))
			for i, b := range who {
				b.in.Keys = 0
				if n := b.refused[c.why.String()]; n == 0 && i > 0 || !said(b.said, c.want) {
					t.Errorf("builder %d: refused %v, said %q", i, b.refused, b.said)
				}
			}
			if !walked {
				t.Error("nobody can move")
			}
			playBuilders(t, who, patience, false, settled(who))
			agree(t, h, who, "frozen and built")
			with.Store(nil)
			playBuilders(t, who, patience, false, func() bool { return !frozen() })
			playBuilders(t, who, patience, false, settled(who))
			if frozen() {
				t.Fatal("it does not go on")
			}
			edits := uint64(0)
			for _, b := range who {
				edits += b.Stats().Acked
			}
			buildUntil(t, who, time.Second, func() bool {
				now := uint64(0)
				for _, b := range who {
					now += b.Stats().Acked
				}
				return now >= edits+10
			})
			playBuilders(t, who, patience, false, settled(who))
			playBuilders(t, who, patience, false, heard(who, writableNotice))
			agree(t, h, who, "again")
			for i, b := range who {
				edits -= b.Stats().Acked
				s := b.Stats()
				if s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 || s.BrokenLaw != "" || !said(b.said, writableNotice) || s.Resumes < 2 {
					t.Errorf("builder %d: %+v, said %q", i, s, b.said)
				}
			}
			if int64(edits) > -10 {
				t.Errorf("%d acked after the disk was well again", -int64(edits))
			}
			var hash uint64
			h.Do(func(s *server.Server) { hash = s.Hash() })
			if err := h.Close(protocol.ReasonStopping.String()); err != nil {
				t.Error(err)
			}
			for _, want := range []string{"goes on without changes", "can be kept again"} {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log does not say %q:\n%s", want, log.String())
				}
			}
			report, err := Check(dir, nil, nil)
			if err != nil || !report.OK() || report.Hash != hash || report.Changes == 0 {
				t.Errorf("check: %+v, %v", report, err)
			}
			h, err = Open(Config{Dir: dir, ViewDistance: 32})
			if err != nil {
				t.Fatal(err)
			}
			h.Do(func(s *server.Server) {
				if s.Hash() != hash {
					t.Errorf("after a restart the hash is %x, it was %x", s.Hash(), hash)
				}
			})
			if err := h.Close(protocol.ReasonStopping.String()); err != nil {
				t.Error(err)
			}
			for _, b := range who {
				b.conn.Close("over")
			}
		})
	}
}

func (b *buildingClient) place() world.Pos {
	w := b.World()
	return w.Entity(w.Find(world.AvatarID(b.Stream()))).Motion.Pos.Block()
}

// heard reports whether every client was told a line.
func heard(who []*buildingClient, what string) func() bool {
	return func() bool {
		for _, b := range who {
			if !said(b.said, what) {
				return false
			}
		}
		return true
	}
}

func said(lines []string, what string) bool {
	for _, l := range lines {
		if strings.Contains(l, what) {
			return true
		}
	}
	return false
}

// lockedBuffer is a buffer that a log is written to.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// damagedStore is a store in which some sections cannot be read.
type damagedStore struct {
	store.Store
	lost func(world.SectionPos) bool
}

func (d damagedStore) Section(p world.SectionPos) (store.Stored, error) {
	if d.lost(p) {
		return store.Stored{}, pebble.ErrUnreadable
	}
	return d.Store.Section(p)
}

// TestDamagedWorld: a world with an unreadable section goes on without changes and without that section, and does not retry by
// itself.
func TestDamagedWorld(t *testing.T) { runInMemory(t, testDamagedWorld) }

func testDamagedWorld(t *testing.T) {
	defer checkLeaks(t)
	rnd := testrand.New(t)
	var from atomic.Pointer[world.SectionPos]
	lost := func(p world.SectionPos) bool {
		of := from.Load()
		return of != nil && max(p.X-of.X, of.X-p.X, p.Z-of.Z, of.Z-p.Z) >= 5
	}
	h, at := openHost(t, t.TempDir(), func(cfg *Config) {
		cfg.ViewDistance, cfg.probeAfter = 48, 50*time.Millisecond
		cfg.wrapStore = func(st store.Store) store.Store { return damagedStore{st, lost} }
	})
	who := joinBuilders(t, 1, at, rnd)
	playBuilders(t, who, patience, false, settled(who))
	start := who[0].place().Section()
	from.Store(&start)
	who[0].in.Keys = world.KeyFly | world.KeyForward | world.KeySprint | world.KeyJump
	frozen := func() (is bool) {
		h.Do(func(*server.Server) { is = h.worlds.current.Load().readOnly != nil })
		return is
	}
	playBuilders(t, who, patience, false, frozen)
	if !frozen() {
		t.Fatal("nobody noticed")
	}
	who[0].in.Keys = 0
	playBuilders(t, who, patience, false, settled(who))
	hit := actions.Action{Kind: actions.FinishBreak, Pos: who[0].place().Below()}
	who[0].in.Actions = append(who[0].in.Actions, hit)
	sc := who[0].Frame(Monotonic(), who[0].in)
	for _, l := range sc.Chat { // it may come with this very frame
		who[0].said = append(who[0].said, l.Text)
	}
	playBuilders(t, who, patience, false, heard(who, "disk fails"))
	playBuilders(t, who, patience, false, settled(who))
	var m server.Metrics
	h.Do(func(s *server.Server) { m = s.Metrics() })
	if !frozen() || m.SectionsUnreadable == 0 || !said(who[0].said, "disk fails") || who[0].refused[actions.DiskFailed.String()] == 0 {
		t.Errorf("frozen %v, %d unreadable, said %q, refused %v", frozen(), m.SectionsUnreadable, who[0].said, who[0].refused)
	}
	if err := h.Close(protocol.ReasonStopping.String()); !errors.Is(err, pebble.ErrUnreadable) {
		t.Error(err)
	}
	who[0].conn.Close("over")
	time.Sleep(200 * time.Millisecond)
}
