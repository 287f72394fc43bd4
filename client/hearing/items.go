package hearing

import (
	"slices"

	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/world"
)

// items remembers the items that lie and fly about, to hear them thrown and picked up.
type items struct {
	near           map[uint64]item
	thrown, picked idRing // that were heard: one that is taken back and comes again is not heard again
}

// idRing holds the last IDs that were put into it.
type idRing struct {
	ids  [ringMax]uint64
	next int
}

// first puts an ID in and reports whether it was not there.
func (r *idRing) first(id uint64) bool {
	if slices.Contains(r.ids[:], id) {
		return false
	}
	r.ids[r.next] = id
	r.next = (r.next + 1) % ringMax
	return true
}

// item is what is remembered of an item.
type item struct {
	at   [3]float64
	seen timestream.Time
}

const (
	itemsMax   = 512
	itemReach  = 14  // blocks from the eye within which items are listened to
	pickReach  = 2.6 // blocks from the middle of a body within which it picks up
	ringMax    = 32
	thrownSoon = timestream.Second // after it was thrown an item is heard to be thrown
)

// note notes an item of a frame.
func (t *items) note(x *Ears, f *Frame, b *scene.Entity) {
	if distance(b.Drawn, f.Scene.Camera.Pos) > itemReach {
		return
	}
	if t.near == nil {
		t.near = map[uint64]item{}
	}
	_, known := t.near[b.ID]
	if !known && len(t.near) >= itemsMax {
		return
	}
	t.near[b.ID] = item{b.Drawn, f.Now}
	if known || !x.began {
		return
	}
	slot := f.World.Find(world.EntityID(b.ID))
	if slot == world.NoEntity {
		return
	}
	if born := f.World.Entity(slot).Born; born != 0 && f.Now.Sub(born) < thrownSoon && t.thrown.first(b.ID) {
		own := world.EntityID(b.ID).OriginStream() == f.Own
		x.begin(f, sound.Of(sound.Throw, sound.NoMaterial), b.Drawn, own, 1)
	}
}

// missed forgets the items that are gone, and adds the sound of those that a body beside them has picked up.
func (t *items) missed(x *Ears, f *Frame) {
	told := f.Corrected || len(f.Scene.Refusals) > 0
	for id, was := range t.near {
		if was.seen == f.Now {
			continue
		}
		delete(t.near, id)
		if told || f.Now.Sub(was.seen) > timestream.Second || distance(was.at, f.Scene.Camera.Pos) > itemReach-1 {
			continue
		}
		own := distance(chest(&f.Scene.OwnEntity), was.at) < pickReach
		if (own || bodyNear(f.Scene, [3]float64{was.at[0], was.at[1] - 0.9, was.at[2]}, pickReach)) && t.picked.first(id) {
			x.begin(f, sound.Of(sound.PickUp, sound.NoMaterial), was.at, own, 1)
		}
	}
}

// chest returns the middle of a body.
func chest(b *scene.Entity) [3]float64 {
	return [3]float64{b.Drawn[0], b.Drawn[1] + 0.9, b.Drawn[2]}
}
