package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
)

// Sizes of the pages with slots, in pixels at a scale of one.
const (
	ownWide   = Hotbar*cellStep - 4
	hotbarGap = 10 // above the hotbar's row
	ownTall   = Slots/Hotbar*cellStep - 4 + hotbarGap
	columnGap = 20
)

// inventoryPage shows the player's slots, and beside them what can be made, or the catalogue in creative mode.
func inventoryPage(u *UI, k *widgets) {
	u.checkHand()
	u.paletteKeys()
	if !u.typesText() && u.takeInventoryKey() {
		u.back()
		return
	}
	cols := (k.w - k.px(16+2*pad+ownWide+columnGap+paletteBar)) / k.px(cellStep)
	cols = min(max(cols, 3), paletteWide)
	tall := min(max(k.h*2/k.scaleHalves-60, 370), 540)
	wide := ownWide + columnGap + cols*cellStep + paletteBar - 4 + 2*pad
	title := "Inventory"
	if u.topPage().ofBlock && u.state.Box.Item != 0 {
		title = ItemName(u.state.Box.Item)
	}
	in := k.dialog(wide, tall, title)
	page := k.panelRect(wide, tall)
	own := rect{in.x, in.y + in.h - k.px(ownTall), k.px(ownWide), k.px(ownTall)}
	u.ownSlots(own.x, own.y)
	u.drawHints(rect{in.x, in.y, own.w, own.y - in.y})
	u.drawPalette(rect{own.x + own.w + k.px(columnGap), page.y + k.px(pad), in.x + in.w - own.x - own.w - k.px(columnGap), in.y + in.h - page.y - k.px(pad)})
	u.endItemPage(page)
}

// endItemPage ends a page with slots: the dragged stack and the tip lie over all else, and a refusal is told there, too.
func (u *UI) endItemPage(page rect) {
	k := &u.widgets
	u.handOverPage(page)
	u.drawTip()
	if k.drawing {
		u.toast.draw(k, min(k.h, page.y+page.h+k.px(34)))
	}
}

// ownSlots handles and draws the own slots: three rows, and the hotbar below them.
func (u *UI) ownSlots(x, y int) {
	k := &u.widgets
	step, side := k.px(cellStep), k.px(slotSide)
	for row := range Slots / Hotbar {
		at := y + row*step
		if row == Slots/Hotbar-1 {
			at += k.px(hotbarGap)
		}
		for col := range Hotbar {
			u.slot((row+1)*Hotbar%Slots+col, rect{x + col*step, at, side, side}) // the hotbar is the last row
		}
	}
}

// takeInventoryKey reports whether the key of the inventory was pressed again, and takes it.
func (u *UI) takeInventoryKey() bool {
	k := &u.widgets
	return k.pending && k.event.Kind == window.KeyDown && u.bound(ControlInventory, k.event.Key) && k.takeKey(k.event.Key)
}

// hints are what can be done with stacks, by the keys and by the mouse.
var hints = [...][2]string{
	{"Left, Enter", "take or put all"}, {"Right, Space", "take half, put one"}, {"Drag", "spread; right: one each"}, {"Double click", "gather"},
	{"Shift", "move at once; make many"}, {"1 to 9", "swap with the hotbar"}, {"", "throw one; with Control all"},
}

// drawHints lists what can be done, where there is room.
func (u *UI) drawHints(r rect) {
	k := &u.widgets
	if !k.drawing {
		return
	}
	for i := range hints {
		if r.h < k.px(textSmall+6) {
			return
		}
		at := r.cutTop(k.px(textSmall), k.px(6))
		keys := hints[i][0]
		if keys == "" {
			keys = u.keyOf(ControlDrop)
		}
		k.label(rect{at.x, at.y, k.px(110), at.h}, draw2d.Regular, textSmall, 0, colourAccent, keys)
		k.label(rect{at.x + k.px(114), at.y, at.w - k.px(114), at.h}, draw2d.Regular, textSmall, 0, colourDim, hints[i][1])
	}
}
