package server

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/engine"
	"voxtide/store"
	"voxtide/store/logged"
	"voxtide/store/pebble"
	"voxtide/timestream"
	"voxtide/world"
)

// inLog is a store that counts what its batches would be in the log that several machines share.
type inLog struct {
	store.Store
	encoder        *logged.Encoder
	encoded        []byte
	bytes, entries int
}

func (s *inLog) Commit(now time.Duration, b *store.Batch) uint64 {
	s.encoded = s.encoder.Append(s.encoded[:0], b)
	e := engine.Entry{N: 1 << 20, Claim: 1 << 14, Kind: engine.Data, Data: s.encoded}
	s.bytes, s.entries = s.bytes+len(engine.AppendEntry(nil, &e)), s.entries+1
	return s.Store.Commit(now, b)
}

// TestBytesOnTheDisk says how many bytes of its log a server writes for each action of players who turn 20 times a second and of those who
// place blocks as fast as they may, all else that a batch holds included, and that what the disk gives back is how they stood.
func TestBytesOnTheDisk(t *testing.T) {
	const (
		players = 8
		spell   = 3 * time.Second
	)
	for _, c := range []struct {
		name  string
		every int // steps
		act   func(k int) actions.Action
		most  int // bytes an action
		log   int // the same, in a log of several machines
	}{
		{"walkers who turn", 3, func(k int) actions.Action { return actions.Action{Kind: actions.SetYaw, Yaw: uint16(700 * k)} }, 110, 100},
		{"builders who place, from their stacks", 18, func(k int) actions.Action {
			return actions.Action{Kind: actions.Place, Pos: world.Pos{X: int32(k%5) - 2, Z: [...]int32{3, 2, -3, -2}[k/5]}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
		}, 260, 260},
	} {
		dir := filepath.Join(t.TempDir(), "world")
		st, err := pebble.Open(dir, pebble.Options{Generator: 1, Blocks: world.BlockNames()})
		if err != nil {
			t.Fatal(err)
		}
		counted := &inLog{Store: st, encoder: logged.NewEncoder(logged.NewTable(world.BlockNames()))}
		r := newHarness(t, func(c *Config) {
			c.Store, c.Creative = counted, false
			c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: 8 * int32(i)}) }
			for i := range 7 {
				c.StartingInventory = append(c.StartingInventory, world.StackOf(world.Dirt, uint8(60-i)))
			}
		})
		for i := range players {
			r.join(fmt.Sprint("player 012", i))
		}
		play := func() { // one batch a record of the log, and nothing depends on how slow the disk is
			r.play(1)
			for r.s.persist.commitSeq > st.Committed(0) && st.Err() == nil {
				time.Sleep(100 * time.Microsecond)
			}
		}
		for range 120 {
			play()
		}
		before, done := logBytes(t, dir), uint64(0)
		counted.bytes, counted.entries = 0, 0
		for _, h := range r.hands {
			done -= h.next
			clear(h.why)
		}
		for step := range int(spell / stepAt) {
			for i, h := range r.hands {
				if step%c.every == i%c.every {
					a := c.act(step / c.every)
					a.Pos.X += 8 * int32(i)
					h.do(a, max(h.stamp, r.s.Now()))
				}
			}
			play()
		}
		for _, h := range r.hands {
			done += h.next
		}
		bytes, rejected := logBytes(t, dir)-before, 0
		for _, h := range r.hands {
			rejected += len(h.why)
		}
		t.Logf("%s: %d actions (%d refused), %d bytes an action; %.1f kB/s for %d players", c.name, done, rejected, uint64(bytes)/done, float64(bytes)/1000/spell.Seconds(), players)
		if uint64(bytes)/done > uint64(c.most) || rejected > 0 {
			t.Errorf("%s: %d bytes an action, want at most %d; %d were refused", c.name, uint64(bytes)/done, c.most, rejected)
		}
		t.Logf("%s: %d bytes an action in a log of several machines, in %d entries", c.name, uint64(counted.bytes)/done, counted.entries)
		if each := uint64(counted.bytes) / done; each > uint64(c.log) || counted.entries == 0 {
			t.Errorf("%s: %d bytes an action in a log of several machines, want at most %d; %d entries", c.name, each, c.log, counted.entries)
		}
		want := map[timestream.Stream]store.PlayerRow{}
		for _, h := range r.hands {
			want[h.stream()] = r.s.currentRow(r.s.clients.session(h.stream()))
		}
		if err := r.s.Stop("over"); err != nil {
			t.Fatal(err)
		}
		st, err = pebble.Open(dir, pebble.Options{Generator: 1, Blocks: world.BlockNames()})
		if err != nil {
			t.Fatal(err)
		}
		state, err := st.Load()
		if err != nil || len(state.Players) != players {
			t.Fatalf("%v, %d players", err, len(state.Players))
		}
		for _, got := range state.Players {
			w := want[got.Stream]
			if got.Player != w.Player || got.Key != w.Key || got.Avatar.Motion.Yaw != w.Avatar.Motion.Yaw || got.Avatar.Motion.Pos != w.Avatar.Motion.Pos {
				t.Errorf("%s: the disk has\n%+v\nwant\n%+v", c.name, got, w)
			}
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// logBytes returns the size of the log of a world that is so young that it has one.
func logBytes(t *testing.T, dir string) (size int64) {
	names, err := filepath.Glob(filepath.Join(dir, "db", "*.log"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%v, %d logs", err, len(names))
	}
	info, err := os.Stat(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
