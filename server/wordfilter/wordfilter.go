// Package wordfilter finds words in a line of text that a server does not want to be said, however they are disguised: by capitals, accents,
// letters and digits that look like others, letters that are repeated, and letters with spaces or points between them. A word counts where it
// stands alone: "classic" holds none of a list with "ass".
//
// Data flow: the program reads a file, Parse makes a List of it, and the server's loop asks the List for each line that a player wants others to
// read. Owner: none; a List never changes. Invariants: Parse takes any text, and a List of any file answers for any line within the time of a step;
// Mask leaves a line in which Find finds nothing; what it returns is no longer than what it was given.
package wordfilter

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a list.
const (
	TextMax  = 256 << 10 // bytes of the file
	WordsMax = 10_000    // words
	wordMax  = 64        // bytes of a line of it
	partsMax = 8         // words of a phrase
)

// ErrWords is the error for a file that is no list. Its text names the line, and what can be written.
var ErrWords = errors.New("wordfilter: not a list of words")

// List is the words of a file. Use Parse.
type List struct {
	source  string
	count   int
	longest int                 // runs of the longest word
	words   map[string][]word   // that stand alone, by their letters without repetitions
	starred map[[2]rune][]word  // of which other letters may stand before or behind, by their first two letters
	phrases map[string][]phrase // by the letters of their first word
	allowed map[string]bool     // that a star does not catch
}

// word is an entry: runs of equal letters.
type word struct {
	text          string // as the file has it
	runs          []run
	before, after bool // other letters may stand there
}

// run is a letter and how often it stands.
type run struct {
	letter rune
	count  int
}

// phrase is words that stand one after the other.
type phrase struct {
	text  string
	parts [][]run
}

// Parse reads a list: a word or a phrase on each line. A star before or behind a word stands for any letters, a minus before it for a word
// that no star catches, and # begins a comment. Errors: ErrWords.
func Parse(text string) (*List, error) {
	if len(text) > TextMax {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrWords, TextMax)
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("%w: it is not UTF-8", ErrWords)
	}
	l := &List{source: text, words: map[string][]word{}, starred: map[[2]rune][]word{}, phrases: map[string][]phrase{}, allowed: map[string]bool{}}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := l.add(line); err != nil {
			return nil, fmt.Errorf("%w: line %d: %.40q %w", ErrWords, n, line, err)
		}
	}
	return l, nil
}

// add adds a line. The error completes a sentence about it.
func (l *List) add(line string) error {
	if l.count++; l.count > WordsMax {
		return fmt.Errorf("is one more than %d words", WordsMax)
	}
	if len(line) > wordMax {
		return fmt.Errorf("has more than %d bytes", wordMax)
	}
	if parts := strings.Fields(line); len(parts) > 1 {
		return l.addPhrase(line, parts)
	}
	w := word{text: line}
	line, minus := strings.CutPrefix(line, "-")
	line, w.before = strings.CutPrefix(line, "*")
	line, w.after = strings.CutSuffix(line, "*")
	var letters int
	if w.runs, letters = runsOfWord(line); letters < 2 {
		return errors.New("has fewer than two letters, which stand in too many words; a word is letters, with * before or behind it for any others, or - before it")
	}
	key := keyOf(w.runs)
	if minus {
		l.allowed[key] = true
		return nil
	}
	l.longest = max(l.longest, len(w.runs))
	if isUnspaced(line) {
		w.before, w.after = true, true
	}
	if w.before || w.after {
		at := startOf(w.runs)
		l.starred[at] = append(l.starred[at], w)
	}
	l.words[key] = append(l.words[key], w)
	return nil
}

// addPhrase adds words that stand one after the other.
func (l *List) addPhrase(line string, parts []string) error {
	if len(parts) > partsMax {
		return fmt.Errorf("is more than %d words", partsMax)
	}
	p := phrase{text: line}
	all := 0
	for _, part := range parts {
		runs, letters := runsOfWord(part)
		if letters == 0 {
			return errors.New("has a word without letters; a star stands in words alone, not in phrases")
		}
		all += letters
		p.parts = append(p.parts, runs)
	}
	if all < 3 {
		return errors.New("has fewer than three letters")
	}
	key := keyOf(p.parts[0])
	l.phrases[key] = append(l.phrases[key], p)
	return nil
}

// Equal reports whether two lists were read from the same text; nil is equal to nil alone.
func (l *List) Equal(to *List) bool {
	return l == to || l != nil && to != nil && l.source == to.source
}

// Len returns the number of entries.
func (l *List) Len() int { return l.count }

// runsOfWord returns the letters of a word of the file, and how many those are; 0 if it holds something else.
func runsOfWord(text string) (runs []run, letters int) {
	for _, c := range read(text, disguise{}) {
		if c.kind != letterSign {
			return nil, 0
		}
		runs = appendRun(runs, c.letter)
		letters++
	}
	return runs, letters
}

func appendRun(runs []run, letter rune) []run {
	if n := len(runs); n > 0 && runs[n-1].letter == letter {
		runs[n-1].count++
		return runs
	}
	return append(runs, run{letter, 1})
}

// keyOf returns the letters of runs, each once.
func keyOf(runs []run) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteRune(r.letter)
	}
	return b.String()
}

// startOf returns the first two letters of runs.
func startOf(runs []run) (at [2]rune) {
	for i := range min(len(runs), len(at)) {
		at[i] = runs[i].letter
	}
	return at
}

// stretched is how many equal letters in a row are taken for fewer.
const stretched = 3

// matches reports whether the runs of a text are those of a word. A letter may be repeated, but twice is not once: "good" is not "god". At an
// open end the text may go on with the same letter; loose says so of all of them.
func matches(text, of []run, openBefore, openAfter, loose bool) bool {
	if len(text) != len(of) {
		return false
	}
	for i, r := range of {
		have := text[i].count
		open := loose || i == 0 && openBefore || i == len(of)-1 && openAfter
		if text[i].letter != r.letter || have < r.count || have > r.count && have < stretched && !open {
			return false
		}
	}
	return true
}

// Find returns the first entry of the list that a line holds, "" if it holds none.
func (l *List) Find(line string) string {
	found := ""
	l.each(line, func(text string, from, to int) bool { found = text; return false })
	return found
}

// Mask returns a line with stars in the place of what the list has, and the first entry that was found, "" for none.
func (l *List) Mask(line string) (masked, found string) {
	masked = line
	for range 8 { // what stood around a masked word may make another one
		hide := make([]bool, len(masked))
		any := false
		l.each(masked, func(text string, from, to int) bool {
			if any = true; found == "" {
				found = text
			}
			for i := from; i < to; i++ {
				hide[i] = true
			}
			return true
		})
		if !any {
			return masked, found
		}
		masked = stars(masked, hide)
	}
	return stars(masked, slices.Repeat([]bool{true}, len(masked))), found
}

// stars replaces the characters that are to be hidden, but for spaces.
func stars(line string, hide []bool) string {
	var b strings.Builder
	for i, r := range line {
		if hide[i] && r != ' ' {
			r = '*'
		}
		b.WriteRune(r)
	}
	return b.String()
}
