package server

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/store/pebble"
	"voxtide/transport"
	"voxtide/world"
)

// TestNewcomersLeaveNothingOnTheDisk: a world that many have visited is as large on the disk as one that few have; -rounds 100000 for
// that many of them.
func TestNewcomersLeaveNothingOnTheDisk(t *testing.T) {
	few, many := worldAfterVisits(t, 200), worldAfterVisits(t, testrand.Rounds(2000))
	if many > few+few/10+64<<10 {
		t.Errorf("%d bytes after few visitors, %d after many", few, many)
	}
}

// worldAfterVisits returns the bytes of a world's folder after n visitors who have changed nothing, once it has been opened again.
func worldAfterVisits(t *testing.T, n int) (size int64) {
	dir := filepath.Join(t.TempDir(), "world")
	blocks := world.BlockNames()
	open := func() *pebble.Store {
		st, err := pebble.Open(dir, pebble.Options{Generator: 1, Blocks: blocks, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	st := open()
	r := newHarness(t, func(c *Config) {
		c.Store = st
		c.Spawn = func(int) world.Vec { return world.BottomCentre(world.Pos{}) }
	})
	begin := time.Now()
	var first time.Duration
	for i := range n {
		p := &fakeConn{who: transport.Identity{byte(i), byte(i >> 8), byte(i >> 16), 1}}
		r.s.Accept(p)
		p.say(protocol.AppendJoin(nil, &protocol.Join{Name: fmt.Sprint("visitor ", i)}))
		r.step(stepAt)
		p.Close(LeaveReason)
		r.step(stepAt)
		for r.s.persist.commitSeq > st.Committed(0)+500 { // the disk is slower than this test
			time.Sleep(time.Millisecond)
		}
		if i == n/10 {
			first = time.Since(begin)
		}
	}
	took := time.Since(begin)
	if r.s.roster.Len() != 0 {
		t.Errorf("%d rows in memory", r.s.roster.Len())
	}
	if err := r.s.Stop("over"); err != nil {
		t.Fatal(err)
	}
	st = open()
	state, err := st.Load()
	if err != nil || len(state.Players) != 0 {
		t.Errorf("%v: %d rows on the disk", err, len(state.Players))
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if info, e := d.Info(); err == nil && e == nil && !d.IsDir() {
			size += info.Size()
		}
		return nil
	})
	t.Logf("%d visitors: %d bytes on the disk; the first tenth took %v, all %v", n, size, first, took)
	return size
}
