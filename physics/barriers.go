package physics

import (
	"voxtide/internal/faults"
	"voxtide/land"
	"voxtide/world"
)

// Barriers (land.Barriers) stop bodies like blocks, but for a body that is behind one already: that one may move there, and out.

// barriersMax is how many barriers near a body are looked at without the heap.
const barriersMax = 8

// eachBarrier calls f with each barrier that meets a box and that a body, as it was before, is not behind.
func (c *blockReader) eachBarrier(a, before *box, f func(o *box)) {
	b := c.w.Barriers()
	if !b.Any() || faults.Active(faults.BarriersLeft) {
		return
	}
	r := a.cellRange()
	var room [barriersMax]land.Area
	for _, area := range b.AppendNear(room[:0], land.Area{Low: r.lo, High: r.hi}) {
		var o box
		for i := range area.Low {
			o.lo[i], o.hi[i] = int64(area.Low[i])*unit, (int64(area.High[i])+1)*unit
		}
		if !o.overlaps(before) {
			f(&o)
		}
	}
}

// crosses reports whether a body that goes from one position to another would be behind a barrier behind which it was not.
func (c *blockReader) crosses(k *world.EntityInfo, from, to world.Vec) (yes bool) {
	a, before := bodyBox(k, to), bodyBox(k, from)
	c.eachBarrier(&a, &before, func(o *box) { yes = yes || o.overlaps(&a) })
	return yes
}

// Crosses reports whether a body of kind k that is brought from one position to another would be behind a barrier behind which it was not.
func Crosses(w *world.World, k *world.EntityInfo, from, to world.Vec) bool {
	c := blockReader{w: w}
	return c.crosses(k, from, to)
}
