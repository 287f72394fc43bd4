package ui

import "voxtide/render"

// menuPage is the main menu, over whatever the caller drew.
func menuPage(u *UI, k *kit) {
	k.fill(rect{0, 0, k.w, k.h}, render.Colour{R: 6, G: 9, B: 13, A: 70})
	wide := min(k.px(320), k.w-k.px(32))
	tall := k.px(textTitle + 62 + 4*(rowHeight+rowGap))
	r := rect{(k.w - wide) / 2, max(k.px(16), (k.h-tall)*2/5), wide, tall}
	title := r.cut(k.px(textTitle), k.px(6))
	line := r.cut(k.px(textBody), k.px(38))
	if k.drawing {
		k.shadowed(title, render.Medium, textTitle, colourText, "Voxtide")
		k.shadowed(line, render.Regular, textBody, colourText, "A block world that never waits and never lies")
	}
	back := rect{r.x, r.y, r.w, 4*k.px(rowHeight) + 3*k.px(rowGap)}.inset(-k.px(14))
	k.panel(back)
	switch {
	case k.button(k.row(&r), "Play alone"):
		u.open(pageWorlds)
	case k.button(k.row(&r), "Join a server"):
		u.open(pageConnect)
	case k.button(k.row(&r), "Settings"):
		u.open(pageSettings)
	case k.button(k.row(&r), "Quit"):
		u.wish(Wish{Want: WantQuit})
	}
	if k.drawing && u.cfg.Version != "" {
		k.c.Shadowed(render.Regular, k.px(10), k.h-k.px(textSmall+8), k.px(textSmall), colourText, u.cfg.Version)
	}
}

// shadowed draws a line in the middle of an area over its own shadow, which is thin however large it is.
func (k *kit) shadowed(r rect, f render.Font, size int, c render.Colour, s string) {
	x := r.x + (r.w-k.measure(f, size, s))/2
	k.c.TextIn(f, x+k.thin(), r.y+k.thin(), k.px(size), render.Colour{A: 170}, s)
	k.c.TextIn(f, x, r.y, k.px(size), c, s)
}
