package host

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"voxtide/actions"
	"voxtide/chance"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/disk"
)

// TestFullDisk: a world on a disk that somebody else fills while players build. The server stays up and says so; when there is
// room again it goes on by itself; check is content, and nothing that anybody was told of is missing.
func TestFullDisk(t *testing.T) {
	const room = 20 << 20
	q, torn := newQuota(room), chance.Source(t)
	testFullDisk(t, t.TempDir(), func(o *disk.Options) { o.FS = q }, func() { q.left.Store(torn.Int64N(8 << 10)) }, func() { q.left.Store(room) })
}

// testFullDisk plays in a folder on a disk that can be filled and be given room again.
func testFullDisk(t *testing.T, folder string, tune func(*disk.Options), fill, free func()) {
	before, rnd := runtime.NumGoroutine(), chance.Source(t)
	dir := filepath.Join(folder, "world")
	h, at := open(t, dir, func(cfg *Config) {
		cfg.View, cfg.probeAfter = 32, 200*time.Millisecond
		cfg.tune = tune
		cfg.wrap = func(st store.Store) store.Store { return wordy{st} }
	})
	who := builders(t, 3, at, rnd)
	build(t, who, 20*time.Second, false, settled(who))
	frozen := func() (is bool) {
		h.Do(func(*server.Server) { is = h.frozen != nil })
		return is
	}
	for round := range 2 {
		build(t, who, time.Second, true, never)
		fill()
		build(t, who, 20*time.Second, true, frozen)
		if !frozen() {
			t.Fatal("nobody noticed")
		}
		build(t, who, 20*time.Second, false, func() bool { return resumed(who, 2*round+1) })
		build(t, who, 20*time.Second, false, settled(who))
		agree(t, h, who, "full")
		build(t, who, time.Second, true, never)
		refused := 0
		for _, b := range who {
			refused += b.refused[actions.DiskFull.String()]
		}
		if refused == 0 {
			t.Errorf("round %d: nothing was refused", round)
		}
		free()
		build(t, who, 20*time.Second, false, func() bool { return resumed(who, 2*round+2) })
		build(t, who, 20*time.Second, false, settled(who))
		agree(t, h, who, "room again")
	}
	build(t, who, 20*time.Second, false, heard(who, "disk is full"))
	for i, b := range who {
		if s := b.Stats(); s.Corrections[predict.Unexplained] > 0 || s.Desyncs > 0 || s.Broken != "" || s.Resumes != 4 || !said(b.said, "disk is full") {
			t.Errorf("builder %d: %+v, said %q", i, s, b.said)
		}
	}
	var hash uint64
	h.Do(func(s *server.Server) { hash = s.Hash() })
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
	r, err := Check(dir, nil, nil)
	if err != nil || !r.OK() || r.Hash != hash || r.Past == 0 {
		t.Errorf("check: %+v, %v", r, err)
	}
	for _, b := range who {
		b.conn.Close("over")
	}
	time.Sleep(300 * time.Millisecond)
	if n := runtime.NumGoroutine() - before; n > 2*12 {
		t.Errorf("%d goroutines are left of 2 failures", n)
	}
	standing0 = append(standing0, goleak.IgnoreCurrent())
}

// resumed tells whether all have resumed so often.
func resumed(who []*builder, n int) bool {
	for _, b := range who {
		if b.Stats().Resumes < n {
			return false
		}
	}
	return true
}

// wordy is a store to which more is written than three players can build: room that was taken ahead does not last long.
type wordy struct{ store.Store }

func (w wordy) Commit(now time.Duration, b *store.Batch) uint64 {
	b.Said = append(b.Said, make([]store.Said, 32)...)
	for i := range 32 {
		b.Said[len(b.Said)-1-i].Text = strings.Repeat("x", disk.TextMax)
	}
	return w.Store.Commit(now, b)
}
