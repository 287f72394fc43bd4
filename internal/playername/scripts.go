package playername

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// scriptSet is a set of writing systems, a bit for each.
type scriptSet uint32

const anyScript scriptSet = 1<<32 - 1

// Writing systems with rules of their own. The scripts from firstOther on are written alone.
const (
	latin scriptSet = 1 << iota
	greek
	cyrillic
	japanese
	korean
	chinese
	firstOther
)

// scripts are the scripts in everyday use (Unicode's UAX 31, table 5). Few players could read a name in another script, and
// many letters of the others look like Latin.
var scripts = []struct {
	table *unicode.RangeTable
	in    scriptSet
}{
	{unicode.Latin, latin}, {unicode.Greek, greek}, {unicode.Cyrillic, cyrillic}, {unicode.Han, japanese | korean | chinese},
	{unicode.Hiragana, japanese}, {unicode.Katakana, japanese}, {unicode.Hangul, korean}, {unicode.Bopomofo, chinese},
	{unicode.Arabic, firstOther}, {unicode.Armenian, firstOther << 1}, {unicode.Bengali, firstOther << 2}, {unicode.Devanagari, firstOther << 3},
	{unicode.Ethiopic, firstOther << 4}, {unicode.Georgian, firstOther << 5}, {unicode.Gujarati, firstOther << 6}, {unicode.Gurmukhi, firstOther << 7},
	{unicode.Hebrew, firstOther << 8}, {unicode.Kannada, firstOther << 9}, {unicode.Khmer, firstOther << 10}, {unicode.Lao, firstOther << 11},
	{unicode.Malayalam, firstOther << 12}, {unicode.Myanmar, firstOther << 13}, {unicode.Oriya, firstOther << 14}, {unicode.Sinhala, firstOther << 15},
	{unicode.Tamil, firstOther << 16}, {unicode.Telugu, firstOther << 17}, {unicode.Thaana, firstOther << 18}, {unicode.Thai, firstOther << 19},
	{unicode.Tibetan, firstOther << 20},
}

// scriptsOf returns the writing systems that a character belongs to, 0 for one in which no names are written. Marks without a
// script of their own stand on letters of any.
func scriptsOf(r rune) scriptSet {
	for _, s := range scripts {
		if unicode.Is(s.table, r) {
			return s.in
		}
	}
	switch {
	case r == 'ー':
		return japanese
	case unicode.Is(unicode.Inherited, r):
		return anyScript
	}
	return 0
}

// Latin letters beside A to Z and their combinations with marks: no clicks, no small capitals, and of phonetic letters only
// those that languages write with.
const latinExtra = "ÆæŒœØøĐđÐðÞþŁłĦħŦŧŊŋßẞıƁɓƉɖƊɗƎǝƏəƐɛƆɔƔɣƘƙƝɲƳƴ"

// undecomposed are letters that Unicode prefers to write as two.
const undecomposed = "ำຳ"

// modifierLetters are the letters of the category Lm that belong to names.
const modifierLetters = "ー々ๆໆ"

// letterScripts returns the writing systems of a letter that names may hold, 0 for any other character.
func letterScripts(r rune) scriptSet {
	w := scriptsOf(r)
	base := r
	for _, d := range norm.NFD.String(string(r)) {
		base = d
		break
	}
	switch {
	case w == 0, unicode.Is(unicode.Lm, r) && !strings.ContainsRune(modifierLetters, r):
		return 0
	case w == latin && !(base|0x20 >= 'a' && base|0x20 <= 'z' || strings.ContainsRune(latinExtra, base)):
		return 0
	case w == greek && !(base >= 0x391 && base <= 0x3c9):
		return 0
	case w == cyrillic && r > 0x52f:
		return 0
	case w == korean && !(r >= 0xac00 && r <= 0xd7a3): // single letters, not syllables, do not show everywhere
		return 0
	case norm.NFKC.String(string(r)) != string(r) && !strings.ContainsRune(undecomposed, r): // a variant of a letter
		return 0
	}
	return w
}
