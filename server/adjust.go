package server

import (
	"time"

	"voxtide/protocol"
)

// Rules is what can be changed of a server that runs: see the fields of Config with these names. All fields count.
type Rules struct {
	MOTD                  string
	Players, View, Frames int
	Creative, Guarded     bool
	SpawnGuard            int
	Linger, SaveEvery     time.Duration // 0: as it was
	ItemsLast             time.Duration // the same; below 0 for ever
}

// Adjust changes the rules. View counts for connections from then on, and Creative for new players.
func (s *Server) Adjust(r Rules) {
	c := &s.cfg
	c.MOTD, c.Creative, c.Guarded, c.SpawnGuard = r.MOTD, r.Creative, r.Guarded, r.SpawnGuard
	c.Players, c.Frames = max(1, r.Players), max(1, r.Frames)
	c.View = max(1, min(r.View, protocol.ViewMax))
	for c.View > 1 && subsOf(c.View, c.ViewY) > protocol.SubsMax {
		c.View--
	}
	if r.Linger > 0 {
		c.Bounds.Linger = r.Linger
	}
	if r.ItemsLast != 0 {
		c.ItemsLast = r.ItemsLast
	}
	if r.SaveEvery > 0 {
		c.SaveEvery = r.SaveEvery
		s.saveAt = min(s.saveAt, s.mono+r.SaveEvery)
	}
}
