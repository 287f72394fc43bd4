package hearing

import (
	"testing"

	"voxtide/actions"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/world"
)

// TestEveryMaterial: each block that can be broken is heard to break and to be placed, of its material, and each floor is heard below steps.
func TestEveryMaterial(t *testing.T) {
	p := newPlace(t)
	heard, cell := map[string]int{}, at(9, 0, 9)
	for b := 1; b < world.BlockCount; b++ {
		block := world.Block(b)
		i := block.Info()
		if i.Liquid || upperHalf(block) {
			continue
		}
		p.now = p.now.Add(4 * timestream.Second)
		material := materials[i.Sound].String()
		got := p.frame(p.set(cell, block))
		p.expect(i.Name, got, "place-"+material)
		got = p.frame(p.set(cell, world.Air))
		p.expect(i.Name, got, "break-"+material)
		heard[material]++
	}
	if len(heard) != int(sound.MaterialCount)-2 { // there is no material of nothing, and water is not placed
		t.Errorf("materials of blocks: %v", heard)
	}
	for floor, want := range map[world.Block]string{world.Grass: "step-grass", world.Sand: "step-sand", world.Planks: "step-wood", world.Stone: "step-stone", world.Snow: "step-snow"} {
		p := newPlace(t)
		for x := int32(0); x < 14; x++ {
			p.set(at(x, -1, 8), floor)
		}
		if got := p.walk(1, 4.5); count(got, want) < 2 || count(got, want) != len(got) {
			t.Errorf("on %v: %v", floor, got)
		}
	}
	t.Logf("%d states, %v", world.BlockCount, heard)
}

// TestWhatOpens: doors, lids, levers and plates are heard to open and shut once; a fence that joins, and water that runs, are not heard.
func TestWhatOpens(t *testing.T) {
	p := newPlace(t)
	door, lever := named(t, "oak_door"), named(t, "lever")
	low, high := at(9, 0, 6), at(9, 1, 6)
	p.expect("a door", p.frame(p.set(low, door), p.set(high, door.With(world.PropHalf, world.UpperHalf))), "place-wood")
	p.frames(200)
	open := door.With(world.PropOpen, 1)
	p.expect("opens", p.frame(p.set(low, open), p.set(high, open.With(world.PropHalf, world.UpperHalf))), "door-open")
	p.expect("shuts", p.frame(p.set(low, door), p.set(high, door.With(world.PropHalf, world.UpperHalf))), "door-shut")
	p.frame(p.set(at(7, 0, 6), lever))
	p.expect("a lever", p.frame(p.set(at(7, 0, 6), lever.With(world.PropOn, 1))), "lever-on")
	p.expect("a lever", p.frame(p.set(at(7, 0, 6), lever)), "lever-off")
	fence := named(t, "oak_fence")
	p.frame(p.set(at(6, 0, 6), fence))
	p.expect("a fence joins", p.frame(p.set(at(6, 0, 6), fence.With(world.PropJoins, 3))))
	p.expect("water runs", p.frame(p.set(at(5, 0, 8), world.Water.With(world.PropLevel, 3))))
	p.expect("a bucket", p.frame(p.set(at(7, 0, 9), world.Water)), "pour")
	p.expect("a bucket", p.frame(p.set(at(7, 0, 9), world.Air)), "scoop")
	var many []predict.BlockChange
	for x := range int32(changesMax + 1) {
		many = append(many, p.set(at(x-10, 3, 9), world.Stone))
	}
	p.expect("land that loads", p.frame(many...))
}

// TestTakenBack: between a press and its ack the cell may change back and forth in silence; after the ack a change is somebody's; what hung
// at a block that is back is back in silence, too; what others do meanwhile elsewhere is heard.
func TestTakenBack(t *testing.T) {
	p := newPlace(t)
	cell, torch := at(9, -1, 9), at(9, 0, 9)
	p.set(torch, world.Torch)
	p.act(actions.Action{Kind: actions.FinishBreak, Pos: cell})
	p.expect("the press", p.frame(p.set(cell, world.Air), p.set(torch, world.Air)), "break-stone", "break-wood")
	p.frames(5)
	p.expect("reverted", p.frame(p.set(cell, world.Stone), p.set(torch, world.Torch)))
	p.expect("again", p.frame(p.set(cell, world.Air), p.set(torch, world.Air)))
	p.expect("somebody else's", p.frame(p.set(at(12, 0, 9), world.Planks)), "place-wood")
	p.ack()
	p.sc.Refusals = []string{"no"}
	p.expect("refused", p.frame(p.set(cell, world.Stone), p.set(torch, world.Torch)))
	p.frames(300)
	p.expect("bob breaks it", p.frame(p.set(cell, world.Air)), "break-stone")

	p.act(actions.Action{Kind: actions.FinishBreak, Pos: at(7, 0, 10)})
	p.act(actions.Action{Kind: actions.Place, Pos: at(8, 0, 10)})
	p.expect("the press", p.frame(p.set(at(8, 0, 10), world.Stone)), "place-stone")
	p.act(actions.Action{Kind: actions.FinishBreak, Pos: at(8, 0, 10)})
	p.expect("another press at the same cell, before the ack", p.frame(p.set(at(8, 0, 10), world.Air)), "break-stone")
	p.act(actions.Action{Kind: actions.Place, Pos: at(8, 0, 10)})
	p.expect("and another", p.frame(p.set(at(8, 0, 10), world.Stone)), "place-stone")
	p.ack()
	p.expect("the ack", p.frame())
	p.expect("bob breaks it", p.frame(p.set(at(8, 0, 10), world.Air)), "break-stone")
	p.f.Corrected = true
	p.expect("a correction undoes what was heard", p.frame(p.set(at(8, 0, 10), world.Stone)))
}

