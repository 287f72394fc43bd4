// Package names says what a player may be called: names that can be read, and told from each other by who reads them.
//
// Owner: none; all is pure functions. Invariants: what Wrong lets pass shows every one of its characters, in one direction and one
// writing system; Keys of two names share one if they differ in capitals, accents, the kind of separators or letters that look alike alone, so
// that whoever lets no key come twice has no two names that a reader takes for one another.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"voxtide/edits"
)

// Normal returns the form in which a name is kept: letters and accents put together where Unicode has one letter for both.
func Normal(name string) string { return norm.NFC.String(name) }

// The reasons of Wrong, for players.
const (
	WrongEmpty   = "a name has at least one letter or digit"
	WrongLong    = "a name has at most 32 bytes"
	WrongSign    = "a name is letters, digits from 0 to 9, and between them one space, point, hyphen or underscore at a time"
	WrongLetter  = "a name is made of the letters that people write with, not of signs that look like letters"
	WrongMarks   = "a name has at most one accent on a letter"
	WrongWriting = "a name is in one writing system: letters that look alike could not be told apart"
)

// Wrong returns why a name in its Normal form cannot be a new player's, "" if it can.
func Wrong(name string) string {
	switch {
	case name == "":
		return WrongEmpty
	case len(name) > edits.NameMax:
		return WrongLong
	case !utf8.ValidString(name):
		return WrongSign
	}
	writing, marks, before := anyWriting, 0, ' '
	for _, r := range name {
		switch {
		case strings.ContainsRune(separators, r):
			if strings.ContainsRune(separators, before) {
				return WrongSign
			}
			marks = 0
		case r >= '0' && r <= '9':
			marks = 0
		case unicode.In(r, unicode.Mn, unicode.Mc) && !edits.Hidden(r):
			if marks++; marks > marksOn(writing) || r == before || !unicode.In(before, unicode.L, unicode.M) {
				return WrongMarks
			}
			if writing &= writingOf(r); writing == 0 {
				return WrongWriting
			}
		case unicode.IsLetter(r):
			marks = 0
			w := letter(r)
			if w == 0 {
				return WrongLetter
			}
			if writing &= w; writing == 0 {
				return WrongWriting
			}
		default:
			return WrongSign
		}
		before = r
	}
	if strings.ContainsRune(separators, before) {
		return WrongSign
	}
	return ""
}

// separators may stand between letters and digits, one at a time.
const separators = " _-."

// marksOn returns how many marks may stand on one letter: vowels and tones are marks in some writing systems.
func marksOn(w writing) int {
	if w&(latin|greek|cyrillic) != 0 {
		return 1
	}
	return 2
}

// Keys returns by what names are told apart: the first is the same for names that differ in capitals and accents, the second for
// names that look alike. Neither is for people.
func Keys(name string) (fold, look string) {
	var f, l strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if strings.ContainsRune(separators, r) {
			f.WriteByte(' ')
			l.WriteByte(' ')
			continue
		}
		if edits.Hidden(r) || unicode.IsSpace(r) || accent(r) {
			continue
		}
		f.WriteRune(unicode.ToLower(unicode.ToUpper(r)))
		if to, ok := looks[r]; ok {
			l.WriteString(to)
		} else {
			l.WriteRune(unicode.ToLower(r))
		}
	}
	return f.String(), pairs.Replace(l.String())
}

// pairs are two letters that look like one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// accent reports whether a mark is one that tells no two names apart: those of Latin, Greek and Cyrillic, and the points of Hebrew
// and Arabic, but not the marks that make another syllable in Japanese.
func accent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Hebrew, unicode.Arabic, unicode.Cyrillic) && r != 0x3099 && r != 0x309a
}
