package livemap

import (
	"sync"
	"time"

	"voxtide/world"
)

// live is what a page asks for again and again: which tiles have changed, and where players are.
type live struct {
	version uint64          // of the last change; it begins with the time, so that no two runs share one
	floor   uint64          // changes up to here are not known one by one
	told    map[Tile]uint64 // version of the last change of a tile

	mu     sync.Mutex // over the players
	asked  time.Time
	places []place
	under  int
}

// place is a player as the page is told.
type place struct {
	Name string `json:"name"`
	X    int32  `json:"x"`
	Y    int32  `json:"y"`
	Z    int32  `json:"z"`
	Yaw  int    `json:"yaw"` // degrees clockwise from the north
}

// news is the answer to a page that asks what is new.
type news struct {
	Version uint64     `json:"version,string"`
	Now     int64      `json:"now"`             // ms since 1970
	All     bool       `json:"all,omitempty"`   // any tile may have changed
	Tiles   [][3]int32 `json:"tiles,omitempty"` // those that have: scale, x, z
	Players []place    `json:"players"`
	Hidden  int        `json:"hidden"` // players under the ground
}

func (l *live) init(now time.Time) {
	l.version = uint64(max(now.UnixMilli(), 0)) << 20
	l.floor = l.version
	l.told = map[Tile]uint64{}
}

// tell notes that a tile has changed. Under the map's lock.
func (l *live) tell(t Tile) {
	if len(l.told) >= toldMax {
		if _, known := l.told[t]; !known {
			l.tellAll()
			return
		}
	}
	l.version++
	l.told[t] = l.version
}

// tellAll notes that any tile may have changed. Under the map's lock.
func (l *live) tellAll() {
	l.version++
	l.floor = l.version
	clear(l.told)
}

// fill tells what has changed since a version. Under the map's lock.
func (l *live) fill(since uint64, u *news) {
	u.Version = l.version
	if since < l.floor || since > l.version {
		u.All = true
		return
	}
	for t, v := range l.told {
		if v > since {
			u.Tiles = append(u.Tiles, [3]int32{int32(t.Far), t.X, t.Z})
		}
	}
}

// news tells what is new since a version.
func (m *Map) news(since uint64) news {
	u := news{Now: m.cfg.Now().UnixMilli(), Players: []place{}}
	if m.cfg.Players != nil {
		u.Players, u.Hidden = m.players()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.live.fill(since, &u)
	return u
}

// players gives the players who are seen from above, and how many others there are. It asks for them at most each
// placesEvery, whoever looks.
func (m *Map) players() ([]place, int) {
	l := &m.live
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := m.cfg.Now(); now.Sub(l.asked) >= placesEvery || now.Before(l.asked) {
		l.asked = now
		l.places, l.under = []place{}, 0 // the last one may still be on its way
		for _, p := range m.cfg.Players(m.ctx) {
			if m.underground(p.At) {
				l.under++
				continue
			}
			l.places = append(l.places, place{p.Name, p.At.X, p.At.Y, p.At.Z, bearing(p.Yaw)})
		}
	}
	return l.places, l.under
}

// bearing turns a yaw into degrees clockwise from the north.
func bearing(yaw uint16) int { return int(yaw) * 360 >> 16 }

// cover is how many blocks lie over those who are hidden: houses have thinner roofs.
const cover = 6

// underground tells whether a player is in a cave or a mine: what is there is not shown.
func (m *Map) underground(at world.Pos) bool {
	m.skyMu.Lock()
	defer m.skyMu.Unlock()
	t, err := m.sky.top(at.X, at.Z, 0)
	if err != nil {
		return true
	}
	// Trees and towers hide nobody, a quarry is open to the sky.
	return min(int32(t.Ground), m.sky.gen.Height(at.X, at.Z)) > at.Y+cover
}
