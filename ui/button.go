package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
)

// Heights and gaps of widgets, in pixels at a scale of one.
const (
	rowHeight = 38
	rowGap    = 8
	pad       = 24
)

// button is a button with a text. It reports whether it was pressed: by the mouse, Enter or Space.
func (k *widgets) button(r rect, text string) bool { return k.buttonIf(r, text, true) }

// buttonIf is a button that cannot be pressed while on is false.
func (k *widgets) buttonIf(r rect, text string, on bool) bool {
	if !on {
		k.fill(r, colourControl)
		k.label(r.inset(k.px(8)), draw2d.Medium, textBody, 1, colourDim.Fade(0.8), text)
		return false
	}
	pressed, focused := k.pressable(r)
	k.controlBackground(r, focused)
	k.label(r.inset(k.px(8)), draw2d.Medium, textBody, 1, colourText, text)
	return pressed
}

// pressable enters an area that can be pressed, and reports whether it was, and whether it has the focus.
func (k *widgets) pressable(r rect) (pressed, focused bool) {
	_, focused = k.focusable(r)
	pressed = k.takeClick(r, window.MouseLeft)
	if !pressed && focused {
		pressed = k.event.Kind == window.KeyDown && k.takeKey(window.KeySpace) || k.takeEnter()
	}
	if pressed {
		k.pressed++
	}
	return pressed, focused
}

// controlBackground draws the background of a widget.
func (k *widgets) controlBackground(r rect, focused bool) {
	if focused {
		k.fill(r, colourFocus)
		k.outline(r, 2*k.hairline(), colourAccent)
		return
	}
	k.fill(r, colourControl)
	k.outline(r, k.hairline(), colourEdge)
}

// toggle is a row with a name and a switch. It reports whether the switch changed.
func (k *widgets) toggle(r rect, name string, on *bool) bool {
	value := "Off"
	if *on {
		value = "On"
	}
	pressed, focused := k.pressable(r)
	if focused && k.takeKey(window.KeyArrowLeft, window.KeyArrowRight) {
		pressed = true
	}
	k.controlBackground(r, focused)
	in := rect{r.x + k.px(12), r.y, r.w - k.px(24), r.h}
	k.label(in, draw2d.Regular, textBody, 0, colourText, name)
	k.drawSwitch(rect{in.x + in.w - k.px(36), r.y + (r.h-k.px(18))/2, k.px(36), k.px(18)}, *on)
	in.w -= k.px(46)
	k.label(in, draw2d.Regular, textBody, 2, colourDim, value)
	if pressed {
		*on = !*on
	}
	return pressed
}

// drawSwitch draws a switch.
func (k *widgets) drawSwitch(r rect, on bool) {
	knob := r.inset(k.px(3))
	knob.w = knob.h
	if on {
		k.fill(r, colourAccent)
		knob.x = r.x + r.w - k.px(3) - knob.w
		k.fill(knob, colourPanel)
		return
	}
	k.fill(r, colourWell)
	k.outline(r, k.hairline(), colourDim)
	k.fill(knob, colourDim)
}

// choice is a row with a name and one of n values: the arrow keys step through them, a press chooses the next one. It
// reports whether the value changed.
func (k *widgets) choice(r rect, name string, at *int, n int, value string) bool {
	pressed, focused := k.pressable(r)
	by := 0
	switch {
	case pressed && k.event.Kind == window.MouseDown && k.mouse[0] < r.x+r.w*3/4 && k.mouse[0] > r.x+r.w/2:
		by = -1
	case pressed:
		by = 1
	case focused && k.takeKey(window.KeyArrowRight):
		by = 1
	case focused && k.takeKey(window.KeyArrowLeft):
		by = -1
	}
	k.controlBackground(r, focused)
	in := rect{r.x + k.px(12), r.y, r.w - k.px(24), r.h}
	k.label(in, draw2d.Regular, textBody, 0, colourText, name)
	right := rect{r.x + r.w/2 + k.px(6), r.y, r.w/2 - k.px(18), r.h}
	k.label(right, draw2d.Regular, textBody, 0, colourAccent, "‹")
	k.label(right, draw2d.Regular, textBody, 1, colourText, value)
	k.label(right, draw2d.Regular, textBody, 2, colourAccent, "›")
	if by == 0 {
		return false
	}
	*at = (*at + by + n) % n
	return true
}

// slider is a row with a name, a bar from 0 to steps and the value in words. The arrow keys move it by one step, the mouse
// drags it. It reports whether the value changed.
func (k *widgets) slider(r rect, name string, at *int, steps int, value string) bool {
	i, focused := k.focusable(r)
	bar := rect{r.x + r.w/2 + k.px(6), r.y + (r.h-k.px(4))/2, r.w/2 - k.px(106), k.px(4)}
	to := *at
	switch {
	case k.takeClick(r, window.MouseLeft):
		if k.mouse[0] >= bar.x-k.px(8) {
			k.dragged = i
			to = k.stepAt(bar, steps)
		}
	case k.pending && k.dragged == i && k.event.Kind == window.MouseMove:
		k.pending = false
		to = k.stepAt(bar, steps)
	case k.pending && k.dragged == i && k.event.Kind == window.MouseUp:
		k.pending, k.dragged = false, -1
	case focused && k.takeKey(window.KeyArrowRight):
		to++
	case focused && k.takeKey(window.KeyArrowLeft):
		to--
	}
	k.controlBackground(r, focused)
	k.label(rect{r.x + k.px(12), r.y, r.w/2 - k.px(12), r.h}, draw2d.Regular, textBody, 0, colourText, name)
	full := bar.w * *at / max(steps, 1)
	k.fill(bar, colourEdge)
	k.fill(rect{bar.x, bar.y, full, bar.h}, colourAccent)
	k.fill(rect{bar.x + full - k.px(5), r.y + (r.h-k.px(16))/2, k.px(10), k.px(16)}, colourText)
	k.label(rect{bar.x + bar.w, r.y, r.x + r.w - k.px(12) - bar.x - bar.w, r.h}, draw2d.Regular, textBody, 2, colourText, value)
	to = min(max(to, 0), steps)
	changed := to != *at
	*at = to
	return changed
}

// stepAt returns the step of a bar at the place of the mouse.
func (k *widgets) stepAt(bar rect, steps int) int {
	return ((k.mouse[0]-bar.x)*steps*2 + bar.w) / (2 * max(bar.w, 1))
}

// progressBar draws a bar for done of total.
func (k *widgets) progressBar(r rect, done, total int) {
	k.fill(r, colourWell)
	k.fill(rect{r.x, r.y, r.w * min(done, total) / max(total, 1), r.h}, colourAccent)
	k.outline(r, k.hairline(), colourEdge)
}
