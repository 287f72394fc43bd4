package edits

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"voxtide/wire"
)

// ReadLine reads a line of text that is shown to others and written to logs: valid UTF-8 without control characters.
func ReadLine(r *wire.Reader, most int) string {
	s := r.String(most)
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		r.Fail(ErrValue)
		return ""
	}
	return s
}

// Hidden reports whether a character cannot be seen where it stands, or turns the direction of what stands beside it:
// Default_Ignorable_Code_Point of Unicode, which holds joiners, selectors of variants, fillers and all controls of direction.
func Hidden(r rune) bool {
	return r >= 0xad && (unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r))
}

// blank is the Braille pattern without a dot: a letter that looks like a space.
const blank = '\u2800'

// Line makes of any text a line that ReadLine takes and that shows as it is: valid, without control characters, ends of lines
// and what is Hidden, of at most so many bytes.
func Line(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp), r == blank:
			return ' '
		case Hidden(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	for len(text) > most {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	return text
}
