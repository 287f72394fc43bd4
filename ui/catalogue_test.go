package ui

import (
	"testing"

	"voxtide/window"
	"voxtide/world"
)

// TestCatalogue: every item that has a group is in one tab, and in the tab of all; the search finds each by its name.
func TestCatalogue(t *testing.T) {
	r := newHarness(t)
	r.s.Survival = false
	r.draw()
	r.key(window.KeyE)
	seen := map[uint16]int{}
	for tab := range tabs {
		if tab > 0 && tabIcons[tab] == 0 {
			t.Errorf("the tab %s has no picture", tabs[tab].name)
		}
		at := r.u.widgets.focusRects[Slots+1+tab]
		r.click(at.x+5, at.y+5, window.MouseLeft, 0)
		if n := len(r.u.palette.catalog.items); n < 10 {
			t.Errorf("%d items in %s", n, tabs[tab].name)
		}
		for _, it := range r.u.palette.catalog.items {
			seen[it]++
		}
	}
	for _, it := range allItems {
		if want := 2; groupOf(it) != world.GroupNone && seen[uint16(it)] != want {
			t.Errorf("%v is in %d tabs", it, seen[uint16(it)])
		}
	}
	at := r.u.widgets.focusRects[Slots+1]
	r.click(at.x+5, at.y+5, window.MouseLeft, 0)
	found := 0
	for _, it := range allItems {
		if groupOf(it) == world.GroupNone {
			continue
		}
		r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyF, Mods: window.Control})
		r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyU, Mods: window.Control})
		r.typeText(ItemName(uint16(it)))
		there := false
		for _, i := range r.u.palette.catalog.items {
			there = there || i == uint16(it)
		}
		if found++; !there {
			t.Errorf("the search does not find %v", it)
		}
	}
	if r.u.topPage().page != pageInventory {
		t.Error("typing closes the page")
	}
	r.key(window.KeyEscape)
	if r.u.topPage().page != pageInventory || r.u.palette.typing {
		t.Error("Esc does not end the search first")
	}
	t.Logf("%d items in %d tabs, %d found by their names", len(seen), len(tabs), found)
}

// cellAt returns the middle of a cell of the palette.
func (r *harness) cellAt(i int) (x, y int) {
	c := r.u.widgets.focusRects[r.u.palette.first+i-r.u.palette.top*r.u.palette.cols]
	return c.x + c.w/2, c.y + c.h/2
}

// TestTaking: stacks out of the catalogue go where they are put, by the mouse and by the keys.
func TestTaking(t *testing.T) {
	r := newHarness(t)
	r.s.Survival = false
	r.draw()
	r.key(window.KeyE)
	item := r.u.palette.catalog.items[3]
	x, y := r.cellAt(3)
	r.click(x, y, window.MouseLeft, 0)
	if len(r.out.Requests) > 0 {
		t.Fatalf("taking alone: %+v", r.out.Requests)
	}
	r.click(firstOf(r.place(20)), second(r.place(20)), window.MouseRight, 0)
	if got := r.onlyRequest(); got != (Request{Kind: RequestProvide, To: 20, Item: item, Count: 1}) {
		t.Errorf("%+v", got)
	}
	r.click(firstOf(r.place(20)), second(r.place(20)), window.MouseLeft, 0)
	if got := r.onlyRequest(); got != (Request{Kind: RequestProvide, To: 20, Item: item, Count: world.StackMax}) || r.u.hand.active {
		t.Errorf("%+v", got)
	}
	r.click(x, y, window.MouseLeft, window.Shift)
	if got := r.onlyRequest(); got != (Request{Kind: RequestProvide, To: 1, Item: item, Count: world.StackMax}) {
		t.Errorf("with Shift: %+v", got)
	}
	r.key(window.Key5)
	if got := r.onlyRequest(); got != (Request{Kind: RequestProvide, To: 4, Item: item, Count: world.StackMax}) {
		t.Errorf("a number: %+v", got)
	}
	r.click(firstOf(r.place(4)), second(r.place(4)), window.MouseLeft, 0) // what is put on the catalogue is gone
	r.click(x, y, window.MouseLeft, 0)
	if got := r.onlyRequest(); got != (Request{Kind: RequestProvide, To: 4}) || r.s.Slots[4].Count != 0 {
		t.Errorf("put back: %+v", got)
	}
	r.key(window.KeyEscape)
	r.s.Survival = true
	r.draw()
	r.key(window.KeyE)
	for range 20 {
		r.click(x, y, window.MouseLeft, 0)
		for _, w := range r.out.Requests {
			if w.Kind == RequestProvide {
				t.Fatal("a survival player takes things out of the catalogue")
			}
		}
	}
}

func firstOf(x, _ int) int { return x }
func second(_, y int) int  { return y }
