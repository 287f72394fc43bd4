package farland

import (
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Changes are numbered as they happen. The store has them later, with the batch of their step; a tile is made from the store, so it shows all
// changes up to the one that the store had when it was begun. Who asks for a tile is to see all that had changed by then.

const (
	changedMax = 1 << 16 // columns, and tiles
	// remakeAfter is how old a tile is at least when it is made again: those who ask for it earlier wait.
	remakeAfter = 3 * time.Second
	// heldEvery is how often it is looked whose waiting is over.
	heldEvery = 100 * time.Millisecond
)

// question is a row of a client's question.
type question struct {
	of    timestream.Stream
	row   protocol.FarAsk
	shows uint64 // the change up to which the answer has to show all; 0: not yet known
}

// changes is what the loop says of changes, for the worker to follow. The Maker's mu is over it.
type changes struct {
	number  uint64            // of the last change
	columns map[column]uint64 // the last change of each, since the worker last followed
	batches []batch           // not yet in the store, the oldest first
	stored  uint64            // the change up to which the store has all
	lost    bool              // columns was full, or another store is open: nothing that was made counts
}

// batch is a batch of the store, and the last change in it.
type batch struct{ seq, change uint64 }

// change notes a changed column.
func (c *changes) change(at column) {
	c.number++
	if c.columns[at] = c.number; len(c.columns) > changedMax {
		clear(c.columns)
		c.lost = true
	}
}

// store notes that all changes so far are in batches up to number committed, and the store has those up to number durable.
func (c *changes) store(committed, durable uint64) {
	last := c.stored
	if n := len(c.batches); n > 0 {
		last = c.batches[n-1].change
	}
	if c.number > last {
		c.batches = append(c.batches, batch{committed, c.number})
	}
	done := 0
	for done < len(c.batches) && c.batches[done].seq <= durable {
		c.stored = c.batches[done].change
		done++
	}
	c.batches = append(c.batches[:0], c.batches[done:]...)
}

// reopen notes that another store is open.
func (c *changes) reopen() { c.lost, c.stored, c.batches = true, c.number, c.batches[:0] }

// outdated is which tiles show less than what has changed, and who waits for one of them. The worker's goroutine alone uses it.
type outdated struct {
	stored  uint64                        // as in changes
	all     uint64                        // all tiles have to show this change
	changed map[protocol.FarPlace]uint64  // the last change of tiles that do not show it
	held    map[protocol.FarPlace]holders // who waits
	looked  time.Time                     // when it was last looked whose waiting is over
}

// holders are questions for a place, by who asks: one of each.
type holders map[timestream.Stream]question

func newOutdated() outdated {
	return outdated{changed: map[protocol.FarPlace]uint64{}, held: map[protocol.FarPlace]holders{}}
}

// take returns what was said since it was last called.
func (c *changes) take() (since changes) {
	since = *c
	since.batches = nil
	if c.lost = false; len(c.columns) > 0 {
		c.columns = map[column]uint64{}
	} else {
		since.columns = nil
	}
	return since
}

// follow notes what was said.
func (o *outdated) follow(c *changes, t *tiles) {
	o.stored, t.looks.stored = c.stored, c.stored
	for at, change := range c.columns {
		t.looks.changed(at, change)
		tilesWith(at, func(p protocol.FarPlace) { o.changed[p] = max(o.changed[p], change) })
	}
	if c.lost || max(len(o.changed), len(t.looks.later)) > changedMax {
		o.all = c.number
		clear(o.changed)
		t.looks.forget(c.number)
		t.cache.clear()
	}
}

// shows returns the change up to which a tile has to show all.
func (o *outdated) shows(p protocol.FarPlace) uint64 { return max(o.changed[p], o.all) }

// mayMake reports whether a tile that is kept is to be made again to show a change.
func (o *outdated) mayMake(k *kept, shows uint64, now time.Time) bool {
	return k.upTo < shows && shows <= o.stored && now.Sub(k.at) >= remakeAfter
}

// made notes that a tile was made, which was begun at a time.
func (o *outdated) made(k *kept, began time.Time) {
	k.upTo, k.at = o.stored, began
	if o.changed[k.place] <= k.upTo {
		delete(o.changed, k.place)
	}
}

// hold has a question wait until its tile may be made again, and reports whether it does: not if one of the same client waits already.
func (o *outdated) hold(q question) bool {
	h := o.held[q.row.Place]
	if h == nil {
		h = holders{}
		o.held[q.row.Place] = h
	}
	before, waits := h[q.of]
	q.shows = max(q.shows, before.shows)
	h[q.of] = q
	return !waits
}

// release appends the questions that wait no longer.
func (o *outdated) release(asks []question, k *cache, now time.Time) []question {
	if len(o.held) == 0 || now.Sub(o.looked) < heldEvery {
		return asks
	}
	o.looked = now
	for p, h := range o.held {
		for of, q := range h {
			if t := k.peek(p); q.shows <= o.stored && (t == nil || t.upTo >= q.shows || o.mayMake(t, q.shows, now)) {
				asks = append(asks, q)
				delete(h, of)
			}
		}
		if len(h) == 0 {
			delete(o.held, p)
		}
	}
	return asks
}

// tilesWith calls f for the tiles that show a column: those it is in, and those whose last corners lie on it.
func tilesWith(at column, f func(protocol.FarPlace)) {
	for level := range uint8(protocol.FarLevels) {
		width := protocol.FarPlace{Level: level}.Width()
		tileOf := func(block int32) int32 { return int32(world.FloorDiv(int64(block), int64(width))) }
		x, z := tileOf(at.x<<4), tileOf(at.z<<4)
		for tz := tileOf(at.z<<4 - reach); tz <= z; tz++ {
			for tx := tileOf(at.x<<4 - reach); tx <= x; tx++ {
				f(protocol.FarPlace{Level: level, X: tx, Z: tz})
			}
		}
	}
}
