package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
	"voxtide/world"
)

// catalogue is the list of all items, of which creative players take as many as they like.
type catalogue struct {
	stale bool
	items []uint16 // of the tab, that the search lets through
}

// catalogueTab is a tab: a group of items, and the item that stands for it.
type catalogueTab struct {
	name, icon string
}

// tabs are the tabs by world.Group, the first of all items.
var tabs = [world.GroupCount]catalogueTab{
	world.GroupNone: {"All", ""}, world.GroupStone: {"Stone", "stone_bricks"}, world.GroupWood: {"Wood", "planks"}, world.GroupColour: {"Colours", "red_wool"},
	world.GroupNature: {"Nature", "red_flower"}, world.GroupDevices: {"Devices", "workbench"}, world.GroupThings: {"Things", "iron_pick"},
}

// tabIcons are the items that stand for the tabs.
var tabIcons = func() (out [world.GroupCount]uint16) {
	for i, t := range tabs {
		if it, known := world.ItemNamed(t.icon); known {
			out[i] = uint16(it)
		}
	}
	return out
}()

// tabCount returns the number of tabs that the page shows.
func (u *UI) tabCount() int {
	if u.state.Survival {
		return 0
	}
	return len(tabs)
}

// groupOf returns the group of an item; GroupNone for what is not in the catalogue.
func groupOf(it world.Item) world.Group {
	if it >= world.FirstThing {
		return world.GroupThings
	}
	return it.Block().Kind().Info().Group
}

// fillCatalogue brings the list up to date and returns the number of items.
func (u *UI) fillCatalogue() int {
	c, p := &u.palette.catalog, &u.palette
	if !c.stale {
		return len(c.items)
	}
	c.stale = false
	c.items = c.items[:0]
	for _, it := range allItems {
		if g := groupOf(it); g != world.GroupNone && (p.tab == 0 || p.tab == int(g)) && p.meets(uint16(it)) {
			c.items = append(c.items, uint16(it))
		}
	}
	return len(c.items)
}

var allItems = world.AppendItems(nil)

// catalogueTabs handles and draws the tabs, and cuts them from the top of an area.
func (u *UI) catalogueTabs(r *rect) {
	k, p := &u.widgets, &u.palette
	cols := max(1, (r.w+k.px(4))/k.px(tabStep))
	for i := range tabs {
		at := rect{r.x + i%cols*k.px(tabStep), r.y + i/cols*k.px(tabStep), k.px(tabSide), k.px(tabSide)}
		pressed, focused := k.pressable(at)
		if pressed {
			p.tab, p.top, p.catalog.stale = i, 0, true
		}
		k.controlBackground(at, focused)
		if p.tab == i {
			k.fill(rect{at.x, at.y + at.h - k.px(3), at.w, k.px(3)}, colourAccent)
		}
		if tabIcons[i] == 0 {
			k.label(at, draw2d.Medium, textSmall, 1, colourText, tabs[i].name)
		} else {
			size := k.px(24)
			u.icons.draw(k, at.x+(at.w-size)/2, at.y+(at.h-size)/2, size, tabIcons[i])
		}
		if focused && k.drawing && k.looksAt(at) {
			u.tip.ofText(tabs[i].name)
			u.tip.at = at
		}
	}
	rows := (len(tabs) + cols - 1) / cols
	r.cutTop(rows*k.px(tabStep)-k.px(4), k.px(8))
}

// catalogueCell handles and draws an item of the catalogue: a press takes a stack, with the right button one, with Shift into a free
// slot; a dragged stack that is put here is gone.
func (u *UI) catalogueCell(i int, at rect, focused bool) {
	k, h := &u.widgets, &u.hand
	item := u.palette.catalog.items[i]
	full := Stack{Item: item, Count: Stack{Item: item, Count: 1}.stack().Max()}
	keys := focused && !u.palette.typing && k.pending && k.event.Kind == window.KeyDown
	mods := k.event.Mods
	whole, one := k.takeClick(at, window.MouseLeft) || keys && k.takeEnter(), k.takeClick(at, window.MouseRight) || keys && k.takeKey(window.KeySpace)
	switch {
	case !whole && !one:
		if keys && k.pending && k.event.Key >= window.Key1 && k.event.Key <= window.Key9 {
			k.pending = false
			u.dropHand()
			u.provide(int(k.event.Key-window.Key1), full)
		}
	case h.active && h.from == nowhere && h.stack.Item == item:
		h.stack.Count = min(h.stack.Count+1, full.Count)
		if whole {
			h.stack = full
		}
	case h.active:
		u.discardHand()
	case mods&window.Shift != 0:
		u.provideFree(full)
	default:
		s := full
		if one {
			s.Count = 1
		}
		h.active, h.from, h.stack = true, nowhere, s
		if k.event.Kind == window.MouseDown {
			h.stroke.end()
			h.stroke.button, h.stroke.picked, h.stroke.pressed = k.event.Key, true, nowhere
		}
	}
	u.cell(at, Stack{Item: item, Count: 1}, focused, false)
	if focused && k.drawing && !h.active && k.looksAt(at) {
		u.tip.ofStack(full)
		u.tip.at = at
	}
}

// provideFree puts a stack into the first free slot, of the hotbar if there is one.
func (u *UI) provideFree(s Stack) {
	for i := range u.state.Slots {
		if u.state.Slots[i].Count == 0 {
			u.provide(i, s)
			return
		}
	}
	u.toast.show("No free slot", u.widgets.now)
}

// discardHand makes an end of the dragged stack, in creative mode.
func (u *UI) discardHand() {
	h := &u.hand
	if h.from < Slots {
		s := u.state.Slots[h.from]
		u.provide(h.from, s.with(s.Count-min(s.Count, h.stack.Count)))
	}
	u.dropHand()
}
