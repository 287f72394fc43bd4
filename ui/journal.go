package ui

import (
	"strings"

	"voxtide/render/draw2d"
	"voxtide/window"
)

// How long a new line of the journal stays and fades, in seconds.
const (
	newsFor  = 5.0
	newsFade = 0.6
)

// journalPage shows what the player has done of what one does first, and how to do the rest.
func journalPage(u *UI, k *widgets) {
	lines := u.state.Journal.Lines
	if k.takeKey(u.keyBound(ControlJournal)) {
		u.back()
		return
	}
	const wide = 520
	tall := textBody + textSmall + 20
	in := k.dialog(wide, 2*pad+textHead+16+len(lines)*tall+rowHeight+2*rowGap, "Journal")
	foot := k.footerRow(&in, 2)
	if k.drawing {
		row := min(k.px(tall), in.h/max(1, len(lines)))
		how := row >= k.px(textBody+textSmall+6) // else there is room for one line each
		for _, l := range lines {
			u.drawJournalLine(in.cutTop(row, 0), &l, how)
		}
	}
	hints := "Hints: off"
	if u.options.Hints {
		hints = "Hints: on"
	}
	switch {
	case k.button(foot[0], hints):
		u.options.Hints = !u.options.Hints
		u.optionsChanged()
	case k.button(foot[1], "Back to game"):
		u.back()
	}
}

// drawJournalLine draws a line with a box, which is ticked when it is done, and below it how to do it.
func (u *UI) drawJournalLine(r rect, l *JournalLine, how bool) {
	k := &u.widgets
	side := k.px(textBody)
	at := rect{r.x, r.y + k.px(3), side, side}
	k.outline(at, k.hairline()*2, colourDim)
	text := colourDim
	if l.Done {
		k.fill(at.inset(k.px(4)), colourAccent)
		text = colourText
	}
	x := r.x + side + k.px(10)
	k.text(draw2d.Medium, x, r.y+k.px(2), textBody, text, k.ellipsize(draw2d.Medium, textBody, k.t(l.Text), r.x+r.w-x))
	if how && !l.Done {
		k.text(draw2d.Regular, x, r.y+k.px(textBody+7), textSmall, colourDim, k.ellipsize(draw2d.Regular, textSmall, u.withKeys(k.t(l.How)), r.x+r.w-x))
	}
}

// drawHint draws at the top of the screen what the journal has new, and else what to do next.
func (u *UI) drawHint(y int) {
	k, t := &u.widgets, &u.toast
	if u.topPage().page != pagePlay {
		if k.drawing && k.now-t.newsSince < newsFor {
			t.newsSince = k.now // what is done in the bag is told when it is shut
		}
		return
	}
	text, opacity := t.news, fade(k.now-t.newsSince, newsFor, newsFade)
	if text == "" || opacity == 0 {
		text, opacity = u.state.Journal.Hint, 1
	}
	if text == "" || !u.options.Hints && text == u.state.Journal.Hint {
		return
	}
	text = u.withKeys(k.t(text))
	for _, line := range k.wrap(draw2d.Regular, textBody, text, k.w-k.px(48)) {
		w := k.measure(draw2d.Regular, textBody, line) + k.px(24)
		k.pill(rect{(k.w - w) / 2, y, w, k.px(28)}, colourAccent, opacity, line)
		y += k.px(28)
	}
}

// keyBound returns the key of a control.
func (u *UI) keyBound(control string) window.Key {
	for i := range u.bindings {
		if u.bindings[i].Name == control {
			return u.bindings[i].Key
		}
	}
	return window.KeyNone
}

// withKeys returns a text with keys in the place of controls in braces.
func (u *UI) withKeys(text string) string {
	for {
		from := strings.IndexByte(text, '{')
		to := strings.IndexByte(text, '}')
		if from < 0 || to < from {
			return text
		}
		text = text[:from] + u.keyOf(text[from+1:to]) + text[to+1:]
	}
}
