package ui

import (
	"voxtide/render"
	"voxtide/window"
)

// Heights and gaps of widgets, in pixels at a scale of one.
const (
	rowHeight = 38
	rowGap    = 8
	pad       = 24
)

// button is a plate with a text. It tells whether it was pressed: by the mouse, Enter or Space.
func (k *kit) button(r rect, text string) bool { return k.buttonIn(r, text, true) }

// buttonIn is button, which cannot be pressed while it is off.
func (k *kit) buttonIn(r rect, text string, on bool) bool {
	if !on {
		k.fill(r, colourRest)
		k.label(r.inset(k.px(8)), render.Medium, textBody, 1, colourDim.Fade(0.8), text)
		return false
	}
	pressed, focused := k.press(r)
	k.plate(r, focused)
	k.label(r.inset(k.px(8)), render.Medium, textBody, 1, colourText, text)
	return pressed
}

// sure is a button for what cannot be taken back: the first press asks, and only a second one without anything between counts.
func (u *UI) sure(r rect, text, ask string) bool {
	k := &u.kit
	i := len(k.spots)
	if u.asked == i && k.focus != i {
		u.asked = -1
	}
	if u.asked == i {
		text = ask
	}
	if !k.button(r, text) {
		return false
	}
	if u.asked == i {
		u.asked = -1
		return true
	}
	u.asked = i
	return false
}

// press enters an area that can be pressed.
func (k *kit) press(r rect) (pressed, focused bool) {
	_, focused = k.spot(r)
	if k.clicked(r, window.MouseLeft) {
		return true, focused
	}
	space := focused && k.event.Kind == window.KeyDown && k.take(window.KeySpace)
	return space || focused && k.entered(), focused
}

// plate draws the ground of what can be pressed.
func (k *kit) plate(r rect, focused bool) {
	if focused {
		k.fill(r, colourLit)
		k.frame(r, 2*k.thin(), colourAccent)
		return
	}
	k.fill(r, colourRest)
	k.frame(r, k.thin(), colourEdge)
}

// toggle is a row with a name at its left and yes or no at its right. It tells whether it was changed.
func (k *kit) toggle(r rect, name string, on *bool) bool {
	value := "Off"
	if *on {
		value = "On"
	}
	pressed, focused := k.press(r)
	if focused && k.take(window.KeyArrowLeft, window.KeyArrowRight) {
		pressed = true
	}
	k.plate(r, focused)
	in := rect{r.x + k.px(12), r.y, r.w - k.px(24), r.h}
	k.label(in, render.Regular, textBody, 0, colourText, name)
	k.switchAt(rect{in.x + in.w - k.px(36), r.y + (r.h-k.px(18))/2, k.px(36), k.px(18)}, *on)
	in.w -= k.px(46)
	k.label(in, render.Regular, textBody, 2, colourDim, value)
	if pressed {
		*on = !*on
	}
	return pressed
}

// switchAt draws a switch.
func (k *kit) switchAt(r rect, on bool) {
	knob := r.inset(k.px(3))
	knob.w = knob.h
	if on {
		k.fill(r, colourAccent)
		knob.x = r.x + r.w - k.px(3) - knob.w
		k.fill(knob, colourPanel)
		return
	}
	k.fill(r, colourWell)
	k.frame(r, k.thin(), colourDim)
	k.fill(knob, colourDim)
}

// choice is a row whose value steps through a list: left and right, or a press for the next one.
func (k *kit) choice(r rect, name string, at *int, n int, value string) bool {
	pressed, focused := k.press(r)
	by := 0
	switch {
	case pressed && k.event.Kind == window.MouseDown && k.mouse[0] < r.x+r.w*3/4 && k.mouse[0] > r.x+r.w/2:
		by = -1
	case pressed:
		by = 1
	case focused && k.take(window.KeyArrowRight):
		by = 1
	case focused && k.take(window.KeyArrowLeft):
		by = -1
	}
	k.plate(r, focused)
	in := rect{r.x + k.px(12), r.y, r.w - k.px(24), r.h}
	k.label(in, render.Regular, textBody, 0, colourText, name)
	right := rect{r.x + r.w/2 + k.px(6), r.y, r.w/2 - k.px(18), r.h}
	k.label(right, render.Regular, textBody, 0, colourAccent, "‹")
	k.label(right, render.Regular, textBody, 1, colourText, value)
	k.label(right, render.Regular, textBody, 2, colourAccent, "›")
	if by == 0 {
		return false
	}
	*at = (*at + by + n) % n
	return true
}
