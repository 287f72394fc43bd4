package livemap

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// updateLog holds what a page asks for again and again: the changed tiles, and the players.
type updateLog struct {
	version uint64          // of the last change; it begins at the time, so that no two runs share a version
	oldest  uint64          // changes up to this version are not known one by one
	changed map[Tile]uint64 // version of the last change of a tile
	news    chan struct{}   // closed with the next change; nil: nobody waits
	waiters int             // pages that wait for it

	mu        sync.Mutex // over the players
	playersAt time.Time
	players   []shownPlayer
	hidden    int
}

// shownPlayer is a player in the reply to the page.
type shownPlayer struct {
	Name string `json:"name"`
	X    int32  `json:"x"`
	Y    int32  `json:"y"`
	Z    int32  `json:"z"`
	Yaw  int    `json:"yaw"` // degrees clockwise from the north
}

// updatesReply is the reply to a page that asks for updates.
type updatesReply struct {
	Version uint64        `json:"version,string"`
	Now     int64         `json:"now"`              // ms since 1970
	Again   int64         `json:"again"`            // ms after which to ask again
	All     bool          `json:"all,omitempty"`    // any tile may have changed
	Tiles   [][3]int32    `json:"tiles,omitempty"`  // the changed tiles: scale, x, z
	Relief  [][3]int32    `json:"relief,omitempty"` // those of relief, what changed last first: of scale 0, from which the coarser ones follow, or one of which a part was left out
	Players []shownPlayer `json:"players"`
	Hidden  int           `json:"hidden"` // players under the ground
}

func (l *updateLog) init(now time.Time) {
	l.version = uint64(max(now.UnixMilli(), 0)) << 20
	l.oldest = l.version
	l.changed = map[Tile]uint64{}
}

// tell wakes the pages that wait for news. Under the map's lock, which they need before they look.
func (l *updateLog) tell() {
	if l.news != nil {
		close(l.news)
		l.news = nil
	}
}

// tileChanged notes that a tile has changed. Under the map's lock.
func (l *updateLog) tileChanged(t Tile) {
	if len(l.changed) >= changedTilesMax {
		if _, known := l.changed[t]; !known {
			l.allChanged()
			return
		}
	}
	l.version++
	l.changed[t] = l.version
	l.tell()
}

// allChanged notes that any tile may have changed. Under the map's lock.
func (l *updateLog) allChanged() {
	l.version++
	l.oldest = l.version
	clear(l.changed)
	l.tell()
}

// fill adds the changes since a version to a reply. Under the map's lock.
func (l *updateLog) fill(since uint64, u *updatesReply) {
	u.Version = l.version
	if since < l.oldest || since > l.version {
		u.All = true
		return
	}
	var relief []Tile
	for t, v := range l.changed {
		switch {
		case v <= since:
		case t.Relief:
			relief = append(relief, t)
		default:
			u.Tiles = append(u.Tiles, [3]int32{int32(t.Scale), t.X, t.Z})
		}
	}
	slices.SortFunc(relief, func(a, b Tile) int { return cmp.Compare(l.changed[b], l.changed[a]) })
	for _, t := range relief {
		u.Relief = append(u.Relief, [3]int32{int32(t.Scale), t.X, t.Z})
	}
}
