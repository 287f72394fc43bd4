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

// Line makes of any text a line that ReadLine takes: valid, without control characters, of at most so many bytes.
func Line(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	for len(text) > most {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	return text
}
