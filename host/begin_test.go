package host

import (
	"log/slog"
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
	"voxtide/store/disk"
)

// TestStartOnAFullDisk: a server that starts while its disk is full goes on without changes and says so, players come, walk, and are
// refused with the reason; once there is room it goes on by itself, and nothing of the world is lost. With however little room it
// starts, it starts.
func TestStartOnAFullDisk(t *testing.T) {
	before, rnd := runtime.NumGoroutine(), chance.Source(t)
	const room = 20 << 20
	q, dir := newQuota(room), filepath.Join(t.TempDir(), "world")
	var log lockedText
	on := func(cfg *Config) {
		cfg.View, cfg.probeAfter = 32, 100*time.Millisecond
		cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
		cfg.tune = func(o *disk.Options) { o.FS = q }
	}
	h, at := open(t, dir, on)
	who := builders(t, 1, at, rnd)
	build(t, who, 20*time.Second, false, settled(who))
	build(t, who, time.Second, true, never)
	build(t, who, 20*time.Second, false, settled(who))
	var hash uint64
	h.Do(func(s *server.Server) { hash = s.Hash() })
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Fatal(err)
	}
	who[0].conn.Close("over")
	frozen := func() (is bool) {
		h.Do(func(*server.Server) { is = h.frozen != nil })
		return is
	}
	same := func(when string) {
		h.Do(func(s *server.Server) {
			if s.Hash() != hash || hash == 0 {
				t.Errorf("%s the hash is %x, it was %x", when, s.Hash(), hash)
			}
		})
	}
	began := 0
	for _, left := range []int64{0, 1, rnd.Int64N(4 << 10), rnd.Int64N(64 << 10)} {
		q.left.Store(left)
		h, _ = open(t, dir, on)
		if frozen() {
			began++
			if err := h.health(); err == nil || !strings.Contains(err.Error(), "without changes") {
				t.Errorf("%d bytes left: health: %v", left, err)
			}
		}
		same("on a full disk")
		h.Close(protocol.ReasonStopping) // which may say that not all is saved
	}
	if began < 2 {
		t.Fatalf("%d starts without changes", began)
	}
	q.left.Store(0)
	h, at = open(t, dir, on)
	if !frozen() {
		t.Fatal("it takes changes")
	}
	who = builders(t, 2, at, rnd)
	build(t, who, 20*time.Second, false, settled(who))
	build(t, who, time.Second, true, never)
	build(t, who, 20*time.Second, false, heard(who, "disk is full"))
	build(t, who, 20*time.Second, false, settled(who))
	refused := 0
	for _, b := range who {
		refused += b.refused[actions.DiskFull.String()]
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
	same("built on in vain,")
	q.left.Store(room)
	build(t, who, 20*time.Second, false, func() bool { return resumed(who, 1) && !frozen() })
	build(t, who, 20*time.Second, false, settled(who))
	same("with room again,")
	if err := h.health(); err != nil {
		t.Errorf("with room again: %v", err)
	}
	build(t, who, time.Second, true, never)
	build(t, who, 20*time.Second, false, settled(who))
	agree(t, h, who, "with room again")
	for i, b := range who {
		if s := b.Stats(); s.Corrections[predict.Unexplained] > 0 || s.Desyncs > 0 || s.Broken != "" || s.Resumes != 1 || !said(b.said, "disk is full") {
			t.Errorf("builder %d: %+v, said %q", i, s, b.said)
		}
	}
	h.Do(func(s *server.Server) { hash = s.Hash() })
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
	if r, err := Check(dir, nil, nil); err != nil || !r.OK() || r.Hash != hash {
		t.Errorf("check: %+v, %v", r, err)
	}
	if !strings.Contains(log.String(), "the disk is full: the world goes on without changes") || !strings.Contains(log.String(), "can be kept again") {
		t.Errorf("the log:\n%s", log.String())
	}
	for _, b := range who {
		b.conn.Close("over")
	}
	time.Sleep(300 * time.Millisecond)
	if n := runtime.NumGoroutine() - before; n > 5*12 {
		t.Errorf("%d goroutines are left of 5 failures", n)
	}
	t.Logf("%d starts without changes, %d refused", began+1, refused)
	standing0 = append(standing0, goleak.IgnoreCurrent())
}
