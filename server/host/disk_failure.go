package host

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"voxtide/actions"
	"voxtide/store/pebble"
	"voxtide/transport"
)

const (
	// probePauseMin is the pause between a disk's failure and the first probe of whether it takes changes again. The pause doubles
	// with each failure, up to probePauseMax, until changes have been kept for stableAfter: each failure leaves some memory and
	// goroutines behind that hang in the disk.
	probePauseMin = 5 * time.Second
	probePauseMax = time.Hour
	stableAfter   = 6 * time.Hour
	// noticeDelay is the time between a player's arrival and the notice about the disk.
	noticeDelay = time.Second
)

// readOnlyNotices tell players why nothing can be kept.
var readOnlyNotices = map[actions.Refusal]string{
	actions.DiskFull:   "The server's disk is full: nothing can be changed until its operator has made room. You can walk, look and talk.",
	actions.DiskFailed: "The server's disk fails: nothing can be changed until its operator has seen to it. You can walk, look and talk.",
}

const writableNotice = "The server's disk takes changes again."

// failover owns the world that is open. When the disk fails it opens the world again to be read alone, and once the disk has
// recovered to be changed.
//
// Owner: the loop. current and unhealthy may be read by any goroutine.
type failover struct {
	opener
	giveBack  func([]transport.Conn) // keeps connections that have not joined for the next server
	opened    func()                 // called when another world has taken the place of the one before
	stopped   <-chan struct{}        // closed when the loop has ended
	current   atomic.Pointer[openWorld]
	unhealthy atomic.Pointer[string] // why nothing can be kept now, for people; nil: changes are kept
	recovered chan struct{}          // the disk takes changes again

	frozen        func(text string) // told when nothing can be kept any more, and when it can again
	failure       error             // the disk's failure while the world is read-only
	fatal         error             // why the world cannot go on at all
	writableSince time.Duration     // when changes began to be kept
	probePause    time.Duration     // between two probes
	notice        notice
}

// notice is a line to players about the disk.
type notice struct {
	text  string        // "": none
	at    time.Duration // when it is said; 0: once somebody comes
	joins int           // full updates sent by the last step
}

// begin opens the world for the first time: to be changed or, where the disk is full, to be read alone.
func (f *failover) begin() error {
	f.writableSince = Monotonic()
	w, err := f.writable(nil, nil)
	if err != nil && pebble.IsFull(err) {
		w, err = f.beginReadOnly(err)
	}
	if err == nil {
		f.use(w)
	}
	return err
}

// use puts a world into the place of the one before.
func (f *failover) use(w *openWorld) {
	f.current.Store(w)
	f.opened()
}

// beginReadOnly opens the world to be read alone, as the disk has no room for more. The error says that there is no world, or that
// it cannot be read.
func (f *failover) beginReadOnly(err error) (*openWorld, error) {
	if !pebble.IsWorld(f.cfg.Dir) {
		return nil, err
	}
	w, e := f.readOnly(nil, actions.DiskFull, nil, nil)
	if e != nil {
		return nil, errors.Join(err, e)
	}
	err = errors.New(strings.TrimPrefix(err.Error(), pebble.ErrUnreadable.Error()+": ")) // it can be read
	f.cfg.Log.Error("the disk is full: the world goes on without changes until there is room", "err", err)
	f.probePause = probePauseMin
	f.noteFailure(actions.DiskFull, err)
	f.probeLater()
	return w, nil
}

