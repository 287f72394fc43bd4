package netlab

import (
	"time"

	"voxtide/client/links"
	"voxtide/protocol"
	"voxtide/timestream"
)

// Law 13: what a linked peer shows and the server does not bear out is gone within 1 s and a round trip; liars are unlinked, honest
// players are not.

// lies is what the law keeps.
type lies struct {
	links     int           // between honest players, at the end of play
	longest   time.Duration // that a lie showed
	stoppedAt time.Duration // when the liar stopped; 0: it has not
}

const (
	lieTrust = time.Second
	lieEnd   = 2 * time.Second // after the liar has stopped
	// lieGrace is what else may lie between a lie and its end on a frame: a frame, a step of the server, its share of the clock's error.
	lieGrace = 60 * time.Millisecond
)

// checkLies checks what a client shows of the liar's, and that it has unlinked nobody else.
func (l *simulation) checkLies(s *simClient) {
	var of timestream.Stream
	if l.cfg.Liar && l.clients[0].client != nil {
		of = l.clients[0].client.Stream()
	}
	if s.index > 0 && of != 0 {
		if at := s.client.OldestPeerAction(of); at > 0 {
			shown := time.Duration(s.view.Self.At.Sub(at)) * time.Microsecond
			l.lies.longest = max(l.lies.longest, shown)
			if most := lieTrust + l.cfg.RTT + l.cfg.Jitter + lieGrace; shown > most {
				l.fail(13, "client %d has shown a lie for %v, at most %v", s.index, shown, most)
			}
			if l.lies.stoppedAt > 0 && l.now > l.lies.stoppedAt+lieEnd {
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
	if r := of.Report(); l.cfg.Trick.Unlinks() && of.Links() > 0 {
		l.fail(13, "the liar (%v) is still linked to %d players, after %d messages since %v", l.cfg.Trick, of.Links(), r.Messages, r.First)
	}
}
