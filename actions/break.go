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
	switch {
	case b == world.Air || info.Liquid:
		return TargetChanged
	case creative:
	case info.Hardness < 0:
		return Unbreakable
	case m.BreakingBlock != b || m.BreakingPos != a.Pos:
		return TargetChanged
	case c.Stamp.Sub(m.BreakingSince) < breakTime(info):
		return TooSoon
	}
	if !spend(&m.BreakFullAt, c.Stamp, breakCost, breakBurst) {
		return whyTooFast(m.BreakFullAt, c.Stamp, breakBurst)
	}
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	c.PutBlock(c.Stream, a.Pos, world.Air)
	if !creative && info.Drops != world.Air {
		addOrDropItem(c, a.Pos, world.StackOf(info.Drops, edits.ItemsOf(b)))
	}
	return Done
}

// breakTime returns how long it takes to break a block.
func breakTime(info *world.BlockInfo) timestream.Duration {
	if faults.Active(faults.HalfTheHardness) {
		return info.Hardness / 2
	}
	return info.Hardness
}

func cancelBreak(c Context, _ *Action) Refusal {
	m := c.motion()
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	return Done
}

func writeNothing(b []byte, _ *Action) []byte { return b }
func readNothing(*wire.Reader, *Action)       {}
