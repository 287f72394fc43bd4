package ui

import (
	"strings"

	"voxtide/internal/texts"
	"voxtide/render/draw2d"
	"voxtide/render/textures"
	"voxtide/window"
)

// palette is the field of icons beside the own slots: what can be made, or in creative mode the catalogue of all items.
type palette struct {
	words   *texts.Translator
	search  textField
	typing  bool // keys go into the search
	tab     int  // of the catalogue: 0 for all, else a world.Group
	top     int  // first row shown
	cols    int
	rows    int // shown
	first   int // focus index of the first cell; the cells are the last widgets
	area    rect
	making  making
	catalog catalogue
}

// Sizes of the palette, in pixels at a scale of one.
const (
	cellStep    = slotSide + 4
	paletteBar  = 12 // the bar that shows how far it is scrolled
	searchTall  = 32
	tabSide     = 36
	tabStep     = tabSide + 4
	paletteWide = 8 // columns at most
)

// reset prepares the palette when its page is opened. The tab stays.
func (p *palette) reset() {
	p.search = textField{max: 32}
	p.typing, p.top = false, 0
	p.making.stale, p.catalog.stale = true, true
}

// drawPalette handles and draws the palette in an area: the search, the tabs of the catalogue, and the cells.
func (u *UI) drawPalette(r rect) {
	k, p := &u.widgets, &u.palette
	u.searchField(r.cutTop(k.px(searchTall), k.px(8)))
	if !u.state.Survival {
		u.catalogueTabs(&r)
	}
	p.cols = max(1, (r.w-k.px(paletteBar)+k.px(4))/k.px(cellStep))
	p.rows = max(1, (r.h+k.px(4))/k.px(cellStep))
	p.first, p.area = len(k.focusRects), r
	n := u.fillPalette()
	all := (n + p.cols - 1) / p.cols
	if k.pending && k.event.Kind == window.Scrolled && k.hovers(r) {
		k.pending = false
		p.top -= int(k.event.DY)
	}
	p.top = min(max(p.top, 0), max(0, all-p.rows))
	for i := p.top * p.cols; i < min(n, (p.top+p.rows)*p.cols); i++ {
		row := i/p.cols - p.top
		at := rect{r.x + i%p.cols*k.px(cellStep), r.y + row*k.px(cellStep), k.px(slotSide), k.px(slotSide)}
		_, focused := k.focusable(at)
		if focused && !p.typing {
			u.scrollByKeys(row, all)
		}
		if u.state.Survival {
			u.recipeCell(i, at, focused)
		} else {
			u.catalogueCell(i, at, focused)
		}
	}
	if n == 0 {
		k.label(rect{r.x, r.y, r.w, k.px(cellStep)}, draw2d.Regular, textSmall, 0, colourDim, "Nothing by that name")
	}
	if all > p.rows {
		bar := rect{r.x + p.cols*k.px(cellStep), r.y, k.px(6), p.rows*k.px(cellStep) - k.px(4)}
		k.fill(bar, colourWell)
		k.fill(rect{bar.x, bar.y + bar.h*p.top/all, bar.w, max(k.px(8), bar.h*p.rows/all)}, colourEdge)
	}
}

// scrollByKeys scrolls by a row when the keys leave the rows shown.
func (u *UI) scrollByKeys(row, all int) {
	k, p := &u.widgets, &u.palette
	switch {
	case row == p.rows-1 && p.top+p.rows < all && k.takeKey(window.KeyArrowDown):
		p.top++
		k.focusByKeys = true
	case row == 0 && p.top > 0 && k.takeKey(window.KeyArrowUp):
		p.top--
		k.focusByKeys = true
	case k.takeKey(window.KeyPageDown):
		p.top += p.rows
	case k.takeKey(window.KeyPageUp):
		p.top -= p.rows
	}
}

// hasFocus reports whether a cell has the focus: then the cells stay where they are, so that a second press meets the same one.
func (p *palette) hasFocus(k *widgets) bool {
	return k.focus >= p.first && k.focus < p.first+p.rows*p.cols
}

