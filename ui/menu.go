package ui

import (
	"fmt"
	"strconv"

	"voxtide/render/draw2d"
)

// mainMenuPage is the main menu, over the terrain that the caller drew.
func mainMenuPage(u *UI, k *widgets) {
	k.fill(rect{0, 0, k.w, k.h}, draw2d.Colour{R: 6, G: 9, B: 13, A: 70})
	wide := min(k.px(320), k.w-k.px(32))
	tall := k.px(textTitle + 62 + 4*(rowHeight+rowGap))
	r := rect{(k.w - wide) / 2, max(k.px(16), (k.h-tall)*2/5), wide, tall}
	title := r.cutTop(k.px(textTitle), k.px(6))
	line := r.cutTop(k.px(textBody), k.px(38))
	if k.drawing {
		k.shadowedLine(title, draw2d.Medium, textTitle, colourText, "Voxtide")
		k.shadowedLine(line, draw2d.Regular, textBody, colourText, "A block world that never waits and never lies")
	}
	back := rect{r.x, r.y, r.w, 4*k.px(rowHeight) + 3*k.px(rowGap)}.inset(-k.px(14))
	k.drawPanel(back)
	switch {
	case k.button(k.nextRow(&r), "Singleplayer"):
		u.openPage(pageWorlds)
	case k.button(k.nextRow(&r), "Multiplayer"):
		u.openPage(pageServers)
	case k.button(k.nextRow(&r), "Settings"):
		u.openPage(pageSettings)
	case k.button(k.nextRow(&r), "Quit game"):
		u.request(Request{Kind: RequestQuit})
	}
	if k.drawing && u.cfg.Version != "" {
		k.canvas.ShadowedText(draw2d.Regular, k.px(10), k.h-k.px(textSmall+8), k.px(textSmall), colourText, u.cfg.Version)
	}
}

// shadowedLine draws a centred line of text over its shadow, which is thin at any size.
func (k *widgets) shadowedLine(r rect, f draw2d.Font, size int, c draw2d.Colour, s string) {
	s = k.t(s)
	x := r.x + (r.w-k.measure(f, size, s))/2
	k.canvas.FontText(f, x+k.hairline(), r.y+k.hairline(), k.px(size), draw2d.Colour{A: 170}, s)
	k.canvas.FontText(f, x, r.y, k.px(size), c, s)
}

// pausePage is the menu that Esc opens in a world. The world runs on meanwhile: one player cannot pause the others.
func pausePage(u *UI, k *widgets) {
	rows, linked := 4, u.state.Links.Key != ""
	if linked {
		rows++
	}
	if u.state.OwnWorld {
		rows++
	}
	in := k.dialog(340, rows*(rowHeight+rowGap)+90, "Game menu")
	leave := "Disconnect"
	if u.state.OwnWorld {
		leave = "Save and quit to menu"
	}
	switch {
	case k.button(k.nextRow(&in), "Back to game"):
		u.back()
	case k.button(k.nextRow(&in), "Settings"):
		u.openPage(pageSettings)
	case linked && k.button(k.nextRow(&in), u.linksButton()):
		u.openLinks()
	case u.state.OwnWorld && k.button(k.nextRow(&in), u.lanButton()): // it keeps the focus: Enter twice must not leave the world
		if u.state.OpenAt == "" {
			u.request(Request{Kind: RequestOpenLAN})
		}
	case k.button(k.nextRow(&in), leave):
		u.request(Request{Kind: RequestLeave})
	case k.button(k.nextRow(&in), "Quit game"):
		u.request(Request{Kind: RequestQuit})
	}
}

// lanButton returns what the button says that opens the own world to others, or where they join it.
func (u *UI) lanButton() string {
	if u.state.OpenAt != "" {
		return "Others join at " + u.state.OpenAt
	}
	return "Open to LAN"
}

// loadingPage shows the progress of loading a world.
func loadingPage(u *UI, k *widgets) {
	p := &u.state.Progress
	title := "Joining " + u.state.Server
	if u.state.Server == "" {
		title = "Loading world"
	}
	in := k.dialog(520, 230, title)
	foot := k.footerRow(&in, 1)
	text := p.Stage
	if p.Total > 0 {
		text = fmt.Sprintf("%s: %s of %s %s", p.Stage, thousands(p.Done), thousands(p.Total), p.Unit)
	}
	k.label(in.cutTop(k.px(textBody), k.px(10)), draw2d.Regular, textBody, 0, colourText, text)
	if p.Total > 0 {
		k.progressBar(in.cutTop(k.px(10), k.px(12)), p.Done, p.Total)
	}
	k.paragraph(&in, textSmall, colourDim, p.SlowReason)
	if k.button(foot[0], "Cancel") {
		u.request(Request{Kind: RequestCancel})
	}
}

// thousands formats a number with commas between thousands.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
