package ui

import (
	"strings"
	"unicode/utf8"

	"voxtide/render/draw2d"
	"voxtide/window"
)

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
