package livemap

import (
	"sync"
	"time"

	"voxtide/world"
)

// change is a block that was changed.
type change struct {
	pos   world.Pos
	block world.Block
}

// inbox is what the server's loop told and the keeper has not taken yet. The lock is held for an append or a swap.
type inbox struct {
	mu   sync.Mutex
	list []change
	lost bool // there was no room for some
	anew bool // before the list, the world was opened anew
	wake chan struct{}
}

// Changed tells that a block was changed. The owner of the world calls it, in the order of edits; it never waits for
// drawing, and allocates nothing once the list has its size.
func (m *Map) Changed(p world.Pos, b world.Block) {
	i := &m.inbox
	i.mu.Lock()
	if len(i.list) < inboxMax {
		i.list = append(i.list, change{p, b})
	} else {
		i.lost = true
	}
	i.mu.Unlock()
	select {
	case i.wake <- struct{}{}:
	default:
	}
}

// Anew tells that the world was opened anew: what was told of before counts as far as the store has it.
func (m *Map) Anew() {
	i := &m.inbox
	i.mu.Lock()
	i.list, i.lost, i.anew = i.list[:0], false, true
	i.mu.Unlock()
	select {
	case i.wake <- struct{}{}:
	default:
	}
}

// take gives what was told since the last call, in the memory of the last one.
func (i *inbox) take(spare []change) (list []change, lost, anew bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	list, lost, anew = i.list, i.lost, i.anew
	i.list, i.lost, i.anew = spare[:0], false, false
	return list, lost, anew
}

// keep is the keeper: it takes what was told, enters it in what is recent, and marks the tiles that show it. Its sweep
// runs only while something is recent.
func (m *Map) keep() {
	var list []change
	sweeper := time.NewTimer(sweep)
	sweeper.Stop()
	defer sweeper.Stop()
	armed := false
	for {
		select {
		case <-m.ctx.Done():
			return
		case <-sweeper.C:
			armed = m.sweep()
		case <-m.inbox.wake:
			select {
			case <-m.ctx.Done():
				return
			case <-time.After(gather):
			}
			var lost, anew bool
			list, lost, anew = m.inbox.take(list)
			m.mu.Lock()
			if anew {
				m.recent.init()
				m.forget()
			}
			now := m.cfg.Now()
			for _, c := range list {
				m.enter(c, now)
			}
			if lost {
				m.forget()
			}
			some := len(m.recent.cells) > 0 || lost
			m.mu.Unlock()
			if some && armed {
				continue
			}
			armed = some
		}
		if armed {
			sweeper.Reset(sweep)
		}
	}
}

// enter notes one change. Under mu.
func (m *Map) enter(c change, now time.Time) {
	m.counts.Edits++
	if !c.pos.InHeight() {
		return
	}
	m.recent.set(c, now)
	at := chunkOf(c.pos)
	if p := m.patches.get(at); p != nil && !p.shows(c.pos) {
		return // below the surface: nobody sees it
	}
	m.patches.drop(at)
	m.counts.Seen++
	m.touch(c.pos.X, c.pos.Z)
}

// touch marks the tiles that show a column, or its shadow on the columns to the east and south. Under mu.
func (m *Map) touch(x, z int32) {
	for far := range uint8(Fars) {
		size := int32(tileSize) << far
		for tz := floorDiv(z, size); tz <= floorDiv(z+1, size); tz++ {
			for tx := floorDiv(x, size); tx <= floorDiv(x+1, size); tx++ {
				t := Tile{Far: far, X: tx, Z: tz}
				m.tiles.touch(t)
				m.live.tell(t)
			}
		}
	}
}

// forget lets all that was drawn of the present count as changed. Under mu.
func (m *Map) forget() {
	m.patches.clear()
	m.tiles.touchAll()
	m.live.tellAll()
}

// floorDiv divides, rounding down.
func floorDiv(a, b int32) int32 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
