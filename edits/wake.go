package edits

import (
	"voxtide/faults"
	"voxtide/world"
)

// Wake lets time move again what lies in a cell or touches it, because the block there changes: from the stamp of its
// stream on. A rule that changes a block otherwise than by PutBlock calls it itself.
func (r *Recorder) Wake(p world.Pos) {
	w := r.W
	if w.LotCount() == 0 || faults.Active(faults.RestWithoutWaking) {
		return
	}
	lo, hi := world.Middle(p), world.Middle(p)
	for _, a := range [...]int{world.AxisX, world.AxisZ} {
		lo[a] -= world.Unit / 2
		hi[a] += world.Unit / 2
	}
	hi[world.AxisY] += 2 * world.Unit // some blocks are higher than their cell
	const reach = world.Unit          // no body that lies is wider
	a := world.Vec{lo[0] - reach, lo[1] - reach, lo[2] - reach}.Block().Section()
	b := world.Vec{hi[0] + reach, hi[1] + reach, hi[2] + reach}.Block().Section()
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				lying := w.Lying(world.SectionPos{X: x, Y: y, Z: z})
				for i := len(lying) - 1; i >= 0; i-- { // each that wakes leaves its place to the last
					r.wake(lying[i], &lo, &hi)
				}
			}
		}
	}
}

// wake lets time move a body that lies, if its box touches another.
func (r *Recorder) wake(slot world.Slot, lo, hi *world.Vec) {
	e := r.W.Entity(slot)
	from, to := e.Box()
	for i := range from {
		if from[i] > hi[i] || to[i] < lo[i] {
			return
		}
	}
	r.Stir(slot)
}

// Stir lets time move a body that lies.
func (r *Recorder) Stir(slot world.Slot) {
	e := r.W.Entity(slot)
	at := e.At
	if st := r.W.Stream(e.Stream); st != nil {
		at = max(at, st.Stamp)
	}
	m := e.Motion
	m.Flags &^= world.Rests | world.OnGround
	r.SetMotion(slot, at, &m)
}

// PutStack sets what an entity carries.
func (r *Recorder) PutStack(slot world.Slot, st world.Stack) bool {
	return r.Do(Edit{Kind: SetStack, ID: r.W.Entity(slot).ID, Stack: st})
}
