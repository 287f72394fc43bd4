package ui

import (
	"fmt"
	"strconv"

	"voxtide/render"
)

// joiningPage tells how far joining has come.
func joiningPage(u *UI, k *kit) {
	p := &u.state.Progress
	title := "Joining " + u.state.Server
	if u.state.Server == "" {
		title = "Entering the world"
	}
	in := k.sheet(520, 230, title)
	foot := k.foot(&in, 1)
	text := p.Stage
	if p.Total > 0 {
		text = fmt.Sprintf("%s: %s of %s %s", p.Stage, thousands(p.Done), thousands(p.Total), p.Unit)
	}
	k.label(in.cut(k.px(textBody), k.px(10)), render.Regular, textBody, 0, colourText, text)
	if p.Total > 0 {
		k.bar(in.cut(k.px(10), k.px(12)), p.Done, p.Total)
	}
	k.words(&in, textSmall, colourDim, p.Slow)
	if k.button(foot[0], "Cancel") {
		u.wish(Wish{Want: WantCancel})
	}
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
