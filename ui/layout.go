package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
)

// dialog dims the frame and draws a panel with a title in its middle, wide and tall in pixels at a scale of one, but never
// larger than the frame. It returns the area inside below the title.
func (k *widgets) dialog(wide, tall int, title string) rect {
	k.fill(rect{0, 0, k.w, k.h}, colourDimming)
	r := k.panelRect(wide, tall)
	k.drawPanel(r)
	in := r.inset(k.px(pad))
	if title != "" {
		k.label(in.cutTop(k.px(textHead), k.px(16)), draw2d.Medium, textHead, 0, colourText, title)
	}
	return in
}

// panelRect returns the area of the panel of a dialog.
func (k *widgets) panelRect(wide, tall int) rect {
	r := rect{w: min(k.px(wide), k.w-k.px(16)), h: min(k.px(tall), k.h-k.px(16))}
	r.x, r.y = (k.w-r.w)/2, (k.h-r.h)/2
	return r
}

// footerRow cuts a row from the bottom of an area and divides it into n columns.
func (k *widgets) footerRow(r *rect, n int) []rect {
	h, gap := k.px(rowHeight), k.px(rowGap)
	row := rect{r.x, r.y + r.h - h, r.w, h}
	r.h -= h + 2*gap
	out := make([]rect, n)
	for i := range out {
		x := i * (row.w + gap) / n
		out[i] = rect{row.x + x, row.y, (i+1)*(row.w+gap)/n - gap - x, h}
	}
	return out
}

// nextRow cuts a row from the top of an area.
func (k *widgets) nextRow(r *rect) rect { return r.cutTop(k.px(rowHeight), k.px(rowGap)) }

// paragraph draws a text wrapped into lines and cuts their height from the top of an area.
func (k *widgets) paragraph(r *rect, size int, c draw2d.Colour, text string) {
	for _, line := range k.wrap(draw2d.Regular, size, k.t(text), r.w) {
		k.verbatim(r.cutTop(k.px(size+6), 0), draw2d.Regular, size, 0, c, line)
	}
}

// list lays out n rows in an area, with a scroll bar if they do not fit. The wheel scrolls them, and so does a key that
// focuses a row out of view. The function each is called with the area of each row.
func (k *widgets) list(r rect, n, row, gap int, scroll *int, each func(i int, at rect)) {
	r.h = max(r.h, 0)
	tall := max(n*(row+gap)-gap, 1)
	most := max(0, tall-r.h)
	if n == 0 {
		most = 0
	}
	if k.pending && k.event.Kind == window.Scrolled && k.hovers(r) {
		k.pending = false
		*scroll -= int(k.event.DY * float32(row+gap))
	}
	wide := r.w
	if most > 0 {
		wide -= k.px(14)
	}
	if k.drawing && k.focusByKeys {
		k.scrollIntoView(r, n, row+gap, scroll)
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

// scrollIntoView scrolls so that the focused row is in view. Each row has one focus area, behind those that were entered
// before the list.
func (k *widgets) scrollIntoView(r rect, n, step int, scroll *int) {
	i := k.focus - len(k.focusRects)
	if i < 0 || i >= n {
		return
	}
	*scroll = min(*scroll, i*step)
	*scroll = max(*scroll, (i+1)*step-r.h)
}

// Sizes of a frame, in pixels, for which the screens are laid out at a scale of one.
const (
	scaleHeight = 720
	scaleWidth  = 960

	// Below one of these sizes not even a scale of one fits: the inventory is the widest page, settings and new world the
	// highest.
	tinyWidth  = 640
	tinyHeight = 384

	scaleHalvesMax = 8 // a GUI scale of four
)

// scaleHalves returns the GUI scale in halves for a frame: the chosen one, or the automatic one for 0, but never so large
// that the pages do not fit.
func scaleHalves(guiScale float64, width, height int) int {
	if width < tinyWidth || height < tinyHeight {
		return 1 // hard to read, but complete
	}
	fits := max(2, min(width*2/640, height*2/400))
	if guiScale > 0 {
		return min(max(2, int(guiScale*2+0.5)), fits, scaleHalvesMax)
	}
	return min(max(2, min(height*2/scaleHeight, width*2/scaleWidth)), scaleHalvesMax)
}
