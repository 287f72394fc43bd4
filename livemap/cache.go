package livemap

import (
	"container/list"
	"slices"
	"sync"
	"time"
)

// cache is the tiles that were drawn and those that wait to be. All of it is under the map's lock.
type cache struct {
	of    map[Tile]*entry
	order list.List // of those that are drawn, the newest asked for first
	bytes int
	limit int
	queue []*entry // that wait for a worker
	more  sync.Cond
}

// entry is a tile. It is in the order while it has a picture and nobody draws it; it is never dropped while somebody
// waits for it.
type entry struct {
	tile    Tile
	picture []byte
	tag     string
	err     error
	dirty   bool // the land has changed since it was drawn, or began to be
	queued  bool // waits for a worker, or has one
	drawing bool // has one
	waiters int
	drawn   time.Time     // when it was drawn last
	done    chan struct{} // closed when it is drawn; made anew for each drawing
	place   *list.Element
}

func (c *cache) init(limit int) {
	c.of, c.limit = map[Tile]*entry{}, limit
}

func (e *entry) bytes() int { return len(e.picture) + entryBytes }

// touch says that the land of a tile has changed.
func (c *cache) touch(t Tile) {
	if e := c.of[t]; e != nil {
		e.dirty = true
	}
}

// touchAll says it of all of the present.
func (c *cache) touchAll() {
	for t, e := range c.of {
		if t.At == 0 {
			e.dirty = true
		}
	}
}

// ready returns a tile whose picture is as the land is, nil if there is none.
func (c *cache) ready(t Tile) *entry {
	e := c.of[t]
	if e == nil || e.picture == nil || e.dirty || e.queued {
		return nil
	}
	c.order.MoveToFront(e.place)
	return e
}

// rest is how long a tile that has changed is not drawn again yet: who builds changes it many times.
func (c *cache) rest(t Tile, now time.Time) time.Duration {
	e := c.of[t]
	if e == nil || e.picture == nil || e.queued {
		return 0
	}
	return e.drawn.Add(redrawEvery).Sub(now)
}

// want has a tile drawn, unless it is on its way; nil if too many are.
func (c *cache) want(t Tile) *entry {
	e := c.of[t]
	if e == nil {
		e = &entry{tile: t}
	}
	if e.queued {
		return e
	}
	if len(c.queue) >= queueMax {
		return nil
	}
	c.of[t] = e
	c.unplace(e)
	e.queued, e.done = true, make(chan struct{})
	c.queue = append(c.queue, e)
	c.more.Signal()
	return e
}

// next takes the tile that has waited longest, nil if none waits.
func (c *cache) next() *entry {
	if len(c.queue) == 0 {
		return nil
	}
	e := c.queue[0]
	c.queue = slices.Delete(c.queue, 0, 1)
	e.dirty, e.drawing = false, true
	return e
}

// leave takes a tile out of the queue that nobody waits for any more, unless it is being drawn.
func (c *cache) leave(e *entry) {
	if i := slices.Index(c.queue, e); i >= 0 {
		c.queue = slices.Delete(c.queue, i, i+1)
		c.settle(e)
	}
}

// settle puts a tile that nobody works at any more where it belongs, and drops the oldest above the limit.
func (c *cache) settle(e *entry) {
	e.queued, e.drawing = false, false
	close(e.done)
	if e.picture == nil {
		delete(c.of, e.tile)
		return
	}
	e.place = c.order.PushFront(e)
	c.bytes += e.bytes()
	for c.bytes > c.limit && c.order.Len() > 1 {
		old := c.order.Back().Value.(*entry)
		c.unplace(old)
		delete(c.of, old.tile)
	}
}

func (c *cache) unplace(e *entry) {
	if e.place != nil {
		c.order.Remove(e.place)
		c.bytes -= e.bytes()
		e.place = nil
	}
}
