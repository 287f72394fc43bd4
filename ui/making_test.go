package ui

import (
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/recipes"
	"voxtide/window"
	"voxtide/world"
)

// TestMaking: what can be made comes first, a press makes it at once, and a second press meets the same recipe.
func TestMaking(t *testing.T) {
	r := newHarness(t)
	r.s.Slots = startSlots()
	r.draw()
	r.key(window.KeyE)
	m := &r.u.palette.making
	makeable := recipes.AppendMakeable(nil, m.stock[:], 0)
	if len(makeable) == 0 || len(m.order) != len(recipes.Table) {
		t.Fatalf("%d can be made, %d of %d are shown", len(makeable), len(m.order), len(recipes.Table))
	}
	for i, n := range m.order {
		if (m.times[n] > 0) != (i < len(makeable)) {
			t.Fatalf("%s is number %d, and can be made %d times", recipes.Table[n].Name, i, m.times[n])
		}
	}
	at := -1
	for i, n := range m.order {
		if recipes.Table[n].Name == "stick" {
			at = i
		}
	}
	x, y := r.cellAt(at)
	for i := range 3 {
		r.click(x, y, window.MouseLeft, 0)
		if got := r.onlyRequest(); got != (Request{Kind: RequestCraft, Recipe: m.order[at], Count: 1}) || recipes.Table[got.Recipe].Name != "stick" {
			t.Fatalf("press %d: %+v", i, got)
		}
		if got := r.s.Slots[2].Count; got != uint8(7+4*(i+1)) {
			t.Fatalf("press %d: %d sticks are shown", i, got)
		}
	}
	r.click(x, y, window.MouseLeft, window.Shift)
	if got := r.onlyRequest(); got.Count != 3 || r.s.Slots[1].Count != 0 {
		t.Errorf("as often as it goes: %+v, %d planks are left", got, r.s.Slots[1].Count)
	}
	r.click(x, y, window.MouseLeft, 0)
	if len(r.out.Requests) > 0 {
		t.Errorf("without planks: %+v", r.out.Requests)
	}
	if r.u.toast.text != "Something for it is missing" {
		t.Errorf("said is %q", r.u.toast.text)
	}
	r.expectText("2 Planks or the like (have 0)")
	t.Logf("%d of %d recipes can be made", len(makeable), len(recipes.Table))
}

// TestStations: what needs a workbench is made with one near, and its page is that of the inventory.
func TestStations(t *testing.T) {
	r := newHarness(t)
	r.s.Slots = startSlots()
	for _, near := range []bool{false, true} {
		made := 0
		r.s.Near = 0
		r.u.ShowBase(Play)
		r.draw()
		if near {
			r.s.Near = recipes.Stations(0).With(world.ClassWorkbench)
			r.s.Box = Box{Item: 1, Class: world.ClassWorkbench}
			r.u.OpenBlock(&r.s.Box)
			if !r.u.BlockShown() {
				t.Fatal("a workbench has no page")
			}
		} else {
			r.key(window.KeyE)
		}
		r.draw()
		for i := range recipes.Table {
			before := r.u.state.Slots
			r.u.out.Requests = nil
			r.u.make(recipes.Number(i), 1)
			if len(r.u.out.Requests) > 0 && recipes.Table[i].Station != world.ClassPlain {
				made++
			}
			r.u.state.Slots = before
		}
		if (made > 0) != near {
			t.Errorf("near a workbench: %v: %d of its recipes are made", near, made)
		}
	}
	r.s.Box = Box{}
	r.draw()
	if r.u.topPage().page != pagePlay {
		t.Error("the page of a workbench stays when that is gone")
	}
}

// TestPaletteByKeys: with the arrows alone the focus reaches every recipe, however far they scroll.
func TestPaletteByKeys(t *testing.T) {
	r := newHarness(t)
	r.s.Slots = startSlots()
	r.draw()
	r.key(window.KeyE)
	p := &r.u.palette
	r.u.topPage().focus = p.first
	seen := map[recipes.Number]bool{}
	for range len(recipes.Table)/p.cols + 2 {
		for c := range p.cols {
			if i := p.top*p.cols + r.u.topPage().focus - p.first + c; i < len(p.making.order) {
				seen[p.making.order[i]] = true
			}
		}
		r.key(window.KeyArrowDown)
		if r.u.topPage().focus < p.first {
			break
		}
	}
	if len(seen) != len(recipes.Table) {
		t.Errorf("%d of %d recipes are reached", len(seen), len(recipes.Table))
	}
}

// TestThrowing: what is dropped outside of the panel is thrown, and Q throws in the game and over a slot.
func TestThrowing(t *testing.T) {
	r := newHarness(t)
	r.key(window.KeyQ)
	if got := r.onlyRequest(); got != (Request{Kind: RequestDrop, From: 0, Count: 1}) || r.s.Slots[0].Count != 19 {
		t.Errorf("Q: %+v", got)
	}
	r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyQ, Mods: window.Control})
	if got := r.onlyRequest(); got != (Request{Kind: RequestDrop, From: 0, Count: 19}) {
		t.Errorf("Q with Control: %+v", got)
	}
	r.key(window.KeyE)
	x, y := r.place(16)
	r.click(x, y, window.MouseLeft, 0)
	r.click(3, 3, window.MouseRight, 0)
	if got := r.onlyRequest(); got != (Request{Kind: RequestDrop, From: 16, Count: 1}) || r.u.hand.stack.Count != 29 {
		t.Errorf("outside, right: %+v, %d in the hand", got, r.u.hand.stack.Count)
	}
	r.click(3, 3, window.MouseLeft, 0)
	if got := r.onlyRequest(); got != (Request{Kind: RequestDrop, From: 16, Count: 29}) || r.u.hand.active {
		t.Errorf("outside: %+v", got)
	}
}

