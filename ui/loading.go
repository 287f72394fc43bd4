package ui

import (
	"fmt"
	"strconv"

	"voxtide/render/draw2d"
)

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