// TestDistance: what is far is not heard, what lies behind stone is muffled, and what is near is neither.
func TestDistance(t *testing.T) {
	p := newPlace(t)
	p.frame(p.set(at(9, 1, 9), world.Planks))
	if s := p.sc.Sounds.Begin; len(s) != 1 || s[0].Muffled != 0 || s[0].Own || s[0].Pos != [3]float64{9.5, 1.5, 9.5} {
		t.Errorf("near: %+v", s)
	}
	p.frame(p.set(at(9, -9, 9), world.Air))
	if s := p.sc.Sounds.Begin; len(s) != 1 || s[0].Muffled < 0.5 {
		t.Errorf("below ground: %+v", s)
	}
	p.expect("far", p.frame(p.set(at(-30, 1, 9), world.Planks)))
}

// TestBodies: the other's steps are heard where it is, quieter when it sneaks; digging ticks; a dive splashes and strokes follow; a bed
// rustles; standing, turning, and a body that jumps across the land are silent.
func TestBodies(t *testing.T) {
	p := newPlace(t)
	p.expect("standing", p.frames(100))
	got := p.walk(2, 3)
	loud := 0.0
	if len(got) == 0 || count(got, "step-stone") != len(got) {
		t.Fatalf("bob walks: %v", got)
	}
	for loud == 0 {
		p.walk(2, 0.1)
		for _, s := range p.sc.Sounds.Begin {
			if loud = float64(s.Level); s.Own || s.Pos[0] < 14 {
				t.Errorf("%+v", s)
			}
		}
	}
	p.motion(2, func(m *world.Motion) { m.Keys = world.KeySneak })
	for {
		p.walk(2, 0.1)
		if s := p.sc.Sounds.Begin; len(s) > 0 {
			if float64(s[0].Level) > loud/2 {
				t.Errorf("sneaking is as loud as %v of %v", s[0].Level, loud)
			}
			break
		}
	}
	b := p.drawn(2)
	b.BreakPos, b.BreakProgress = [3]int32{14, -1, 8}, 0.1
	if n := count(p.frames(63), "dig-stone"); n < 4 || n > 6 {
		t.Errorf("%d ticks a second", n)
	}
	b.BreakProgress = 0
	b.Drawn[0] += 20
	p.expect("bob is elsewhere", p.frames(3))
	b.Drawn[0] -= 20
	p.frames(3)

	for x := int32(4); x < 14; x++ {
		for y := int32(-3); y < 0; y++ {
			p.set(at(x, y, 8), world.Water)
		}
	}
	p.motion(1, func(m *world.Motion) { m.Flags = 0; m.Vel[world.AxisY] = -9000 })
	p.frame()
	p.sc.OwnEntity.Drawn[1] = -1.5
	p.expect("a dive", p.frame(), "splash")
	got = nil
	for range 60 {
		p.sc.OwnEntity.Drawn[0] += 0.05
		got = append(got, p.frame()...)
	}
	if n := count(got, "swim"); n < 1 || n > 3 || n != len(got) {
		t.Errorf("swimming: %v", got)
	}
	p.motion(2, func(m *world.Motion) { m.Flags |= world.Lying })
	p.expect("bob lies down", p.frame(), "lie-down")
}

