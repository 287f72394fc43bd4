package netlab

import (
	"time"

	"voxtide/client/links"
	"voxtide/protocol"
	"voxtide/timestream"
)

// Law 13: what a linked peer shows and the server does not bear out is gone with the server's word of 1 s later: within 1 s and a round
// trip, and as much longer as loss keeps that word from coming. Liars are unlinked, honest players are not.

// lies is what the law keeps.
type lies struct {
	links     int           // between honest players, at the end of play
	longest   time.Duration // that a lie showed
	granted   time.Duration // the most that loss added to that
	stoppedAt time.Duration // when the liar stopped; 0: it has not
}

// granted returns what loss adds to the time that a lie may show, at a frame's time: by how much the first update that has not come is later
// than the network's delay, and by how much the frame is ahead of the server's clock beyond half a round trip, which is all that a clock can
// be wrong by where no exchange of the joining was lost. 0 where nothing is lost, or the server has told nothing that did not come.
func (w *word) granted(at timestream.Time) (sum time.Duration) {
	c := &w.sim.cfg
	if c.Loss == 0 {
		return 0
	}
	if len(w.left) > 0 {
		sum = max(0, w.sim.now-w.left[0]-c.RTT/2-c.Jitter)
	}
	ahead := at.Sub(w.sim.server.World().Stream(timestream.Server).Stamp) // its stamp is up to a step old
	return sum + max(0, time.Duration(ahead)*time.Microsecond-stepEvery-c.RTT/2)
}

const (
	lieTrust = time.Second
	lieEnd   = 2 * time.Second  // after the liar has stopped
	lieFound = 10 * time.Second // after the play in which the liar has to be found out, where lies and what belies them are lost
	// lieGrace is what else may lie between a lie and its end on a frame: a frame, a step of the server, its share of the clock's error.
	lieGrace = 60 * time.Millisecond
)

// checkLies checks what a client shows of the liar's, and that it has unlinked nobody else.
func (l *simulation) checkLies(s *simClient) {
	var of timestream.Stream
	if l.cfg.Liar && l.clients[0].client != nil {
		of = l.clients[0].client.Stream()
	}
	if s.index > 0 && of != 0 && s.conn != nil && s.conn.word != nil {
		if at := s.client.OldestPeerAction(of); at > 0 {
			shown, granted := time.Duration(s.view.Self.At.Sub(at))*time.Microsecond, s.conn.word.granted(s.view.Self.At)
			l.lies.longest, l.lies.granted = max(l.lies.longest, shown), max(l.lies.granted, granted)
			if told := time.Duration(s.conn.word.stamp.Sub(at)) * time.Microsecond; told >= lieTrust {
				l.fail(13, "client %d shows a lie of %v before the server's word, which it has", s.index, told)
			}
			if most := lieTrust + l.cfg.RTT + l.cfg.Jitter + lieGrace + granted; shown > most {
				l.fail(13, "client %d has shown a lie for %v, at most %v; loss grants %v of it", s.index, shown, most, granted)
			}
			if l.lies.stoppedAt > 0 && l.now > l.lies.stoppedAt+lieEnd+granted {
				l.fail(13, "client %d shows a lie %v after the last one", s.index, l.now-l.lies.stoppedAt)
			}
		}
	}
	if l.cfg.PeerRTT == 0 || s.tally.frames%statsEvery != 0 {
		return
	}
	for _, k := range s.client.DirectLinks() {
		if k.State == links.Closed && k.Stream != of && (k.Why == protocol.LinkLies.String() || k.Why == protocol.LinkBroken.String()) {
			l.fail(13, "client %d has unlinked an honest player, %s: %s", s.index, k.Name, k.Why)
		}
	}
}

// linkedToLiar returns how many honest players are linked to the liar, by what they themselves know: it learns that a link is closed by
// packets, which may be lost.
func (l *simulation) linkedToLiar() (n int) {
	for _, s := range l.clients[1:] {
		if s.client == nil {
			continue
		}
		for _, k := range s.client.DirectLinks() {
			if k.State == links.Linked && k.Stream == l.clients[0].client.Stream() {
				n++
			}
		}
	}
	return n
}

// endLies ends the play: the liar must have been found out by everybody.
func (l *simulation) endLies() {
	for i, s := range l.clients {
		if s.client == nil || i == 0 && l.cfg.Liar {
			continue
		}
		for _, k := range s.client.DirectLinks() {
			if k.State == links.Linked && !(l.cfg.Liar && k.Stream == l.clients[0].client.Stream()) {
				l.lies.links++
			}
		}
	}
	if !l.cfg.Liar {
		return
	}
	of := l.clients[0].liar
	of.Stop()
	l.lies.stoppedAt = l.now
	if n := l.linkedToLiar(); l.cfg.Trick.Unlinks() && n > 0 {
		r := of.Report()
		l.fail(13, "the liar (%v) is still linked to %d players, after %d messages since %v", l.cfg.Trick, n, r.Messages, r.First)
	}
}
