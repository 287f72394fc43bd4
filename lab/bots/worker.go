package bots

import (
	"time"

	"voxtide/client"
	"voxtide/protocol"
)

// worker is a goroutine that plays several bots: a timer and a stack for each bot would cost more than most bots'
// frames. Each bot has its own moment between two frames.
type worker struct {
	run       *runState
	bots      []*Bot
	frameTime time.Duration // between two frames of a bot
	update    protocol.Update
}

const (
	workerEarly  = time.Millisecond // a frame may come this much too early, so that one wake-up serves several bots
	workerLinger = 4                // frames in which the pump sends the last messages
)

// loop is the worker's goroutine.
func (c *worker) loop() {
	sh := c.run
	for round := time.Duration(0); runPhase(sh.phase.Load()) != phaseLeave; round++ {
		if late := (sh.clock() - round*c.frameTime) / c.frameTime; late > 0 { // missed frames are left out
			round += late
		}
		for i, b := range c.bots {
			at := round*c.frameTime + c.frameTime*time.Duration(i)/time.Duration(len(c.bots))
			if wait := at - sh.clock(); wait > workerEarly {
				time.Sleep(wait)
			}
			b.frameStep(runPhase(sh.phase.Load()))
		}
		time.Sleep((round+1)*c.frameTime - sh.clock() - workerEarly)
	}
	for _, b := range c.bots {
		b.releaseJoinSlot()
		b.log.end()
		b.finish()
	}
	time.Sleep(workerLinger * c.frameTime)
}

// frameStep makes a bot's next frame, once it may join, and updates its status.
func (b *Bot) frameStep(ph runPhase) {
	sh, st := b.shared, &b.shared.status[b.number]
	if ph == phaseLeave {
		return
	}
	if b.timers.beginAt >= 0 {
		if ph == phaseVisit {
			if st.visited.Load() {
				return
			}
		} else if since, open := sh.sinceOpened(b.number >= b.cfg.Playing && b.cfg.Playing > 0); !open || since < b.timers.beginAt && ph < phaseQuiet {
			return
		}
		select {
		case sh.joinSlots <- struct{}{}:
			b.timers.beginAt, b.joining = -1, true
		default:
			return
		}
	}
	b.frame(sh.clock(), ph)
	if b.inside || b.failed != "" || b.client != nil && b.client.Stream() != 0 {
		b.releaseJoinSlot()
	}
	st.inside.Store(b.inside)
	if b.failed != "" && !st.failed.Load() {
		why := b.failed
		st.reason.Store(&why)
		st.failed.Store(true)
	}
	st.settled.Store(b.client == nil || b.client.State() == client.Playing && b.client.UnackedCount() == 0)
	if b.client == nil {
		st.updates.Add(1) // who is gone is not waited for
		st.down.Store(int64(b.total.BytesDown))
	} else {
		s := b.client.Stats()
		st.updates.Store(int64(s.Updates))
		st.down.Store(int64(b.total.BytesDown + s.BytesDown))
	}
	st.pictures.Add(1)
	st.held.Store(int64(b.view.wanted.full))
	st.needed.Store(int64(b.view.wanted.needed))
	st.actions.Store(int64(len(b.log.ops)))
	st.acked.Store(int64(b.log.answered))
}

// releaseJoinSlot gives the slot for joining to another bot.
func (b *Bot) releaseJoinSlot() {
	if b.joining {
		b.joining = false
		<-b.shared.joinSlots
	}
}
