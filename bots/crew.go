package bots

import (
	"time"

	"voxtide/client"
	"voxtide/protocol"
)

// crew is bots that share a goroutine: many timers and many stacks cost more than what most bots do in a picture. Each has
// its own moment between two pictures.
type crew struct {
	sh    *shared
	bots  []*Bot
	every time.Duration // between two pictures of a bot
	frame protocol.Frame
}

const (
	crewEarly = time.Millisecond // that a picture may come too early, so that one waking serves several bots
	crewEnds  = 4                // pictures' time in which the word of leaving leaves with the pump
)

// run is a crew's goroutine.
func (c *crew) run() {
	sh := c.sh
	for round := time.Duration(0); phase(sh.phase.Load()) != over; round++ {
		if late := (sh.clock() - round*c.every) / c.every; late > 0 { // pictures that were missed are left out
			round += late
		}
		for i, b := range c.bots {
			at := round*c.every + c.every*time.Duration(i)/time.Duration(len(c.bots))
			if wait := at - sh.clock(); wait > crewEarly {
				time.Sleep(wait)
			}
			b.step(phase(sh.phase.Load()))
		}
		time.Sleep((round+1)*c.every - sh.clock() - crewEarly)
	}
	for _, b := range c.bots {
		b.admitted()
		b.log.end()
		b.finish()
	}
	time.Sleep(crewEnds * c.every)
}

// step makes a bot's next picture, once it may come in, and says how it stands.
func (b *Bot) step(ph phase) {
	sh, st := b.shared, &b.shared.status[b.n]
	if ph == over || b.begins > 0 && sh.clock() < b.begins && ph < still {
		return
	}
	if b.begins >= 0 {
		select {
		case sh.joins <- struct{}{}:
			b.begins, b.enters = -1, true
		default:
			return
		}
	}
	b.picture(sh.clock(), ph)
	if b.inside || b.failed != "" || b.c != nil && b.c.Stream() != 0 {
		b.admitted()
	}
	st.inside.Store(b.inside)
	if b.failed != "" && !st.failed.Load() {
		why := b.failed
		st.why.Store(&why)
		st.failed.Store(true)
	}
	st.settled.Store(b.c == nil || b.c.State() == client.Playing && b.c.Unacked() == 0)
	st.actions.Store(int64(len(b.log.ops)))
	st.acked.Store(int64(b.log.answered))
}

// admitted gives the place of those who are not in yet to another bot.
func (b *Bot) admitted() {
	if b.enters {
		b.enters = false
		<-b.shared.joins
	}
}
