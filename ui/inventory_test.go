package ui

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/window"
	"voxtide/world"
)

// place returns the middle of a slot on the page of the inventory.
func (r *harness) place(slot int) (x, y int) {
	s := r.u.widgets.focusRects[(slot+Slots-Hotbar)%Slots]
	return s.x + s.w/2, s.y + s.h/2
}

// TestInventory moves stacks by hand.
func TestInventory(t *testing.T) {
	r := newHarness(t)
	type stroke struct {
		slot int
		b    window.Key
		mods window.Mods
		key  window.Key
		soon float64 // seconds less than one since the stroke before
	}
	left, right := window.MouseLeft, window.MouseRight
	for _, c := range []struct {
		name    string
		strokes []stroke
		want    []Request
	}{
		{"a stack", []stroke{{slot: 0, b: left}, {slot: 20, b: left}}, []Request{{Kind: RequestMoveItem, From: 0, To: 20, Count: 20}}},
		{"one by one", []stroke{{slot: 0, b: left}, {slot: 20, b: right}, {slot: 21, b: right}}, []Request{{Kind: RequestMoveItem, From: 0, To: 20, Count: 1}, {Kind: RequestMoveItem, From: 0, To: 21, Count: 1}}},
		{"half", []stroke{{slot: 0, b: right}, {slot: 20, b: left}}, []Request{{Kind: RequestMoveItem, From: 0, To: 20, Count: 10}}},
		{"of others: all change places", []stroke{{slot: 0, b: left}, {slot: 16, b: left}}, []Request{{Kind: RequestMoveItem, From: 0, To: 16, Count: 20}}},
		{"of others: half stays", []stroke{{slot: 0, b: right}, {slot: 16, b: left}}, nil},
		{"back", []stroke{{slot: 0, b: left}, {slot: 0, b: left}, {slot: 20, b: left}}, nil},
		{"from nothing", []stroke{{slot: 20, b: left}, {slot: 0, b: right}}, nil},
		{"across", []stroke{{slot: 0, b: left, mods: window.Shift}}, []Request{{Kind: RequestMoveItem, From: 0, To: 9, Count: 20}}},
		{"across from outside", []stroke{{slot: 16, b: left, mods: window.Shift}}, []Request{{Kind: RequestMoveItem, From: 16, To: 1, Count: 30}}},
		{"a number", []stroke{{slot: 16, key: window.Key3}}, []Request{{Kind: RequestMoveItem, From: 16, To: 2, Count: 30}}},
		{"a number to an empty slot", []stroke{{slot: 20, key: window.Key1}}, []Request{{Kind: RequestMoveItem, From: 0, To: 20, Count: 20}}},
		{"Enter", []stroke{{slot: 0, key: window.KeyEnter}, {slot: 20, key: window.KeyEnter}}, []Request{{Kind: RequestMoveItem, From: 0, To: 20, Count: 20}}},
		{"a double click", []stroke{{slot: 16, b: right}, {slot: 20, b: right}, {slot: 21, b: left}, {slot: 21, b: left}, {slot: 21, b: left, soon: 0.8}, {slot: 22, b: left}}, []Request{{Kind: RequestMoveItem, From: 16, To: 20, Count: 1},
			{Kind: RequestMoveItem, From: 16, To: 21, Count: 14}, {Kind: RequestMoveItem, From: 16, To: 21, Count: 15}, {Kind: RequestMoveItem, From: 20, To: 21, Count: 1}, {Kind: RequestMoveItem, From: 21, To: 22, Count: 30}}},
		{"Space", []stroke{{slot: 0, key: window.KeySpace}, {slot: 20, key: window.KeySpace}, {slot: 21, key: window.KeyEnter}}, []Request{{Kind: RequestMoveItem, From: 0, To: 20, Count: 1}, {Kind: RequestMoveItem, From: 0, To: 21, Count: 9}}},
		{"Enter with Shift", []stroke{{slot: 16, key: window.KeyEnter, mods: window.Shift}}, []Request{{Kind: RequestMoveItem, From: 16, To: 1, Count: 30}}},
		{"spread by keys", []stroke{{slot: 0, key: window.KeyEnter}, {slot: 20, key: window.KeySpace, mods: window.Shift}, {slot: 21, key: window.KeySpace, mods: window.Shift}, {slot: 22, key: window.KeySpace, mods: window.Shift}, {slot: 23, key: window.KeyEnter}},
			[]Request{{Kind: RequestMoveItem, From: 0, To: 20, Count: 6}, {Kind: RequestMoveItem, From: 0, To: 21, Count: 6}, {Kind: RequestMoveItem, From: 0, To: 22, Count: 6}}},
		{"drop", []stroke{{slot: 16, key: window.KeyQ}, {slot: 16, key: window.KeyQ, mods: window.Control}}, []Request{{Kind: RequestDrop, From: 16, Count: 1}, {Kind: RequestDrop, From: 16, Count: 29}}},
	} {
		r.s.Slots = newHarness(t).s.Slots
		r.u.ShowBase(Play)
		r.draw()
		r.key(window.KeyE)
		var got []Request
		for _, s := range c.strokes {
			x, y := r.place(s.slot)
			r.now += 1 - s.soon
			if s.key != 0 {
				r.feed(window.Event{Kind: window.MouseMove, X: float32(x), Y: float32(y), DX: 1}, window.Event{Kind: window.KeyDown, Key: s.key, Mods: s.mods})
			} else {
				r.click(x, y, s.b, s.mods)
			}
			got = append(got, r.out.Requests...)
		}
		if len(got) != len(c.want) {
			t.Fatalf("%s: %+v, want %+v", c.name, got, c.want)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %+v, want %+v", c.name, got[i], c.want[i])
			}
		}
	}
	r.u.dropHand()
	x, y := r.place(4)
	r.feed(window.Event{Kind: window.MouseMove, X: float32(x), Y: float32(y), DX: 1})
	r.expectText(ItemName(uint16(world.Stone) + 1))
}

