package ui

import (
	"strings"

	"voxtide/render"
)

// offers are what the word before the caret of the chat may become, while Tab goes through them.
type offers struct {
	words []string
	at    int    // the one that stands in the line
	from  int    // where in the line it begins
	line  string // as it stands then: another line ends it
}

// complete puts the next of what the last word may become into the line. Nothing happens but at the end of a command.
func (c *chat) complete(f func(line string) (from int, words []string)) {
	line := c.entry.String()
	if f == nil || !strings.HasPrefix(line, "/") || c.entry.at != len(c.entry.text) {
		return
	}
	o := &c.offers
	if len(o.words) > 1 && o.line == line {
		o.at = (o.at + 1) % len(o.words)
	} else {
		from, words := f(line)
		if *o = (offers{words: words, from: from}); len(words) == 0 || from > len(line) {
			*o = offers{}
			return
		}
	}
	text := line[:o.from] + o.words[o.at]
	if len(o.words) == 1 {
		text += " "
	}
	if len(text) > c.entry.max {
		return
	}
	c.entry.set(text)
	o.line = text
}

// offered draws what may stand in the line above it, the word that does in another colour.
func (c *chat) offered(k *kit, r rect) {
	o := &c.offers
	if len(o.words) < 2 || o.line != c.entry.String() {
		return
	}
	x, top := r.x+k.px(10), r.y-k.px(chatLine)
	k.fill(rect{r.x, top, r.w, k.px(chatLine)}, colourPanel)
	for i := o.at; i < len(o.words); i++ {
		w := k.measure(render.Regular, textBody, o.words[i])
		if x+w > r.x+r.w-k.px(10) {
			return
		}
		colour := colourDim
		if i == o.at {
			colour = colourAccent
		}
		k.text(render.Regular, x, top+k.px(2), textBody, colour, o.words[i])
		x += w + k.px(12)
	}
}
