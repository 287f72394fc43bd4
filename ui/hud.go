package ui

import (
	"fmt"
	"image"
	"math"

	"voxtide/render/draw2d"
	"voxtide/ui/netview"
	"voxtide/ui/playerlist"
	"voxtide/ui/subtitles"
)

// centreWide is the width that is kept free for texts above the hotbar, in pixels at a scale of one.
const centreWide = 360

// hud is the state of what is drawn over a frame of the world.
type hud struct {
	debug  bool // the debug screen is on
	hidden bool
	body   bodyView

	subtitles subtitles.Lines
}

// drawHUD draws the crosshair, the hotbar, the chat and the notices over a frame of the world.
func (u *UI) drawHUD() {
	k := &u.widgets
	if u.state.Resuming {
		k.fill(rect{0, 0, k.w, k.h}, draw2d.Colour{R: 6, G: 8, B: 12, A: 150})
	} else if u.CapturesMouse() && !u.hud.hidden && !u.state.Aim.Hidden {
		u.drawCrosshair()
	}
	if u.HUDHidden() && !u.state.Resuming {
		return
	}
	u.hud.body.update(&u.state.Body, k.now)
	u.hud.body.drawHarm(k)
	bar := u.hotbarRect()
	if u.topPage().page == pagePlay || u.chatOpen() {
		u.drawHotbar(bar)
		above := bar.y - k.px(10)
		if u.state.Body.Shown {
			above -= u.hud.body.draw(k, &u.state.Body, bar)
		}
		u.heldItem.draw(k, above)
		u.toast.draw(k, above-k.px(textBody+8))
		chat := bar.y - k.px(14)
		if k.px(chatWidth+centreWide/2) > k.w/2 && !u.chatOpen() { // no room beside the texts in the middle
			chat -= k.px(2*textBody + 32)
		}
		u.chat.draw(k, chat, u.chatOpen())
	}
	below := u.drawWarnings(bar)
	if u.PlayersShown() {
		playerlist.Draw(k.canvas, &playerlist.Area{W: k.w, H: k.h, Top: below, Bottom: bar.y - k.px(12), Halves: k.scaleHalves, Words: k.words}, &u.state.Players)
	} else {
		u.drawHint(below)
	}
	u.drawReconnecting()
	u.drawSubtitles(bar)
	if u.hud.debug {
		u.drawDebug()
	}
	if n := u.NetView(); n != nil {
		area := u.netArea(bar)
		netview.Draw(k.canvas, &area, n, &netview.Info{Method: u.state.Method, Network: u.state.NetworkWorse, Rival: u.state.MethodNotes.Rival, Figures: u.state.MethodNotes.Figures, Frozen: u.netView.frozen,
			Graphs: u.topPage().page != pagePlay && !u.chatOpen(), Key: u.keyOf(ControlFreeze)})
	}
}

// drawSubtitles draws what is heard, in the lower right corner, above the hotbar where that is as wide as the frame.
func (u *UI) drawSubtitles(bar rect) {
	k := &u.widgets
	if !u.options.Sound.Subtitles {
		u.hud.subtitles.Clear()
		return
	}
	a := subtitles.Area{Right: k.w - k.px(12), Bottom: k.h - k.px(barMargin+12), Text: k.px(textSmall), Pad: k.px(7), Plate: colourTextPlate, Colour: colourText, Arrow: colourAccent}
	if bar.x+bar.w+k.px(subtitleWidth) > k.w {
		a.Bottom = bar.y - k.px(3*textBody+24)
	}
	subtitles.Draw(k.canvas, &a, &u.hud.subtitles, k.now)
}

// subtitleWidth is how wide the widest subtitle may be, in pixels at a scale of one.
const subtitleWidth = 260

// netArea returns what the overlay of the netcode must leave free.
func (u *UI) netArea(bar rect) netview.Area {
	k := &u.widgets
	chat := image.Rect(k.px(8), k.h/2+k.px(chatLineHeight), k.px(8)+min(k.px(chatWidth), k.w-k.px(16)), k.h)
	if u.chatOpen() {
		chat.Min.Y = 0
	}
	return netview.Area{W: k.w, H: k.h, Halves: k.scaleHalves, Hotbar: image.Rect(bar.x-k.px(6), bar.y-k.px(6), bar.x+bar.w+k.px(6), k.h), Chat: chat}
}

// KeyOf returns the key of a control as people read it, "" for none.
func (u *UI) KeyOf(control string) string { return u.keyOf(control) }

// keyOf returns the key of a control as people read it.
func (u *UI) keyOf(control string) string {
	for i := range u.bindings {
		if u.bindings[i].Name == control {
			return u.widgets.t(keyName(u.bindings[i].Key))
		}
	}
	return ""
}

// Sizes of the crosshair, in pixels at a scale of one.
const (
	crossArm   = 9
	crossThick = 2
)

// drawCrosshair draws the cross where the player aims: light with a thin dark edge, visible on any background.
func (u *UI) drawCrosshair() {
	k := &u.widgets
	t, arm, edge := k.px(crossThick), k.px(crossArm), k.hairline()
	x, y := k.w/2-t/2, k.h/2-t/2-int(math.Round(u.state.Aim.Up*float64(k.h)))
	across, down := rect{x - arm, y, 2*arm + t, t}, rect{x, y - arm, t, 2*arm + t}
	dark := draw2d.Colour{A: 150}
	k.outline(rect{across.x - edge, across.y - edge, arm + edge, across.h + 2*edge}, edge, dark)
	k.outline(rect{x + t, across.y - edge, arm + edge, across.h + 2*edge}, edge, dark)
	k.outline(rect{down.x - edge, down.y - edge, down.w + 2*edge, arm}, edge, dark)
	k.outline(rect{down.x - edge, down.y + down.h + edge - arm, down.w + 2*edge, arm}, edge, dark)
	light := draw2d.Colour{R: 255, G: 255, B: 255, A: 235}
	k.fill(across, light)
	k.fill(rect{down.x, down.y, down.w, arm}, light)
	k.fill(rect{down.x, down.y + arm + t, down.w, arm}, light)
}

