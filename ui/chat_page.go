package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
)

// ClearChat removes all received lines, for another world.
func (u *UI) ClearChat() { u.chat.clear() }

func (u *UI) chatOpen() bool { return u.topPage().page == pageChat }

// chatPage is the line in which the player types.
func chatPage(u *UI, k *widgets) {
	c := &u.chat
	bar := k.h - k.px(slotSide) - k.px(barMargin)
	r := rect{k.px(8), bar - k.px(14) - k.px(rowHeight) + k.px(4), k.w - k.px(16), k.px(rowHeight) - k.px(4)}
	r.w = min(r.w, k.px(2*chatWidth))
	if k.pending && c.skipRune && k.event.Kind == window.Typed {
		k.pending, c.skipRune = false, false
		return
	}
	if k.drawing {
		c.skipRune = false // a rune of a later frame comes from another key
	}
	k.focusable(r)
	switch {
	case k.takeEnter():
		if text := c.take(); text != "" {
			u.request(Request{Kind: RequestChat, Text: text})
		}
		u.back()
		return
	case k.takeKey(window.KeyArrowUp):
		c.recall(-1)
	case k.takeKey(window.KeyArrowDown):
		c.recall(1)
	case k.takeKey(window.KeyPageUp):
		c.scroll(chatLinesOpen / 2)
	case k.takeKey(window.KeyPageDown):
		c.scroll(-chatLinesOpen / 2)
	case k.takeKey(window.KeyTab):
		c.completions.next(&c.input, u.cfg.Complete)
	case k.pending && k.event.Kind == window.Scrolled:
		c.scroll(int(k.event.DY))
	}
	c.input.edit(k, u.cfg.Clipboard)
	k.fill(r, colourPanel)
	k.outline(r, k.hairline(), colourAccent)
	c.completions.draw(k, r, &c.input)
	in := rect{r.x + k.px(10), r.y, r.w - k.px(20), r.h}
	if len(c.input.text) == 0 {
		k.label(rect{in.x + k.px(4), in.y, in.w, in.h}, draw2d.Regular, textBody, 0, colourDim.Fade(0.8), "Type a message or a /command; Enter sends, Esc closes")
	}
	k.fieldText(in, &c.input, true)
}
