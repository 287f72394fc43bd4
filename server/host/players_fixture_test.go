package host

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// playersFixture is a world with players in the same process.
type playersFixture struct {
	t       *testing.T
	h       *Host
	clients []*testClient
	timeout time.Duration
	busiest *busiest
}

// busiest is a store that remembers the largest number of blocks changed in a step, until it is asked.
type busiest struct {
	store.Store
	most int
}

func (b *busiest) Commit(now time.Duration, c *store.Batch) uint64 {
	b.most = max(b.most, len(c.Changes))
	return b.Store.Commit(now, c)
}

// most returns the largest number of blocks changed in a step since the last call.
func (w *playersFixture) most() (n int) {
	w.h.Do(func(*server.Server) { n, w.busiest.most = w.busiest.most, 0 })
	return n
}

func openPlayersFixture(t *testing.T, dir string) *playersFixture {
	b := &busiest{}
	h, err := Open(Config{Dir: dir, Seed: 7, SeedSet: true, ViewDistance: 64, testHooks: testHooks{wrapStore: func(st store.Store) store.Store { b.Store = st; return b }}})
	if err != nil {
		t.Fatal(err)
	}
	return &playersFixture{t: t, h: h, busiest: b, timeout: time.Minute} // rollbacks of 10,000 blocks on a busy machine
}

func (w *playersFixture) join(name string) *testClient {
	g := &testClient{Client: client.New(client.Config{Name: name, Dial: w.h.Dial, ViewDistance: 4})}
	w.clients = append(w.clients, g)
	w.playUntil("in the world", func() bool {
		return g.Stream() != 0 && g.World() != nil && g.World().Find(world.AvatarID(g.Stream())) != world.NoEntity
	})
	return g
}

// playUntil plays until a condition holds.
func (w *playersFixture) playUntil(what string, so func() bool) {
	w.t.Helper()
	for end := Monotonic() + max(w.timeout, patience); !so(); {
		if Monotonic() > end {
			w.t.Fatalf("never: %s", what)
		}
		play(w.t, w.clients, 15*time.Millisecond, 15*time.Millisecond)
	}
}

func (w *playersFixture) play(d time.Duration) { play(w.t, w.clients, d, 15*time.Millisecond) }

// setBlocks sets cells by ordinary edits of a player, as a rollback does.
func (w *playersFixture) setBlocks(of timestream.Stream, cells []rollback.Restore) *rollback.Job {
	w.t.Helper()
	job := &rollback.Job{Author: of}
	w.h.Do(func(s *server.Server) { s.StartRollback(job) })
	w.playUntil("set", func() (done bool) {
		w.h.Do(func(*server.Server) {
			n := min(job.Room(), len(cells))
			job.Add(cells[:n]...)
			cells = cells[n:]
			job.Complete, done = len(cells) == 0, job.Finished()
		})
		return done
	})
	return job
}

// consoleCommand runs a command on the console and plays until it is answered.
func (w *playersFixture) consoleCommand(line string) string {
	w.t.Helper()
	var got []string
	done := make(chan bool)
	w.h.Do(func(s *server.Server) { s.RunCommand(admin.Console, line, func(l []string) { got = l; close(done) }) })
	w.playUntil(line, func() bool {
		select {
		case <-done:
			return true
		default:
			return false
		}
	})
	return strings.Join(got, "\n")
}

// chatCommand types a line and returns the chat until a line holds a text.
func (w *playersFixture) chatCommand(g *testClient, line, until string) []string {
	w.t.Helper()
	var heard []string
	w.playUntil("in the world", g.Playable)
	w.play(600 * time.Millisecond) // no faster than the rate of chat lines
	g.in.Actions = append(g.in.Actions, actions.Action{Kind: actions.Chat, Text: line})
	for end := Monotonic() + patience; Monotonic() < end; time.Sleep(15 * time.Millisecond) {
		for _, c := range w.clients {
			sc := c.Frame(Monotonic(), c.in)
			c.in.Actions = nil
			if c == g {
				for _, l := range sc.Chat {
					if !slices.Contains(heard, l.Text) {
						heard = append(heard, l.Text)
					}
				}
			}
		}
		if slices.ContainsFunc(heard, func(l string) bool { return strings.Contains(l, until) }) {
			return heard
		}
	}
	w.t.Fatalf("%s: %q never came, but %q", line, until, heard)
	return nil
}

// settledHash plays until nothing changes any more, and returns the hash.
func (w *playersFixture) settledHash() (hash uint64) {
	w.playUntil("calm", func() bool {
		before, now := uint64(0), uint64(0)
		w.h.Do(func(s *server.Server) { before = s.Hash() })
		w.play(600 * time.Millisecond)
		w.h.Do(func(s *server.Server) { now = s.Hash() })
		hash = now
		return before == now
	})
	return hash
}

func (w *playersFixture) close() {
	for i, g := range w.clients {
		g.honest(w.t, i)
		g.Leave()
	}
	if err := w.h.Close(protocol.ReasonStopping.String()); err != nil {
		w.t.Error(err)
	}
}

// number returns the number that a pattern finds in a text.
func number(t *testing.T, pattern, text string) int {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no %q in %q", pattern, text)
	}
	n, _ := strconv.Atoi(m[1])
	return n
}
