package host

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"go.uber.org/goleak"

	"voxtide/actions"
	"voxtide/chance"
	"voxtide/client"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/disk"
	"voxtide/world"
)

// builder is a client that breaks and places what it looks at, and remembers what it was told.
type builder struct {
	*guest
	rnd     *rand.Rand
	told    map[world.Pos]world.Block // by the server, of the cells that it acted on
	refused map[string]int
	said    []string
}

// builders lets some join, each with a spot of its own.
func builders(t *testing.T, n int, at net.Addr, rnd *rand.Rand) (out []*builder) {
	for i := range n {
		b := &builder{guest: join(t, string(rune('a'+i))+"nn", at), rnd: rnd, told: map[world.Pos]world.Block{}, refused: map[string]int{}}
		out = append(out, b)
	}
	return out
}

// build makes pictures for a while, or until enough tells that it is enough; each picture some act.
func build(t *testing.T, who []*builder, d time.Duration, act bool, enough func() bool) {
	t.Helper()
	for end := Since() + d; Since() < end && !enough(); {
		next := Since() + 15*time.Millisecond
		for _, b := range who {
			b.in.Do = b.in.Do[:0]
			if act && b.State() == client.Playing && b.rnd.IntN(3) == 0 {
				b.wish()
			}
			sc := b.Picture(Since(), b.in)
			for _, why := range sc.Refused {
				b.refused[why]++
			}
			for _, l := range sc.Said {
				b.said = append(b.said, l.Text)
			}
			b.Received(func(w *world.World) {
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
		time.Sleep(max(0, next-Since()))
	}
}

// wish breaks or places something near.
func (b *builder) wish() {
	b.in.Yaw = uint16(b.rnd.Uint32())
	hit, ok := b.Target(b.in.Yaw, -40-float64(b.rnd.IntN(40)))
	if !ok {
		return
	}
	a := hit.Break(actions.Dug)
	if b.rnd.IntN(2) == 0 {
		a = hit.Against(b.World())
	}
	b.told[a.Pos] = 0
	b.in.Do = append(b.in.Do, a)
}

func never() bool { return false }

// settled tells whether all are in the world and nothing is un-acked.
func settled(who []*builder) func() bool {
	return func() bool {
		for _, b := range who {
			if b.State() != client.Playing || b.Unacked() > 0 || !standing(b.Client) {
				return false
			}
		}
		return true
	}
}

// agree tells whether what each builder was told is what the server has.
func agree(t *testing.T, h *Host, who []*builder, when string) {
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

// failing is a disk that fails each write with an error while one is set.
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

// TestFailingDisk: the disk begins to fail while players build. The server stays up and says so; what anybody was told is
// on the disk, what was not is refused; players walk. When the disk is well again all goes on, and a restart finds
// the same world.
func TestFailingDisk(t *testing.T) {
	before, seed := runtime.NumGoroutine(), chance.Seed(t)
	t.Run("all", func(t *testing.T) { testFailingDisk(t, seed) })
	time.Sleep(500 * time.Millisecond)
	if n := runtime.NumGoroutine() - before; n > 3*12 {
		t.Errorf("%d goroutines are left of 3 failures", n)
	}
	standing0 = append(standing0, goleak.IgnoreCurrent())
}

func testFailingDisk(t *testing.T, seed uint64) {
	for _, c := range []struct {
		err  error
		why  actions.Refusal
		want string
	}{{syscall.ENOSPC, actions.DiskFull, "disk is full"}, {syscall.EROFS, actions.DiskFails, "disk fails"}, {syscall.EIO, actions.DiskFails, "disk fails"}} {
		t.Run(c.err.Error(), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seed, uint64(c.err.(syscall.Errno))))
			var with atomic.Pointer[error]
			dir := filepath.Join(t.TempDir(), "world")
			var log lockedText
			h, at := open(t, dir, func(cfg *Config) {
				cfg.View, cfg.probeAfter = 32, 200*time.Millisecond
				cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
				cfg.tune = func(o *disk.Options) { o.FS = failing(&with) }
			})
			who := builders(t, 3, at, rnd)
			build(t, who, 20*time.Second, false, settled(who))
			build(t, who, 700*time.Millisecond, true, never)
			with.Store(&c.err)
			frozen := func() (is bool) {
				h.Do(func(*server.Server) { is = h.frozen != nil })
				return is
			}
			build(t, who, 10*time.Second, true, frozen)
			if !frozen() {
				t.Fatalf("nobody noticed that the disk fails:\n%s", log.String())
			}
			build(t, who, 20*time.Second, false, settled(who))
			agree(t, h, who, "frozen")
			where := who[0].place()
			who[0].in.Keys = world.KeyFly | world.KeyJump
			build(t, who, time.Second, false, never)
			walked := who[0].place() != where
			build(t, who, time.Second, true, never)
			build(t, who, 20*time.Second, false, heard(who, c.want))
			for i, b := range who {
				b.in.Keys = 0
				if n := b.refused[c.why.String()]; n == 0 && i > 0 || !said(b.said, c.want) {
					t.Errorf("builder %d: refused %v, said %q", i, b.refused, b.said)
				}
			}
			if !walked {
				t.Error("nobody can move")
			}
			build(t, who, 20*time.Second, false, settled(who))
			agree(t, h, who, "frozen and built")
			with.Store(nil)
			build(t, who, 10*time.Second, false, func() bool { return !frozen() })
			build(t, who, 20*time.Second, false, settled(who))
			if frozen() {
				t.Fatal("it does not go on")
			}
			edits := uint64(0)
			for _, b := range who {
				edits += b.Stats().Acked
			}
			build(t, who, time.Second, true, never)
			build(t, who, 20*time.Second, false, settled(who))
			build(t, who, 20*time.Second, false, heard(who, wordsAgain))
			agree(t, h, who, "again")
			for i, b := range who {
				edits -= b.Stats().Acked
				s := b.Stats()
				if s.Corrections[predict.Unexplained] > 0 || s.Desyncs > 0 || s.Broken != "" || !said(b.said, wordsAgain) || s.Resumes < 2 {
					t.Errorf("builder %d: %+v, said %q", i, s, b.said)
				}
			}
			if int64(edits) > -10 {
				t.Errorf("%d acked after the disk was well again", -int64(edits))
			}
			var hash uint64
			h.Do(func(s *server.Server) { hash = s.Hash() })
			if err := h.Close(protocol.ReasonStopping); err != nil {
				t.Error(err)
			}
			for _, want := range []string{"goes on without changes", "can be kept again"} {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log does not say %q:\n%s", want, log.String())
				}
			}
			report, err := Check(dir, nil, nil)
			if err != nil || !report.OK() || report.Hash != hash || report.Past == 0 {
				t.Errorf("check: %+v, %v", report, err)
			}
			h, err = Open(Config{Dir: dir, View: 32})
			if err != nil {
				t.Fatal(err)
			}
			h.Do(func(s *server.Server) {
				if s.Hash() != hash {
					t.Errorf("after a restart the hash is %x, it was %x", s.Hash(), hash)
				}
			})
			if err := h.Close(protocol.ReasonStopping); err != nil {
				t.Error(err)
			}
			for _, b := range who {
				b.conn.Close("over")
			}
		})
	}
}

