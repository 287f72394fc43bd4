package players

import (
	"voxtide/lab/perception"
	"voxtide/world"
)

// Thieves take what others have put into boxes and what ovens have made as soon as they see it, break a box now and then to have all of it at once,
// and throw what they cannot use at the others' feet.

func (p *Player) steal(v *perception.View, out *Intent) {
	if !p.readyToWork(v, out) {
		return
	}
	boxes, _ := p.holders(v)
	if len(boxes) == 0 || p.rng.OneIn(8) {
		p.throw(v, out)
		return
	}
	at := boxes[p.rng.Below(len(boxes))]
	if p.rng.OneIn(25) {
		p.breakBlock(v, at, out)
		return
	}
	b := v.Block(at)
	from := p.rng.Below(b.BoxSlots())
	for i := range b.BoxSlots() {
		slot := (from + i) % b.BoxSlots()
		if holds := shownSlot(v, at, slot); holds.Count > 0 && (slot == world.OvenOut || !b.IsOven()) {
			p.takeOut(v, out, at, slot, holds)
			return
		}
	}
}
