package actions

import (
	"math/rand/v2"
	"testing"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// chest, furnace and sign are the cells of stage's holders.
var chest, furnace, sign = holders[0], holders[1], holders[2]

func slotOf(s *edits.Recorder, p world.Pos, slot int) world.Stack {
	return s.W.BlockEntityAt(p).Slot(slot)
}

func TestBoxMove(t *testing.T) {
	s := stage(false)
	dirt, sand := world.StackOf(world.Dirt, 1).Item, world.StackOf(world.Sand, 1).Item
	put := Action{Kind: BoxMove, Pos: chest, Slot: 26, ToSlot: 0, Count: 3, Want: true}
	act(t, s, sec, Done, put)
	if slotOf(s, chest, 26) != world.StackOf(world.Dirt, 3) || s.W.Player(1).Slots[0].Count != 2 {
		t.Fatalf("%+v %+v", s.W.BlockEntityAt(chest), s.W.Player(1).Slots[0])
	}
	act(t, s, 2*sec, SlotChanged, put) // he saw nothing there
	put.Item = dirt
	act(t, s, 3*sec, MissingItems, put)
	take := Action{Kind: BoxMove, Pos: chest, Slot: 26, ToSlot: 20, Count: 2, Item: dirt}
	act(t, s, 4*sec, NoRoom, take) // sand lies there
	take.Count = 3
	act(t, s, 5*sec, Done, take) // whole stacks change places
	if slotOf(s, chest, 26) != world.StackOf(world.Sand, 40) || s.W.Player(1).Slots[20] != world.StackOf(world.Dirt, 3) {
		t.Fatalf("%+v", s.W.BlockEntityAt(chest))
	}
	take = Action{Kind: BoxMove, Pos: chest, Slot: 26, ToSlot: 5, Count: 41, Item: sand}
	act(t, s, 6*sec, SlotChanged, take)
	for _, c := range []struct {
		change func(*Action)
		want   Refusal
	}{
		{func(a *Action) { a.Pos.X++; a.Slot = 3 }, NoBox}, {func(a *Action) { a.Pos = sign }, NoBox}, {func(a *Action) { a.Pos.X = 12 }, TooFar},
		{func(a *Action) { a.Pos.X = 16 }, NotLoaded}, {func(a *Action) { a.Pos.Y = world.MaxY + 1 }, NotLoaded},
	} {
		a := take
		c.change(&a)
		act(t, s, 7*sec, c.want, a)
	}
	s.PutBlock(1, chest, world.Air)
	n := 0
	for _, b := range s.W.Bodies(1) {
		if e := s.W.Entity(b); e.Kind == world.KindItem && e.Stack == world.StackOf(world.Sand, 40) {
			n++
		}
	}
	if s.W.BlockEntityAt(chest) != nil || n != 1 {
		t.Errorf("%d stacks of a broken chest, %+v in it", n, s.W.BlockEntityAt(chest))
	}
}

// TestMovesKeepItems does random moves of two players, at a chest and at a furnace: no item comes or goes, but for what burns and is made.
func TestMovesKeepItems(t *testing.T) {
	seed := testrand.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	s := stage(false)
	count := func() (n int) {
		for p := timestream.Stream(1); p <= 2; p++ {
			for _, st := range s.W.Player(p).Slots {
				n += int(st.Count)
			}
		}
		for i := range world.BoxSlotsMax {
			n += int(slotOf(s, chest, i).Count)
		}
		return n
	}
	all, done, refused := count(), 0, map[Refusal]int{}
	for i := range 4000 {
		a := Action{Kind: BoxMove, Pos: chest, Slot: uint8(r.IntN(5)), ToSlot: uint8(r.IntN(6)), Count: uint8(1 + r.IntN(4)), Want: r.IntN(2) == 0, At: timestream.Time(i) * sec}
		if a.Item = slotOf(s, chest, int(a.Slot)).Item; r.IntN(10) == 0 {
			a.Item = world.ItemOf(world.Dirt)
		}
		hash := s.W.BlocksHash()
		if why := Do(s, timestream.Stream(1+r.IntN(2)), a.At, &a); why == Done {
			done++
		} else if refused[why]++; s.W.BlocksHash() != hash {
			t.Fatalf("%v changed a box", why)
		}
		if n := count(); n != all {
			t.Fatalf("%d items of %d after %+v", n, all, a)
		}
	}
	if t.Logf("%d moves, refused %v", done, refused); done < 500 || len(refused) < 3 {
		t.Error("too little happened")
	}
}

func TestOven(t *testing.T) {
	s := stage(false)
	p := s.W.Player(1)
	stick := named("stick")
	s.PutInventorySlot(1, 2, world.Stack{Item: stick, Count: 10})
	act(t, s, 1*sec, NotForThat, Action{Kind: BoxMove, Pos: furnace, Slot: world.OvenIn, ToSlot: 0, Count: 1, Want: true})
	act(t, s, 1*sec, NotForThat, Action{Kind: BoxMove, Pos: furnace, Slot: world.OvenOut, ToSlot: 20, Count: 1, Want: true})
	act(t, s, 2*sec, Done, Action{Kind: BoxMove, Pos: furnace, Slot: world.OvenIn, ToSlot: 20, Count: 9, Want: true})
	if x := s.W.BlockEntityAt(furnace); x.Since != 0 {
		t.Fatalf("it burns without fuel: %+v", x)
	}
	act(t, s, 10*sec, Done, Action{Kind: BoxMove, Pos: furnace, Slot: world.OvenFuel, ToSlot: 2, Count: 7, Want: true})
	x := s.W.BlockEntityAt(furnace)
	if x.Since != 10*sec {
		t.Fatalf("%+v", x)
	}
	// Each piece of sand takes 10 s, each stick burns 5 s: of 7 sticks 3 are made.
	for _, c := range []struct {
		at   timestream.Time
		made uint8
	}{{0, 0}, {5 * sec, 0}, {20*sec - 1, 0}, {20 * sec, 1}, {30 * sec, 2}, {39 * sec, 2}, {40 * sec, 3}, {400 * sec, 3}} {
		if o := recipes.OvenOf(x).At(world.ClassFurnace, c.at); o.Out.Count != c.made || o.In.Count != 9-c.made || o.Fuel.Count != 7-2*c.made {
			t.Errorf("at %v: %+v", c.at, o)
		}
	}
	glass := named("glass")
	take := Action{Kind: BoxMove, Pos: furnace, Slot: world.OvenOut, ToSlot: 5, Count: 1, Item: glass}
	act(t, s, 20*sec-1, SlotChanged, func() Action { a := take; a.Item = glass; return a }())
	act(t, s, 20*sec, Done, take)
	if p.Slots[5].Item != glass || s.W.BlockEntityAt(furnace).Since != 20*sec {
		t.Fatalf("%+v %+v", p.Slots[5], s.W.BlockEntityAt(furnace))
	}
	act(t, s, 30*sec, NotForThat, Action{Kind: BoxMove, Pos: furnace, Slot: world.OvenOut, ToSlot: 0, Count: 1, Item: glass}) // dirt for glass
	// One whose stamp is behind sees what was there then, and undoes nothing.
	late := take
	late.At = 12 * sec
	if why := Do(s, 2, 60*sec, &late); why != SlotChanged {
		t.Errorf("behind: %v", why)
	}
	late.Number, late.At, late.Count = 2, 45*sec, 2
	if why := Do(s, 2, 60*sec, &late); why != Done || s.W.BlockEntityAt(furnace).Since != 0 {
		t.Errorf("%v %+v", why, s.W.BlockEntityAt(furnace))
	}
}

// TestOvenPaths looks at ovens in between, in random order: what they made in the end does not depend on it.
func TestOvenPaths(t *testing.T) {
	seed := testrand.Seed(t)
	r := rand.New(rand.NewPCG(seed, 2))
	items := []world.Stack{{Item: named("sand"), Count: 30}, {Item: named("clay_ball"), Count: 5}, {Item: named("log"), Count: 64}, {Item: named("meat"), Count: 9}, {}}
	fuels := []world.Stack{{Item: named("stick"), Count: 13}, {Item: named("coal"), Count: 1}, {}, {Item: named("coal_block"), Count: 3}}
	made := 0
	for range 3000 {
		class := []world.Class{world.ClassFurnace, world.ClassKiln, world.ClassCampfire}[r.IntN(3)]
		o := recipes.Oven{In: items[r.IntN(len(items))], Fuel: fuels[r.IntN(len(fuels))], Heat: timestream.Duration(r.Int64N(int64(20 * timestream.Second)))}
		o = o.Lit(class, timestream.Time(1+r.Int64N(int64(sec))))
		end := timestream.Time(r.Int64N(int64(700 * sec)))
		once, often := o.At(class, end), o
		for at := timestream.Time(0); at < end; at += timestream.Time(r.Int64N(int64(40 * sec))) {
			often = often.At(class, at)
		}
		if often = often.At(class, end); once != often {
			t.Fatalf("%+v at %v: %+v and %+v", o, end, once, often)
		}
		made += int(once.Out.Count)
	}
	if t.Logf("%d made", made); made < 5000 {
		t.Error("too little was made")
	}
}

func TestWriteSign(t *testing.T) {
	s := stage(false)
	act(t, s, sec, Done, Action{Kind: WriteSign, Pos: sign, Text: "to the\nwell"})
	if got := s.W.BlockEntityAt(sign); got == nil || got.Text != "to the\nwell" {
		t.Fatalf("%+v", got)
	}
	act(t, s, 2*sec, NoBox, Action{Kind: WriteSign, Pos: chest, Text: "mine"})
	for _, c := range [][2]string{{"a\nb\nc\nd\ne", "a\nb\nc\nd"}, {"123456789012345678901234", "12345678901234567890"}, {"a\tb\u200b\n\n", "a b"}, {"\nüüü", "\nüüü"}, {"  x ", "  x"}} {
		if got := CleanSign(c[0]); got != c[1] || CleanSign(got) != got {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
	s.PutBlock(1, sign, world.Air)
	if s.W.BlockEntityAt(sign) != nil {
		t.Error("a text without a sign")
	}
}