func (b *builder) place() world.Pos {
	w := b.World()
	return w.Entity(w.Find(world.AvatarID(b.Stream()))).Motion.Pos.Block()
}

// heard tells whether all were told something.
func heard(who []*builder, what string) func() bool {
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

// lockedText is a text that a log is written to.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// damaged is a store of which some sections cannot be read.
type damaged struct {
	store.Store
	lost func(world.SectionPos) bool
}

func (d damaged) Section(p world.SectionPos) (store.Stored, error) {
	if d.lost(p) {
		return store.Stored{}, disk.ErrUnreadable
	}
	return d.Store.Section(p)
}

// TestDamagedWorld: where a section cannot be read the world goes on without changes and without that section, and
// does not try again by itself.
func TestDamagedWorld(t *testing.T) { inAir(t, testDamagedWorld) }

func testDamagedWorld(t *testing.T) {
	defer leaks(t)
	rnd := chance.Source(t)
	var from atomic.Pointer[world.SectionPos]
	lost := func(p world.SectionPos) bool {
		of := from.Load()
		return of != nil && max(p.X-of.X, of.X-p.X, p.Z-of.Z, of.Z-p.Z) >= 5
	}
	h, at := open(t, t.TempDir(), func(cfg *Config) {
		cfg.View, cfg.probeAfter = 48, 50*time.Millisecond
		cfg.wrap = func(st store.Store) store.Store { return damaged{st, lost} }
	})
	who := builders(t, 1, at, rnd)
	build(t, who, 20*time.Second, false, settled(who))
	start := who[0].place().Section()
	from.Store(&start)
	who[0].in.Keys = world.KeyFly | world.KeyForward | world.KeyRun | world.KeyJump
	frozen := func() (is bool) {
		h.Do(func(*server.Server) { is = h.frozen != nil })
		return is
	}
	build(t, who, 20*time.Second, false, frozen)
	if !frozen() {
		t.Fatal("nobody noticed")
	}
	who[0].in.Keys = 0
	build(t, who, 5*time.Second, false, settled(who))
	hit := actions.Action{Kind: actions.Dug, Pos: who[0].place().Below()}
	who[0].in.Do = append(who[0].in.Do, hit)
	sc := who[0].Picture(Since(), who[0].in)
	for _, l := range sc.Said { // it may come with just this picture
		who[0].said = append(who[0].said, l.Text)
	}
	build(t, who, 20*time.Second, false, heard(who, "disk fails"))
	build(t, who, 10*time.Second, false, settled(who))
	var m server.Metrics
	h.Do(func(s *server.Server) { m = s.Metrics() })
	if !frozen() || m.Unreadable == 0 || !said(who[0].said, "disk fails") || who[0].refused[actions.DiskFails.String()] == 0 {
		t.Errorf("frozen %v, %d unreadable, said %q, refused %v", frozen(), m.Unreadable, who[0].said, who[0].refused)
	}
	if err := h.Close(protocol.ReasonStopping); !errors.Is(err, disk.ErrUnreadable) {
		t.Error(err)
	}
	who[0].conn.Close("over")
	time.Sleep(200 * time.Millisecond)
}
