package wordfilter

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"voxtide/internal/playername"
	"voxtide/internal/textline"
)

// sign is what a character of a line is for the filter.
type sign uint8

const (
	letterSign sign = iota
	space
	apostrophe
	other // anything else that stands between letters
)

// char is a character of a line as the filter reads it.
type char struct {
	letter   rune // of a letterSign: the one that all that look like it share
	kind     sign
	real     bool // it is a letter, not a digit or a mark in the place of one
	from, to int  // its bytes in the line
}

// disguise says what is taken for letters beside letters.
type disguise struct{ digits, marks bool }

// disguises are the ways in which a line is read: "5hit!" is a word with a digit and a mark behind it, "$h1t" one with both in it.
var disguises = [...]disguise{{}, {digits: true}, {marks: true}, {true, true}}

// digitLetters and markLetters are the letters for which digits and marks are written.
var (
	digitLetters = map[rune]rune{'0': 'o', '1': 'i', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g'}
	markLetters  = map[rune]rune{'@': 'a', '$': 's', '!': 'i', '|': 'i', '¡': 'i', '+': 't', '€': 'e', '£': 'l', '¢': 'c', '(': 'c', '§': 's', '¥': 'y', '×': 'x'}
)

// capitals are the small capitals, which no decomposition knows, and what else looks like a letter and is none of a writing system.
var capitals = parsePairs("ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz🅰a🅱b🅾o🅿p")

func parsePairs(text string) map[rune]rune {
	out := map[rune]rune{}
	all := []rune(text)
	for i := 0; i+1 < len(all); i += 2 {
		out[all[i]] = all[i+1]
	}
	return out
}

// read reads a line.
func read(line string, d disguise) (out []char) {
	latin := strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) && unicode.Is(unicode.Latin, r) })
	for at, r := range line {
		end := at + len(string(r))
		if textline.IsInvisible(r) {
			continue
		}
		for _, part := range norm.NFKD.String(string(r)) {
			if unicode.Is(unicode.Me, part) || playername.IsAccent(part) {
				continue
			}
			if !latin { // else capitals of other writing systems stand for the Latin ones that they look like
				part = unicode.ToLower(part)
			}
			out = appendChar(out, part, d, at, end)
		}
	}
	return out
}

// appendChar appends what a character without its accents is: none, one or two letters.
func appendChar(out []char, r rune, d disguise, from, to int) []char {
	if small, ok := capitals[r]; ok {
		r = small
	}
	c := char{kind: letterSign, from: from, to: to}
	switch digit, mark := digitLetters[r], markLetters[r]; {
	case r >= '0' && r <= '9':
		if c.letter = digit; !d.digits {
			c.kind = other
		}
		return append(out, same(c))
	case mark != 0:
		if c.letter = mark; !d.marks {
			c.kind = other
		}
		return append(out, same(c))
	case unicode.IsSpace(r):
		c.kind = space
		return append(out, c)
	case strings.ContainsRune("'’`´ʼ", r):
		c.kind = apostrophe
		return append(out, c)
	case !unicode.IsLetter(r) && !unicode.IsMark(r):
		c.kind = other
		return append(out, c)
	}
	c.real = true
	look := playername.Look(r)
	if r == 'ß' || r == 'ẞ' { // which looks like a b, and is none to who reads it
		look = "ss"
	}
	for _, l := range look {
		c.letter = unicode.ToLower(l)
		out = append(out, same(c))
	}
	return out
}

// same gives letters that are written for each other one letter.
func same(c char) char {
	if c.letter == 'l' {
		c.letter = 'i'
	}
	return c
}

// isUnspaced reports whether a word is of a writing system without spaces between words.
func isUnspaced(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	})
}
