package ui

import (
	"strconv"

	"voxtide/render"
	"voxtide/textures"
	"voxtide/world"
)

// Sizes of the hotbar, in pixels at a scale of one.
const (
	slotPad   = 5
	slotSide  = textures.IconSize + 2*slotPad
	barMargin = 10 // from the lower edge of the picture

	centreWide = 360 // that is kept for what is shown above the hotbar
)

// hud draws what lies over a picture of the world.
func (u *UI) hud() {
	k := &u.kit
	if u.state.Resuming {
		k.fill(rect{0, 0, k.w, k.h}, render.Colour{R: 6, G: 8, B: 12, A: 150})
	} else if u.Captures() && !u.hidden {
		u.crosshair()
	}
	if u.hidden && u.Captures() && !u.state.Resuming {
		return
	}
	bar := u.barPlace()
	if u.top().page == pagePlay || u.chatOpen() {
		u.hotbar(bar)
		above := bar.y - k.px(10)
		u.selectedName(above)
		u.refusal(above - k.px(textBody+8))
		talk := bar.y - k.px(14)
		if k.px(chatWide+centreWide/2) > k.w/2 && !u.chatOpen() { // no room beside what is in the middle
			talk -= k.px(2*textBody + 32)
		}
		u.said(talk)
	}
	u.badge()
	u.resuming()
	if u.debug {
		u.overlay()
	}
}

// Sizes of the crosshair, in pixels at a scale of one.
const (
	crossArm   = 9
	crossThick = 2
)

// crosshair draws the cross in the middle: light with a thin dark edge, so it is seen on any ground.
func (u *UI) crosshair() {
	k := &u.kit
	t, arm, edge := k.px(crossThick), k.px(crossArm), k.thin()
	x, y := k.w/2-t/2, k.h/2-t/2
	across, down := rect{x - arm, y, 2*arm + t, t}, rect{x, y - arm, t, 2*arm + t}
	dark := render.Colour{A: 150}
	k.frame(rect{across.x - edge, across.y - edge, arm + edge, across.h + 2*edge}, edge, dark)
	k.frame(rect{x + t, across.y - edge, arm + edge, across.h + 2*edge}, edge, dark)
	k.frame(rect{down.x - edge, down.y - edge, down.w + 2*edge, arm}, edge, dark)
	k.frame(rect{down.x - edge, down.y + down.h + edge - arm, down.w + 2*edge, arm}, edge, dark)
	light := render.Colour{R: 255, G: 255, B: 255, A: 235}
	k.fill(across, light)
	k.fill(rect{down.x, down.y, down.w, arm}, light)
	k.fill(rect{down.x, down.y + arm + t, down.w, arm}, light)
}

// barPlace returns where the hotbar lies.
func (u *UI) barPlace() rect {
	k := &u.kit
	side := k.px(slotSide)
	return rect{(k.w - Hotbar*side) / 2, k.h - side - k.px(barMargin), Hotbar * side, side}
}

// hotbar draws the first slots.
func (u *UI) hotbar(bar rect) {
	k := &u.kit
	side := bar.h
	k.fill(bar.inset(-k.px(3)), colourPlate)
	k.frame(bar.inset(-k.px(3)), k.thin(), colourEdge)
	for i := range Hotbar {
		at := rect{bar.x + i*side, bar.y, side, side}
		if i > 0 {
			k.fill(rect{at.x, at.y + k.px(6), k.thin(), side - k.px(12)}, colourRest)
		}
		u.items(at, u.state.Slots[i])
	}
	at := rect{bar.x + int(min(u.state.Selected, Hotbar-1))*side, bar.y, side, side}
	k.frame(at.inset(-k.px(3)-k.thin()), k.thin(), render.Colour{A: 140})
	k.frame(at.inset(-k.px(3)), k.px(2), colourAccent)
}

// items draws a stack in a slot.
func (u *UI) items(at rect, s Stack) {
	k := &u.kit
	if s.Count == 0 || !k.drawing {
		return
	}
	size := k.px(textures.IconSize)
	u.icon(at.x+(at.w-size)/2, at.y+(at.h-size)/2, size, s.Block)
	if u.state.Survival && s.Count > 1 {
		n := counts[min(s.Count, world.StackMax)]
		w := k.measure(render.Medium, textSmall, n)
		k.c.Shadowed(render.Medium, at.x+at.w-w-k.px(4), at.y+at.h-k.px(textSmall)-k.px(1), k.px(textSmall), colourText, n)
	}
}

// counts are the counts of stacks as texts, so that a picture makes none.
var counts = func() (t [world.StackMax + 1]string) {
	for i := range t {
		t[i] = strconv.Itoa(i)
	}
	return t
}()
