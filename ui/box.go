package ui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"voxtide/recipes"
	"voxtide/render/draw2d"
	"voxtide/window"
	"voxtide/world"
)

// Sizes of the page of a box, in pixels at a scale of one.
const (
	boxTall  = world.ChestSlots/Hotbar*cellStep - 4
	boxGap   = 12 // between the slots of the box and the own ones
	tightPad = 12 // at the edges of a window in which there is no room for more
)

// boxPage shows the slots of a box or an oven above the player's own.
func boxPage(u *UI, k *widgets) {
	u.checkHand()
	if u.takeInventoryKey() {
		u.back()
		return
	}
	rowsTall := max(boxTall, u.state.Box.Count/Hotbar*cellStep-4) // of a cairn there are more rows
	slotsTall := rowsTall + boxGap + ownTall
	edge, titled := pad, textHead+16
	if k.h < k.px(slotsTall+2*pad+textHead+32) {
		edge, titled = tightPad, 0
	}
	k.fill(rect{0, 0, k.w, k.h}, colourDimming)
	page := k.panelRect(ownWide+2*edge, slotsTall+2*edge+titled)
	k.drawPanel(page)
	in := page.inset(k.px(edge))
	if titled > 0 {
		head := in.cutTop(k.px(textHead), k.px(16))
		k.label(head, draw2d.Medium, textHead, 0, colourText, ItemName(u.state.Box.Item))
		k.verbatim(head, draw2d.Regular, textSmall, 2, colourDim, u.state.Box.Text) // whose it is
		if s := &u.state.Box.Shop; s.open() {
			u.drawOffer(head, s)
		}
	}
	u.ownSlots(in.x, in.y+k.px(rowsTall+boxGap))
	if u.state.Box.oven() {
		u.ovenSlots(rect{in.x, in.y, in.w, k.px(boxTall)})
	} else {
		for i := range u.state.Box.Count {
			u.slot(Slots+i, rect{in.x + i%Hotbar*k.px(cellStep), in.y + i/Hotbar*k.px(cellStep), k.px(slotSide), k.px(slotSide)})
		}
	}
	u.endItemPage(page)
}

// drawOffer draws at the end of a line what a box sells, and for what.
func (u *UI) drawOffer(r rect, s *Shop) {
	k := &u.widgets
	if !k.drawing {
		return
	}
	side := r.h + k.px(12)
	at := rect{r.x + r.w - side, r.y - k.px(6), side, side}
	u.icons.drawStack(k, at, s.Goods, true)
	k.arrow(rect{at.x - side, r.y, side - k.px(8), r.h}, side)
	u.icons.drawStack(k, rect{at.x - 2*side - k.px(4), at.y, side, side}, s.Price, true)
}

// shopPage shows what is sold at a box to those who did not make the shop, and buys it.
func shopPage(u *UI, k *widgets) {
	s := &u.state.Box.Shop
	if u.takeInventoryKey() || !s.open() { // it has ended
		u.back()
		return
	}
	const slotsTall = slotSide + 8 + textBody
	in := k.dialog(420, 2*pad+textHead+16+slotsTall+2*(textSmall+10)+2*rowHeight+4*rowGap, "Shop")
	side := k.px(slotSide)
	price, goods := rect{in.x + in.w/4 - side/2, in.y, side, side}, rect{in.x + 3*in.w/4 - side/2, in.y, side, side}
	if k.drawing {
		for _, of := range [...]struct {
			at rect
			st Stack
		}{{price, s.Price}, {goods, s.Goods}} {
			k.fill(of.at, colourWell)
			u.icons.drawStack(k, of.at, of.st, true)
			k.outline(of.at, k.hairline(), colourEdge)
			name := rect{of.at.x + side/2 - in.w/4, of.at.y + side + k.px(8), in.w / 2, k.px(textBody)}
			k.label(name, draw2d.Medium, textBody, 1, colourText, ItemName(of.st.Item))
		}
		k.arrow(rect{in.x + in.w/2 - k.px(36), in.y + (side-k.px(24))/2, k.px(72), k.px(24)}, k.px(72))
	}
	in.cutTop(k.px(slotsTall), k.px(10))
	line := in.cutTop(k.px(textSmall), k.px(10))
	half := rect{line.x, line.y, line.w / 2, line.h}
	k.label(half, draw2d.Regular, textSmall, 1, colourDim, countText("you have %d", s.Have))
	half.x += half.w
	k.label(half, draw2d.Regular, textSmall, 1, colourDim, countText("%d left", s.Left))
	k.label(in.cutTop(k.px(textSmall), k.px(rowGap)), draw2d.Regular, textSmall, 1, colourWarn, s.Why)
	foot := k.footerRow2(&in)
	all := min(s.Times, world.TradeMax)
	switch {
	case k.buttonIf(foot[0], "Buy", s.Times > 0):
		u.request(Request{Kind: RequestTrade, Count: 1})
	case k.buttonIf(foot[1], countText("Buy %d times", max(all, 2)), all > 1):
		u.request(Request{Kind: RequestTrade, Count: uint8(all)})
	case k.button(k.nextRow(&in), "Open the box"):
		u.back()
		u.request(Request{Kind: RequestOpenBox})
	}
}

