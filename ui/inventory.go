package ui

import (
	"voxtide/render/draw2d"
	"voxtide/render/textures"
	"voxtide/window"
)

// inventoryPage shows the player's slots: three rows and the hotbar.
func inventoryPage(u *UI, k *widgets) {
	side, gap := k.px(slotSide), k.px(4)
	wide := Hotbar*(slotSide+4) - 4 + 2*pad
	in := k.dialog(wide, 4*(slotSide+4)+textHead+16+2*pad+14+3*textSmall+34, "Inventory")
	if u.takeInventoryKey() {
		u.back()
		return
	}
	name := ""
	for row := range Slots / Hotbar {
		y := in.y + row*(side+gap)
		if row == Slots/Hotbar-1 {
			y += k.px(14)
		}
		for col := range Hotbar {
			slot := (row+1)*Hotbar%Slots + col // the hotbar is the last row
			if u.inventorySlot(slot, rect{in.x + col*(side+gap), y, side, side}) {
				name = u.slotName(slot)
			}
		}
	}
	y := in.y + 4*(side+gap) + k.px(22)
	k.label(rect{in.x, y, in.w, k.px(textBody)}, draw2d.Medium, textBody, 0, colourText, name)
	k.paragraph(&rect{in.x, y + k.px(textBody+4), in.w, 0}, textSmall, colourDim, u.dragHint())
	u.drawDragged()
}

// takeInventoryKey reports whether the key of the inventory was pressed again, and takes it.
func (u *UI) takeInventoryKey() bool {
	for _, b := range u.bindings {
		if b.Name == ControlInventory && b.Key != window.KeyNone && u.widgets.event.Kind == window.KeyDown && u.widgets.takeKey(b.Key) {
			return true
		}
	}
	return false
}

func (u *UI) dragHint() string {
	if u.itemDrag.active {
		return "Place: click or Enter. One item: right click. Esc cancels."
	}
	return "Pick up: click or Enter. Half: right click. Shift-click: quick move. 1-9: swap with hotbar slot."
}

// slotName returns the name of the item in a slot, "" for an empty one.
func (u *UI) slotName(slot int) string {
	if s := u.state.Slots[slot]; s.Count > 0 {
		return ItemName(s.Item)
	}
	return ""
}

// inventorySlot handles and draws a slot and reports whether it has the focus.
func (u *UI) inventorySlot(slot int, r rect) bool {
	k := &u.widgets
	_, focused := k.focusable(r)
	shift := k.event.Mods&window.Shift != 0
	switch {
	case k.takeClick(r, window.MouseLeft), focused && k.takeEnter(), focused && k.takeKey(window.KeySpace):
		if shift && !u.itemDrag.active {
			u.quickMove(slot)
		} else {
			u.clickSlot(slot, false)
		}
	case k.takeClick(r, window.MouseRight):
		u.clickSlot(slot, true)
	case focused && k.pending && k.event.Kind == window.KeyDown && k.event.Key >= window.Key1 && k.event.Key <= window.Key9:
		k.pending = false
		u.swapWithHotbar(slot, int(k.event.Key-window.Key1))
	}
	k.fill(r, colourWell)
	if focused {
		k.fill(r, colourFocus)
	}
	s := u.state.Slots[slot]
	if u.itemDrag.active && int(u.itemDrag.from) == slot {
		s.Count -= min(s.Count, u.itemDrag.count)
	}
	u.icons.drawStack(k, r, s, u.state.Survival)
	if focused {
		k.outline(r, 2*k.hairline(), colourAccent)
	} else {
		k.outline(r, k.hairline(), colourEdge)
	}
	return focused
}

// clickSlot picks up the stack of a slot, or places the dragged one there. The right button picks up half of a stack, and
// places one item.
func (u *UI) clickSlot(slot int, part bool) {
	b := &u.itemDrag
	if !b.active {
		if n := u.state.Slots[slot].Count; n > 0 {
			*b = itemDrag{true, uint8(slot), n}
			if part {
				b.count = (n + 1) / 2
			}
		}
		return
	}
	n := b.count
	if part {
		n = 1
	}
	if int(b.from) != slot {
		n = u.moveItems(int(b.from), slot, n)
	}
	if b.count -= n; b.count == 0 {
		b.active = false
	}
}

// moveItems requests a move as far as the slots allow, shows it at once, and returns how many items moved. The rules are
// those of the game: equal blocks stack, different stacks swap if the whole stack moves.
func (u *UI) moveItems(from, to int, n uint8) uint8 {
	a, b := u.state.Slots[from], u.state.Slots[to]
	n = min(n, a.Count)
	switch {
	case n == 0:
		return 0
	case b.Count == 0 || b.stack().Joins(a.stack()):
		n = min(n, a.stack().Max()-min(b.Count, a.stack().Max()))
		if n == 0 {
			return 0
		}
		u.state.Slots[to] = Stack{a.Item, b.Count + n, a.Wear}
		u.state.Slots[from].Count -= n
	case n == a.Count:
		u.state.Slots[from], u.state.Slots[to] = b, a
	default:
		return 0
	}
	u.request(Request{Kind: RequestMoveItem, From: uint8(from), To: uint8(to), Count: n})
	return n
}

// swapWithHotbar swaps a slot with one of the hotbar.
func (u *UI) swapWithHotbar(slot, hotbar int) {
	u.itemDrag.active = false
	switch {
	case slot == hotbar:
	case u.state.Slots[slot].Count > 0:
		u.moveItems(slot, hotbar, u.state.Slots[slot].Count)
	default:
		u.moveItems(hotbar, slot, u.state.Slots[hotbar].Count)
	}
}

// quickMove moves a stack between the hotbar and the other slots: to equal blocks first, then to an empty slot.
func (u *UI) quickMove(slot int) {
	first, end := Hotbar, Slots
	if slot >= Hotbar {
		first, end = 0, Hotbar
	}
	for _, equal := range []bool{true, false} {
		for to := first; to < end; to++ {
			s := u.state.Slots[to]
			if equal == (s.Count > 0) && (!equal || s.stack().Joins(u.state.Slots[slot].stack())) {
				u.moveItems(slot, to, u.state.Slots[slot].Count)
			}
		}
	}
}

// drawDragged draws the dragged stack at the cursor, or over the focused slot for a player who uses the keys.
func (u *UI) drawDragged() {
	k, b := &u.widgets, &u.itemDrag
	if !b.active || !k.drawing {
		return
	}
	size := k.px(textures.IconSize)
	at := rect{k.mouse[0] - size/2, k.mouse[1] - size/2, size, size}
	if k.focusByKeys && k.focus < len(k.focusRects) {
		s := k.focusRects[k.focus]
		at.x, at.y = s.x+k.px(12), s.y-k.px(12)
	}
	u.icons.drawStack(k, at, Stack{u.state.Slots[b.from].Item, b.count, u.state.Slots[b.from].Wear}, u.state.Survival)
}
