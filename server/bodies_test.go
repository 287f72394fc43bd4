package server

import (
	"testing"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// strew puts items down, each a kind of its neighbours' unlike, so that none takes another in, and lets them come to rest.
func strew(r *rig, n int, cell func(i int) world.Pos) {
	kinds := [...]world.Block{world.Stone, world.Dirt, world.Sand, world.Planks, world.Glass, world.Bricks, world.Gravel, world.Clay}
	for i := range n {
		p := cell(i)
		st := world.Stack{Block: kinds[p.X&1|p.Z&1<<1|min(p.Y, 1)<<2], Count: 1}
		r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, st, world.Middle(p))
	}
	r.s.transaction("items")
	r.play(12)
}

// stuff leaves no room in a bag.
func stuff(r *rig, h *hand) {
	for k := range world.Slots {
		r.s.rec.PutSlot(h.stream(), k, world.Stack{Block: world.Lamp, Count: 64})
	}
	r.s.transaction("bags")
}

func (h *hand) sees(other *hand) bool {
	return h.dumb.World().Find(world.AvatarID(other.stream())) != world.NoSlot
}

// things returns how many things the client knows, and the square of the distance of the farthest.
func (h *hand) things() (n int, farthest int64) {
	w := h.dumb.World()
	own := w.Entity(w.Find(world.AvatarID(h.stream()))).Motion.Pos
	for i := range w.StreamCount() {
		for _, slot := range w.Bodies(w.StreamAt(i).Stream) {
			if e := w.Entity(slot); e.Kind != world.KindAvatar {
				n++
				farthest = max(farthest, blocks(&e.Motion.Pos, &own))
			}
		}
	}
	return n, farthest
}

// TestItemsDoNotHidePlayers lays about more than a client is told of: it is told of the players first, and of the nearest
// things, at most bodiesMax bodies in all; the rest comes when there is room again.
func TestItemsDoNotHidePlayers(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Creative, c.View = false, 4 })
	bob := r.join("bob")
	r.play(60)
	stuff(r, bob)
	const all = 1600
	strew(r, all, func(i int) world.Pos { return world.Pos{X: int32(i%40) - 10, Y: 0, Z: int32(i/40) + 3} })
	ann := r.join("ann")
	r.play(60)
	stuff(r, ann)
	r.play(60)
	lie := r.s.World().EntityCount() - 2
	if !ann.sees(bob) || !bob.sees(ann) {
		t.Fatalf("two players 3 blocks apart do not see each other among %d things", lie)
	}
	for _, h := range r.hands {
		n, farthest := h.things()
		if n+2 != bodiesMax || lie <= bodiesMax {
			t.Fatalf("%s knows %d things of %d", h.name, n, lie)
		}
		w, hidden := r.s.World(), 0
		for i := range w.LotCount() {
			_, slots := w.LotAt(i)
			for _, slot := range slots {
				e := w.Entity(slot)
				d := blocks(&e.Motion.Pos, &h.avatar().Motion.Pos)
				if h.dumb.World().Find(e.ID) != world.NoSlot {
					continue
				}
				if hidden++; d < farthest/4*keepShare {
					t.Fatalf("%s is not told of a thing at a distance of %d², and of one at %d²", h.name, d, farthest)
				}
			}
		}
		t.Logf("%s: %d things of %d, the farthest at %d², %d not told", h.name, n, lie, farthest, hidden)
		h.agrees()
	}
	w := r.s.World() // room: half of what lies is gone
	for n := 0; n < lie/2; n++ {
		_, slots := w.LotAt(0)
		r.s.rec.Kill(slots[0])
	}
	r.s.transaction("room")
	r.play(20)
	for _, h := range r.hands {
		if n, _ := h.things(); n != lie-lie/2 {
			t.Errorf("%s knows %d things, %d lie there", h.name, n, lie-lie/2)
		}
		h.agrees()
	}
}