// TestMoves: whatever slots are clicked, the requests are moves that the rules of the game allow, and the page shows the
// slots as the rules leave them.
func TestMoves(t *testing.T) {
	rnd := testrand.New(t)
	for round := range testrand.Rounds(30) {
		r := newHarness(t)
		for i := range r.s.Slots {
			r.s.Slots[i] = Stack{}
			if rnd.IntN(3) > 0 {
				r.s.Slots[i] = Stack{Item: uint16(1 + rnd.IntN(3)), Count: uint8(1 + rnd.IntN(world.StackMax))}
			}
		}
		rules := r.s.Slots
		r.draw()
		r.key(window.KeyE)
		for range 60 {
			x, y := r.place(rnd.IntN(Slots))
			switch rnd.IntN(5) {
			case 0:
				r.feed(window.Event{Kind: window.MouseMove, X: float32(x), Y: float32(y), DX: 1}, window.Event{Kind: window.KeyDown, Key: window.Key1 + window.Key(rnd.IntN(9))})
			case 1:
				r.click(x, y, window.MouseLeft, window.Shift)
			case 2:
				r.click(x, y, window.MouseRight, 0)
			default:
				r.click(x, y, window.MouseLeft, 0)
			}
			for _, w := range r.out.Requests {
				if !perform(&rules, w) {
					t.Fatalf("round %d: the rules refuse %+v", round, w)
				}
			}
			if rules != r.u.state.Slots {
				t.Fatalf("round %d: %v is shown, the rules say %v", round, r.u.state.Slots, rules)
			}
		}
	}
}

// perform moves items as the rules do and reports whether they allow the move.
func perform(s *[Slots]Stack, w Request) bool {
	from, to := s[w.From], s[w.To]
	switch {
	case w.From == w.To, w.Count == 0, w.Count > from.Count:
		return false
	case to.Count == 0 || to.Item == from.Item:
		if int(to.Count)+int(w.Count) > world.StackMax {
			return false
		}
		to = Stack{Item: from.Item, Count: to.Count + w.Count}
		if from.Count -= w.Count; from.Count == 0 {
			from = Stack{}
		}
	case w.Count == from.Count:
		from, to = to, from
	default:
		return false
	}
	s[w.From], s[w.To] = from, to
	return true
}