// drag presses a button over the first slot, moves over the others, and lets it go over the last one.
func (r *harness) drag(b window.Key, slots ...int) (all []Request) {
	for i, s := range slots {
		x, y := r.place(s)
		move := window.Event{Kind: window.MouseMove, X: float32(x), Y: float32(y), DX: 1, Key: b}
		down, up := move, move
		down.Kind, up.Kind = window.MouseDown, window.MouseUp
		events := []window.Event{move}
		if i == 0 {
			events = append(events, down)
		}
		if i == len(slots)-1 {
			events = append(events, up)
		}
		all = append(all, r.feed(events...).Requests...)
	}
	r.now++
	return all
}

// TestDrags: a drag spreads a stack evenly with the left button and by one with the right one; a press, a move and a release put.
func TestDrags(t *testing.T) {
	r := newHarness(t)
	r.key(window.KeyE)
	if got := r.drag(window.MouseLeft, 0, 5, 20); len(got) != 1 || got[0] != (Request{Kind: RequestMoveItem, From: 0, To: 20, Count: 20}) {
		t.Errorf("held down from slot to slot: %+v", got)
	}
	r.drag(window.MouseLeft, 20)
	got := r.drag(window.MouseLeft, 24, 15, 16, 25)
	if len(got) != 3 || r.s.Slots[24].Count != 6 || r.s.Slots[15].Count != 6 || r.s.Slots[25].Count != 6 || r.s.Slots[20].Count != 2 || r.u.hand.stack.Count != 2 {
		t.Errorf("spread over three: %+v, %d in the hand", got, r.u.hand.stack.Count)
	}
	r.key(window.KeyEscape)
	r.key(window.KeyE)
	r.drag(window.MouseLeft, 16)
	if got := r.drag(window.MouseRight, 21, 22, 23); len(got) != 3 || r.s.Slots[21].Count != 1 || r.s.Slots[23].Count != 1 || r.s.Slots[16].Count != 27 {
		t.Errorf("one each: %+v", got)
	}
}

// TestFastDragsSkipNoSlot: a stroke takes all slots between two places of the mouse, however far apart they are, in the order of the way.
func TestFastDragsSkipNoSlot(t *testing.T) {
	r := newHarness(t)
	for i := range r.s.Slots {
		r.s.Slots[i] = Stack{}
	}
	r.s.Slots[0] = Stack{Item: 1, Count: 30}
	start := r.s.Slots
	for _, d := range []struct {
		button window.Key
		way    []int
		want   []int // slots that get something, in order
	}{
		{window.MouseLeft, []int{18, 26}, []int{18, 19, 20, 21, 22, 23, 24, 25, 26}},
		{window.MouseRight, []int{35, 27}, []int{35, 34, 33, 32, 31, 30, 29, 28, 27}},
		{window.MouseRight, []int{9, 27}, []int{9, 18, 27}},
		{window.MouseRight, []int{17, 35, 27}, []int{17, 26, 35, 34, 33, 32, 31, 30, 29, 28, 27}},
		{window.MouseLeft, []int{27, 11}, []int{27, 19, 11}}, // slanting: 28 and 20 lie beside it
	} {
		r.s.Slots = start
		r.draw()
		r.key(window.KeyE)
		r.drag(window.MouseLeft, 0)
		var got []int
		for _, q := range r.drag(d.button, d.way...) {
			got = append(got, int(q.To))
		}
		if !slices.Equal(got, d.want) {
			t.Errorf("from %v: %v, want %v", d.way, got, d.want)
		}
		r.key(window.KeyEscape)
	}
}

// TestDragsKeepAll drags at random: the requests are moves that the rules allow, and the slots show what the rules say.
func TestDragsKeepAll(t *testing.T) {
	rnd := testrand.New(t)
	moves := 0
	for round := range testrand.Rounds(40) {
		r := newHarness(t)
		for i := range r.s.Slots {
			r.s.Slots[i] = Stack{}
			if rnd.IntN(2) > 0 {
				r.s.Slots[i] = Stack{Item: uint16(1 + rnd.IntN(3)), Count: uint8(1 + rnd.IntN(world.StackMax))}
			}
		}
		rules := r.s.Slots
		r.draw()
		r.key(window.KeyE)
		for range 40 {
			var way []int
			for range 1 + rnd.IntN(6) {
				way = append(way, rnd.IntN(Slots))
			}
			for _, w := range r.drag([]window.Key{window.MouseLeft, window.MouseRight}[rnd.IntN(2)], way...) {
				if moves++; !perform(&rules, w) {
					t.Fatalf("round %d: the rules refuse %+v", round, w)
				}
			}
			if rules != r.u.state.Slots {
				t.Fatalf("round %d: %v is shown, the rules say %v", round, r.u.state.Slots, rules)
			}
			r.now -= float64(rnd.IntN(2)) // some are double clicks
		}
	}
	t.Logf("%d moves", moves)
}
