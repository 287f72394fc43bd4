// Package textline bounds and cleans a line of text that players see: names, chat, lines in a log.
//
// Owner: none; all is pure functions. Invariant: Clean returns a line that Read accepts and that shows every character
// it holds.
package textline

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"voxtide/internal/wire"
)

// NameMax is the greatest length of a player's name, ChatMax of a chat line, in bytes.
const (
	NameMax = 32
	ChatMax = 256
)

// ErrLine says that a decoded text is not valid UTF-8 or holds control characters.
var ErrLine = errors.New("textline: not a line of text")

// Read reads a line of at most most bytes: valid UTF-8 without control characters.
func Read(r *wire.Reader, most int) string {
	s := r.String(most)
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		r.Fail(ErrLine)
		return ""
	}
	return s
}

// IsInvisible reports whether a character shows nothing of its own, or changes the direction of the text beside it. These
// are Unicode's Default_Ignorable_Code_Point: joiners, variation selectors, fillers and all direction controls.
func IsInvisible(r rune) bool {
	return r >= 0xad && (unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r))
}

// brailleBlank is the Braille pattern without a dot: a letter that looks like a space.
const brailleBlank = '\u2800'

// Clean turns any text into a line that Read accepts. Control characters and line ends become spaces, invisible
// characters are dropped, invalid bytes become question marks, and the end is cut off at most bytes.
func Clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp), r == brailleBlank:
			return ' '
		case IsInvisible(r):
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
