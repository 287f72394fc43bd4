package ui

import "voxtide/render"

// page names a page: a row of pages.
type page uint8

// The pages. The first four lie under all others.
const (
	pageMenu page = iota
	pageJoining
	pagePlay
	pageEnded
	pageChat
	pageInventory
	pagePause
	pageSettings
	pageKeys
	pageGraphics
	pageWorlds
	pageCreate
	pageConnect
	pageDelete
	pageCount
)

// pages is the table of pages: each handles the kit's event or draws.
var pages [pageCount]func(*UI, *kit)

func init() { // not a literal, because pages open one another
	pages = [pageCount]func(*UI, *kit){
		pageMenu: menuPage, pageJoining: joiningPage, pagePlay: func(*UI, *kit) {}, pageEnded: endedPage, pageChat: chatPage,
		pageInventory: inventoryPage, pagePause: pausePage, pageSettings: settingsPage, pageKeys: keysPage, pageGraphics: graphicsPage,
		pageWorlds: worldsPage, pageCreate: createPage, pageConnect: connectPage, pageDelete: deletePage,
	}
}

// basePages are the pages of bases.
var basePages = [...]page{Menu: pageMenu, Joining: pageJoining, Play: pagePlay, Ended: pageEnded}

// sheet darkens the picture and draws a panel in its middle, of a size in pixels at a scale of one but never larger than
// the picture, with a title. It returns what is left inside.
func (k *kit) sheet(wide, tall int, title string) rect {
	k.fill(rect{0, 0, k.w, k.h}, colourShade)
	r := rect{w: min(k.px(wide), k.w-k.px(16)), h: min(k.px(tall), k.h-k.px(16))}
	r.x, r.y = (k.w-r.w)/2, (k.h-r.h)/2
	k.panel(r)
	in := r.inset(k.px(pad))
	if title != "" {
		k.label(in.cut(k.px(textHead), k.px(16)), render.Medium, textHead, 0, colourText, title)
	}
	return in
}

// foot takes a row from the bottom of an area and divides it into n columns.
func (k *kit) foot(r *rect, n int) []rect {
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

// row takes a row from the top of an area.
func (k *kit) row(r *rect) rect { return r.cut(k.px(rowHeight), k.px(rowGap)) }

// words draws a text broken into lines and takes their height from the top of an area.
func (k *kit) words(r *rect, size int, c render.Colour, text string) {
	for _, line := range k.wrap(render.Regular, size, text, r.w) {
		k.label(r.cut(k.px(size+6), 0), render.Regular, size, 0, c, line)
	}
}
