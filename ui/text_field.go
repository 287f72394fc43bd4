package ui

import (
	"unicode"

	"voxtide/render/draw2d"
	"voxtide/window"
)

// textField is a line of text that the player edits.
type textField struct {
	text  []byte // valid UTF-8
	caret int    // byte of the text before which the caret stands
	max   int    // bytes of text at most
	shown string // the text as it was last drawn, so that a frame without a change allocates none
}

// set replaces the text and puts the caret at its end.
func (f *textField) set(s string) {
	f.text = append(f.text[:0], s...)
	f.caret = len(f.text)
}

func (f *textField) String() string { return string(f.text) }

// insert inserts a text at the caret. Tabs and line ends become spaces; other unprintable runes, and text that does not
// fit, are left out.
func (f *textField) insert(s string) {
	for _, r := range s {
		if r == '\n' || r == '\t' {
			r = ' '
		}
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			continue
		}
		letter := string(r)
		if len(f.text)+len(letter) > f.max {
			return
		}
		f.text = append(f.text[:f.caret], append([]byte(letter), f.text[f.caret:]...)...)
		f.caret += len(letter)
	}
}

// previous and next return the place of the caret one rune to the left and to the right.
func (f *textField) previous() int {
	i := f.caret
	for i > 0 {
		i--
		if f.text[i]&0xC0 != 0x80 {
			break
		}
	}
	return i
}

func (f *textField) next() int {
	i := f.caret
	for i < len(f.text) {
		i++
		if i == len(f.text) || f.text[i]&0xC0 != 0x80 {
			break
		}
	}
	return i
}

// wordStart returns the start of the word to the left of the caret.
func (f *textField) wordStart() int {
	i := f.caret
	for i > 0 && f.text[i-1] == ' ' {
		i--
	}
	for i > 0 && f.text[i-1] != ' ' {
		i--
	}
	return i
}

// delete removes the bytes between two places and puts the caret there.
func (f *textField) delete(from, to int) {
	f.text = append(f.text[:from], f.text[to:]...)
	f.caret = from
}

// edit handles the pending event for a field that has the focus, and reports whether the text changed.
func (f *textField) edit(k *widgets, clipboard func() string) bool {
	if k.pending && k.event.Kind == window.Typed {
		k.pending = false
		before := len(f.text)
		f.insert(string(k.event.Rune))
		return len(f.text) != before
	}
	command := k.event.Mods&(window.Control|window.Super) != 0 && k.event.Mods&window.Alt == 0 // both type letters
	switch {
	case k.takeKey(window.KeyBackspace):
		from := f.previous()
		if command {
			from = f.wordStart()
		}
		f.delete(from, f.caret)
		return true
	case k.takeKey(window.KeyDelete):
		f.delete(f.caret, f.next())
		return true
	case k.takeKey(window.KeyArrowLeft):
		f.caret = f.previous()
	case k.takeKey(window.KeyArrowRight):
		f.caret = f.next()
	case k.takeKey(window.KeyHome):
		f.caret = 0
	case k.takeKey(window.KeyEnd):
		f.caret = len(f.text)
	case command && k.takeKey(window.KeyV):
		if clipboard != nil {
			f.insert(clipboard())
		}
		return true
	case command && k.takeKey(window.KeyU):
		f.delete(0, f.caret)
		return true
	}
	return false
}

// labelledField is a field with its name above it. It reports whether the text changed. The hint shows while the field is
// empty.
func (k *widgets) labelledField(r rect, name, hint string, f *textField, clipboard func() string) bool {
	k.label(r.cutTop(k.px(textBody), k.px(4)), draw2d.Regular, textSmall, 0, colourDim, name)
	_, focused := k.focusable(r)
	k.takeClick(r, window.MouseLeft)
	changed := focused && f.edit(k, clipboard)
	k.fill(r, colourWell)
	if focused {
		k.outline(r, 2*k.hairline(), colourAccent)
	} else {
		k.outline(r, k.hairline(), colourEdge)
	}
	in := rect{r.x + k.px(10), r.y, r.w - k.px(20), r.h}
	if len(f.text) == 0 {
		k.label(in, draw2d.Regular, textBody, 0, colourDim.Fade(0.75), hint)
	}
	k.fieldText(in, f, focused)
	return changed
}

// fieldText draws the text of a field with its caret, shifted to the left so that the caret is inside.
func (k *widgets) fieldText(r rect, f *textField, caret bool) {
	if !k.drawing {
		return
	}
	f.keepShown()
	was := k.canvas.Clip(r.x, r.y, r.w, r.h)
	left := k.measure(draw2d.Regular, textBody, f.shown[:f.caret])
	x := r.x - max(0, left+k.px(2)-r.w)
	y := r.y + (r.h-k.px(textBody))/2
	k.text(draw2d.Regular, x, y, textBody, colourText, f.shown)
	if caret && int(k.now*2)%2 == 0 {
		k.fill(rect{x + left, y, k.hairline(), k.px(textBody)}, colourAccent)
	}
	k.canvas.Unclip(was)
}

// keepShown keeps the text as a string.
func (f *textField) keepShown() {
	if f.shown != string(f.text) {
		f.shown = string(f.text)
	}
}
