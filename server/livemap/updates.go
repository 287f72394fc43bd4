package livemap

import "voxtide/world"

// updatesSince returns the updates since a version.
func (m *Map) updatesSince(since uint64) updatesReply {
	u := updatesReply{Now: m.cfg.Now().UnixMilli(), Players: []shownPlayer{}}
	if m.cfg.Players != nil {
		u.Players, u.Hidden = m.shownPlayers()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.updates.fill(since, &u)
	return u
}

// shownPlayers returns the players who are above ground, and the number of the others. It asks for them at most once each
// playersEvery, however many pages ask.
func (m *Map) shownPlayers() ([]shownPlayer, int) {
	l := &m.updates
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := m.cfg.Now(); now.Sub(l.playersAt) >= playersEvery || now.Before(l.playersAt) {
		l.playersAt = now
		l.players, l.hidden = []shownPlayer{}, 0 // a reply with the last slice may not be written yet
		for _, p := range m.cfg.Players(m.ctx) {
			if m.underground(p.At) {
				l.hidden++
				continue
			}
			l.players = append(l.players, shownPlayer{p.Name, p.At.X, p.At.Y, p.At.Z, bearing(p.Yaw)})
		}
	}
	return l.players, l.hidden
}

// bearing turns a yaw into degrees clockwise from the north.
func bearing(yaw uint16) int { return int(yaw) * 360 >> 16 }

// hiddenBelow is the number of blocks above a hidden player: roofs of houses are thinner.
const hiddenBelow = 6

// underground reports whether a player is in a cave or a mine: such players are not shown.
func (m *Map) underground(at world.Pos) bool {
	m.lookupMu.Lock()
	defer m.lookupMu.Unlock()
	t, err := m.lookup.topOf(at.X, at.Z, 0)
	if err != nil {
		return true
	}
	// Trees and towers hide nobody, a quarry is open to the sky.
	return min(int32(t.Ground), m.lookup.gen.Height(at.X, at.Z)) > at.Y+hiddenBelow
}
