package livemap

import (
	"context"
	"time"

	"voxtide/world"
)

// awaitNews waits until something has changed since a version, newsWait at most, and returns when the page is to ask again. It does not wait where too many do.
func (m *Map) awaitNews(ctx context.Context, since uint64) (again time.Duration) {
	l := &m.updates
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case l.version != since:
		return askAfterNews
	case l.waiters >= newsWaitersMax:
		return pollEvery
	}
	l.waiters++
	if l.news == nil {
		l.news = make(chan struct{})
	}
	news := l.news
	m.mu.Unlock()
	over := time.NewTimer(newsWait)
	defer over.Stop()
	again = askSoon
	select {
	case <-news:
		again = askAfterNews
	case <-over.C:
	case <-ctx.Done():
	case <-m.ctx.Done():
	}
	m.mu.Lock()
	l.waiters--
	return again
}

// updatesSince returns the updates since a version, with the players as they were at most so long ago.
func (m *Map) updatesSince(since uint64, age time.Duration) updatesReply {
	u := updatesReply{Now: m.cfg.Now().UnixMilli(), Players: []shownPlayer{}}
	if m.cfg.Players != nil {
		u.Players, u.Hidden = m.shownPlayers(age)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.updates.fill(since, &u)
	return u
}

// shownPlayers returns the players who are above ground, and the number of the others. It asks for them if the last time was longer ago than age,
// however many pages ask.
func (m *Map) shownPlayers(age time.Duration) ([]shownPlayer, int) {
	l := &m.updates
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := m.cfg.Now(); now.Sub(l.playersAt) >= age || now.Before(l.playersAt) {
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
