package server

import (
	"math/rand/v2"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

func (w watcher) Edit(uint64, *edits.Done) {}
func (w watcher) Action(_ timestream.Stream, a *actions.Action, at timestream.Time, _ actions.Refusal) {
	if a.Kind != actions.Have {
		*w.moments = append(*w.moments, at)
	}
}
func (w watcher) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}
func (w watcher) Transaction(string)                                                 {}
func (w watcher) Session(timestream.Stream, string)                                  {}

// wish returns something that a player near the middle of a flat world may want.
func wish(h *hand, rnd *rand.Rand) actions.Action {
	p := h.avatar().Motion.Pos.Block()
	at := world.Pos{X: p.X + int32(rnd.IntN(5)) - 2, Y: p.Y + int32(rnd.IntN(4)) - 1, Z: p.Z + int32(rnd.IntN(5)) - 2}
	aim := actions.Aim{8, 16, 8}
	switch rnd.IntN(6) {
	case 0:
		return actions.Action{Kind: actions.Controls, Keys: world.Keys(rnd.IntN(64))}
	case 1:
		return actions.Action{Kind: actions.Heading, Yaw: uint16(rnd.IntN(1 << 16))}
	case 2:
		return actions.Action{Kind: actions.Select, Slot: uint8(rnd.IntN(3))}
	case 3:
		return actions.Action{Kind: actions.Dug, Pos: at, Aim: aim}
	}
	return actions.Action{Kind: actions.Place, Pos: at, Face: world.Face(rnd.IntN(6)), Aim: aim}
}

// dig begins to dig near a player in survival mode now and then, and ends it when it has taken long enough; false if there is
// nothing to say.
func dig(h *hand, rnd *rand.Rand) (a actions.Action, ok bool) {
	m := &h.avatar().Motion
	aim := [...]actions.Aim{{8, 16, 8}, {8, 8, 0}, {8, 8, 16}, {0, 8, 8}, {16, 8, 8}}[rnd.IntN(5)]
	if m.DigBlock != world.Air {
		a = actions.Action{Kind: actions.Dug, Pos: m.DigPos, Aim: aim}
		return a, h.stamp.Sub(m.DigAt) >= world.Blocks[m.DigBlock].Hardness
	}
	p := m.Pos.Block()
	at := world.Pos{X: p.X + int32(rnd.IntN(5)) - 2, Y: p.Y + int32(rnd.IntN(4)) - 1, Z: p.Z - int32(rnd.IntN(3))}
	b, there := h.r.s.World().Block(at)
	return actions.Action{Kind: actions.Dig, Pos: at, Aim: aim}, there && b != world.Air && rnd.IntN(6) == 0
}

// bodies is an observer that is told which bodies come into the world, and which go.
type bodies struct{ born, died func(e *world.Entity) }

func (b bodies) Edit(_ uint64, d *edits.Done) {
	switch {
	case d.Edit.Kind == edits.Birth && b.born != nil:
		b.born(&d.Edit.Entity)
	case d.Edit.Kind == edits.Death && b.died != nil:
		b.died(&d.Inverse.Entity)
	}
}
func (b bodies) Action(timestream.Stream, *actions.Action, timestream.Time, actions.Refusal) {}
func (b bodies) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool)          {}
func (b bodies) Transaction(string)                                                          {}
func (b bodies) Session(timestream.Stream, string)                                           {}
