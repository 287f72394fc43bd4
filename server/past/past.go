// Package past judges hits: it keeps where every avatar was in the steps of the last second, rebuilds what a striker saw when
// striking, and says whether the aim met it (lag compensation; Gambetta, part IV; the wiki's method of that name).
//
// Owner: the server's one goroutine. Data flow: Record notes the end of each step; a Shot names the update that its striker's client
// had applied; Judge takes the struck body as that update told it and does with it what the client did: physics up to the time of
// the shot, or the place between two told states. Nothing is estimated: no latency is measured, and a lie can choose only among the
// pictures that this client could have had.
//
// Invariants: the memory is bounded (statesMax states of each avatar); a shot costs at most a constant; no shot is judged against
// anything older than Bounds.Rewind; walls are those of today; a player who has been out of the striker's sight for Bounds.Grace by
// their own stream is not struck.
package past

import (
	"cmp"
	"time"

	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Bounds limits how far a judgement goes back. A zero field has the value that its comment names.
type Bounds struct {
	Rewind  time.Duration       // the oldest picture that counts, from the judgement back: 250 ms
	Grace   timestream.Duration // how long the struck must have been in cover, by their own stream, to be safe: 100 ms
	NoCover bool                // do not ask for cover, to compare
}

// Fill sets the fields that are zero.
func (b *Bounds) Fill() {
	b.Rewind = cmp.Or(b.Rewind, 250*time.Millisecond)
	b.Grace = cmp.Or(b.Grace, 100*timestream.Millisecond)
}

// statesMax is how many steps are kept of each avatar: a second of them.
const statesMax = 64

// Past is where the avatars were.
type Past struct {
	Bounds
	tracks map[world.EntityID]*track
	steps  uint64
}

// track holds the last states of an avatar, as a ring.
type track struct {
	states [statesMax]state
	n      int    // states so far
	step   uint64 // the last one in which it was there
}

// state is an avatar at the end of a step.
type state struct {
	step   time.Duration // of the server's monotonic clock
	at     timestream.Time
	motion world.Motion
}

// New returns an empty past.
func New(b Bounds) *Past {
	b.Fill()
	return &Past{Bounds: b, tracks: map[world.EntityID]*track{}}
}

// Record notes where every avatar is at the end of a step, and forgets those that are gone.
func (p *Past) Record(w *world.World, now time.Duration) {
	p.steps++
	for i := range w.StreamCount() {
		slot := w.Find(world.AvatarID(w.StreamAt(i).Stream))
		if slot == world.NoEntity {
			continue
		}
		e := w.Entity(slot)
		t := p.tracks[e.ID]
		if t == nil {
			t = &track{}
			p.tracks[e.ID] = t
		}
		t.states[t.n%statesMax] = state{now, e.At, e.Motion}
		t.n, t.step = t.n+1, p.steps
	}
	if p.steps%statesMax == 0 {
		for id, t := range p.tracks {
			if t.step != p.steps {
				delete(p.tracks, id)
			}
		}
	}
}

// back returns the i-th newest state, nil if it is not kept; 0 is the newest.
func (t *track) back(i int) *state {
	if i >= t.n || i >= statesMax {
		return nil
	}
	return &t.states[(t.n-1-i)%statesMax]
}

// at returns how far back the newest state is that is of no later step than one; the oldest that is kept, if all are later.
func (t *track) at(step time.Duration) (i int) {
	for s := t.back(i); s != nil && s.step > step; s = t.back(i) {
		i++
	}
	return min(i, t.n-1, statesMax-1)
}

// oldest returns how far back the oldest state is that may count: of a step no longer ago than Rewind.
func (p *Past) oldest(t *track, now time.Duration) (i int) {
	if faults.Active(faults.RewindWithoutBound) {
		return min(t.n, statesMax) - 1
	}
	for s := t.back(1); s != nil && s.step >= now-p.Rewind; s = t.back(i + 1) {
		i++
	}
	return i
}
