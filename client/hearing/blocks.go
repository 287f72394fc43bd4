package hearing

import (
	"math"

	"voxtide/actions"
	"voxtide/client/cell"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/world"
)

const (
	changesMax = 24 // changes of a frame that are heard; more are terrain that loads
	useReach   = 2  // cells on each axis from a lever or a half of a door within which it opens what it opens
	handReach  = 6  // blocks from a body within which it scoops and pours
)

// hearBlocks adds the sounds of the blocks that look different from the last frame.
func (x *Ears) hearBlocks(f *Frame) {
	if len(f.Changed) > changesMax {
		return
	}
	for i := range f.Changed {
		x.hearChange(f, &f.Changed[i])
	}
}

// hearChange adds the sound of a change of a block.
func (x *Ears) hearChange(f *Frame, c *predict.BlockChange) {
	b, known := f.World.BlockAt(c.Pos, f.Now)
	if !known || !cell.Within(c.Pos, f.Scene.Camera.Pos, 40) {
		return
	}
	id := x.soundOf(f, c.Pos, c.Before, b)
	if id == sound.None {
		return
	}
	number, own := x.causeOf(f, c.Pos)
	if !own && x.heard.silent(f, c.Pos, c.Before, b) {
		return
	}
	x.heard.note(change{c.Pos, c.Before, b, number, id, f.Now})
	x.begin(f, id, middle(c.Pos), false, 1)
}

// causeOf returns the number of the last own action that may have caused a change, 0 if none is un-acked, and whether it is one of this
// frame that was aimed at that cell. A cell beside it may be one that is taken back in the same frame.
func (x *Ears) causeOf(f *Frame, p world.Pos) (number uint64, own bool) {
	for i := range x.fresh {
		a := &x.fresh[i]
		if changesBlocks(a.Kind) && (a.Pos == p || a.Kind == actions.Use && nearCell(a.Pos, p, useReach)) {
			return a.Number, true
		}
	}
	for i := len(f.Unacked) - 1; i >= 0; i-- {
		if changesBlocks(f.Unacked[i].Kind) {
			return f.Unacked[i].Number, false
		}
	}
	return 0, false
}

// changesBlocks reports whether an action changes the block that it is aimed at, or one beside it.
func changesBlocks(k actions.Kind) bool {
	switch k {
	case actions.StartBreak, actions.FinishBreak, actions.Place, actions.Use, actions.Scoop:
		return true
	}
	return false
}

func nearCell(a, b world.Pos, reach int32) bool {
	for _, d := range [3]int32{a.X - b.X, a.Y - b.Y, a.Z - b.Z} {
		if d > reach || -d > reach {
			return false
		}
	}
	return true
}

// soundOf returns what is heard of a change of a block, None for nothing.
func (x *Ears) soundOf(f *Frame, p world.Pos, before, now world.Block) sound.ID {
	was, is := before.Info(), now.Info()
	if was.Kind == is.Kind {
		return ofProperty(before, now)
	}
	if upperHalf(before) || upperHalf(now) {
		return sound.None // the lower one is heard
	}
	switch broken := now == world.Air || is.Liquid; {
	case water(before) && now == world.Air || before == world.Air && water(now):
		if before.Get(world.PropLevel)+now.Get(world.PropLevel) != world.LevelSource || !bodyNear(f.Scene, middle(p), handReach) {
			return sound.None // it runs
		}
		if now == world.Air {
			return sound.Of(sound.Scoop, sound.NoMaterial)
		}
		return sound.Of(sound.Pour, sound.NoMaterial)
	case before != world.Air && !was.Liquid && broken:
		if was.Falls && fallingNear(f.Scene, before, middle(p)) {
			return sound.None // it did not break but falls
		}
		return of(sound.Break, before)
	case now != world.Air && !is.Liquid && (before == world.Air || was.Liquid || was.Replaceable):
		return of(sound.Place, now)
	}
	return sound.None
}

// upperHalf reports whether a block is the half of a door or a bed that is not heard.
func upperHalf(b world.Block) bool {
	c := b.Class()
	return (c == world.ClassDoor || c == world.ClassBed) && b.Get(world.PropHalf) == world.UpperHalf
}

// ofProperty returns what is heard when a block opens, shuts, or goes on or off.
func ofProperty(before, now world.Block) sound.ID {
	class := now.Class()
	n, property := openings[class], world.PropOpen
	if n.zero == sound.NoKind {
		n, property = switches[class], world.PropOn
	}
	switch {
	case n.zero == sound.NoKind || before.Get(property) == now.Get(property):
		return sound.None
	case upperHalf(now):
		return sound.None // the lower half is heard
	case now.Get(property) == 0:
		return sound.Of(n.zero, sound.NoMaterial)
	}
	return sound.Of(n.other, sound.NoMaterial)
}

// bodyNear reports whether an avatar is within some blocks of a point.
func bodyNear(sc *scene.Scene, at [3]float64, reach float64) bool {
	if distance(sc.OwnEntity.Drawn, at) < reach {
		return true
	}
	for i := range sc.Entities {
		if b := &sc.Entities[i]; b.Kind == scene.EntityAvatar && distance(b.Drawn, at) < reach {
			return true
		}
	}
	return false
}

// fallingNear reports whether a falling block of a kind is near the cell from which it would have fallen.
func fallingNear(sc *scene.Scene, b world.Block, at [3]float64) bool {
	for i := range sc.Entities {
		e := &sc.Entities[i]
		if e.Kind == scene.EntityFallingBlock && e.Block == uint16(b) && math.Abs(e.Drawn[0]-at[0]) < 0.6 && math.Abs(e.Drawn[2]-at[2]) < 0.6 && math.Abs(e.Drawn[1]-at[1]) < 2.5 {
			return true
		}
	}
	return false
}

// hearActions adds the sounds of own actions that change no block: they are heard when they are pressed.
func (x *Ears) hearActions(f *Frame) {
	at := f.Scene.Camera.Pos
	moved, broke := false, false
	for i := range x.fresh {
		switch x.fresh[i].Kind {
		case actions.Craft:
			x.begin(f, sound.Of(sound.Craft, sound.NoMaterial), at, true, 1)
		case actions.MoveItem, actions.BoxMove, actions.Provide:
			moved = true
		case actions.Drop, actions.SelectSlot:
			x.held.known = false
		case actions.FinishBreak, actions.Hit:
			broke = true
		}
	}
	if moved {
		x.held.known = false
		x.begin(f, sound.Of(sound.Move, sound.NoMaterial), at, true, 1)
	}
	if x.held.gone(f.Scene) && broke {
		x.begin(f, sound.Of(sound.ToolGone, sound.NoMaterial), at, true, 1)
	}
}

// heldTool remembers the tool in the hand, to hear that it is gone.
type heldTool struct {
	item  world.Item // 0 for what does not wear
	slot  uint8
	known bool
}

// gone reports whether the tool of the last frame has vanished from its slot.
func (h *heldTool) gone(sc *scene.Scene) (gone bool) {
	var now scene.Stack
	if int(sc.SelectedSlot) < len(sc.Inventory) {
		now = sc.Inventory[sc.SelectedSlot]
	}
	gone = h.known && h.item != 0 && h.slot == sc.SelectedSlot && now.Count == 0
	*h = heldTool{slot: sc.SelectedSlot, known: true}
	if it := world.Item(now.Item); now.Count > 0 && it.Info().WearMax > 0 {
		h.item = it
	}
	return gone
}
