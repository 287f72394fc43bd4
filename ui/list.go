package ui

import "voxtide/window"

// list lays out rows that may be more than fit into an area. Each gets its place; the wheel moves them, and the row
// that gets the focus by keys is brought into sight.
func (k *kit) list(r rect, n, row, gap int, scroll *int, each func(i int, at rect)) {
	r.h = max(r.h, 0)
	tall := max(n*(row+gap)-gap, 1)
	most := max(0, tall-r.h)
	if n == 0 {
		most = 0
	}
	if k.live && k.event.Kind == window.Scrolled && k.over(r) {
		k.live = false
		*scroll -= int(k.event.DY * float32(row+gap))
	}
	wide := r.w
	if most > 0 {
		wide -= k.px(14)
	}
	if k.drawing && k.keyed {
		k.sight(r, n, row+gap, scroll)
	}
	*scroll = min(max(*scroll, 0), most)
	done := k.clip(r)
	for i := range n {
		each(i, rect{r.x, r.y + i*(row+gap) - *scroll, wide, row})
	}
	done()
	if most > 0 {
		k.fill(rect{r.x + r.w - k.px(6), r.y, k.px(6), r.h}, colourWell)
		knob := max(k.px(20), r.h*r.h/tall)
		k.fill(rect{r.x + r.w - k.px(6), r.y + (r.h-knob)**scroll/most, k.px(6), knob}, colourEdge)
	}
}

// sight moves the rows so that the one with the focus is seen. Rows have one spot each, and come first or after the
// spots that were entered before the list.
func (k *kit) sight(r rect, n, step int, scroll *int) {
	i := k.focus - len(k.spots)
	if i < 0 || i >= n {
		return
	}
	*scroll = min(*scroll, i*step)
	*scroll = max(*scroll, (i+1)*step-r.h)
}
