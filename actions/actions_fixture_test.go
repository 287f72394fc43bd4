package actions

import (
	"math/rand/v2"
	"testing"

	"voxtide/edits"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// stage is a small room: stone below y 0, air above, a player of stream 1 in the middle and one of stream 2 beside.
func stage(creative bool) *edits.Recorder {
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	for s := timestream.Stream(1); s <= 2; s++ {
		w.AddStream(s, 0, 1)
		e := world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s}
		e.Motion.Pos = world.BottomCentre(world.Pos{X: 3 + 3*int32(s), Y: 0, Z: 6})
		if creative {
			e.Motion.Flags |= world.Creative
		}
		p := world.Player{Name: "p"}
		p.Slots[0] = world.StackOf(world.Dirt, 5)
		p.Slots[1] = world.StackOf(world.Water, 5)
		p.Slots[2] = world.Stack{Item: named("bucket"), Count: 1}
		p.Slots[3] = world.Stack{Item: named("bread"), Count: 64}
		e.Motion.Needs.Hunger = 20
		p.Slots[20] = world.StackOf(world.Sand, 40)
		w.AddEntity(e)
		w.AddPlayer(s, p)
		for y := int32(-1); y <= 1; y++ {
			w.SetSubscription(s, world.Subscription{Section: world.SectionPos{Y: y}, Epoch: 1, Confirmed: true})
		}
	}
	w.SetSection(world.SectionPos{Y: -1}, world.NewSection(world.Stone))
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	w.SetSection(world.SectionPos{Y: 1}, world.NewSection(world.Air))
	for i, name := range [...]string{"chest", "furnace", "oak_sign"} {
		w.SetBlock(holders[i], named(name).Block())
	}
	w.SetOffer(holders[0], stageOffers[0])
	for i := range 20 {
		w.SetBoxSlot(holders[0], 5+i, world.StackOf(world.Marble, 20))
	}
	w.SetBlock(pool, world.Water)
	r := &edits.Recorder{W: w, KeepLog: true}
	r.SyncHeldItem(1)
	r.SyncHeldItem(2)
	r.Commit()
	r.Log = nil
	return r
}

// madeOfStage is a recipe for what the players of stage have.
var madeOfStage = func() recipes.Number {
	for i := range recipes.Table {
		if recipes.Table[i].Name == "sandstone" {
			return recipes.Number(i)
		}
	}
	panic("no recipe for sandstone")
}()

// holders are the cells of the blocks of stage that hold something: a chest, a furnace and a sign.
var holders = [...]world.Pos{{X: 5, Z: 5}, {X: 6, Z: 5}, {X: 7, Z: 5}}

// stageOffers are the offer of the chest of stage, and another one.
var stageOffers = [...]world.Offer{
	{Goods: world.StackOf(world.Marble, 7), Price: world.StackOf(world.Dirt, 1), By: 2}, {Goods: world.StackOf(world.Marble, 7), Price: world.StackOf(world.Sand, 2), By: 2},
}

// pool is the cell of a source of water.
var pool = world.Pos{X: 6, Z: 9}

func named(name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		panic(name)
	}
	return it
}

func random(r *rand.Rand, k Kind) Action {
	a := Action{Kind: k, Number: r.Uint64N(1 << 40), At: timestream.Time(r.Int64N(1 << 50)), LastUpdate: r.Uint64N(1 << 30)}
	switch k {
	case SetKeys:
		a.Keys = world.Keys(r.IntN(int(world.KeysAll) + 1))
	case SetYaw:
		a.Yaw = uint16(r.IntN(1 << 16))
	case StartBreak, FinishBreak, Place, Teleport, Use, Scoop:
		a.Pos = world.Pos{X: int32(r.IntN(12)), Y: int32(r.IntN(5) - 2), Z: int32(r.IntN(12))}
		a.Aim = Aim{uint8(r.IntN(17)), uint8(r.IntN(17)), uint8(r.IntN(17))}
		if k == Place {
			a.Face, a.Yaw = world.Face(r.IntN(world.FaceCount)), uint16(r.IntN(4)<<14)
		}
		a.Want = k == Use && r.IntN(2) == 0
		if k == Scoop && r.IntN(2) == 0 {
			a.Pos = pool
		}
	case SelectSlot:
		a.Slot = uint8(r.IntN(3))
	case MoveItem:
		a.Slot, a.ToSlot, a.Count = uint8(r.IntN(world.InventorySize)), uint8(r.IntN(world.InventorySize)), uint8(1+r.IntN(world.StackMax))
	case Drop:
		a.Slot, a.Count = uint8(r.IntN(world.InventorySize)), uint8(1+r.IntN(world.StackMax))
		a.Yaw, a.Pitch = uint16(r.IntN(1<<16)), int16(r.IntN(2*straightUp)-straightUp)
	case ConfirmSections:
		for range r.IntN(4) {
			a.Sections = append(a.Sections, SectionEpoch{world.SectionPos{X: int32(r.IntN(3)), Y: 1}, uint32(1 + r.IntN(3))})
		}
	case Hit:
		a.Target, a.Yaw, a.Pitch = world.AvatarID(timestream.Stream(1+r.IntN(3))), uint16(r.IntN(1<<16)), int16(r.IntN(2*straightUp+1)-straightUp)
		a.Seen, a.Lean = timestream.Time(r.Int64N(1<<40)), [3]int8{int8(r.IntN(256) - 128), 0, int8(r.IntN(256) - 128)}
	case Craft:
		a.Recipe, a.Count = recipes.Number(r.IntN(len(recipes.Table))), uint8(1+r.IntN(recipes.TimesMax))
		if r.IntN(2) == 0 {
			a.Recipe, a.Count = madeOfStage, 1
		}
		if recipes.Table[a.Recipe].Station != world.ClassPlain {
			a.Pos = world.Pos{X: int32(r.IntN(12)), Y: int32(r.IntN(5) - 2), Z: int32(r.IntN(12))}
		}
	case BoxMove:
		a.Pos = holders[r.IntN(len(holders))]
		a.Slot, a.ToSlot, a.Count, a.Want = uint8(r.IntN(4)), uint8(r.IntN(3)), uint8(1+r.IntN(8)), r.IntN(2) == 0
		a.Item = []world.Item{0, world.ItemOf(world.Dirt), world.ItemOf(world.Sand), named("stick")}[r.IntN(4)]
	case Trade:
		a.Pos, a.Count = holders[r.IntN(len(holders))], uint8(1+r.IntN(3))
		a.Offer = stageOffers[r.IntN(len(stageOffers))]
	case Provide:
		if a.Slot = uint8(r.IntN(world.InventorySize)); r.IntN(4) > 0 {
			all := world.AppendItems(nil)
			a.Item = all[r.IntN(len(all))]
			a.Count = 1 + uint8(r.IntN(int(a.Item.Info().StackMax)))
		}
	case WriteSign:
		a.Pos, a.Text = holders[r.IntN(len(holders))], []string{"", "Ann's", "this way\nto the well"}[r.IntN(3)]
	case MakeEmote:
		a.Emote = edits.Emote(1 + r.IntN(int(edits.EmoteCount)-1))
	case Chat:
		a.Text = "well met"
	}
	return a
}

func act(t *testing.T, s *edits.Recorder, at timestream.Time, want Refusal, a Action) {
	t.Helper()
	a.At = at
	if why := Do(s, 1, at, &a); why != want {
		t.Fatalf("%v: %v, want %v", a.Kind, why, want)
	}
}

const sec = timestream.Time(timestream.Second)
