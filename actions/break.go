package actions

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Breaking a block is StartBreak{Pos, Aim} and, when its hardness has passed, FinishBreak{Pos, Aim}; CancelBreak gives up.
// In creative mode FinishBreak alone breaks it.

func startBreak(c Context, a *Action) Refusal {
	if r := checkSections(c, a.Pos); r != Done {
		return r
	}
	m := c.motion()
	b, _ := c.W.Block(a.Pos)
	if r := checkTarget(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	if c.isAnothers(a.Pos) {
		return NotYours
	}
	if info := &world.Blocks[b]; b == world.Air || info.Liquid || info.Hardness < 0 {
		return Unbreakable
	}
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = b, a.Pos, c.Stamp
	c.setMotion(&m)
	return Done
}

func finishBreak(c Context, a *Action) Refusal {
	if r := checkSections(c, a.Pos); r != Done {
		return r
	}
	m := c.motion()
	b, _ := c.W.Block(a.Pos)
	info := &world.Blocks[b]
	if r := checkTarget(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	creative := m.Flags&world.Creative != 0
	if b.Class() == world.ClassBed && checkSections(c, edits.OtherHalf(a.Pos, b)) != Done {
		return NotLoaded
	}
	switch {
	case b == world.Air || info.Liquid:
		return TargetChanged
	case c.isAnothers(a.Pos):
		return NotYours
	case creative:
	case info.Hardness < 0:
		return Unbreakable
	case m.BreakingBlock != b || m.BreakingPos != a.Pos:
		return TargetChanged
	case c.Stamp.Sub(m.BreakingSince) < breakTime(b, c.held()):
		return TooSoon
	}
	if !spend(&m.BreakFullAt, c.Stamp, breakCost, breakBurst) {
		return whyTooFast(m.BreakFullAt, c.Stamp, breakBurst)
	}
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	c.settleOven(a.Pos, b)
	c.PutBlock(c.Stream, a.Pos, world.Air)
	if creative {
		return Done
	}
	held := c.held()
	if c.player != nil {
		if worn := held.Worn(b); worn != held && !faults.Active(faults.ToolsLast) {
			c.PutInventorySlot(c.Stream, int(c.player.Selected), worn)
		}
	}
	if q := edits.OtherHalf(a.Pos, b); b.Class() == world.ClassBed && b.Get(world.PropHalf) == world.UpperHalf {
		if foot, _ := c.W.Block(q); foot.Kind() == b.Kind() { // beyond a border: the bed is worth one, with its foot
			return Done
		}
	}
	if st := b.DropOf(held, world.Roll(c.Stream, a.Number, a.Pos)); st.Count > 0 {
		addOrDropItem(c, a.Pos, st)
	}
	return Done
}

// breakTime returns how long it takes to break a block with what is in the hand.
func breakTime(b world.Block, held world.Stack) timestream.Duration {
	if faults.Active(faults.HalfTheHardness) {
		return b.BreakTime(held) / 2
	}
	return b.BreakTime(held)
}

func cancelBreak(c Context, _ *Action) Refusal {
	m := c.motion()
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	return Done
}

func writeNothing(b []byte, _ *Action) []byte { return b }
func readNothing(*wire.Reader, *Action)       {}