// TestLanding: a fall is heard to end, the harder the louder, once.
func TestLanding(t *testing.T) {
	level := func(speed int64) (got []string, level float32) {
		p := newPlace(t)
		p.motion(1, func(m *world.Motion) { m.Flags = 0; m.Vel[world.AxisY] = -speed })
		p.frames(3)
		p.motion(1, func(m *world.Motion) { m.Flags = world.OnGround; m.Vel[world.AxisY] = 0 })
		got = p.frame()
		if len(got) > 0 {
			level = p.sc.Sounds.Begin[0].Level
		}
		return append(got, p.frames(20)...), level
	}
	if got, _ := level(2000); len(got) > 0 {
		t.Errorf("a step down: %v", got)
	}
	soft, quiet := level(6000)
	hard, loud := level(18000)
	if len(soft) != 1 || len(hard) != 1 || hard[0] != "land-stone" || loud <= quiet {
		t.Errorf("%v at %v, %v at %v", soft, quiet, hard, loud)
	}
}

// TestNeeds: harm is heard once, though it is undone and predicted again; bites follow each other while one eats; the own heart beats when
// health is low; the end is heard where it was.
func TestNeeds(t *testing.T) {
	p := newPlace(t)
	damage := func(s timestream.Stream, to uint8) { p.motion(s, func(m *world.Motion) { m.Needs.Damage = to }) }
	damage(1, 4)
	p.expect("harm", p.frame(), "hurt")
	damage(1, 0)
	p.expect("undone", p.frame())
	damage(1, 4)
	p.expect("predicted again", p.frames(10))
	damage(1, 6)
	p.expect("more", p.frame(), "hurt")
	p.frames(200)
	damage(1, 17)
	p.expect("much more", p.frame(), "hurt", "heart")
	if n := count(p.frames(63), "heart"); n < 1 || n > 2 {
		t.Errorf("%d beats a second", n)
	}
	damage(1, world.HealthMax)
	p.frame()
	damage(1, 0)
	p.sc.OwnEntity.Drawn = [3]float64{20.5, 0, 20.5}
	p.expect("the end", p.frame(), "death")
	if s := p.sc.Sounds.Begin[0]; s.Pos[0] != 8.5 {
		t.Errorf("at %v", s.Pos)
	}
	p.sc.OwnEntity.Drawn = [3]float64{8.5, 0, 8.5}
	p.frames(3)
	p.motion(2, func(m *world.Motion) { m.Needs.Eating = 1 })
	if n := count(p.frames(75), "eat"); n < 4 || n > 6 {
		t.Errorf("%d bites in 1.2 s", n)
	}
	p.sc.Struck = []scene.Struck{{ID: uint64(world.AvatarID(2))}}
	p.motion(2, func(m *world.Motion) { m.Needs.Eating = 0 })
	p.expect("a blow", p.frame(), "struck")
}

// TestItems: an item is heard to be thrown and to be picked up, once each; one that only comes into sight, or vanishes far from everybody,
// or in a frame that takes something back, is not.
func TestItems(t *testing.T) {
	p := newPlace(t)
	throw := func(n uint32, born timestream.Time, pos [3]float64) uint64 {
		id := world.MakeEntityID(2, n)
		p.w.AddEntity(world.Entity{ID: id, Kind: world.KindItem, Stream: 2, Born: born})
		p.sc.Entities = append(p.sc.Entities, scene.Entity{ID: uint64(id), Kind: scene.EntityItem, Drawn: pos})
		return uint64(id)
	}
	gone := func() { p.sc.Entities = p.sc.Entities[:len(p.sc.Entities)-1] }
	throw(1, p.now, [3]float64{9.5, 0, 8.5})
	p.expect("thrown", p.frame(), "throw")
	p.expect("it flies", p.frames(20))
	gone()
	p.expect("picked up", p.frame(), "pick-up")
	if !p.sc.Sounds.Begin[0].Own {
		t.Error("by somebody else")
	}
	p.sc.Entities = append(p.sc.Entities, scene.Entity{ID: uint64(world.MakeEntityID(2, 1)), Kind: scene.EntityItem, Drawn: [3]float64{9.5, 0, 8.5}})
	p.expect("taken back", p.frames(2))
	gone()
	p.expect("picked up again", p.frame())
	throw(2, 0, [3]float64{9.5, 0, 16.5})
	p.expect("comes into sight", p.frames(3))
	gone()
	p.expect("vanishes", p.frame())
	throw(3, p.now, [3]float64{9.5, 0, 8.5})
	p.frame()
	gone()
	p.f.Corrected = true
	p.expect("a throw is taken back", p.frame())
}

