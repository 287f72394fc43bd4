package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// PutBlock sets a block on behalf of a stream, joined to what is beside it, and does what follows: the neighbours react, and support
// checks are added for the block itself and for the one above, if they are falling blocks, and for the leaves that no log keeps any
// longer. The checks of falling blocks run at the stream's next tick.
func (r *Recorder) PutBlock(s timestream.Stream, p world.Pos, b world.Block) bool {
	before, _ := r.W.Block(p)
	if before.Kind() != b.Kind() {
		r.empty(s, p)
	}
	if !r.put(s, p, b) {
		return false
	}
	if isDevice(before.Class()) && before.Get(world.PropOn) == 1 && before.Kind() != b.Kind() && !faults.Active(faults.GoneLeverHolds) {
		r.shutUnpowered(s, p, before) // who stands in a door then shuts it by hand
	}
	if kept, keeps := IsLog(before) || before.Class() == world.ClassLeaves, IsLog(b) || b.Class() == world.ClassLeaves; kept && !keeps {
		r.loosenLeaves(s, p)
	}
	return true
}

// put is PutBlock without what leaves do.
func (r *Recorder) put(s timestream.Stream, p world.Pos, b world.Block) bool {
	b = Joined(r.W, p, b)
	if !r.Do(Edit{Kind: SetBlock, Pos: p, Block: b}) {
		return false
	}
	r.WakeAround(p)
	r.react(s, p, b)
	r.runWater(s, p)
	if world.Blocks[b].Falls {
		r.Do(Edit{Kind: AddSupportCheck, Stream: s, Pos: p})
	}
	if above, _ := r.W.Block(p.Above()); world.Blocks[above].Falls && !b.Solid() {
		// A column that goes on where the stream's owner does not see it falls on the server's stream.
		if !r.Knows(s, p.Above()) && !faults.Active(faults.FallsUnseen) {
			s = timestream.Server
		}
		r.Do(Edit{Kind: AddSupportCheck, Stream: s, Pos: p.Above()})
	}
	return true
}

// empty takes all that the block at a cell holds out of it: stacks become items of a stream, and a text or an offer is gone. The block's next one
// begins with nothing.
func (r *Recorder) empty(s timestream.Stream, p world.Pos) {
	x := r.W.BlockEntityAt(p)
	if x == nil {
		return
	}
	if x.Since != 0 || x.Heat != 0 {
		r.Do(Edit{Kind: SetOven, Pos: p})
	}
	if x = r.W.BlockEntityAt(p); x != nil && x.Text != "" {
		r.Do(Edit{Kind: SetSignText, Pos: p})
	}
	if x = r.W.BlockEntityAt(p); x.OfferOf() != (world.Offer{}) && !faults.Active(faults.OfferStaysBehind) {
		r.Do(Edit{Kind: SetOffer, Pos: p})
	}
	for i := range world.BoxSlotsMax {
		x := r.W.BlockEntityAt(p)
		if st := x.Slot(i); st.Count > 0 && r.Do(Edit{Kind: SetBoxSlot, Pos: p, Slot: uint8(i)}) {
			r.Spawn(s, r.Now, world.KindItem, world.Air, st, world.BottomCentre(p))
		}
	}
}

// PutHalves sets both halves of a door or a bed: the lower one, which is given, and the other.
func (r *Recorder) PutHalves(s timestream.Stream, p world.Pos, lower world.Block) bool {
	q, upper := OtherHalf(p, lower), lower.With(world.PropHalf, world.UpperHalf)
	if !r.Do(Edit{Kind: SetBlock, Pos: q, Block: upper}) || !r.PutBlock(s, p, lower) {
		return false
	}
	r.WakeAround(q)
	r.react(s, q, upper)
	r.runWater(s, q)
	return true
}

// Spawn adds a new entity of a stream, numbered by the stream's counter, that stands at a position at an instant.
func (r *Recorder) Spawn(s timestream.Stream, at timestream.Time, k world.EntityKind, b world.Block, st world.Stack, pos world.Vec) (world.EntitySlot, bool) {
	return r.spawn(s, &world.Entity{Stream: s, At: at, Kind: k, Block: b, Stack: st, Motion: world.Motion{Pos: pos}})
}

// Throw adds a new item of a stream that flies, and that nobody picks up before world.PickUpDelay has passed.
func (r *Recorder) Throw(s timestream.Stream, at timestream.Time, st world.Stack, pos, vel world.Vec) bool {
	_, ok := r.spawn(s, &world.Entity{Stream: s, At: at, Kind: world.KindItem, Stack: st, Born: at, Motion: world.Motion{Pos: pos, Vel: vel}})
	return ok
}

// spawn adds an entity, numbered by its stream's counter.
func (r *Recorder) spawn(s timestream.Stream, ent *world.Entity) (world.EntitySlot, bool) {
	owner := r.W.Stream(s)
	if owner == nil {
		return world.NoEntity, false
	}
	n := owner.Counter
	for r.W.Find(world.MakeEntityID(s, n)) != world.NoEntity { // the counter has wrapped around
		n = nextCounter(n)
	}
	e := Edit{Kind: SpawnEntity, Number: uint64(nextCounter(n))}
	e.Entity = *ent
	e.Entity.ID = world.MakeEntityID(s, n)
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
