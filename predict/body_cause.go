package predict

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/world"
)

// bodiesDecide reports whether it can depend on where others are which of two blocks is in a cell: a falling block lands beside a body in
// its way, or lifts it; a plate stays on while somebody stands on it; and what it opens does not shut on anybody.
func bodiesDecide(was, is world.Block) bool {
	for _, b := range [...]world.Block{was, is} {
		if world.Blocks[b].Falls || edits.LetsGo(b.Class()) || edits.Opens(b.Class()) {
			return true
		}
	}
	return false
}

// foreignBodyNear reports whether a body of another stream is near a cell, or was when it was in an update. The server
// judges other bodies where they are on its side, and they move on their own time: it may have found the body there, or
// not.
func (p *Predictor) foreignBodyNear(at world.Pos, counts func(k world.EntityKind) bool) bool {
	s := blockBox{at, at}
	for i := range p.influences.bodies {
		if b := &p.influences.bodies[i]; (counts == nil || counts(b.kind)) && s.near(b.at.Block()) {
			return true
		}
	}
	w := p.R.W
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		if of == p.Own {
			continue
		}
		for _, slot := range w.Bodies(of) {
			if e := w.Entity(slot); (counts == nil || counts(e.Kind)) && s.near(e.Motion.Pos.Block()) {
				return true
			}
		}
	}
	return false
}

// wantsItems reports whether it depends on what the own slots hold that an action was refused.
func wantsItems(why actions.Refusal) bool {
	return why == actions.NoRoom || why == actions.MissingItems || why == actions.NothingHeld
}

// pickedUpOtherwise reports whether others' items near the own path were picked up in this prediction or the one before, or were in an
// update: they fill slots, or leave them empty.
func (p *Predictor) pickedUpOtherwise() bool {
	for i := range p.influences.bodies {
		if b := &p.influences.bodies[i]; b.item != 0 && p.ownPath.near(b.at.Block()) {
			return true
		}
	}
	return len(p.pickedBefore)+len(p.sim.PickedUp) > 0
}

// foreignItemNear reports whether an item of another stream that matches a stack, or a falling block that may have
// become one, is near the own path, was in an update, or was picked up in this prediction or the one before. Where it is, and whether it may be taken, is for its stream to
// decide.
func (p *Predictor) foreignItemNear(s world.Stack) bool {
	if s.Count == 0 {
		return false
	}
	goes := func(k world.EntityKind, it world.Item) bool {
		return k != world.KindAvatar && it != 0 && (it == s.Item || world.ItemOf(it.Block().Info().Drops) == s.Item)
	}
	for _, picked := range [...][]world.Item{p.pickedBefore, p.sim.PickedUp} {
		for _, it := range picked {
			if it == s.Item {
				return true
			}
		}
	}
	for i := range p.influences.bodies {
		if b := &p.influences.bodies[i]; goes(b.kind, b.item) && p.ownPath.near(b.at.Block()) {
			return true
		}
	}
	w := p.R.W
	for i := range w.StreamCount() {
		if of := w.StreamAt(i).Stream; of != p.Own {
			for _, slot := range w.Bodies(of) {
				if e := w.Entity(slot); goes(e.Kind, carriedItem(e)) && p.ownPath.near(e.Motion.Pos.Block()) {
					return true
				}
			}
		}
	}
	return false
}
