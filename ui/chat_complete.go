package ui

import (
	"strings"

	"voxtide/render/draw2d"
)

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