// countText writes a count into a text.
func countText(format string, n int) string { return fmt.Sprintf(format, n) }

// ovenSlots handles and draws the slots of an oven: what it works on above its fuel, an arrow that fills, and what it has made.
func (u *UI) ovenSlots(r rect) {
	k, b := &u.widgets, &u.state.Box
	side := k.px(slotSide)
	x := r.x + 2*k.px(cellStep)
	fueled := b.Class != world.ClassCampfire
	in := rect{x, r.y, side, side}
	if !fueled {
		in.y = r.y + (r.h-side)/2
	}
	u.slot(Slots+world.OvenIn, in)
	if fueled {
		u.slot(Slots+world.OvenFuel, rect{x, r.y + r.h - side, side, side})
	}
	arrow := rect{x + side + k.px(20), r.y + (r.h-k.px(24))/2, k.px(84), k.px(24)}
	u.slot(Slots+world.OvenOut, rect{arrow.x + arrow.w + k.px(20), r.y + (r.h-side)/2, side, side})
	if !k.drawing {
		return
	}
	done := 0
	if b.Takes > 0 {
		done = int(float64(arrow.w) * min(1, b.Burnt/b.Takes))
	}
	k.arrow(arrow, done)
	if fueled {
		k.flame(rect{x, in.y + side, side, r.h - 2*side}, b.Takes > 0)
	}
	s, makes := recipes.Smelting(b.Class, world.Item(b.Slots[world.OvenIn].Item))
	text := rect{arrow.x - k.px(14), arrow.y - k.px(textSmall+10), arrow.w + k.px(28), k.px(textSmall)}
	switch {
	case b.Takes > 0:
		k.label(text, draw2d.Regular, textSmall, 1, colourText, ItemName(uint16(s.Out)))
		left := secondsLeft[min(int(b.Takes-b.Burnt)+1, len(secondsLeft)-1)]
		k.label(rect{text.x, arrow.y + arrow.h + k.px(8), text.w, text.h}, draw2d.Regular, textSmall, 1, colourDim, left)
	case b.Slots[world.OvenIn].Count > 0 && makes && fueled && b.Slots[world.OvenFuel].Count == 0:
		k.label(text, draw2d.Regular, textSmall, 1, colourWarn, "needs fuel")
	}
}

// secondsLeft are the texts of how long an oven has still to work, made once so that a frame allocates none.
var secondsLeft = func() (t [world.StackMax + 1]string) {
	for i := range t {
		t[i] = counts[i] + " s"
	}
	return t
}()

// arrow draws an arrow to the right of which a part is done, in pixels.
func (k *widgets) arrow(r rect, done int) {
	head := r.h / 2
	draw := func(part rect, c draw2d.Colour) {
		shaft := rect{r.x, r.y + r.h/3, min(r.w-head, part.w), r.h / 3}
		k.fill(shaft, c)
		step := max(1, k.px(2))
		for x := 0; x < head; x += step {
			if at := r.w - head + x; at < part.w {
				tall := r.h * (head - x) / head
				k.fill(rect{r.x + at, r.y + (r.h-tall)/2, min(step, part.w-at), tall}, c)
			}
		}
	}
	draw(r, colourEdge)
	draw(rect{r.x, r.y, done, r.h}, colourAccent)
}

// flamePixels is the picture of a flame, from the top: the outer colour, the inner one.
var flamePixels = [...]string{
	"....1....",
	"...11....",
	"..111.1..",
	".1121.11.",
	".1122111.",
	"112222211",
	"112222211",
	".1122211.",
}

