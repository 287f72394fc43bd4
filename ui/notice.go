package ui

import (
	"fmt"

	"voxtide/render"
)

// When notices show, in seconds but for the actions.
const (
	refusedFor  = 1.8
	refusedFade = 0.4
	unackedFrom = 16 // un-acked actions that are not worth one either
)

// notice is why the last own action was refused.
type notice struct {
	text  string
	since float64
}

// refuse takes in a refusal.
func (n *notice) refuse(why string, now float64) { n.text, n.since = sentence(why), now }

// sentence returns words with a great first letter.
func sentence(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// refusal draws why an action was refused, its lower edge at y.
func (u *UI) refusal(y int) {
	k := &u.kit
	f := fade(k.now-u.notice.since, refusedFor, refusedFade)
	if f == 0 || u.notice.text == "" {
		return
	}
	w := k.measure(render.Regular, textBody, u.notice.text) + k.px(24)
	u.pill(rect{(k.w - w) / 2, y - k.px(28), w, k.px(28)}, colourWarn, f, u.notice.text)
}

// pill draws a line on a plate.
func (u *UI) pill(r rect, c render.Colour, f float32, text string) {
	k := &u.kit
	k.fill(r, colourPlate.Fade(f))
	k.fill(rect{r.x, r.y, k.px(3), r.h}, c.Fade(f))
	k.label(r, render.Regular, textBody, 1, colourText.Fade(f), text)
}

// badge draws, at the top, that the network is slow.
func (u *UI) badge() {
	k, s := &u.kit, &u.state
	text := ""
	switch {
	case s.Resuming:
	case s.Waiting > 0:
		text = "No word from the server"
		if s.Waiting >= 1 {
			text += fmt.Sprintf(" for %d s", int(s.Waiting))
		}
		switch {
		case s.Unacked == 1:
			text += "; 1 action is not confirmed"
		case s.Unacked > 1:
			text += fmt.Sprintf("; %d actions are not confirmed", s.Unacked)
		}
	case s.Unacked > unackedFrom:
		text = fmt.Sprintf("%d actions are on their way", s.Unacked)
	}
	if text == "" {
		return
	}
	w := k.measure(render.Regular, textBody, text) + k.px(24)
	u.pill(rect{(k.w - w) / 2, k.px(12), w, k.px(28)}, colourWarn, 1, text)
}

// resuming draws, over the dimmed last picture, that the connection is lost.
func (u *UI) resuming() {
	k := &u.kit
	if !u.state.Resuming || !u.Captures() {
		return
	}
	r := rect{0, 0, min(k.px(460), k.w-k.px(16)), k.px(148)}
	r.x, r.y = (k.w-r.w)/2, (k.h-r.h)/2-k.px(40)
	k.panel(r)
	in := r.inset(k.px(16))
	k.label(in.cut(k.px(textHead), k.px(10)), render.Medium, textHead, 1, colourText, fmt.Sprintf("Reconnecting … %d s", int(u.state.Waiting)))
	why := "The connection was lost"
	if u.state.Why != "" {
		why = sentence(u.state.Why)
	}
	kept := "What you built is kept."
	switch n := u.state.Unacked; {
	case n == 1:
		kept = "What you built is kept, but for 1 action that is not confirmed."
	case n > 1:
		kept = fmt.Sprintf("What you built is kept, but for %d actions that are not confirmed.", n)
	}
	for _, line := range []string{why + ".", kept, "This goes on until it works. Esc to leave."} {
		k.label(in.cut(k.px(textSmall), k.px(8)), render.Regular, textSmall, 1, colourDim, line)
	}
}
