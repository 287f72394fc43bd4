package ui

import (
	"cmp"
	"slices"

	"voxtide/recipes"
	"voxtide/window"
	"voxtide/world"
)

// making is what can be made of what the player has, at the stations that are near.
type making struct {
	stale bool // the order is to be made again
	slots [Slots]Stack
	near  recipes.Stations
	known bool
	times []int            // how often each recipe can be made
	order []recipes.Number // what the cells show
	stock [Slots]world.Stack
}

// fillMaking brings the list up to date: what can be made first, then what some of the ingredients are there for.
func (u *UI) fillMaking() int {
	m, p := &u.palette.making, &u.palette
	if !m.known || m.slots != u.state.Slots || m.near != u.state.Near {
		m.known, m.slots, m.near = true, u.state.Slots, u.state.Near
		m.stale = true
		m.times = m.times[:0]
		u.fillStock()
		for i := range recipes.Table {
			n := 0
			if r := &recipes.Table[i]; m.near.Has(r.Station) {
				n = r.Times(m.stock[:])
			}
			m.times = append(m.times, n)
		}
		u.tip.forget()
	}
	if m.stale && (!p.hasFocus(&u.widgets) || p.typing || len(m.order) == 0) {
		m.stale = false
		m.sort(p)
	}
	return len(m.order)
}

// fillStock copies the slots as the rules know them.
func (u *UI) fillStock() {
	for i := range u.palette.making.stock {
		u.palette.making.stock[i] = u.state.Slots[i].stack()
	}
}

// sort fills the order with the recipes that the search lets through.
func (m *making) sort(p *palette) {
	m.order = m.order[:0]
	for i := range recipes.Table {
		if p.meets(uint16(recipes.Table[i].Out.Item)) {
			m.order = append(m.order, recipes.Number(i))
		}
	}
	slices.SortStableFunc(m.order, func(a, b recipes.Number) int { return cmp.Compare(m.rank(a), m.rank(b)) })
}

// rank returns 0 for what can be made, 1 for what would be possible at a station, 2 for what some of the ingredients are there for, and 3
// for the rest.
func (m *making) rank(n recipes.Number) int {
	r := &recipes.Table[n]
	if m.times[n] > 0 {
		return 0
	}
	all, some := true, false
	for i := range r.In {
		held := r.In[i].Held(m.stock[:])
		all = all && held >= int(r.In[i].Count)
		some = some || held > 0
	}
	switch {
	case all:
		return 1
	case some:
		return 2
	}
	return 3
}

// recipeCell handles and draws the cell of a recipe: a press makes it once, with Shift as often as it goes.
func (u *UI) recipeCell(i int, at rect, focused bool) {
	k, m := &u.widgets, &u.palette.making
	n := m.order[i]
	shift := k.event.Mods&window.Shift != 0
	enter := focused && !u.palette.typing && (k.takeEnter() || k.event.Kind == window.KeyDown && k.takeKey(window.KeySpace))
	if k.takeClick(at, window.MouseLeft) || enter {
		times := 1
		if shift {
			times = recipes.TimesMax
		}
		u.make(n, times)
		m = &u.palette.making
	}
	r := &recipes.Table[n]
	u.cell(at, Stack{Item: uint16(r.Out.Item), Count: r.Out.Count}, focused, m.times[n] == 0)
	if focused && k.drawing && !u.hand.active && k.looksAt(at) {
		u.tip.ofRecipe(n, m)
		u.tip.at = at
	}
}

// make makes a recipe up to some times: as often as there is room for.
func (u *UI) make(n recipes.Number, times int) {
	m, r := &u.palette.making, &recipes.Table[n]
	u.fillStock()
	if !u.state.Near.Has(r.Station) {
		u.toast.show("This is made at "+stationName(r.Station), u.widgets.now)
		return
	}
	times = min(times, r.Times(m.stock[:]))
	if times == 0 {
		u.toast.show("Something for it is missing", u.widgets.now)
		return
	}
	for ; times > 0; times-- {
		u.fillStock()
		if r.Make(m.stock[:], times) {
			break
		}
	}
	if times == 0 {
		u.toast.show("No room for it", u.widgets.now)
		return
	}
	for i := range u.state.Slots {
		s := m.stock[i]
		u.state.Slots[i] = Stack{uint16(s.Item), s.Count, s.Wear}
	}
	u.dropHand()
	u.request(Request{Kind: RequestCraft, Recipe: n, Count: uint8(times)})
}

// stationName returns what a station is called in a sentence.
func stationName(c world.Class) string {
	switch c {
	case world.ClassWorkbench:
		return "a workbench"
	case world.ClassAnvil:
		return "an anvil"
	}
	return "a station"
}