// TestOwnActions: making and moving are heard at the press, a tool that is worn out when it breaks something.
func TestOwnActions(t *testing.T) {
	p := newPlace(t)
	p.act(actions.Action{Kind: actions.Craft})
	p.expect("make", p.frame(), "craft")
	p.expect("once", p.frames(20))
	p.act(actions.Action{Kind: actions.MoveItem})
	p.act(actions.Action{Kind: actions.MoveItem})
	p.expect("move", p.frame(), "move")
	var pick world.Item
	for i := range world.Things {
		if world.Things[i].WearMax > 0 {
			pick = world.FirstThing + world.Item(i)
		}
	}
	p.sc.Inventory = []scene.Stack{{Item: uint16(pick), Count: 1, Wear: 9}}
	p.frames(2)
	p.sc.Inventory = []scene.Stack{{}}
	p.act(actions.Action{Kind: actions.FinishBreak, Pos: at(9, 0, 9)})
	p.expect("worn out", p.frame(), "tool-gone")
	p.ack()
	p.expect("and gone", p.frames(20))
}

// TestAround: wind blows in the open and more on high, not in a cave, which hums and drips; water that runs, lava and fire are heard from
// where they are; below water nothing but the depths goes on.
func TestAround(t *testing.T) {
	p := newPlace(t)
	low := p.level(sound.Wind)
	p.sc.OwnEntity.Drawn[1] = 150
	high := p.level(sound.Wind)
	if low <= 0 || low > 0.3 || high < 2*low {
		t.Errorf("the wind has %v at the ground and %v on high", low, high)
	}
	p.sc.OwnEntity.Drawn[1] = 0
	if l := p.level(sound.Stream); l != 0 {
		t.Errorf("water where there is none: %v", l)
	}
	for bed, b := range map[sound.Bed]world.Block{sound.Stream: world.Water.With(world.PropLevel, 3), sound.Lava: named(t, "lava"), sound.Fire: named(t, "campfire")} {
		p.set(at(11, 0, 8), b)
		p.set(at(11, 0, 9), b)
		if l := p.level(bed); l < 0.15 || l > 1 {
			t.Errorf("%v: %v", bed, l)
		}
		if s := p.sc.Sounds.Beds[bed]; !s.Placed || distance(s.Pos, [3]float64{11.5, 0.5, 9}) > 0.5 {
			t.Errorf("%v at %v", bed, s.Pos)
		}
	}
	p.sc.HeldItem.Light = [2]uint8{}
	p.sc.OwnEntity.Drawn[1] = 0
	if w, c := p.level(sound.Wind), p.level(sound.Cave); w != 0 || c < 0.5 {
		t.Errorf("in a cave: wind %v, hum %v", w, c)
	}
	if n := count(p.frames(60*30), "drip"); n < 2 || n > 10 {
		t.Errorf("%d drops in half a minute", n)
	}
	p.sc.Camera.Submerged = true
	if d, c := p.level(sound.Depths), p.sc.Sounds.Beds[sound.Cave].Level; d < 0.5 || c != 0 {
		t.Errorf("below water: %v, the cave %v", d, c)
	}
}

// TestReset: after a reset nothing of before is remembered.
func TestReset(t *testing.T) {
	p := newPlace(t)
	p.motion(1, func(m *world.Motion) { m.Needs.Damage = 9 })
	p.frame()
	p.ears.Reset()
	p.motion(1, func(m *world.Motion) { m.Needs.Damage = 12 })
	p.expect("another session", p.frame())
}

// TestFrameAllocatesNothing: a frame with steps, changes and items allocates nothing.
func TestFrameAllocatesNothing(t *testing.T) {
	p := newPlace(t)
	cell := at(9, 0, 9)
	n := 0
	run := func() {
		p.now = p.now.Add(frameSpan)
		p.sc.OwnEntity.WalkPhase += 0.2
		p.sc.OwnEntity.WalkAmount = 1
		n++
		b := world.Stone
		if n%2 == 0 {
			b = world.Air
		}
		before, _ := p.w.Block(cell)
		p.w.SetBlock(cell, b)
		p.f.Now, p.f.Changed = p.now, append(p.f.Changed[:0], predict.BlockChange{Pos: cell, Before: before})
		p.sc.Sounds = scene.Sounds{Begin: p.sc.Sounds.Begin[:0]}
		p.ears.Hear(&p.f)
	}
	for range 100 {
		run()
	}
	if a := testing.AllocsPerRun(200, run); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

// BenchmarkHear hears frames in which somebody walks.
func BenchmarkHear(b *testing.B) {
	p := newPlace(&testing.T{})
	for b.Loop() {
		p.now = p.now.Add(frameSpan)
		p.sc.OwnEntity.WalkPhase += 0.2
		p.sc.OwnEntity.WalkAmount = 1
		p.f.Now, p.f.Changed = p.now, nil
		p.sc.Sounds = scene.Sounds{Begin: p.sc.Sounds.Begin[:0]}
		p.ears.Hear(&p.f)
	}
}
