package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// WakeAround wakes the bodies that sleep in a cell or touch it, because the block there
// changes. PutBlock calls it; a rule that changes a block in another way must call it too.
func (r *Recorder) WakeAround(p world.Pos) {
	w := r.W
	if w.SleepingSectionCount() == 0 || faults.Active(faults.RestWithoutWaking) {
		return
	}
	lo, hi := world.BottomCentre(p), world.BottomCentre(p)
	for _, a := range [...]int{world.AxisX, world.AxisZ} {
		lo[a] -= world.Unit / 2
		hi[a] += world.Unit / 2
	}
	hi[world.AxisY] += 2 * world.Unit // some blocks are higher than their cell
	const reach = world.Unit          // no sleeping body is wider
	a := world.Vec{lo[0] - reach, lo[1] - reach, lo[2] - reach}.Block().Section()
	b := world.Vec{hi[0] + reach, hi[1] + reach, hi[2] + reach}.Block().Section()
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				lying := w.Sleeping(world.SectionPos{X: x, Y: y, Z: z})
				for i := len(lying) - 1; i >= 0; i-- { // each body that wakes leaves its place to the last
					r.wakeTouching(lying[i], &lo, &hi)
				}
			}
		}
	}
}

// wakeTouching wakes a body if its box touches another box.
func (r *Recorder) wakeTouching(slot world.EntitySlot, lo, hi *world.Vec) {
	e := r.W.Entity(slot)
	from, to := e.Box()
	for i := range from {
		if from[i] > hi[i] || to[i] < lo[i] {
			return
		}
	}
	r.takeOver(slot)
	r.WakeBody(slot)
}

// takeOver hands a sleeping item to the stream that is about to wake it, if that is a client's which knows the place: it then falls on the
// time of the player who took the ground from it, whose client predicts it exactly.
func (r *Recorder) takeOver(slot world.EntitySlot) {
	e := r.W.Entity(slot)
	s := r.Author
	if s == timestream.Server || e.Stream == s || e.Kind != world.KindItem || e.Motion.Flags&world.Suspended != 0 || r.W.Stream(s) == nil ||
		!r.Knows(s, e.Motion.Pos.Block()) || faults.Active(faults.WokenForServer) {
		return
	}
	r.Do(Edit{Kind: SetOwner, ID: e.ID, Stream: s, At: max(e.At, r.Now)})
}

// WakeBody wakes a sleeping body.
func (r *Recorder) WakeBody(slot world.EntitySlot) {
	e := r.W.Entity(slot)
	at := e.At
	if st := r.W.Stream(e.Stream); st != nil {
		at = max(at, st.Stamp)
	}
	m := e.Motion
	m.Flags &^= world.Asleep | world.OnGround
	r.SetMotion(slot, at, &m)
}

// SetEntityStack sets the stack of an item or of an avatar's hand.
func (r *Recorder) SetEntityStack(slot world.EntitySlot, st world.Stack) bool {
	return r.Do(Edit{Kind: SetStack, ID: r.W.Entity(slot).ID, Stack: st})
}
