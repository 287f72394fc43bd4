package ui

import (
	"voxtide/render"
	"voxtide/window"
)

// Bounds of the chat.
const (
	chatBytes   = 256 // of a line to say
	chatLines   = 100 // that are kept
	chatHistory = 50  // own lines that can be said again
	chatClosed  = 8   // lines shown while it is closed
	chatOpen    = 16  // and while it is open
	chatFor     = 8.0 // seconds that a line stays
	chatFade    = 1.0
	chatWide    = 430 // pixels at a scale of one
	chatLine    = 22  // likewise, from line to line
)

// chat is what was said and what is being typed.
type chat struct {
	lines   []heard
	entry   field
	history []string
	at      int // in the history; its length for the line being typed
	up      int // lines that are below those shown, while it is open
	offers  offers
	skip    bool // the next letter typed is that of the key that opened the chat
}

// heard is a line with the time when it came.
type heard struct {
	Line
	at float64
}

func (c *chat) add(l Line, now float64) {
	if len(c.lines) == chatLines {
		copy(c.lines, c.lines[1:])
		c.lines = c.lines[:chatLines-1]
	}
	c.lines = append(c.lines, heard{l, now})
}

// Forget empties the chat, for another world.
func (u *UI) Forget() { u.chat.lines, u.chat.up = nil, 0 }

func (u *UI) chatOpen() bool { return u.top().page == pageChat }

// said draws the last lines, the newest lowest, above y; and the line that is typed, if the chat is open.
func (u *UI) said(y int) {
	k := &u.kit
	open := u.chatOpen()
	n := chatClosed
	if open {
		n = chatOpen
		y -= k.px(rowHeight)
	}
	wide := min(k.px(chatWide), k.w-k.px(16))
	least := k.px(8)
	if !open {
		least = k.h/2 + k.px(2*chatLine) // what is looked at stays free
	}
	for i := len(u.chat.lines) - 1 - u.chat.up; i >= 0 && n > 0; i-- {
		l := &u.chat.lines[i]
		f := float32(1)
		if !open {
			if f = fade(k.now-l.at, chatFor, chatFade); f == 0 {
				break
			}
		}
		if y -= u.heardLine(l, y, wide, f); y < least {
			break
		}
		n--
	}
}

// heardLine draws a line, broken as often as it needs, above y, and returns its height.
func (u *UI) heardLine(l *heard, y, wide int, f float32) int {
	k := &u.kit
	name, text := "", l.Text
	colour := colourDim
	if l.Name != "" {
		name, colour = l.Name+"  ", colourText
		text = name + text
	}
	rows := k.wrap(render.Regular, textBody, text, wide-k.px(16))
	h := len(rows) * k.px(chatLine)
	k.fill(rect{k.px(8), y - h, wide, h}, colourPlate.Fade(f))
	for i, row := range rows {
		x, at := k.px(16), y-h+i*k.px(chatLine)+k.px(2)
		if i == 0 && len(row) > len(name) && name != "" {
			k.text(render.Regular, x, at, textBody, colourAccent.Fade(f), name)
			x += k.measure(render.Regular, textBody, name)
			row = row[len(name):]
		}
		k.text(render.Regular, x, at, textBody, colour.Fade(f), row)
	}
	return h
}

// chatPage is the line that is typed.
func chatPage(u *UI, k *kit) {
	c := &u.chat
	bar := k.h - k.px(slotSide) - k.px(barMargin)
	r := rect{k.px(8), bar - k.px(14) - k.px(rowHeight) + k.px(4), k.w - k.px(16), k.px(rowHeight) - k.px(4)}
	r.w = min(r.w, k.px(2*chatWide))
	if k.live && c.skip && k.event.Kind == window.Typed {
		k.live, c.skip = false, false
		return
	}
	if k.drawing {
		c.skip = false // a picture later it would be another letter
	}
	k.spot(r)
	switch {
	case k.entered():
		u.say()
		return
	case k.take(window.KeyArrowUp):
		c.recall(-1)
	case k.take(window.KeyArrowDown):
		c.recall(1)
	case k.take(window.KeyPageUp):
		c.scroll(chatOpen / 2)
	case k.take(window.KeyPageDown):
		c.scroll(-chatOpen / 2)
	case k.take(window.KeyTab):
		c.complete(u.cfg.Complete)
	case k.live && k.event.Kind == window.Scrolled:
		c.scroll(int(k.event.DY))
	}
	c.entry.edit(k, u.cfg.Clipboard)
	k.fill(r, colourPanel)
	k.frame(r, k.thin(), colourAccent)
	c.offered(k, r)
	in := rect{r.x + k.px(10), r.y, r.w - k.px(20), r.h}
	if len(c.entry.text) == 0 {
		k.label(rect{in.x + k.px(4), in.y, in.w, in.h}, render.Regular, textBody, 0, colourDim.Fade(0.8), "Say something; Enter sends, Esc closes")
	}
	k.line(in, &c.entry, true)
}

// say sends the line and closes the chat.
func (u *UI) say() {
	c := &u.chat
	if text := c.entry.String(); text != "" {
		u.wish(Wish{Want: WantChat, Text: text})
		if n := len(c.history); n == 0 || c.history[n-1] != text {
			c.history = append(c.history, text)
		}
		if len(c.history) > chatHistory {
			c.history = c.history[1:]
		}
	}
	u.back()
}

// recall shows an earlier or later own line.
func (c *chat) recall(by int) {
	c.at = min(max(c.at+by, 0), len(c.history))
	if c.at == len(c.history) {
		c.entry.set("")
		return
	}
	c.entry.set(c.history[c.at])
}

// scroll shows lines so much further up.
func (c *chat) scroll(by int) { c.up = max(0, min(c.up+by, len(c.lines)-1)) }

// open empties the line.
func (c *chat) open() {
	c.entry = field{max: chatBytes}
	c.offers = offers{}
	c.at, c.up, c.skip = len(c.history), 0, false
}
