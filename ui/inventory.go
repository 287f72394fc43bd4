package ui

import (
	"voxtide/render"
	"voxtide/textures"
	"voxtide/window"
	"voxtide/world"
)

// bag is what the player does with the inventory: a stack that was taken lies on the cursor, and moves when it is put.
// Nothing has moved before that, so there is nothing to take back.
type bag struct {
	taken bool
	from  uint8
	count uint8
}

// inventoryPage shows the own slots: three rows and the hotbar.
func inventoryPage(u *UI, k *kit) {
	side, gap := k.px(slotSide), k.px(4)
	wide := Hotbar*(slotSide+4) - 4 + 2*pad
	in := k.sheet(wide, 4*(slotSide+4)+textHead+16+2*pad+14+3*textSmall+34, "Inventory")
	if u.closesInventory() {
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
			if u.slot(slot, rect{in.x + col*(side+gap), y, side, side}) {
				name = u.slotName(slot)
			}
		}
	}
	y := in.y + 4*(side+gap) + k.px(22)
	k.label(rect{in.x, y, in.w, k.px(textBody)}, render.Medium, textBody, 0, colourText, name)
	k.words(&rect{in.x, y + k.px(textBody+4), in.w, 0}, textSmall, colourDim, u.bagHint())
	u.carried()
}

// closesInventory tells whether the key of the inventory was pressed again.
func (u *UI) closesInventory() bool {
	for _, b := range u.options.Bindings {
		if b.Name == ControlInventory && b.Key != window.KeyNone && u.kit.event.Kind == window.KeyDown && u.kit.take(b.Key) {
			return true
		}
	}
	return false
}

func (u *UI) bagHint() string {
	if u.bag.taken {
		return "Put it: click or Enter. Esc closes; nothing has moved yet."
	}
	return "Take: click or Enter. Half: right click. Shift: to or from the hotbar. 1-9: into that slot."
}

// slotName returns what a slot holds, for reading.
func (u *UI) slotName(slot int) string {
	if s := u.state.Slots[slot]; s.Count > 0 {
		return BlockName(s.Block)
	}
	return ""
}

// slot handles and draws a slot and tells whether it has the focus.
func (u *UI) slot(slot int, r rect) bool {
	k := &u.kit
	_, focused := k.spot(r)
	shift := k.event.Mods&window.Shift != 0
	switch {
	case k.clicked(r, window.MouseLeft), focused && k.entered(), focused && k.take(window.KeySpace):
		if shift && !u.bag.taken {
			u.across(slot)
		} else {
			u.press(slot, false)
		}
	case k.clicked(r, window.MouseRight):
		u.press(slot, true)
	case focused && k.live && k.event.Kind == window.KeyDown && k.event.Key >= window.Key1 && k.event.Key <= window.Key9:
		k.live = false
		u.swap(slot, int(k.event.Key-window.Key1))
	}
	k.fill(r, colourWell)
	if focused {
		k.fill(r, colourLit)
	}
	s := u.state.Slots[slot]
	if u.bag.taken && int(u.bag.from) == slot {
		s.Count -= min(s.Count, u.bag.count)
	}
	u.items(r, s)
	if focused {
		k.frame(r, 2*k.thin(), colourAccent)
	} else {
		k.frame(r, k.thin(), colourEdge)
	}
	return focused
}

// press takes from a slot or puts what was taken into it: all of it or, with the other button, half and then one.
func (u *UI) press(slot int, part bool) {
	b := &u.bag
	if !b.taken {
		if n := u.state.Slots[slot].Count; n > 0 {
			*b = bag{true, uint8(slot), n}
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
		n = u.move(int(b.from), slot, n)
	}
	if b.count -= n; b.count == 0 {
		b.taken = false
	}
}

// move wishes for a move as far as the slots allow, shows it at once, and returns how many moved. The rules are those
// of the game: equal blocks join, different ones change places if the whole stack moves.
func (u *UI) move(from, to int, n uint8) uint8 {
	a, b := u.state.Slots[from], u.state.Slots[to]
	n = min(n, a.Count)
	switch {
	case n == 0:
		return 0
	case b.Count == 0 || b.Block == a.Block:
		n = min(n, world.StackMax-min(b.Count, world.StackMax))
		if n == 0 {
			return 0
		}
		u.state.Slots[to] = Stack{a.Block, b.Count + n}
		u.state.Slots[from].Count -= n
	case n == a.Count:
		u.state.Slots[from], u.state.Slots[to] = b, a
	default:
		return 0
	}
	u.wish(Wish{Want: WantMove, From: uint8(from), To: uint8(to), Count: n})
	return n
}

// swap lets a slot and one of the hotbar change places.
func (u *UI) swap(slot, hotbar int) {
	u.bag.taken = false
	switch {
	case slot == hotbar:
	case u.state.Slots[slot].Count > 0:
		u.move(slot, hotbar, u.state.Slots[slot].Count)
	default:
		u.move(hotbar, slot, u.state.Slots[hotbar].Count)
	}
}

// across moves a stack between the hotbar and the rest: to equal blocks first, then to an empty slot.
func (u *UI) across(slot int) {
	first, end := Hotbar, Slots
	if slot >= Hotbar {
		first, end = 0, Hotbar
	}
	for _, equal := range []bool{true, false} {
		for to := first; to < end; to++ {
			s := u.state.Slots[to]
			if equal == (s.Count > 0) && (!equal || s.Block == u.state.Slots[slot].Block) {
				u.move(slot, to, u.state.Slots[slot].Count)
			}
		}
	}
}

// carried draws what was taken at the cursor, or over the slot with the focus for who uses the keys.
func (u *UI) carried() {
	k, b := &u.kit, &u.bag
	if !b.taken || !k.drawing {
		return
	}
	size := k.px(textures.IconSize)
	at := rect{k.mouse[0] - size/2, k.mouse[1] - size/2, size, size}
	if k.keyed && k.focus < len(k.spots) {
		s := k.spots[k.focus]
		at.x, at.y = s.x+k.px(12), s.y-k.px(12)
	}
	u.items(at, Stack{u.state.Slots[b.from].Block, b.count})
}
