package predict

import (
	"voxtide/actions"
	"voxtide/recipes"
	"voxtide/world"
)

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

// foreignItemNear reports whether an item of another stream that matches a stack, or would have spared it, or a falling block that may
// have become one, is near the own path, was in an update, or was picked up in this prediction or the one before. Where it is, and whether
// it may be taken, is for its stream to decide.
func (p *Predictor) foreignItemNear(s world.Stack) bool {
	if s.Count == 0 {
		return false
	}
	goes := func(k world.EntityKind, it world.Item) bool {
		return k != world.KindAvatar && it != 0 && (it == s.Item || world.ItemOf(it.Block().Info().Drops) == s.Item || p.madeOfEither(it, s.Item))
	}
	for _, picked := range [...][]world.Item{p.pickedBefore, p.sim.PickedUp} {
		for _, it := range picked {
			if it == s.Item || p.madeOfEither(it, s.Item) {
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

// madeOfEither reports whether the own player made something, in the last frame, in this prediction or by an ack, of which an ingredient
// may be either of two items: charcoal that another player was quicker to pick up leaves coal to be used.
func (p *Predictor) madeOfEither(a, b world.Item) bool {
	if a == b {
		return false
	}
	for _, deeds := range [...][]actionOutcome{p.doing.shownActions, p.doing.actions, p.influences.actions} {
		for i := range deeds {
			if d := &deeds[i]; d.kind == actions.Craft && int(d.recipe) < len(recipes.Table) {
				in := recipes.Table[d.recipe].In
				for k := range in {
					if in[k].Takes(a) && in[k].Takes(b) {
						return true
					}
				}
			}
		}
	}
	return false
}
