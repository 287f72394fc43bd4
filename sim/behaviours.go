package sim

import (
	"voxtide/timestream"
	"voxtide/world"
)

// behaviours holds the discrete update of each kind of entity; a missing row fails TestKinds by name.
var behaviours = [world.KindCount]func(s *Sim, slot world.EntitySlot, tick timestream.Time){
	world.KindAvatar:       (*Sim).updateAvatar,
	world.KindFallingBlock: (*Sim).updateFallingBlock,
	world.KindItem:         (*Sim).updateItem,
}

func (s *Sim) updateBody(slot world.EntitySlot, tick timestream.Time) {
	behaviours[s.R.W.Entity(slot).Kind](s, slot, tick)
}