// TestFallingBlocksAreNotHidden: what falls within reach decides what may be built there, so it is told before all that lies
// nearer.
func TestFallingBlocksAreNotHidden(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Creative, c.View = false, 2 })
	bob := r.join("bob")
	r.play(60)
	stuff(r, bob)
	for _, b := range []world.Block{world.Stone, world.Dirt, world.Planks, world.Glass, world.Bricks, world.Clay, world.Log, world.Marble} {
		for i := range 144 {
			at := world.Vec{int64(i%12-6)*world.Unit + world.Unit/2, 0, int64(i/12-6)*world.Unit + world.Unit/2} //exact: blocks
			n := world.Stack{Block: b, Count: world.StackMax}                                                    // takes in nothing
			r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, n, at)
		}
	}
	r.s.transaction("items")
	r.play(60)
	slot, _ := r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindFalling, world.Sand, world.Stack{}, world.Middle(world.Pos{X: 0, Y: 4, Z: 9}))
	id := r.s.World().Entity(slot).ID
	r.s.transaction("sand")
	r.play(8)
	lie := r.s.World().LotCount()
	n, farthest := bob.things()
	if t.Logf("bob knows %d things, the farthest at %d², of those in %d sections", n, farthest, lie); n != bodiesMax-1 {
		t.Fatal("not so many as there is room for")
	}
	if bob.dumb.World().Find(id) == world.NoSlot || r.s.World().Find(id) == world.NoSlot {
		t.Error("bob does not see what falls beside him")
	}
	r.play(60)
	bob.agrees()
}

// TestThinnedBodies lets more players than are told in each frame turn and walk side by side. Whatever a client knows of one,
// it is where the server had that body at that very instant.
func TestThinnedBodies(t *testing.T) {
	r := newRig(t, func(c *Config) {
		c.View = 2
		c.Spawn = func(i int) world.Vec { return world.Middle(world.Pos{X: int32(i % 6), Z: int32(i / 6)}) }
	})
	const players = 24
	for i := range players {
		r.join(string(rune('a' + i)))
	}
	r.play(90)
	type instant struct {
		id world.EntityID
		at timestream.Time
	}
	was := map[instant]world.Vec{}
	compared, behind := 0, 0
	for k := range 240 {
		for i, h := range r.hands {
			if (k+i)%7 == 0 {
				h.do(actions.Action{Kind: actions.Controls, Keys: world.Keys(k / 7 % 4)}, h.stamp)
				h.do(actions.Action{Kind: actions.Heading, Yaw: uint16(k * 900 * (i + 1))}, h.stamp)
			}
		}
		if h := r.hands[k%players]; k%2 == 0 { // something falls on a player's time, so that the stream is told while the avatar is left out
			p := world.Middle(world.Pos{X: 20, Y: 14, Z: int32(k % 16)})
			r.s.rec.Spawn(h.stream(), r.s.World().Stream(h.stream()).Stamp, world.KindFalling, world.Sand, world.Stack{}, p)
			r.s.transaction("sand")
		}
		r.play(1)
		w := r.s.World()
		for i := range w.StreamCount() {
			for _, slot := range w.AwakeAt(i) {
				e := w.Entity(slot)
				was[instant{e.ID, e.At}] = e.Motion.Pos
			}
		}
		for _, h := range r.hands {
			mine := h.dumb.World()
			for _, other := range r.hands {
				slot := mine.Find(world.AvatarID(other.stream()))
				if slot == world.NoSlot {
					t.Fatalf("%s does not know %s", h.name, other.name)
				}
				e := mine.Entity(slot)
				at, known := was[instant{e.ID, e.At}]
				if !known {
					continue // told between two steps
				}
				if compared++; at != e.Motion.Pos {
					t.Fatalf("%s knows %s at %v at %d, it was at %v", h.name, other.name, e.Motion.Pos, e.At, at)
				}
				if e.At < other.avatar().At {
					behind++
				}
			}
		}
	}
	if t.Logf("%d places compared, %d of them older than the last step's", compared, behind); compared < 10000 || behind < 1000 {
		t.Error("too few")
	}
}