// enterReadOnly goes on without changes: the disk has failed, and nobody was told of a change that it does not have. It returns
// false, with fatal set, where the world cannot even be read.
func (f *failover) enterReadOnly(err error) bool {
	w := f.current.Load()
	if w.readOnly != nil {
		f.fatal = err
		return false
	}
	why := actions.DiskFailed
	if pebble.IsFull(err) {
		why = actions.DiskFull
	}
	f.failure = err
	f.cfg.Log.Error("the world cannot be kept: it goes on without changes", "err", err, "why", why.String())
	last, joining := f.end(w)
	f.giveBack(joining)
	w.close()
	next, e := f.readOnly(w, why, nil, &last)
	if e != nil {
		f.cfg.Log.Error("the world cannot be read either", "err", e)
		f.fatal = errors.Join(err, fmt.Errorf("host: and it cannot be read: %w", e))
		return false
	}
	f.use(next)
	if f.probePause = min(max(2*f.probePause, probePauseMin), probePauseMax); Monotonic()-f.writableSince > stableAfter {
		f.probePause = probePauseMin
	}
	f.noteFailure(why, err)
	if errors.Is(err, pebble.ErrUnreadable) { // a probe would not help: people have to look
		f.cfg.Log.Error("files of the world are damaged: stop the server, then see what `server check` says and restore a backup")
		return true
	}
	f.probeLater()
	return true
}

// leaveReadOnly goes on with changes: the disk takes them again. Where it turns out not to, the world stays read-only. It returns
// false, with fatal set, where the world cannot even be read.
func (f *failover) leaveReadOnly() bool {
	w := f.current.Load()
	if w.readOnly == nil {
		return true
	}
	_, joining := f.end(w)
	f.giveBack(joining)
	carried := w.readOnly.Carried()
	w.close()
	next, err := f.writable(w, carried)
	if err == nil {
		f.cfg.Log.Warn("the world can be kept again")
		f.use(next)
		f.failure, f.writableSince = nil, Monotonic()
		f.unhealthy.Store(nil)
		f.frozen("changes are kept again")
		f.notice = notice{text: writableNotice}
		return true
	}
	f.cfg.Log.Error("the world still cannot be kept", "err", err)
	if next, e := f.readOnly(w, w.reason, carried, nil); e != nil {
		f.fatal = errors.Join(err, e)
		return false
	} else {
		f.use(next)
	}
	f.probePause = min(2*f.probePause, probePauseMax)
	f.probeLater()
	return true
}

// noteFailure notes why nothing can be kept, for players and for the world's health.
func (f *failover) noteFailure(why actions.Refusal, err error) {
	f.failure = err
	if f.cfg.probeAfter > 0 {
		f.probePause = f.cfg.probeAfter
	}
	f.notice = notice{text: readOnlyNotices[why]}
	text := err.Error()
	f.unhealthy.Store(&text)
	f.frozen("nothing can be changed: " + text)
}

// probeLater probes after a pause, and again after each further one, whether the disk takes changes. A goroutine does it, which ends
// when the disk does.
func (f *failover) probeLater() {
	dir, options, pause := f.cfg.Dir, f.cfg.DiskOptions(), f.probePause
	go func() {
		for {
			select {
			case <-time.After(pause):
			case <-f.stopped:
				return
			}
			if pebble.Probe(dir, options) != nil {
				continue
			}
			select {
			case f.recovered <- struct{}{}:
			case <-f.stopped:
			}
			return
		}
	}()
}

// announce tells players about the disk once they can hear it: whenever somebody comes while the world is read-only, and once after
// that.
func (f *failover) announce(now time.Duration) {
	n, w := &f.notice, f.current.Load()
	if n.text == "" {
		return
	}
	joins := w.srv.Metrics().FullUpdates // a line that comes before the full update is not heard
	if joins != n.joins {
		n.joins = joins
		if n.at == 0 {
			n.at = now + noticeDelay
		}
	}
	if n.at != 0 && now >= n.at {
		w.srv.Broadcast(n.text)
		if n.at = 0; w.readOnly == nil {
			n.text = ""
		}
	}
}

// cut cuts the power of a world with the deliberate fault ack-before-commit, now and then.
func (f *failover) cut(now time.Duration) {
	w, err := f.cutPower(f.current.Load(), now)
	if err != nil {
		f.cfg.Log.Error("the world cannot be loaded after the power was cut", "err", err)
	}
	if w != nil {
		f.use(w)
	}
}
