package commands

import (
	"slices"
	"strings"
)

// optionsMax bounds what is offered for a word.
const optionsMax = 64

// Complete returns what the last word of a line, with or without the slash before it, may become for somebody of a rank,
// in order, and where in the line that word begins. A word after a space is empty and may become anything.
func Complete(line string, rank Rank, of Names) (from int, options []string) {
	if len(line) > LineMax {
		return len(line), nil
	}
	skip := len(line) - len(strings.TrimLeft(line, " "))
	if strings.HasPrefix(line[skip:], "/") {
		skip++
	}
	tokens := split(line[skip:])
	last := token{start: len(line) - skip}
	if n := len(tokens); n > 0 && (tokens[n-1].open || tokens[n-1].end == len(line)-skip) {
		last, tokens = tokens[n-1], tokens[:n-1]
	}
	from = skip + last.start
	var all []string
	if len(tokens) == 0 {
		for _, r := range For(nil, rank) {
			all = append(all, r.Name)
		}
		return from, begin(all, last.text)
	}
	row := Find(strings.ToLower(tokens[0].text))
	if row == nil || !row.Permission.Allows(rank) {
		return from, nil
	}
	for _, form := range row.Forms {
		for _, args := range expand(form) {
			all = append(all, next(row, args, tokens[1:], last.text, rank, of)...)
		}
	}
	return from, begin(all, last.text)
}

// next returns what may follow after words that are read as these arguments, nil if they cannot be.
func next(row *Row, args []Arg, words []token, last string, rank Rank, of Names) []string {
	p := parser{row: row, names: of}
	for i := range args {
		a := &args[i]
		if len(words) < a.words() {
			return a.options(last, rank, of)
		}
		if a.Kind == Text {
			return nil
		}
		if _, err := p.value(a, words[:a.words()]); err != "" {
			return nil
		}
		words = words[a.words():]
	}
	return nil
}

// options returns what an argument may be that begins as a word.
func (a *Arg) options(begins string, rank Rank, of Names) (out []string) {
	switch a.Kind {
	case Here:
		return of.Here()
	case Name:
		return of.Known(begins)
	case Choice:
		return a.Choices
	case Block:
		return blocks()
	case Clock:
		for _, c := range clocks {
			out = append(out, c.name)
		}
	case Duration:
		return spans
	case Position:
		return []string{"~"}
	case Command:
		for _, r := range For(nil, rank) {
			out = append(out, r.Name)
		}
	}
	return out
}

// begin returns those of the words that begin as a text does, each once and in order, quoted where that is needed.
func begin(words []string, text string) (out []string) {
	for _, w := range words {
		if len(w) >= len(text) && strings.EqualFold(w[:len(text)], text) {
			out = append(out, quote(w))
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), optionsMax)]
}
