package host

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/store/record"
)

// TestFullDisk: the disk fills up while players build. The server stays up and says so; when there is room again it goes on by
// itself; the world passes its check, and holds everything that a player was told of.
func TestFullDisk(t *testing.T) {
	const room = 20 << 20
	q, torn := newQuota(room), testrand.New(t)
	testFullDisk(t, t.TempDir(), func(o *pebble.Options) { o.FS = q }, func() { q.left.Store(torn.Int64N(8 << 10)) }, func() { q.left.Store(room) })
}

// testFullDisk plays in a folder on a disk that can be filled and emptied.
func testFullDisk(t *testing.T, folder string, tune func(*pebble.Options), fill, free func()) {
	before, rnd := runtime.NumGoroutine(), testrand.New(t)
	dir := filepath.Join(folder, "world")
	h, at := openHost(t, dir, func(cfg *Config) {
		cfg.ViewDistance, cfg.probeAfter = 32, 200*time.Millisecond
		cfg.tuneDisk = tune
		cfg.wrapStore = func(st store.Store) store.Store { return longBatchStore{st} }
	})
	who := joinBuilders(t, 3, at, rnd)
	playBuilders(t, who, patience, false, settled(who))
	frozen := func() (is bool) {
		h.Do(func(*server.Server) { is = h.worlds.current.Load().readOnly != nil })
		return is
	}
	for round := range 2 {
		buildUntil(t, who, time.Second, changed(h))
		fill()
		playBuilders(t, who, patience, true, frozen)
		if !frozen() {
			t.Fatal("nobody noticed")
		}
		playBuilders(t, who, patience, false, func() bool { return resumed(who, 2*round+1) })
		playBuilders(t, who, patience, false, settled(who))
		agree(t, h, who, "full")
		for _, b := range who {
			clear(b.refused)
		}
		buildUntil(t, who, time.Second, someRefused(who, actions.DiskFull))
		refused := 0
		for _, b := range who {
			refused += b.refused[actions.DiskFull.String()]
		}
		if refused == 0 {
			t.Errorf("round %d: nothing was refused", round)
		}
		free()
		playBuilders(t, who, patience, false, func() bool { return resumed(who, 2*round+2) })
		playBuilders(t, who, patience, false, settled(who))
		agree(t, h, who, "room again")
	}
	playBuilders(t, who, patience, false, heard(who, "disk is full"))
	for i, b := range who {
		if s := b.Stats(); s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 || s.BrokenLaw != "" || s.Resumes != 4 || !said(b.said, "disk is full") {
			t.Errorf("builder %d: %+v, said %q", i, s, b.said)
		}
	}
	var hash uint64
	h.Do(func(s *server.Server) { hash = s.Hash() })
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	r, err := Check(dir, nil, nil)
	if err != nil || !r.OK() || r.Hash != hash || r.Changes == 0 {
		t.Errorf("check: %+v, %v", r, err)
	}
	for _, b := range who {
		b.conn.Close("over")
	}
	leaveStanding(t, before, 2*12, 2)
}

// resumed reports whether every client has resumed a number of times.
func resumed(who []*buildingClient, n int) bool {
	for _, b := range who {
		if b.Stats().Resumes < n {
			return false
		}
	}
	return true
}

// longBatchStore writes more than three players can build, so that preallocated room does not last long.
type longBatchStore struct{ store.Store }

func (w longBatchStore) Commit(now time.Duration, b *store.Batch) uint64 {
	b.Chat = append(b.Chat, make([]store.ChatLine, 32)...)
	for i := range 32 {
		b.Chat[len(b.Chat)-1-i].Text = strings.Repeat("x", record.TextMax)
	}
	return w.Store.Commit(now, b)
}
