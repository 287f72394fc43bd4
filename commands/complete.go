package commands

import (
	"slices"
	"strings"
)

// optionsMax bounds the options of one word.
const optionsMax = 64

// Complete returns the options for the last word of a line, sorted, and where in the line that word begins. The line may
// have a leading slash; rank is that of its giver. After a space the last word is empty and all options fit.
func Complete(line string, rank Rank, of Names) (from int, options []string) {
	if len(line) > LineMax {
		return len(line), nil
	}
	skip := len(line) - len(strings.TrimLeft(line, " "))
	for n := 0; n < 2 && strings.HasPrefix(line[skip:], "/"); n++ {
		skip++
	}
	tokens := tokenize(line[skip:])
	last := token{start: len(line) - skip}
	if n := len(tokens); n > 0 && (tokens[n-1].open || tokens[n-1].end == len(line)-skip) {
		last, tokens = tokens[n-1], tokens[:n-1]
	}
	from = skip + last.start
	var all []string
	if len(tokens) == 0 {
		for _, r := range AppendAllowed(nil, rank) {
			all = append(all, r.Name)
		}
		return from, withPrefix(all, last.text)
	}
	cmd := Find(strings.ToLower(tokens[0].text))
	if cmd == nil || !cmd.Permission.Allows(rank) {
		return from, nil
	}
	for _, form := range cmd.Forms {
		for _, args := range expandForm(form) {
			all = append(all, nextOptions(cmd, args, tokens[1:], last.text, rank, of)...)
		}
	}
	return from, withPrefix(all, last.text)
}

// nextOptions returns the options that follow words parsed as these arguments, nil if they do not parse so.
func nextOptions(cmd *Command, args []Arg, words []token, last string, rank Rank, of Names) []string {
	p := parser{command: cmd, names: of}
	for i := range args {
		a := &args[i]
		if len(words) < a.wordCount() {
			return a.options(last, rank, of)
		}
		if a.Kind == Text {
			return nil
		}
		if _, err := p.parseValue(a, words[:a.wordCount()]); err != "" {
			return nil
		}
		words = words[a.wordCount():]
	}
	return nil
}

// options returns the values that an argument may have.
func (a *Arg) options(begins string, rank Rank, of Names) (out []string) {
	switch a.Kind {
	case OnlinePlayer:
		return of.Online()
	case PlayerName, Address:
		return of.Known(begins)
	case Choice, Word:
		return a.Choices
	case Block, AnyBlock:
		return blockNames()
	case Item:
		return itemNames()
	case TimeOfDay:
		for _, c := range namedTimes {
			out = append(out, c.name)
		}
	case Duration:
		return offeredDurations
	case Position:
		return []string{"~"}
	case CommandName:
		for _, r := range AppendAllowed(nil, rank) {
			out = append(out, r.Name)
		}
	}
	return out
}

// withPrefix returns the words that begin with a text, whatever its case: sorted, each once, quoted where needed.
func withPrefix(words []string, text string) (out []string) {
	for _, w := range words {
		if len(w) >= len(text) && strings.EqualFold(w[:len(text)], text) {
			out = append(out, quote(w))
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), optionsMax)]
}
