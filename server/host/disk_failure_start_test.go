package host

import (
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store/pebble"
)

// TestStartOnAFullDisk: a server that starts on a full disk goes on without changes and says so; players come, walk, and are
// refused with the reason; once there is room it goes on by itself, and nothing of the world is lost. It starts however little
// room there is.
func TestStartOnAFullDisk(t *testing.T) {
	before, rnd := runtime.NumGoroutine(), testrand.New(t)
	const room = 20 << 20
	q, dir := newQuota(room), filepath.Join(t.TempDir(), "world")
	var log lockedBuffer
	on := func(cfg *Config) {
		cfg.ViewDistance, cfg.probeAfter = 32, 100*time.Millisecond
		cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
		cfg.tuneDisk = func(o *pebble.Options) { o.FS = q }
	}
	h, at := openHost(t, dir, on)
	who := joinBuilders(t, 1, at, rnd)
	playBuilders(t, who, patience, false, settled(who))
	buildUntil(t, who, time.Second, changed(h))
	playBuilders(t, who, patience, false, settled(who))
	var hash uint64
	h.Do(func(s *server.Server) { hash = s.Hash() })
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	who[0].conn.Close("over")
	frozen := func() (is bool) {
		h.Do(func(*server.Server) { is = h.worlds.current.Load().readOnly != nil })
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
		h, _ = openHost(t, dir, on)
		if frozen() {
			began++
			if err := h.health(); err == nil || !strings.Contains(err.Error(), "without changes") {
				t.Errorf("%d bytes left: health: %v", left, err)
			}
		}
		same("on a full disk")
		h.Close(protocol.ReasonStopping.String()) // its error may say that not everything is saved
	}
	if began < 2 {
		t.Fatalf("%d starts without changes", began)
	}
	q.left.Store(0)
	h, at = openHost(t, dir, on)
	if !frozen() {
		t.Fatal("it takes changes")
	}
	who = joinBuilders(t, 2, at, rnd)
	playBuilders(t, who, patience, false, settled(who))
	buildUntil(t, who, time.Second, someRefused(who, actions.DiskFull))
	playBuilders(t, who, patience, false, heard(who, "disk is full"))
	playBuilders(t, who, patience, false, settled(who))
	refused := 0
	for _, b := range who {
		refused += b.refused[actions.DiskFull.String()]
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
	same("built on in vain,")
	q.left.Store(room)
	playBuilders(t, who, patience, false, func() bool { return resumed(who, 1) && !frozen() })
	playBuilders(t, who, patience, false, settled(who))
	same("with room again,")
	if err := h.health(); err != nil {
		t.Errorf("with room again: %v", err)
	}
	playBuilders(t, who, time.Second, true, never)
	playBuilders(t, who, patience, false, settled(who))
	agree(t, h, who, "with room again")
	for i, b := range who {
		if s := b.Stats(); s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 || s.BrokenLaw != "" || s.Resumes != 1 || !said(b.said, "disk is full") {
			t.Errorf("builder %d: %+v, said %q", i, s, b.said)
		}
	}
	h.Do(func(s *server.Server) { hash = s.Hash() })
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
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
	t.Logf("%d starts without changes, %d refused", began+1, refused)
	leaveStanding(t, before, 5*12, 5)
}
