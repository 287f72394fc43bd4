package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// PutBlock sets a block on behalf of a stream and adds the support checks that follow: for the block itself and for the
// one above, if they are falling blocks. The checks run at the stream's next tick.
func (r *Recorder) PutBlock(s timestream.Stream, p world.Pos, b world.Block) bool {
	if !r.Do(Edit{Kind: SetBlock, Pos: p, Block: b}) {
		return false
	}
	r.WakeAround(p)
	if world.Blocks[b].Falls {
		r.Do(Edit{Kind: AddSupportCheck, Stream: s, Pos: p})
	}
	if above, _ := r.W.Block(p.Above()); world.Blocks[above].Falls && !b.Solid() {
		r.Do(Edit{Kind: AddSupportCheck, Stream: s, Pos: p.Above()})
	}
	return true
}

// BreakUnsupported removes a block that needs a floor if the block below is not solid, on behalf of a stream. With drop
// it spawns the block's item, at the instant at. Any other block stays.
func (r *Recorder) BreakUnsupported(s timestream.Stream, p world.Pos, at timestream.Time, drop bool) {
	b, there := r.W.Block(p)
	if below, _ := r.W.Block(p.Below()); !there || !world.Blocks[b].NeedsFloor || below.Solid() {
		return
	}
	if item := world.Blocks[b].Drops; r.PutBlock(s, p, world.Air) && drop && item != world.Air {
		r.Spawn(s, at, world.KindItem, world.Air, world.StackOf(item, 1), world.BottomCentre(p))
	}
}

// Spawn adds a new entity of a stream, numbered by the stream's counter, that stands at a position at an instant.
func (r *Recorder) Spawn(s timestream.Stream, at timestream.Time, k world.EntityKind, b world.Block, st world.Stack, pos world.Vec) (world.EntitySlot, bool) {
	owner := r.W.Stream(s)
	if owner == nil {
		return world.NoEntity, false
	}
	n := owner.Counter
	for r.W.Find(world.MakeEntityID(s, n)) != world.NoEntity { // the counter has wrapped around
		n = nextCounter(n)
	}
	e := Edit{Kind: SpawnEntity, Number: uint64(nextCounter(n))}
	e.Entity = world.Entity{ID: world.MakeEntityID(s, n), Kind: k, Stream: s, At: at, Block: b, Stack: st}
	e.Entity.Motion.Pos = pos
	e.ID = e.Entity.ID
	if !r.Do(e) {
		return world.NoEntity, false
	}
	return r.W.Find(e.ID), true
}

// nextCounter returns the counter after n. The last one is followed by 1, because 0 is the avatar's.
func nextCounter(n uint32) uint32 {
	if n++; n == 0 && !faults.Active(faults.WrapCompare) {
		n = 1
	}
	return n
}

// RemoveEntity removes an entity from the world.
func (r *Recorder) RemoveEntity(s world.EntitySlot) {
	id := r.W.Entity(s).ID
	n := uint64(0)
	if st := r.W.Stream(id.OriginStream()); st != nil {
		n = uint64(st.Counter)
	}
	r.Do(Edit{Kind: RemoveEntity, ID: id, Number: n})
}