// hotbarRect returns the area of the hotbar.
func (u *UI) hotbarRect() rect {
	k := &u.widgets
	side := k.px(slotSide)
	return rect{(k.w - Hotbar*side) / 2, k.h - side - k.px(barMargin), Hotbar * side, side}
}

// drawHotbar draws the slots of the hotbar, and an outline around the selected one.
func (u *UI) drawHotbar(bar rect) {
	k := &u.widgets
	side := bar.h
	k.fill(bar.inset(-k.px(3)), colourTextPlate)
	k.outline(bar.inset(-k.px(3)), k.hairline(), colourEdge)
	for i := range Hotbar {
		at := rect{bar.x + i*side, bar.y, side, side}
		if i > 0 {
			k.fill(rect{at.x, at.y + k.px(6), k.hairline(), side - k.px(12)}, colourControl)
		}
		u.icons.drawStack(k, at, u.state.Slots[i], u.state.Survival)
	}
	at := rect{bar.x + int(min(u.state.Selected, Hotbar-1))*side, bar.y, side, side}
	k.outline(at.inset(-k.px(3)-k.hairline()), k.hairline(), draw2d.Colour{A: 140})
	k.outline(at.inset(-k.px(3)), k.px(2), colourAccent)
}

// unackedWarning is the number of unconfirmed actions above which the player is told.
const unackedWarning = 16

// drawWarnings shows at the top of the screen that the server is silent or slow, that the network is made worse, and what there is
// to know of direct links. It returns where there is room below.
func (u *UI) drawWarnings(bar rect) (y int) {
	k := &u.widgets
	y = k.px(12)
	if n := u.NetView(); n != nil {
		area := u.netArea(bar)
		y = max(y, netview.Lower(&area, n)+k.px(4))
	}
	texts := [4]string{u.connectionWarning(), "", u.links.notice(u), u.sightNotice()}
	if s := u.state.NetworkWorse; s != "" && u.NetView() == nil {
		texts[1] = "Network made worse: " + s
	}
	for _, text := range texts {
		if text == "" {
			continue
		}
		text = k.t(text)
		w := k.measure(draw2d.Regular, textBody, text) + k.px(24)
		k.pill(rect{(k.w - w) / 2, y, w, k.px(28)}, colourWarn, 1, text)
		y += k.px(32)
	}
	return y
}

// sightNotice returns that the player sees through the eyes of another, or is seen by nobody; "" if neither.
func (u *UI) sightNotice() string {
	switch s := &u.state; {
	case s.Watched != "":
		return fmt.Sprintf("You see what %s sees; %s ends it", s.Watched, u.keyOf("sneak"))
	case s.Frozen:
		return "Frozen by somebody who keeps order: you can look and speak"
	case s.Vanished:
		return "Vanished: nobody else sees you; /vanish ends it"
	}
	return ""
}

// connectionWarning returns that the server is silent or slow, "" if it is not.
func (u *UI) connectionWarning() (text string) {
	s := &u.state
	switch {
	case s.Resuming:
	case s.SilentFor > 0:
		text = "No response from the server"
		if s.SilentFor >= 1 {
			text += fmt.Sprintf(" for %d s", int(s.SilentFor))
		}
		switch {
		case s.Unacked == 1:
			text += "; 1 action is not confirmed"
		case s.Unacked > 1:
			text += fmt.Sprintf("; %d actions are not confirmed", s.Unacked)
		}
	case s.Unacked > unackedWarning:
		text = fmt.Sprintf("Lag: %d actions are not confirmed yet", s.Unacked)
	}
	return text
}

// drawReconnecting shows over the dimmed last frame that the client is resuming a lost connection.
func (u *UI) drawReconnecting() {
	k := &u.widgets
	if !u.state.Resuming || !u.CapturesMouse() {
		return
	}
	r := rect{0, 0, min(k.px(460), k.w-k.px(16)), k.px(130)}
	r.x, r.y = (k.w-r.w)/2, (k.h-r.h)/2-k.px(40)
	k.drawPanel(r)
	in := r.inset(k.px(16))
	k.label(in.cutTop(k.px(textHead), k.px(10)), draw2d.Medium, textHead, 1, colourText, fmt.Sprintf("Reconnecting … %d s", int(u.state.SilentFor)))
	why := k.t("The connection was lost")
	if u.state.LostReason != "" {
		why = capitalize(k.t(u.state.LostReason))
	}
	kept := "What you built is saved."
	switch n := u.state.Unacked; {
	case n == 1:
		kept = "What you built is saved, except for 1 action that is not confirmed."
	case n > 1:
		kept = fmt.Sprintf("What you built is saved, except for %d actions that are not confirmed.", n)
	}
	for _, line := range []string{why + ".", k.t(kept), k.t("The game keeps trying. Esc to leave.")} {
		k.verbatim(in.cutTop(k.px(textSmall), k.px(8)), draw2d.Regular, textSmall, 1, colourDim, line)
	}
}
