package names

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// writing is a set of writing systems, a bit for each.
type writing uint32

const anyWriting writing = 1<<32 - 1

// Writing systems with rules of their own. Those behind them are scripts that are written alone.
const (
	latin writing = 1 << iota
	greek
	cyrillic
	japanese
	korean
	chinese
	others
)

// scripts are those that people of today write names in (Unicode's UAX 31, table 5). In the others a name would be a riddle to all
// readers but few, and many of their letters are those of Latin over again.
var scripts = []struct {
	table *unicode.RangeTable
	in    writing
}{
	{unicode.Latin, latin}, {unicode.Greek, greek}, {unicode.Cyrillic, cyrillic}, {unicode.Han, japanese | korean | chinese},
	{unicode.Hiragana, japanese}, {unicode.Katakana, japanese}, {unicode.Hangul, korean}, {unicode.Bopomofo, chinese},
	{unicode.Arabic, others}, {unicode.Armenian, others << 1}, {unicode.Bengali, others << 2}, {unicode.Devanagari, others << 3},
	{unicode.Ethiopic, others << 4}, {unicode.Georgian, others << 5}, {unicode.Gujarati, others << 6}, {unicode.Gurmukhi, others << 7},
	{unicode.Hebrew, others << 8}, {unicode.Kannada, others << 9}, {unicode.Khmer, others << 10}, {unicode.Lao, others << 11},
	{unicode.Malayalam, others << 12}, {unicode.Myanmar, others << 13}, {unicode.Oriya, others << 14}, {unicode.Sinhala, others << 15},
	{unicode.Tamil, others << 16}, {unicode.Telugu, others << 17}, {unicode.Thaana, others << 18}, {unicode.Thai, others << 19},
	{unicode.Tibetan, others << 20},
}

// writingOf returns the writing systems that a character belongs to, 0 if none of those that names are written in. Marks without a
// script of their own stand on letters of any.
func writingOf(r rune) writing {
	for _, s := range scripts {
		if unicode.Is(s.table, r) {
			return s.in
		}
	}
	switch {
	case r == 'ー':
		return japanese
	case unicode.Is(unicode.Inherited, r):
		return anyWriting
	}
	return 0
}

// Letters of Latin beside A to Z and what is made of these with marks: no clicks, no small capitals, nothing of phonetics but what
// languages write with.
const latinMore = "ÆæŒœØøĐđÐðÞþŁłĦħŦŧŊŋßẞıƁɓƉɖƊɗƎǝƏəƐɛƆɔƔɣƘƙƝɲƳƴ"

// whole are letters that Unicode would rather have written in two.
const whole = "ำຳ"

// modifiers are the letters of the category Lm that belong to names.
const modifiers = "ー々ๆໆ"

// letter returns the writing systems of a letter that names are made of, 0 for any other.
func letter(r rune) writing {
	w := writingOf(r)
	base := r
	for _, d := range norm.NFD.String(string(r)) {
		base = d
		break
	}
	switch {
	case w == 0, unicode.Is(unicode.Lm, r) && !strings.ContainsRune(modifiers, r):
		return 0
	case w == latin && !(base|0x20 >= 'a' && base|0x20 <= 'z' || strings.ContainsRune(latinMore, base)):
		return 0
	case w == greek && !(base >= 0x391 && base <= 0x3c9):
		return 0
	case w == cyrillic && r > 0x52f:
		return 0
	case w == korean && !(r >= 0xac00 && r <= 0xd7a3): // letters that make no syllable do not show everywhere
		return 0
	case norm.NFKC.String(string(r)) != string(r) && !strings.ContainsRune(whole, r): // a letter in another dress
		return 0
	}
	return w
}
