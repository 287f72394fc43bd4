package server

import (
	"math/rand/v2"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

func (w watcher) Edit(uint64, *edits.LogEntry) {}
func (w watcher) Action(_ timestream.Stream, a *actions.Action, at timestream.Time, _ actions.Refusal) {
	if a.Kind != actions.ConfirmSections {
		*w.moments = append(*w.moments, at)
	}
}
func (w watcher) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}
func (w watcher) Transaction(string)                                                 {}
func (w watcher) Session(timestream.Stream, SessionEvent, string)                    {}

// randomAction returns an action that a player near the middle of a flat world may do.
func randomAction(h *testClient, rnd *rand.Rand) actions.Action {
	p := h.avatar().Motion.Pos.Block()
	at := world.Pos{X: p.X + int32(rnd.IntN(5)) - 2, Y: p.Y + int32(rnd.IntN(4)) - 1, Z: p.Z + int32(rnd.IntN(5)) - 2}
	aim := actions.Aim{8, 16, 8}
	switch rnd.IntN(6) {
	case 0:
		return actions.Action{Kind: actions.SetKeys, Keys: world.Keys(rnd.IntN(64))}
	case 1:
		return actions.Action{Kind: actions.SetYaw, Yaw: uint16(rnd.IntN(1 << 16))}
	case 2:
		return actions.Action{Kind: actions.SelectSlot, Slot: uint8(rnd.IntN(3))}
	case 3:
		return actions.Action{Kind: actions.FinishBreak, Pos: at, Aim: aim}
	}
	return actions.Action{Kind: actions.Place, Pos: at, Face: world.Face(rnd.IntN(6)), Aim: aim}
}

// randomBreak now and then begins to break a block near a player in survival mode, and finishes it when it has taken long enough;
// false if there is nothing to do.
func randomBreak(h *testClient, rnd *rand.Rand) (a actions.Action, ok bool) {
	m := &h.avatar().Motion
	aim := [...]actions.Aim{{8, 16, 8}, {8, 8, 0}, {8, 8, 16}, {0, 8, 8}, {16, 8, 8}}[rnd.IntN(5)]
	if m.BreakingBlock != world.Air {
		a = actions.Action{Kind: actions.FinishBreak, Pos: m.BreakingPos, Aim: aim}
		return a, h.stamp.Sub(m.BreakingSince) >= world.Blocks[m.BreakingBlock].Hardness
	}
	p := m.Pos.Block()
	at := world.Pos{X: p.X + int32(rnd.IntN(5)) - 2, Y: p.Y + int32(rnd.IntN(4)) - 1, Z: p.Z - int32(rnd.IntN(3))}
	b, there := h.r.s.World().Block(at)
	return actions.Action{Kind: actions.StartBreak, Pos: at, Aim: aim}, there && b != world.Air && rnd.IntN(6) == 0
}

// entityObserver is an observer of entities that are spawned and removed.
type entityObserver struct{ spawned, removed func(e *world.Entity) }

func (b entityObserver) Edit(_ uint64, d *edits.LogEntry) {
	switch {
	case d.Edit.Kind == edits.SpawnEntity && b.spawned != nil:
		b.spawned(&d.Edit.Entity)
	case d.Edit.Kind == edits.RemoveEntity && b.removed != nil:
		b.removed(&d.Inverse.Entity)
	}
}
func (b entityObserver) Action(timestream.Stream, *actions.Action, timestream.Time, actions.Refusal) {
}
func (b entityObserver) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}
func (b entityObserver) Transaction(string)                                                 {}
func (b entityObserver) Session(timestream.Stream, SessionEvent, string)                    {}
