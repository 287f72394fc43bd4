package wordfilter

import "slices"

// token is letters of a line that stand together.
type token struct {
	runs  []run
	ends  []int // for each run, the characters up to its end
	chars []char
}

func newToken(chars []char) token {
	t := token{chars: chars}
	for i, c := range chars {
		if t.runs = appendRun(t.runs, c.letter); len(t.ends) < len(t.runs) {
			t.ends = append(t.ends, 0)
		}
		t.ends[len(t.runs)-1] = i + 1
	}
	return t
}

// part returns the characters of runs from one on up to another.
func (t *token) part(from, to int) []char {
	begin := 0
	if from > 0 {
		begin = t.ends[from-1]
	}
	return t.chars[begin:t.ends[to-1]]
}

// realLetters returns how many characters are letters, not digits or marks in their place.
func realLetters(chars []char) (n int) {
	for _, c := range chars {
		if c.real {
			n++
		}
	}
	return n
}

// finder looks through a line.
type finder struct {
	*List
	found func(text string, from, to int) bool // false: it is enough
	over  bool
}

// each calls a function with each entry of the list that a line holds, and the bytes where it stands, some of them more than once.
func (l *List) each(line string, found func(text string, from, to int) bool) {
	f := finder{List: l, found: found}
	var before []char
	for i, d := range disguises {
		chars := read(line, d)
		if i > 0 && slices.Equal(chars, before) {
			continue // nothing in it stands for a letter
		}
		before = chars
		f.look(chars)
		if f.over {
			return
		}
	}
}

func (f *finder) report(text string, chars []char) {
	f.over = f.over || !f.found(text, chars[0].from, chars[len(chars)-1].to)
}

// look looks through a line that was read in one way.
func (f *finder) look(chars []char) {
	var all []token
	var spelled []char // tokens of one letter each, since the last longer one
	count := 0
	endSpelling := func() {
		if count >= 3 {
			f.lookSpelled(spelled)
		}
		spelled, count = nil, 0
	}
	for i := 0; i < len(chars); {
		if chars[i].kind != letterSign {
			i++
			continue
		}
		end := i
		for end < len(chars) && chars[end].kind == letterSign {
			end++
		}
		t := newToken(chars[i:end:end])
		all = append(all, t)
		f.lookToken(&t)
		if len(t.runs) == 1 {
			spelled, count = append(spelled, t.chars...), count+1
		} else {
			endSpelling()
		}
		i = end
	}
	endSpelling()
	f.lookChunks(chars)
	f.lookPhrases(all)
}

// lookToken looks for words in letters that stand together.
func (f *finder) lookToken(t *token) {
	if realLetters(t.chars) == 0 {
		return
	}
	f.lookWhole(t, keyOf(t.runs))
	if f.over || f.isAllowed(t.chars) {
		return
	}
	for at := range t.runs {
		for _, start := range [...][2]rune{startOf(t.runs[at:]), {t.runs[at].letter}} {
			for _, w := range f.starred[start] {
				end := at + len(w.runs)
				if at > 0 && !w.before || end > len(t.runs) || end < len(t.runs) && !w.after {
					continue
				}
				if part := t.part(at, end); matches(t.runs[at:end], w.runs, w.before, w.after, false) && realLetters(part) > 0 {
					f.report(w.text, part)
				}
			}
			if start[1] == 0 {
				break
			}
		}
	}
}

// isAllowed reports whether letters, but for marks and digits before and behind them, are a word that no star catches.
func (f *finder) isAllowed(chars []char) bool {
	if len(f.allowed) == 0 {
		return false
	}
	for len(chars) > 0 && !chars[0].real {
		chars = chars[1:]
	}
	for len(chars) > 0 && !chars[len(chars)-1].real {
		chars = chars[:len(chars)-1]
	}
	t := newToken(chars)
	return f.allowed[keyOf(t.runs)]
}

// lookWhole looks whether letters are a word, with nothing before or behind it.
func (f *finder) lookWhole(t *token, key string) {
	for _, w := range f.words[key] {
		if matches(t.runs, w.runs, w.before, w.after, false) {
			f.report(w.text, t.chars)
		}
	}
}

// lookSpelled looks for words in letters that stand alone, one after the other, as in "b a d": where a word begins nobody knows there. Most of
// them must be letters: coordinates are none.
func (f *finder) lookSpelled(chars []char) {
	t := newToken(chars)
	key, starts := "", []int{0}
	for i := range t.runs {
		key += string(t.runs[i].letter)
		starts = append(starts, len(key))
	}
	for at := range t.runs {
		for end := at + 1; end <= min(len(t.runs), at+f.longest); end++ {
			for _, w := range f.words[key[starts[at]:starts[end]]] {
				part := t.part(at, end)
				if len(part) >= 3 && 2*realLetters(part) >= len(part) && matches(t.runs[at:end], w.runs, true, true, true) {
					f.report(w.text, part)
				}
			}
			if f.over {
				return
			}
		}
	}
}

// lookChunks looks for words with marks between their letters, but no spaces, as in "ba.d". An apostrophe stands in words: "he'll" is none.
func (f *finder) lookChunks(chars []char) {
	for i := 0; i < len(chars) && !f.over; i++ {
		var letters []char
		marks, words := false, false
		for ; i < len(chars) && chars[i].kind != space; i++ {
			switch chars[i].kind {
			case letterSign:
				letters = append(letters, chars[i])
			case apostrophe:
				words = true
			default:
				marks = marks || len(letters) > 0
			}
		}
		if marks && !words && realLetters(letters) > 0 {
			t := newToken(letters)
			f.lookWhole(&t, keyOf(t.runs))
		}
	}
}

// lookPhrases looks for words that stand one after the other.
func (f *finder) lookPhrases(all []token) {
	if len(f.phrases) == 0 {
		return
	}
	for i := range all {
		for _, p := range f.phrases[keyOf(all[i].runs)] {
			if i+len(p.parts) > len(all) || f.over {
				continue
			}
			var chars []char
			fits := true
			for k, part := range p.parts {
				fits = fits && matches(all[i+k].runs, part, false, false, false)
				chars = append(chars, all[i+k].chars...)
			}
			if fits && realLetters(chars) > 0 {
				f.report(p.text, chars)
			}
		}
	}
}
