package ui

import (
	"voxtide/render"
	"voxtide/window"
)

// slider is a row with a name, a bar and the value in words, from 0 to steps. The arrows move it by one step, the mouse
// to where it is. It tells whether the value changed.
func (k *kit) slider(r rect, name string, at *int, steps int, value string) bool {
	i, focused := k.spot(r)
	bar := rect{r.x + r.w/2 + k.px(6), r.y + (r.h-k.px(4))/2, r.w/2 - k.px(106), k.px(4)}
	to := *at
	switch {
	case k.clicked(r, window.MouseLeft):
		if k.mouse[0] >= bar.x-k.px(8) {
			k.drag = i
			to = k.along(bar, steps)
		}
	case k.live && k.drag == i && k.event.Kind == window.MouseMove:
		k.live = false
		to = k.along(bar, steps)
	case k.live && k.drag == i && k.event.Kind == window.MouseUp:
		k.live, k.drag = false, -1
	case focused && k.take(window.KeyArrowRight):
		to++
	case focused && k.take(window.KeyArrowLeft):
		to--
	}
	k.plate(r, focused)
	k.label(rect{r.x + k.px(12), r.y, r.w/2 - k.px(12), r.h}, render.Regular, textBody, 0, colourText, name)
	full := bar.w * *at / max(steps, 1)
	k.fill(bar, colourEdge)
	k.fill(rect{bar.x, bar.y, full, bar.h}, colourAccent)
	k.fill(rect{bar.x + full - k.px(5), r.y + (r.h-k.px(16))/2, k.px(10), k.px(16)}, colourText)
	k.label(rect{bar.x + bar.w, r.y, r.x + r.w - k.px(12) - bar.x - bar.w, r.h}, render.Regular, textBody, 2, colourText, value)
	to = min(max(to, 0), steps)
	changed := to != *at
	*at = to
	return changed
}

// along returns the step of a bar that the mouse is at.
func (k *kit) along(bar rect, steps int) int {
	return ((k.mouse[0]-bar.x)*steps*2 + bar.w) / (2 * max(bar.w, 1))
}

// bar draws how much is done.
func (k *kit) bar(r rect, done, total int) {
	k.fill(r, colourWell)
	k.fill(rect{r.x, r.y, r.w * min(done, total) / max(total, 1), r.h}, colourAccent)
	k.frame(r, k.thin(), colourEdge)
}
