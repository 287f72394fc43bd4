package ui

import (
	"strings"

	"voxtide/render/draw2d"
	"voxtide/window"
)

// Bounds of the chat.
const (
	chatBytes       = 256 // of one typed line
	chatLinesKept   = 100
	chatHistory     = 50  // typed lines that can be recalled
	chatLinesClosed = 8   // lines shown while the chat is closed
	chatLinesOpen   = 16  // lines shown while it is open
	chatVisibleFor  = 8.0 // seconds that a line stays while the chat is closed
	chatFade        = 1.0 // seconds in which it fades after that
	chatWidth       = 430 // pixels at a scale of one
	chatLineHeight  = 22  // pixels at a scale of one
	replyWithin     = 3.0 // seconds in which the game answers a command
)

// chat holds the received lines and the line that the player types.
type chat struct {
	lines       []receivedLine // the oldest first
	input       textField
	history     []string // sent lines, the oldest first
	historyAt   int      // index into history of the line shown; len(history) for a new line
	scrolled    int      // lines hidden below the lowest one shown, while the chat is open
	completions completions
	skipRune    bool    // the next rune belongs to the key that opened the chat
	command     int     // number of the last command that the player gave
	commandAt   float64 // when, in seconds
}

// receivedLine is a line with the time of its arrival, in seconds.
type receivedLine struct {
	ChatLine
	at     float64
	answer int // number of the command that it answers, 0 for none
}

// add appends a received line, and drops the oldest one if there are too many.
func (c *chat) add(l ChatLine, now float64) {
	if len(c.lines) == chatLinesKept {
		copy(c.lines, c.lines[1:])
		c.lines = c.lines[:chatLinesKept-1]
	}
	answer := 0
	if l.Name == "" && c.command > 0 && now-c.commandAt < replyWithin {
		answer = c.command
	}
	c.lines = append(c.lines, receivedLine{l, now, answer})
}

// clear removes all received lines.
func (c *chat) clear() { c.lines, c.scrolled = nil, 0 }

// reset empties the input when the chat is opened.
func (c *chat) reset() {
	c.input = textField{max: chatBytes}
	c.completions = completions{}
	c.historyAt, c.scrolled, c.skipRune = len(c.history), 0, false
}

// take returns the typed line and appends it to the history, unless it is empty or the same as the last one.
func (c *chat) take() string {
	text := c.input.String()
	if n := len(c.history); text != "" && (n == 0 || c.history[n-1] != text) {
		c.history = append(c.history, text)
	}
	if len(c.history) > chatHistory {
		c.history = c.history[1:]
	}
	return text
}

// sent notes a line that was sent: the answers to the command before are no longer shown while the chat is closed.
func (c *chat) sent(text string, now float64) {
	if text[0] == '/' {
		c.command++
		c.commandAt = now
	}
}

// recall shows an earlier (by < 0) or later line of the history in the input.
func (c *chat) recall(by int) {
	c.historyAt = min(max(c.historyAt+by, 0), len(c.history))
	if c.historyAt == len(c.history) {
		c.input.set("")
		return
	}
	c.input.set(c.history[c.historyAt])
}

// scroll moves the shown lines up by a number of lines.
func (c *chat) scroll(by int) { c.scrolled = max(0, min(c.scrolled+by, len(c.lines)-1)) }

// draw draws the last lines upward from y, the newest lowest. While the chat is closed, old lines fade and the middle of
// the screen stays free.
func (c *chat) draw(k *widgets, y int, open bool) {
	lines, top := chatLinesClosed, k.h/2+k.px(2*chatLineHeight)
	if open {
		lines, top = chatLinesOpen, k.px(8)
		y -= k.px(rowHeight)
	}
	wide := min(k.px(chatWidth), k.w-k.px(16))
	for i := len(c.lines) - 1 - c.scrolled; i >= 0 && lines > 0; i-- {
		l := &c.lines[i]
		opacity := float32(1)
		if !open && l.answer != 0 && l.answer != c.command {
			continue
		}
		if !open {
			if opacity = fade(k.now-l.at, chatVisibleFor, chatFade); opacity == 0 {
				break
			}
		}
		if y -= l.draw(k, y, wide, opacity); y < top {
			break
		}
		lines--
	}
}

// draw draws a line above y, wrapped to a width, and returns its height.
func (l *receivedLine) draw(k *widgets, y, wide int, opacity float32) int {
	name, text := "", l.Text
	colour := colourDim
	if l.Name != "" {
		name, colour = l.Name+"  ", colourText
		text = name + text
	}
	rows := k.wrap(draw2d.Regular, textBody, text, wide-k.px(16))
	h := len(rows) * k.px(chatLineHeight)
	k.fill(rect{k.px(8), y - h, wide, h}, colourTextPlate.Fade(opacity))
	for i, row := range rows {
		x, at := k.px(16), y-h+i*k.px(chatLineHeight)+k.px(2)
		if i == 0 && len(row) > len(name) && name != "" {
			k.text(draw2d.Regular, x, at, textBody, colourAccent.Fade(opacity), name)
			x += k.measure(draw2d.Regular, textBody, name)
			row = row[len(name):]
		}
		k.text(draw2d.Regular, x, at, textBody, colour.Fade(opacity), row)
	}
	return h
}

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
			c.sent(text, k.now)
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

// completions are the words that the word before the caret may become, while Tab goes through them.
type completions struct {
	words []string
	at    int    // index of the word that stands in the line
	from  int    // byte of the line at which it begins
	line  string // the line with this word; another line ends the completion
}

// next puts the next completion of the last word into the input. It only completes commands, with the caret at the end.
// The function complete returns the completions of a line and the byte at which the completed word begins.
func (o *completions) next(input *textField, complete func(line string) (from int, words []string)) {
	line := input.String()
	if complete == nil || !strings.HasPrefix(line, "/") || input.caret != len(input.text) {
		return
	}
	if len(o.words) > 1 && o.line == line {
		o.at = (o.at + 1) % len(o.words)
	} else {
		from, words := complete(line)
		if *o = (completions{words: words, from: from}); len(words) == 0 || from > len(line) {
			*o = completions{}
			return
		}
	}
	text := line[:o.from] + o.words[o.at]
	if len(o.words) == 1 {
		text += " "
	}
	if len(text) > input.max {
		return
	}
	input.set(text)
	o.line = text
}

// draw lists the completions above the input at r, the chosen one in another colour.
func (o *completions) draw(k *widgets, r rect, input *textField) {
	if len(o.words) < 2 || o.line != input.String() {
		return
	}
	x, h := r.x+k.px(10), k.px(completionsHeight)
	k.fill(rect{r.x, r.y - h, r.w, h}, colourPanel)
	for i := o.at; i < len(o.words); i++ {
		w := k.measure(draw2d.Regular, textBody, o.words[i])
		if x+w > r.x+r.w-k.px(10) {
			return
		}
		colour := colourDim
		if i == o.at {
			colour = colourAccent
		}
		k.text(draw2d.Regular, x, r.y-h+k.px(2), textBody, colour, o.words[i])
		x += w + k.px(12)
	}
}

// completionsHeight is the height of the list of completions, in pixels at a scale of one.
const completionsHeight = 22
