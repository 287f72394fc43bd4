package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"voxtide/world"
)

// ErrCommand says that a line is not a command; the error's text is one line for its giver to read.
var ErrCommand = errors.New("command")

// commandError is an ErrCommand with its text.
type commandError struct{ text string }

func (w commandError) Error() string        { return w.text }
func (w commandError) Is(target error) bool { return target == ErrCommand }

func errorf(format string, args ...any) error { return commandError{fmt.Sprintf(format, args...)} }

// Split splits a line, with or without a leading slash or two, into its command and the rest. Errors: ErrCommand.
func Split(line string) (*Command, string, error) {
	line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "/"), "/") // builders are used to two
	if len(line) > LineMax {
		return nil, "", errorf("a command has at most %d bytes", LineMax)
	}
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0xfffd }) {
		return nil, "", errorf("a command is one line of text")
	}
	word, rest, _ := strings.Cut(line, " ")
	if word == "" {
		return nil, "", errorf("no command given; help lists them")
	}
	cmd := Find(strings.ToLower(word))
	if cmd == nil {
		return nil, "", errorf("there is no command %s%s", quoteForError(word), suggestion(word, commandNames()))
	}
	return cmd, strings.TrimSpace(rest), nil
}

// Parse parses the text behind the command's name. Errors: ErrCommand.
func (c *Command) Parse(rest string, of Names) (Call, error) {
	rest = strings.TrimSpace(rest)
	tokens := tokenize(rest)
	p := parser{command: c, rest: rest, tokens: tokens, names: of}
	for _, form := range c.Forms {
		for _, args := range expandForm(form) {
			if values, ok := p.try(args); ok {
				return Call{Command: c, Form: args, Values: values}, nil
			}
		}
	}
	return Call{}, p.bestError
}

// Parse parses a whole line. Errors: ErrCommand.
func Parse(line string, of Names) (Call, error) {
	cmd, rest, err := Split(line)
	if err != nil {
		return Call{}, err
	}
	return cmd.Parse(rest, of)
}

// expandForm returns all argument lists that a form stands for, the longest first: with and without each optional
// argument, and with PlayerOrPosition as a player and as a position.
func expandForm(form []Arg) [][]Arg {
	if len(form) == 0 {
		return [][]Arg{nil}
	}
	var out [][]Arg
	rest := expandForm(form[1:])
	first := []Arg{form[0]}
	if form[0].Kind == PlayerOrPosition {
		a, b := form[0], form[0]
		a.Kind, b.Kind = Position, OnlinePlayer
		first = []Arg{a, b}
	}
	for _, a := range first {
		for _, r := range rest {
			out = append(out, append([]Arg{a}, r...))
		}
	}
	if form[0].Optional {
		out = append(out, rest...)
	}
	slices.SortStableFunc(out, func(a, b []Arg) int { return len(b) - len(a) })
	return out
}

// parser tries one argument list after the other on the words of a line, and keeps the error of the list that got
// furthest.
type parser struct {
	command *Command
	rest    string
	tokens  []token
	names   Names

	bestError error
	bestScore int
}

// try parses the words as these arguments.
func (p *parser) try(args []Arg) (values []Value, ok bool) {
	at, needs := 0, 0
	for i := range args {
		needs += args[i].wordCount()
	}
	fits := needs == len(p.tokens)
	for i := range args {
		a := &args[i]
		if at+a.wordCount() > len(p.tokens) {
			p.noteMissing(a, at)
			return nil, false
		}
		if a.NotDuration && (i == 0 || args[i-1].Kind != Duration) && isDigit(p.tokens[at].text) {
			return nil, false // it is a malformed duration, which the form with a duration reports
		}
		if a.Kind == Text {
			values = append(values, Value{Given: true, Text: p.rest[p.tokens[at].start:]})
			at = len(p.tokens)
			continue
		}
		v, err := p.parseValue(a, p.tokens[at:at+a.wordCount()])
		if err != "" {
			p.noteError(at, strings.Contains(err, suggestionPrefix), fits, errorf("%s: %s", p.command.Name, err))
			return nil, false
		}
		v.Given = true
		values = append(values, v)
		at += a.wordCount()
	}
	if at < len(p.tokens) {
		p.noteError(at, false, fits, errorf("%s: %s is one word too many; usage: %s", p.command.Name, quoteForError(p.tokens[at].text), p.command.Usage()))
		return nil, false
	}
	return values, true
}

// noteMissing notes that the line ends within or before an argument. Of two such errors the one of the shorter list counts.
func (p *parser) noteMissing(a *Arg, at int) {
	text := "is missing"
	for _, t := range p.tokens[at:] { // of a position
		if _, _, ok := parseCoordinate(t.text); !ok {
			break
		}
		at, text = at+1, "is three numbers, each alone or after ~"
	}
	if p.bestScore == 4*at+1 {
		p.bestScore = 0
	}
	p.noteError(at, false, false, errorf("%s: %s %s; usage: %s", p.command.Name, a.Name, text, p.command.Usage()))
}

