package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
)

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
