package livemap

import (
	"container/list"
	"slices"
	"sync"
	"time"
)

// tileCache holds the tiles that were drawn and those that wait for it. All of it is under the map's lock.
type tileCache struct {
	byTile map[Tile]*tileEntry
	order  list.List // of drawn tiles, the one that was requested last first
	bytes  int
	limit  int
	queue  []*tileEntry // tiles that wait for a worker
	more   sync.Cond
}

// tileEntry is a tile. It is in the order while it has an image and no worker draws it; it is never dropped while a request
// waits for it.
type tileEntry struct {
	tile    Tile
	image   []byte
	tag     string
	err     error
	dirty   bool // the land has changed since it was drawn, or began to be
	queued  bool // waits for a worker, or has one
	drawing bool // has one
	waiters int
	drawn   time.Time     // when the last drawing began
	done    chan struct{} // closed when it is drawn; each drawing has its own
	element *list.Element
}

func (c *tileCache) init(limit int) {
	c.byTile, c.limit = map[Tile]*tileEntry{}, limit
}

func (e *tileEntry) bytes() int { return len(e.image) + entryBytes }

// invalidate notes that the land of a tile has changed.
func (c *tileCache) invalidate(t Tile) {
	if e := c.byTile[t]; e != nil {
		e.dirty = true
	}
}

// invalidateAll invalidates all tiles of the present.
func (c *tileCache) invalidateAll() {
	for t, e := range c.byTile {
		if t.At == 0 {
			e.dirty = true
		}
	}
}

// ready returns a tile whose image is up to date, nil if there is none.
func (c *tileCache) ready(t Tile) *tileEntry {
	e := c.byTile[t]
	if e == nil || e.image == nil || e.dirty || e.queued {
		return nil
	}
	c.order.MoveToFront(e.element)
	return e
}

// redrawWait returns how long a changed tile must wait for its next drawing: a builder changes it many times.
func (c *tileCache) redrawWait(t Tile, now time.Time) time.Duration {
	e := c.byTile[t]
	if e == nil || e.image == nil || e.queued {
		return 0
	}
	return e.drawn.Add(redrawEvery).Sub(now)
}

// request queues a tile, unless it is queued already; nil if the queue is full.
func (c *tileCache) request(t Tile) *tileEntry {
	e := c.byTile[t]
	if e == nil {
		e = &tileEntry{tile: t}
	}
	if e.queued {
		return e
	}
	if len(c.queue) >= queueMax {
		return nil
	}
	c.byTile[t] = e
	c.removeFromOrder(e)
	e.queued, e.done = true, make(chan struct{})
	c.queue = append(c.queue, e)
	c.more.Signal()
	return e
}

// next takes the tile that has waited for longest, nil if none waits.
func (c *tileCache) next() *tileEntry {
	if len(c.queue) == 0 {
		return nil
	}
	e := c.queue[0]
	c.queue = slices.Delete(c.queue, 0, 1)
	e.dirty, e.drawing = false, true
	return e
}

// abandon takes a tile from the queue that no request waits for, unless it is being drawn.
func (c *tileCache) abandon(e *tileEntry) {
	if i := slices.Index(c.queue, e); i >= 0 {
		c.queue = slices.Delete(c.queue, i, i+1)
		c.finish(e)
	}
}

// finish puts a tile back into the order after its drawing, and drops the oldest tiles above the limit.
func (c *tileCache) finish(e *tileEntry) {
	e.queued, e.drawing = false, false
	close(e.done)
	if e.image == nil {
		delete(c.byTile, e.tile)
		return
	}
	e.element = c.order.PushFront(e)
	c.bytes += e.bytes()
	for c.bytes > c.limit && c.order.Len() > 1 {
		old := c.order.Back().Value.(*tileEntry)
		c.removeFromOrder(old)
		delete(c.byTile, old.tile)
	}
}

func (c *tileCache) removeFromOrder(e *tileEntry) {
	if e.element != nil {
		c.order.Remove(e.element)
		c.bytes -= e.bytes()
		e.element = nil
	}
}