// noteError keeps an error if its argument list is likelier than the one before: it got further, or it has a suggestion,
// or it takes as many words as there are.
func (p *parser) noteError(at int, meant, fits bool, err error) {
	score := 4*at + 1
	if meant {
		score += 2
	}
	if fits {
		score++
	}
	if score > p.bestScore {
		p.bestError, p.bestScore = err, score
	}
}

// parseValue parses the words of an argument; err is a text for the giver, "" if all is well.
func (p *parser) parseValue(a *Arg, words []token) (v Value, err string) {
	for _, w := range words {
		if w.open {
			return v, "a quote is not closed"
		}
	}
	text := words[0].text
	switch a.Kind {
	case OnlinePlayer:
		return p.onlinePlayer(text)
	case PlayerName:
		return p.knownPlayer(text)
	case Address:
		if isDigit(text) || strings.Contains(text, ":") {
			v.Text = text
			return v, ""
		}
		return p.knownPlayer(text)
	case Word:
		v.Text = strings.ToLower(text)
		if text == "" || len(text) > nameMax {
			return v, fmt.Sprintf("%s is one word of at most %d bytes", a.Name, nameMax)
		}
	case Choice:
		v.Text = strings.ToLower(text)
		if !slices.Contains(a.Choices, v.Text) {
			all := p.command.choices(a.Name)
			return v, fmt.Sprintf("%s is not %s%s", quoteForError(text), joinChoices(all), suggestion(text, all))
		}
	case Number:
		return parseNumber(a, text)
	case Block:
		return parseBlock(text)
	case AnyBlock:
		if strings.EqualFold(text, "air") {
			return v, ""
		}
		return parseBlock(text)
	case Item:
		return parseItem(text)
	case TimeOfDay:
		return parseTimeOfDay(text)
	case Position:
		for i := range 3 {
			var ok bool
			if v.Position.At[i], v.Position.Relative[i], ok = parseCoordinate(words[i].text); !ok {
				return v, fmt.Sprintf("%s is not a coordinate: give a whole number of blocks, or ~ and an offset from where you are", quoteForError(words[i].text))
			}
		}
	case Duration:
		return parseDuration(text)
	case CommandName:
		cmd := Find(strings.ToLower(strings.TrimPrefix(text, "/")))
		if cmd == nil {
			return v, fmt.Sprintf("there is no command %s%s", quoteForError(text), suggestion(text, commandNames()))
		}
		v.Text = cmd.Name
	}
	return v, ""
}

// choices returns the choices of an argument, in all forms.
func (c *Command) choices(name string) (all []string) {
	for _, form := range c.Forms {
		for i := range form {
			if form[i].Name != name {
				continue
			}
			for _, c := range form[i].Choices {
				if !slices.Contains(all, c) {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// isDigit reports whether a word begins with a digit.
func isDigit(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

// onlinePlayer parses the name of a player who is online. Case counts only between two names that differ in nothing else.
func (p *parser) onlinePlayer(text string) (v Value, err string) {
	all := p.names.Online()
	if v.Text = matchName(text, all); v.Text == "" {
		return v, fmt.Sprintf("no player %s is online%s", quoteForError(text), suggestion(text, all))
	}
	return v, ""
}

// knownPlayer parses the name of any player: one who has joined before, in that player's spelling, or a new name.
func (p *parser) knownPlayer(text string) (v Value, err string) {
	if v.Text = matchName(text, p.names.Known(text)); v.Text == "" {
		v.Text = text
	}
	if text == "" || len(text) > nameMax {
		return v, fmt.Sprintf("a name has 1 to %d bytes", nameMax)
	}
	return v, ""
}

// nameMax is the greatest length of a player's name, in bytes: textline.NameMax.
const nameMax = 32

// matchName returns the name that equals a text, or the only one that differs from it in case alone; "" if there is none.
func matchName(text string, of []string) string {
	if slices.Contains(of, text) {
		return text
	}
	found := ""
	for _, n := range of {
		if strings.EqualFold(n, text) {
			if found != "" {
				return ""
			}
			found = n
		}
	}
	return found
}

func parseBlock(text string) (v Value, err string) {
	if b, known := world.BlockNamed(text); known && b != world.Air {
		v.Block = b
		return v, ""
	}
	return v, fmt.Sprintf("there is no block %s%s", quoteForError(text), suggestion(text, blockNames()))
}

// blockNames returns the names of all kinds of blocks but air.
func blockNames() (out []string) {
	for i := range world.Kinds[1:] {
		out = append(out, world.Kinds[i+1].Name)
	}
	return out
}

func parseItem(text string) (v Value, err string) {
	if it, known := world.ItemNamed(text); known {
		v.Item = it
		return v, ""
	}
	return v, fmt.Sprintf("there is no item %s%s", quoteForError(text), suggestion(text, itemNames()))
}

// itemNames returns the names of all items: kinds of blocks, and things.
func itemNames() []string {
	out := blockNames()
	for i := range world.Things {
		out = append(out, world.Things[i].Name)
	}
	return out
}
