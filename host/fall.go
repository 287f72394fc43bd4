package host

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/store"
	"voxtide/store/disk"
	"voxtide/timestream"
	"voxtide/transport"
)

const (
	// probeFirst is how long after its fall the disk is asked whether it takes changes again; the pause doubles with each
	// fall, up to probeMost, until a world has been kept for steady: each fall leaves some memory and goroutines behind that
	// stand still with the disk.
	probeFirst = 5 * time.Second
	probeMost  = time.Hour
	steady     = 6 * time.Hour
	// sayAfter is how long after players came back they are told how things stand.
	sayAfter = time.Second
)

// The words for players, by why nothing can be kept.
var words = map[actions.Refusal]string{
	actions.DiskFull:  "The server's disk is full: nothing can be changed until whoever runs it has made room. You can walk, look and talk.",
	actions.DiskFails: "The server's disk fails: nothing can be changed until whoever runs it has seen to it. You can walk, look and talk.",
}

const wordsAgain = "The server's disk takes changes again."

// fall goes on without changes: the world could not be kept, and nobody was told of anything that was not. It returns
// false where not even that can be.
func (h *Host) fall(err error) bool {
	if h.frozen != nil {
		h.err = err
		return false
	}
	why := actions.DiskFails
	if disk.Full(err) {
		why = actions.DiskFull
	}
	h.failing = err
	h.cfg.Log.Error("the world cannot be kept: it goes on without changes", "err", err, "why", why.String())
	on := h.handOn()
	h.shut()
	if e := h.openFrozen(why, nil, &on); e != nil {
		h.cfg.Log.Error("the world cannot be read either", "err", e)
		h.err = errors.Join(err, fmt.Errorf("host: and cannot be read any more: %w", e))
		return false
	}
	now := Since()
	if h.pause = min(max(2*h.pause, probeFirst), probeMost); now-h.openedAt > steady {
		h.pause = probeFirst
	}
	h.sicken(why, err)
	if errors.Is(err, disk.ErrUnreadable) { // it would only be found again: people have to look
		h.cfg.Log.Error("files of the world are damaged: stop the server, then see what `server check` says and restore a backup")
		return true
	}
	h.probeSoon()
	return true
}

// sicken notes why nothing can be kept, for players and whoever asks.
func (h *Host) sicken(why actions.Refusal, err error) {
	if h.cfg.probeAfter > 0 {
		h.pause = h.cfg.probeAfter
	}
	h.sayWhat, h.sayAt, h.came0 = words[why], 0, 0
	ill := err.Error()
	h.ill.Store(&ill)
}

// beginFrozen begins without changes: the disk has no room for the world to be opened. The error says that there is nothing to
// begin with, or that it cannot be read.
func (h *Host) beginFrozen(err error) error {
	if !disk.IsWorld(h.cfg.Dir) {
		return err
	}
	if e := h.openFrozen(actions.DiskFull, nil, nil); e != nil {
		return errors.Join(err, e)
	}
	err = errors.New(strings.TrimPrefix(err.Error(), disk.ErrUnreadable.Error()+": ")) // it can be read
	h.cfg.Log.Error("the disk is full: the world goes on without changes until there is room", "err", err)
	h.failing, h.pause = err, probeFirst
	h.sicken(actions.DiskFull, err)
	h.probeSoon()
	return nil
}

// rise goes on with changes: the disk takes them again. Where it turns out not to, all stays as it was. It returns false
// where not even that can be.
func (h *Host) rise() bool {
	why, pause := h.why, h.pause
	h.handOn()
	carried := h.frozen.Carry()
	h.shut()
	err := h.open(carried)
	if err == nil {
		h.cfg.Log.Warn("the world can be kept again")
		h.failing, h.openedAt, h.pause = nil, Since(), pause
		h.ill.Store(nil)
		h.sayWhat, h.sayAt, h.came0 = wordsAgain, 0, 0
		return true
	}
	h.cfg.Log.Error("the world still cannot be kept", "err", err)
	if e := h.openFrozen(why, carried, nil); e != nil {
		h.err = errors.Join(err, e)
		return false
	}
	h.pause = min(2*pause, probeMost)
	h.probeSoon()
	return true
}

// handOn ends the server, and keeps who waits at its door for the next.
func (h *Host) handOn() store.Batch {
	on, strange := h.srv.HandOn()
	h.handed, h.handedAt = h.srv.Now(), Since()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dialed = append(append([]transport.Conn{}, strange...), h.dialed...)
	return on
}

// clock returns the world's time now, for a server that goes on where another one ended: clients' clocks have gone on.
func (h *Host) clock() timestream.Time {
	if h.handed == 0 {
		return 0
	}
	return h.handed.Add(timestream.Duration((Since() - h.handedAt) / time.Microsecond))
}

// probeSoon asks the disk after a while, on a goroutine of its own that ends with the answer, whether it takes changes.
func (h *Host) probeSoon() {
	dir, o, pause := h.cfg.Dir, h.cfg.options(), h.pause
	go func() {
		for {
			select {
			case <-time.After(pause):
			case <-h.done:
				return
			}
			if disk.Probe(dir, o) != nil {
				continue
			}
			select {
			case h.again <- struct{}{}:
			case <-h.done:
			}
			return
		}
	}()
}

// tell says to players how things stand, once they are here: each time somebody comes while nothing can be kept, and once
// after that.
func (h *Host) tell(now time.Duration) {
	came := h.srv.Metrics().Whole // whoever comes is first told the whole state; what is said before that is not heard
	if h.sayWhat == "" {
		return
	}
	if came != h.came0 {
		h.came0 = came
		if h.sayAt == 0 {
			h.sayAt = now + sayAfter
		}
	}
	if h.sayAt != 0 && now >= h.sayAt {
		h.srv.Say(h.sayWhat)
		if h.sayAt = 0; h.frozen == nil {
			h.sayWhat = ""
		}
	}
}