// fillPalette brings the cells up to date and returns their number.
func (u *UI) fillPalette() int {
	if u.state.Survival {
		return u.fillMaking()
	}
	return u.fillCatalogue()
}

// searchField is the field of the search. Control and F, or a click, begin to type in it; Enter, Tab or a click elsewhere end it.
func (u *UI) searchField(r rect) {
	k, p := &u.widgets, &u.palette
	_, focused := k.focusable(r)
	focused = focused && k.focusByKeys
	click := k.pending && k.event.Kind == window.MouseDown
	switch {
	case k.takeClick(r, window.MouseLeft):
		p.typing = true
	case click:
		p.typing = false
	case p.typing && k.takeKey(window.KeyEscape, window.KeyEnter, window.KeyPadEnter, window.KeyTab, window.KeyArrowDown):
		p.typing = false
		k.focus, k.focusByKeys = len(k.focusRects)+u.tabCount(), true // the first cell
	}
	if (p.typing || focused) && p.search.edit(k, u.cfg.Clipboard) {
		p.top, p.making.stale, p.catalog.stale = 0, true, true
	}
	if p.typing && k.pending && (k.event.Kind == window.KeyDown || k.event.Kind == window.KeyRepeat) {
		k.pending = false // it types something
	}
	k.fill(r, colourWell)
	if p.typing || focused {
		k.outline(r, 2*k.hairline(), colourAccent)
	} else {
		k.outline(r, k.hairline(), colourEdge)
	}
	in := rect{r.x + k.px(8), r.y, r.w - k.px(16), r.h}
	if len(p.search.text) == 0 && !p.typing {
		k.label(in, draw2d.Regular, textSmall, 0, colourDim, "Search (Ctrl+F)")
	}
	k.fieldText(in, &p.search, p.typing || focused)
}

// paletteKeys begins the search with Control and F. It comes before all other widgets of the page.
func (u *UI) paletteKeys() {
	k := &u.widgets
	if k.pending && k.event.Kind == window.KeyDown && k.event.Mods&window.Control != 0 && k.takeKey(window.KeyF) {
		u.palette.typing = true
	}
}

// typesText reports whether keys write into the search.
func (u *UI) typesText() bool {
	k, p := &u.widgets, &u.palette
	return p.typing || k.focusByKeys && k.focus == p.first-1-u.tabCount() && u.topPage().page == pageInventory
}

// cell draws the background of a cell and its icon, faded if it is out of reach.
func (u *UI) cell(at rect, s Stack, focused, faded bool) {
	k := &u.widgets
	if !k.drawing {
		return
	}
	k.fill(at, colourWell)
	if focused {
		k.fill(at, colourFocus)
	}
	size := k.px(textures.IconSize)
	if size > textures.IconSize {
		size -= size % textures.IconSize // all sizes share one picture: there are many
	}
	u.icons.draw(k, at.x+(at.w-size)/2, at.y+(at.h-size)/2, size, s.Item)
	if faded {
		k.fill(at.inset(k.hairline()), colourFaded)
	}
	if s.Count > 1 {
		c := colourText
		if faded {
			c = colourDim
		}
		n := counts[min(int(s.Count), len(counts)-1)]
		w := k.measure(draw2d.Medium, textSmall, n)
		k.canvas.ShadowedText(draw2d.Medium, at.x+at.w-w-k.px(4), at.y+at.h-k.px(textSmall)-k.px(1), k.px(textSmall), c, n)
	}
	if focused {
		k.outline(at, 2*k.hairline(), colourAccent)
	} else {
		k.outline(at, k.hairline(), colourEdge)
	}
}

// meets reports whether a name has what is searched for, in English or in the player's language.
func (p *palette) meets(item uint16) bool {
	if len(p.search.text) == 0 {
		return true
	}
	what, name := strings.ToLower(strings.TrimSpace(p.search.String())), ItemName(item)
	return strings.Contains(strings.ToLower(name), what) || strings.Contains(strings.ToLower(p.words.T(name)), what)
}
