// Package playername says which names players may have: names that a reader can read, and tell from each other.
//
// Owner: none; all functions are pure. Invariants: a name that Reject accepts shows each of its characters, in one direction
// and one writing system; Keys of two names share a key if the names differ in capitals, accents, separators or letters that
// look alike alone, so that among names without a common key a reader mistakes none for another.
package playername

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"voxtide/internal/textline"
)

// Normalize returns the form in which a name is stored: a letter with its accent is one character where Unicode has one.
func Normalize(name string) string { return norm.NFC.String(name) }

// The reasons of Reject, for players.
const (
	RejectEmpty        = "a name has at least one letter or digit"
	RejectTooLong      = "a name has at most 32 bytes"
	RejectCharacter    = "a name is letters, digits from 0 to 9, and between them one space, point, hyphen or underscore at a time"
	RejectLetter       = "a name is made of the letters that people write with, not of signs that look like letters"
	RejectAccents      = "a name has at most one accent on a letter"
	RejectMixedScripts = "a name is in one writing system: letters that look alike could not be told apart"
)

// Reject returns why a normalized name cannot be a new player's, "" if it can.
func Reject(name string) string {
	switch {
	case name == "":
		return RejectEmpty
	case len(name) > textline.NameMax:
		return RejectTooLong
	case !utf8.ValidString(name):
		return RejectCharacter
	}
	writing, marks, before := anyScript, 0, ' '
	for _, r := range name {
		switch {
		case strings.ContainsRune(separators, r):
			if strings.ContainsRune(separators, before) {
				return RejectCharacter
			}
			marks = 0
		case r >= '0' && r <= '9':
			marks = 0
		case unicode.In(r, unicode.Mn, unicode.Mc) && !textline.IsInvisible(r):
			if marks++; marks > accentsMax(writing) || r == before || !unicode.In(before, unicode.L, unicode.M) {
				return RejectAccents
			}
			if writing &= scriptsOf(r); writing == 0 {
				return RejectMixedScripts
			}
		case unicode.IsLetter(r):
			marks = 0
			w := letterScripts(r)
			if w == 0 {
				return RejectLetter
			}
			if writing &= w; writing == 0 {
				return RejectMixedScripts
			}
		default:
			return RejectCharacter
		}
		before = r
	}
	if strings.ContainsRune(separators, before) {
		return RejectCharacter
	}
	return ""
}

// separators may stand between letters and digits, one at a time.
const separators = " _-."

// accentsMax returns the number of marks that may stand on one letter: some writing systems write vowels and tones as marks.
func accentsMax(w scriptSet) int {
	if w&(latin|greek|cyrillic) != 0 {
		return 1
	}
	return 2
}

// Keys returns the keys by which names are told apart: the first is the same for names that differ in capitals and accents,
// the second for names that look alike. Players see neither.
func Keys(name string) (fold, look string) {
	var f, l strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if strings.ContainsRune(separators, r) {
			f.WriteByte(' ')
			l.WriteByte(' ')
			continue
		}
		if textline.IsInvisible(r) || unicode.IsSpace(r) || IsAccent(r) {
			continue
		}
		f.WriteRune(unicode.ToLower(unicode.ToUpper(r)))
		l.WriteString(Look(r))
	}
	return f.String(), lookalikePairs.Replace(l.String())
}

// Look returns the letters that a letter without its accents looks like, the same for all that look alike.
func Look(r rune) string {
	if to, ok := lookalikes[r]; ok {
		return to
	}
	return string(unicode.ToLower(r))
}

// lookalikePairs replaces two letters that look like one.
var lookalikePairs = strings.NewReplacer("rn", "m", "vv", "w")

// IsAccent reports whether a mark distinguishes no two names: marks of Latin, Greek and Cyrillic, and the points of
// Hebrew and Arabic, but not the marks that make another syllable in Japanese.
func IsAccent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Hebrew, unicode.Arabic, unicode.Cyrillic) && r != 0x3099 && r != 0x309a
}
