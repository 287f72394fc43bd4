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
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// town is a world with players in the same process.
type town struct {
	t        *testing.T
	h        *Host
	guests   []*guest
	patience time.Duration
	busiest  *busiest
}

// busiest is a store that remembers the most blocks that changed in a step since it was asked before.
type busiest struct {
	store.Store
	most int
}

func (b *busiest) Commit(now time.Duration, c *store.Batch) uint64 {
	b.most = max(b.most, len(c.Sections))
	return b.Store.Commit(now, c)
}

// most returns the most blocks that changed in a step since it was asked before.
func (w *town) most() (n int) {
	w.h.Do(func(*server.Server) { n, w.busiest.most = w.busiest.most, 0 })
	return n
}

func openTown(t *testing.T, dir string) *town {
	b := &busiest{}
	h, err := Open(Config{Dir: dir, Seed: 7, SeedSet: true, View: 64, wrap: func(st store.Store) store.Store { b.Store = st; return b }})
	if err != nil {
		t.Fatal(err)
	}
	return &town{t: t, h: h, busiest: b, patience: time.Minute} // rollbacks of 10,000 blocks on a busy machine
}

func (w *town) join(name string) *guest {
	g := &guest{Client: client.New(client.Config{Name: name, Dial: w.h.Dial, View: 4})}
	w.guests = append(w.guests, g)
	w.until("in the world", func() bool {
		return g.Stream() != 0 && g.World() != nil && g.World().Find(world.AvatarID(g.Stream())) != world.NoSlot
	})
	return g
}

// until plays until something is so.
func (w *town) until(what string, so func() bool) {
	w.t.Helper()
	for end := Since() + max(w.patience, 15*time.Second); !so(); {
		if Since() > end {
			w.t.Fatalf("never: %s", what)
		}
		play(w.t, w.guests, 15*time.Millisecond, 15*time.Millisecond)
	}
}

func (w *town) play(d time.Duration) { play(w.t, w.guests, d, 15*time.Millisecond) }

// set sets cells by ordinary edits of a player, as a rollback does.
func (w *town) set(of timestream.Stream, cells []server.Back) *server.Rollback {
	w.t.Helper()
	job := &server.Rollback{Author: of}
	w.h.Do(func(s *server.Server) { s.Roll(job) })
	w.until("set", func() (done bool) {
		w.h.Do(func(*server.Server) {
			n := min(job.Wants(), len(cells))
			job.Add(cells[:n]...)
			cells = cells[n:]
			job.Last, done = len(cells) == 0, job.Finished()
		})
		return done
	})
	return job
}

// gives gives a line on the console and plays until it is answered.
func (w *town) gives(line string) string {
	w.t.Helper()
	var got []string
	done := make(chan bool)
	w.h.Do(func(s *server.Server) { s.Order(server.Console, line, func(l []string) { got = l; close(done) }) })
	w.until(line, func() bool {
		select {
		case <-done:
			return true
		default:
			return false
		}
	})
	return strings.Join(got, "\n")
}

// types types a line and returns the lines that come until one has a text in it.
func (w *town) types(g *guest, line, until string) []string {
	w.t.Helper()
	var heard []string
	w.until("in the world", g.Playable)
	w.play(600 * time.Millisecond) // nobody types faster than lines are let through
	g.in.Do = append(g.in.Do, actions.Action{Kind: actions.Chat, Text: line})
	for end := Since() + 60*time.Second; Since() < end; time.Sleep(15 * time.Millisecond) {
		for _, c := range w.guests {
			sc := c.Picture(Since(), c.in)
			c.in.Do = nil
			if c == g {
				for _, l := range sc.Said {
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

// calm plays until nothing changes any more, and returns the hash.
func (w *town) calm() (hash uint64) {
	w.until("calm", func() bool {
		before, now := uint64(0), uint64(0)
		w.h.Do(func(s *server.Server) { before = s.Hash() })
		w.play(600 * time.Millisecond)
		w.h.Do(func(s *server.Server) { now = s.Hash() })
		hash = now
		return before == now
	})
	return hash
}

func (w *town) close() {
	for i, g := range w.guests {
		g.honest(w.t, i)
		g.Leave()
	}
	if err := w.h.Close(protocol.ReasonStopping); err != nil {
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
