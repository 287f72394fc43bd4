package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/recipes"
	"voxtide/world"
)

// Householders put up doors, gates, lids, levers, buttons and plates round one spot, work them, walk over the plates, pour water between
// them and scoop it up, throw what they hold about and pick up what lies there, and make things by hand.

func (p *Player) keepHouse(v *perception.View, out *Intent) {
	p.keys = 0
	if !p.goTo(v, world.BottomCentre(p.Meet), 4) {
		return
	}
	if p.decides(v, 200, 1500) {
		p.mode, p.yaw = p.rng.Below(4), uint16(p.rng.Uint64())
		if plates := p.devices(v, world.ClassPlate); len(plates) > 0 && p.rng.OneIn(2) {
			p.yaw = v.Towards(world.BottomCentre(plates[p.rng.Below(len(plates))]))
		}
	}
	if p.mode < 2 {
		p.keys = world.KeyForward
		p.hop(v, 60)
	}
	if p.continueBreaking(v, out) || v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 80, 400)
	usable := p.devices(v, world.ClassDoor, world.ClassGate, world.ClassTrapdoor, world.ClassLever, world.ClassButton, world.ClassBed)
	switch k := p.rng.Below(20); {
	case k < 5 || len(usable) < 4:
		p.furnish(v, out)
	case k < 13:
		p.work(v, usable[p.rng.Below(len(usable))], out)
	case k < 15:
		p.throw(v, out)
	case k < 16:
		p.breakBlock(v, usable[p.rng.Below(len(usable))], out)
	case k < 17:
		p.craft(v, out)
	default:
		p.scoop(v, out)
	}
}

// deviceReach is how far from the meeting place householders build.
const deviceReach = 3

// devices returns the blocks of some classes at the meeting place.
func (p *Player) devices(v *perception.View, of ...world.Class) (found []world.Pos) {
	p.around(func(at world.Pos) {
		class := v.Block(at).Class()
		for _, c := range of {
			if c == class {
				found = append(found, at)
			}
		}
	})
	return found
}

// around calls do for the cells about the meeting place.
func (p *Player) around(do func(world.Pos)) {
	for y := int32(-2); y <= deviceReach; y++ {
		for z := int32(-deviceReach); z <= deviceReach; z++ {
			for x := int32(-deviceReach); x <= deviceReach; x++ {
				do(world.Pos{X: p.Meet.X + x, Y: p.Meet.Y + y, Z: p.Meet.Z + z})
			}
		}
	}
}

// furnish takes something into the hand, and places what it holds.
func (p *Player) furnish(v *perception.View, out *Intent) {
	if p.rng.OneIn(2) {
		p.holdAny(v, out)
		return
	}
	for range 6 {
		at := world.Pos{X: p.Meet.X + int32(p.rng.Between(-3, 3)), Y: p.Meet.Y + int32(p.rng.Between(-1, 1)), Z: p.Meet.Z + int32(p.rng.Between(-3, 3))}
		if p.place(v, at, out) {
			return
		}
	}
}

// work opens, shuts or switches a device, mostly to what it is not yet.
func (p *Player) work(v *perception.View, at world.Pos, out *Intent) {
	a, sees := v.Aim(at, p.rng.Below(world.FaceCount))
	b := v.Block(at)
	property, _ := actions.UsedProperty(b)
	if !sees || !actions.Usable(b) {
		return
	}
	want := b.Class() == world.ClassBed || b.Get(property) == 0
	if p.rng.OneIn(8) {
		want = !want
	}
	out.Actions = append(out.Actions, actions.Action{Kind: actions.Use, Pos: at, Aim: a, Want: want})
}

// throw throws some of what is in a slot.
func (p *Player) throw(v *perception.View, out *Intent) {
	slot := p.rng.Below(world.InventorySize)
	for i := range world.InventorySize {
		if s := (slot + i) % world.InventorySize; v.Player.Slots[s].Count > 0 {
			out.Actions = append(out.Actions, actions.Action{Kind: actions.Drop, Slot: uint8(s), Count: uint8(p.rng.Between(1, 4)), Yaw: uint16(p.rng.Uint64()),
				Pitch: int16(p.rng.Between(-14000, 14000))})
			return
		}
	}
}

// craft makes something that can be made here of what it has, if there is anything.
func (p *Player) craft(v *perception.View, out *Intent) {
	near, at := actions.StationsNear(v.World, v.Stream)
	if can := recipes.AppendMakeable(nil, v.Player.Slots[:], near); len(can) > 0 {
		out.Actions = append(out.Actions, actions.CraftAction(can[p.rng.Below(len(can))], uint8(p.rng.Between(1, 2)), &at))
	}
}

// scoop fills its bucket at some water, or takes the bucket into its hand.
func (p *Player) scoop(v *perception.View, out *Intent) {
	if !actions.HoldsBucket(v.Player.Held()) {
		for i := range world.HotbarSize {
			if actions.HoldsBucket(v.Player.Slots[i]) {
				out.Actions = append(out.Actions, selectSlot(i))
				return
			}
		}
		return
	}
	var water []world.Pos
	p.around(func(at world.Pos) {
		if actions.Scoopable(v.World, at) {
			water = append(water, at)
		}
	})
	if len(water) == 0 {
		return
	}
	at := water[p.rng.Below(len(water))]
	if a, sees := v.Aim(at, p.rng.Below(world.FaceCount)); sees {
		out.Actions = append(out.Actions, actions.Action{Kind: actions.Scoop, Pos: at, Aim: a})
	}
}