// flame draws a flame in the middle of an area, bright or out.
func (k *widgets) flame(r rect, burns bool) {
	colours := [...]draw2d.Colour{{R: 255, G: 140, B: 40, A: 255}, {R: 255, G: 226, B: 120, A: 255}}
	if !burns {
		colours = [...]draw2d.Colour{colourEdge, colourEdge}
	}
	px := max(1, k.px(3))
	x, y := r.x+(r.w-9*px)/2, r.y+(r.h-len(flamePixels)*px)/2
	for row, line := range flamePixels {
		for col, c := range line {
			if c != '.' {
				k.fill(rect{x + col*px, y + row*px, px, px}, colours[c-'1'])
			}
		}
	}
}

// Bounds of the text of a sign, as in the rules.
const (
	signLines   = 4
	signLineMax = 20 // characters
)

// fillSign takes the text of the open sign over into the lines of its page.
func (u *UI) fillSign() {
	lines := strings.Split(u.state.Box.Text, "\n")
	for i := range u.forms.sign {
		f := &u.forms.sign[i]
		*f = textField{max: signLineMax * utf8.UTFMax}
		if i < len(lines) {
			f.set(lines[i])
		}
	}
}

// signPage shows what stands on a sign, to read and to write.
func signPage(u *UI, k *widgets) {
	const lineTall = 36
	in := k.dialog(360, 2*pad+textHead+16+signLines*lineTall+28+rowHeight+2*rowGap, ItemName(u.state.Box.Item))
	foot := k.footerRow2(&in)
	board := rect{in.x, in.y, in.w, k.px(signLines*lineTall + 16)}
	k.fill(board, colourBoard)
	k.outline(board, k.px(3), colourBoardEdge)
	for i := range u.forms.sign {
		u.signLine(i, rect{board.x + k.px(8), board.y + k.px(8+i*lineTall), board.w - k.px(16), k.px(lineTall)})
	}
	switch {
	case k.button(foot[0], "Write"):
		u.writeSign()
	case k.button(foot[1], "Cancel"):
		u.back()
	}
}

// footerRow2 is footerRow for two columns, without a slice that is made in each frame.
func (k *widgets) footerRow2(r *rect) (out [2]rect) {
	h, gap := k.px(rowHeight), k.px(rowGap)
	y := r.y + r.h - h
	r.h -= h + 2*gap
	wide := (r.w - gap) / 2
	return [2]rect{{r.x, y, wide, h}, {r.x + r.w - wide, y, wide, h}}
}

// signLine is a line of the sign. Enter goes to the next one, and writes all behind the last one.
func (u *UI) signLine(i int, r rect) {
	k, f := &u.widgets, &u.forms.sign[i]
	at, focused := k.focusable(r)
	k.takeClick(r, window.MouseLeft)
	if focused && k.takeEnter() {
		if i == signLines-1 {
			u.writeSign()
			return
		}
		k.focus, k.focusByKeys = at+1, true
	}
	if focused && f.edit(k, u.cfg.Clipboard) {
		for utf8.RuneCount(f.text) > signLineMax {
			f.delete(f.previous(), f.caret)
		}
	}
	if !k.drawing {
		return
	}
	if focused {
		k.fill(r, draw2d.Colour{A: 40})
	}
	f.keepShown()
	w := k.measure(draw2d.Medium, textBody, f.shown)
	x, y := r.x+(r.w-w)/2, r.y+(r.h-k.px(textBody))/2
	k.text(draw2d.Medium, x, y, textBody, colourInk, f.shown)
	if focused && int(k.now*2)%2 == 0 {
		left := k.measure(draw2d.Medium, textBody, f.shown[:f.caret])
		k.fill(rect{x + left, y, max(1, k.px(2)), k.px(textBody)}, colourInk)
	}
}

// writeSign writes the lines on the open sign.
func (u *UI) writeSign() {
	var lines [signLines]string
	for i := range lines {
		lines[i] = strings.TrimSpace(u.forms.sign[i].String())
	}
	text := strings.TrimRight(strings.Join(lines[:], "\n"), "\n")
	if text != u.state.Box.Text {
		u.request(Request{Kind: RequestWriteSign, Text: text})
	}
	u.back()
}
