package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// Unacked returns the number of own actions that are not acked.
func (p *Received) Unacked() int {
	if q := p.queue(p.Own); q != nil {
		return len(q.acts)
	}
	return 0
}

// Counted returns the number of own actions that are not acked and count in the bound of 256: sections that arrived and
// headings do not.
func (r *Received) Counted() (n int) {
	if q := r.queue(r.Own); q != nil {
		for i := range q.acts {
			if !q.acts[i].Kind.Free() {
				n++
			}
		}
	}
	return n
}

// Pitch returns how far up a player looks, in degrees, as far as it was told.
func (r *Received) Pitch(of timestream.Stream) int8 { return r.pitches[of] }

// struckMax bounds Struck, struckNear how far away along an axis a block may be that a player changed by hand, in blocks.
const (
	struckMax  = 64
	struckNear = 7
)

// struck notes that a player changed a block, if it may have been by hand.
func (r *Received) struck(by timestream.Stream, p world.Pos) {
	slot := r.R.W.Find(world.AvatarID(by))
	if slot == world.NoSlot || len(r.Struck) == struckMax || slices.Contains(r.Struck, by) {
		return
	}
	b := r.R.W.Entity(slot).Motion.Pos.Block()
	for _, d := range [3]int64{int64(b.X) - int64(p.X), int64(b.Y) - int64(p.Y), int64(b.Z) - int64(p.Z)} {
		if max(d, -d) > struckNear {
			return
		}
	}
	r.Struck = append(r.Struck, by)
}

// Each calls f with every own un-acked action, in order.
func (p *Received) Each(f func(a *actions.Action)) {
	if q := p.queue(p.Own); q != nil {
		for i := range q.acts {
			f(&q.acts[i])
		}
	}
}

// Acked returns the number of the last own action that was acked.
func (p *Received) Acked() uint64 {
	if q := p.queue(p.Own); q != nil {
		return q.acked
	}
	return 0
}

// Complete tells whether the whole state has come.
func (r *Received) Complete() bool { return r.whole }

// Resumed tells that another connection has begun: its first frame will be whole.
func (r *Received) Resumed() { r.resumed = true }

// Progress returns the number of the last frame applied and the edit to which the state is complete.
func (r *Received) Progress() (frame, complete uint64) { return r.frame, r.edits }

// Happened returns what happened besides the state.
func (r *Received) Happened() *Events { return &r.Events }

// Cell is a block that changed, with the block that was seen before.
type Cell struct {
	Pos    world.Pos
	Before world.Block
}

// firsts appends to dst those of the touched cells that look different from when they were first touched, each once,
// in order of position: what was undone and came back the same is not there.
func firsts(dst, touched []Cell, w *world.World) []Cell {
	dst = append(dst, touched...)
	slices.SortStableFunc(dst, func(a, b Cell) int {
		if a.Pos.Y != b.Pos.Y {
			return int(a.Pos.Y) - int(b.Pos.Y)
		}
		if a.Pos.Z != b.Pos.Z {
			return int(a.Pos.Z) - int(b.Pos.Z)
		}
		return int(a.Pos.X) - int(b.Pos.X)
	})
	kept := dst[:0]
	for i, c := range dst {
		if i > 0 && c.Pos == dst[i-1].Pos {
			continue
		}
		if b, ok := w.Block(c.Pos); ok && b != c.Before {
			kept = append(kept, c)
		}
	}
	return kept
}
