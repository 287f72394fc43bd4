package ui

import (
	"unicode"

	"voxtide/render"
	"voxtide/window"
)

// field is a line of text that is edited.
type field struct {
	text []byte // valid UTF-8
	at   int    // the caret, in bytes
	max  int    // bytes
}

// set replaces the text and puts the caret at its end.
func (f *field) set(s string) {
	f.text = append(f.text[:0], s...)
	f.at = len(f.text)
}

func (f *field) String() string { return string(f.text) }

// insert types a text at the caret: what is no letter becomes a space, and what is too much is left out.
func (f *field) insert(s string) {
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
		f.text = append(f.text[:f.at], append([]byte(letter), f.text[f.at:]...)...)
		f.at += len(letter)
	}
}

// before and after return the caret one letter to the left and to the right.
func (f *field) before() int {
	i := f.at
	for i > 0 {
		i--
		if f.text[i]&0xC0 != 0x80 {
			break
		}
	}
	return i
}

func (f *field) after() int {
	i := f.at
	for i < len(f.text) {
		i++
		if i == len(f.text) || f.text[i]&0xC0 != 0x80 {
			break
		}
	}
	return i
}

// word returns the caret at the beginning of the word to the left.
func (f *field) word() int {
	i := f.at
	for i > 0 && f.text[i-1] == ' ' {
		i--
	}
	for i > 0 && f.text[i-1] != ' ' {
		i--
	}
	return i
}

// delete takes out the bytes between two carets.
func (f *field) delete(from, to int) {
	f.text = append(f.text[:from], f.text[to:]...)
	f.at = from
}

// edit handles what the kit's event means to a field that has the focus, and tells whether the text changed.
func (f *field) edit(k *kit, clipboard func() string) bool {
	if k.live && k.event.Kind == window.Typed {
		k.live = false
		before := len(f.text)
		f.insert(string(k.event.Rune))
		return len(f.text) != before
	}
	command := k.event.Mods&(window.Control|window.Super) != 0 && k.event.Mods&window.Alt == 0 // both type letters
	switch {
	case k.take(window.KeyBackspace):
		from := f.before()
		if command {
			from = f.word()
		}
		f.delete(from, f.at)
		return true
	case k.take(window.KeyDelete):
		f.delete(f.at, f.after())
		return true
	case k.take(window.KeyArrowLeft):
		f.at = f.before()
	case k.take(window.KeyArrowRight):
		f.at = f.after()
	case k.take(window.KeyHome):
		f.at = 0
	case k.take(window.KeyEnd):
		f.at = len(f.text)
	case command && k.take(window.KeyV):
		if clipboard != nil {
			f.insert(clipboard())
		}
		return true
	case command && k.take(window.KeyU):
		f.delete(0, f.at)
		return true
	}
	return false
}

// input is a field with its name above it; it tells whether the text changed. The hint shows while it is empty.
func (k *kit) input(r rect, name, hint string, f *field, clipboard func() string) bool {
	k.label(r.cut(k.px(textBody), k.px(4)), render.Regular, textSmall, 0, colourDim, name)
	_, focused := k.spot(r)
	k.clicked(r, window.MouseLeft)
	changed := focused && f.edit(k, clipboard)
	k.fill(r, colourWell)
	if focused {
		k.frame(r, 2*k.thin(), colourAccent)
	} else {
		k.frame(r, k.thin(), colourEdge)
	}
	in := rect{r.x + k.px(10), r.y, r.w - k.px(20), r.h}
	if len(f.text) == 0 {
		k.label(in, render.Regular, textBody, 0, colourDim.Fade(0.75), hint)
	}
	k.line(in, f, focused)
	return changed
}

// line draws the text of a field with the caret, moved to the left if the caret would be outside.
func (k *kit) line(r rect, f *field, caret bool) {
	if !k.drawing {
		return
	}
	done := k.clip(r)
	left := k.measure(render.Regular, textBody, string(f.text[:f.at]))
	x := r.x - max(0, left+k.px(2)-r.w)
	y := r.y + (r.h-k.px(textBody))/2
	k.text(render.Regular, x, y, textBody, colourText, string(f.text))
	if caret && int(k.now*2)%2 == 0 {
		k.fill(rect{x + left, y, k.thin(), k.px(textBody)}, colourAccent)
	}
	done()
}
