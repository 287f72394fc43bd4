package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"voxtide/world"
)

// ErrCommand is what is wrong with a line: the text is one line that says it all.
var ErrCommand = errors.New("command")

// wrong is an ErrCommand.
type wrong struct{ text string }

func (w wrong) Error() string        { return w.text }
func (w wrong) Is(target error) bool { return target == ErrCommand }

func fail(format string, args ...any) error { return wrong{fmt.Sprintf(format, args...)} }

// Split splits a line, with or without the slash before it, into the row of its command and the rest. Errors: ErrCommand.
func Split(line string) (*Row, string, error) {
	line = strings.TrimPrefix(strings.TrimSpace(line), "/")
	if len(line) > LineMax {
		return nil, "", fail("a command has at most %d bytes", LineMax)
	}
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0xfffd }) {
		return nil, "", fail("a command is one line of text")
	}
	word, rest, _ := strings.Cut(line, " ")
	if word == "" {
		return nil, "", fail("which command? help lists them")
	}
	row := Find(strings.ToLower(word))
	if row == nil {
		return nil, "", fail("there is no command %s%s", shown(word), meant(word, names()))
	}
	return row, strings.TrimSpace(rest), nil
}

// Parse reads what stands after the name of a command. Errors: ErrCommand.
func (r *Row) Parse(rest string, of Names) (Call, error) {
	rest = strings.TrimSpace(rest)
	tokens := split(rest)
	p := parser{row: r, rest: rest, tokens: tokens, names: of}
	for _, form := range r.Forms {
		for _, args := range expand(form) {
			if values, ok := p.try(args); ok {
				return Call{Row: r, Form: args, Values: values}, nil
			}
		}
	}
	return Call{}, p.best
}

// Parse reads a whole line. Errors: ErrCommand.
func Parse(line string, of Names) (Call, error) {
	row, rest, err := Split(line)
	if err != nil {
		return Call{}, err
	}
	return row.Parse(rest, of)
}

// expand returns what a form may be without its optional arguments, the longest first, a Where as a player and as a
// position.
func expand(form []Arg) [][]Arg {
	if len(form) == 0 {
		return [][]Arg{nil}
	}
	var out [][]Arg
	rest := expand(form[1:])
	first := []Arg{form[0]}
	if form[0].Kind == Where {
		a, b := form[0], form[0]
		a.Kind, b.Kind = Position, Here
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

// parser tries one way after the other to read the words of a line, and keeps what is wrong with the one that got the
// furthest.
type parser struct {
	row    *Row
	rest   string
	tokens []token
	names  Names

	best  error
	score int
}

// words is how many words of a line an argument takes.
func (a *Arg) words() int {
	if a.Kind == Position {
		return 3
	}
	return 1
}

// try reads the words as these arguments.
func (p *parser) try(args []Arg) (values []Value, ok bool) {
	at, needs := 0, 0
	for i := range args {
		needs += args[i].words()
	}
	fits := needs == len(p.tokens)
	for i := range args {
		a := &args[i]
		if at+a.words() > len(p.tokens) {
			p.missing(a, at)
			return nil, false
		}
		if a.NoSpan && (i == 0 || args[i-1].Kind != Duration) && isDigit(p.tokens[at].text) {
			return nil, false // the span that stands there is wrong, which another reading says
		}
		if a.Kind == Text {
			values = append(values, Value{Given: true, Text: p.rest[p.tokens[at].start:]})
			at = len(p.tokens)
			continue
		}
		v, err := p.value(a, p.tokens[at:at+a.words()])
		if err != "" {
			p.note(at, strings.Contains(err, likely), fits, fail("%s: %s", p.row.Name, err))
			return nil, false
		}
		v.Given = true
		values = append(values, v)
		at += a.words()
	}
	if at < len(p.tokens) {
		p.note(at, false, fits, fail("%s: %s is too much; usage: %s", p.row.Name, shown(p.tokens[at].text), p.row.Usage()))
		return nil, false
	}
	return values, true
}

// missing notes that the line ends within or before an argument. Of two such readings the shorter one counts.
func (p *parser) missing(a *Arg, at int) {
	text := "is missing"
	for _, t := range p.tokens[at:] { // of a position
		if _, _, ok := coordinate(t.text); !ok {
			break
		}
		at, text = at+1, "is three numbers, each alone or after ~"
	}
	if p.score == 4*at+1 {
		p.score = 0
	}
	p.note(at, false, false, fail("%s: %s %s; usage: %s", p.row.Name, a.Name, text, p.row.Usage()))
}

// note keeps an error if it comes of a likelier reading than that before: the furthest, then one that knows what was
// meant, then one with as many words.
func (p *parser) note(at int, meant, fits bool, err error) {
	score := 4*at + 1
	if meant {
		score += 2
	}
	if fits {
		score++
	}
	if score > p.score {
		p.best, p.score = err, score
	}
}

// value reads the words of an argument; err says what is wrong with them.
func (p *parser) value(a *Arg, words []token) (v Value, err string) {
	for _, w := range words {
		if w.open {
			return v, "a quote is not closed"
		}
	}
	text := words[0].text
	switch a.Kind {
	case Here:
		return p.here(text)
	case Name:
		return p.known(text)
	case Choice:
		v.Text = strings.ToLower(text)
		if !slices.Contains(a.Choices, v.Text) {
			all := p.row.choices(a.Name)
			return v, fmt.Sprintf("%s is not %s%s", shown(text), either(all), meant(text, all))
		}
	case Number:
		return number(a, text)
	case Block:
		return block(text)
	case Clock:
		return clock(text)
	case Position:
		for i := range 3 {
			var ok bool
			if v.Point.At[i], v.Point.Relative[i], ok = coordinate(words[i].text); !ok {
				return v, fmt.Sprintf("%s is no coordinate: a whole number of blocks, or ~ and one to count from where you are", shown(words[i].text))
			}
		}
	case Duration:
		return duration(text)
	case Command:
		row := Find(strings.ToLower(strings.TrimPrefix(text, "/")))
		if row == nil {
			return v, fmt.Sprintf("there is no command %s%s", shown(text), meant(text, names()))
		}
		v.Text = row.Name
	}
	return v, ""
}

// choices returns what an argument of a name may be, in all forms.
func (r *Row) choices(name string) (all []string) {
	for _, form := range r.Forms {
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

// isDigit tells whether a word begins with a digit.
func isDigit(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

// here reads the name of a player who is here. Capitals count only where two names differ in nothing else.
func (p *parser) here(text string) (v Value, err string) {
	all := p.names.Here()
	if v.Text = match(text, all); v.Text == "" {
		return v, fmt.Sprintf("no player %s is here%s", shown(text), meant(text, all))
	}
	return v, ""
}

// known reads anybody's name: that of one who was here before as it is written, or a new one.
func (p *parser) known(text string) (v Value, err string) {
	if v.Text = match(text, p.names.Known(text)); v.Text == "" {
		v.Text = text
	}
	if text == "" || len(text) > nameMax {
		return v, fmt.Sprintf("a name has 1 to %d bytes", nameMax)
	}
	return v, ""
}

// nameMax is the greatest length of a player's name in bytes: that of the rules.
const nameMax = 32

// match returns the one of the names that a text is, "" for none.
func match(text string, of []string) string {
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

func block(text string) (v Value, err string) {
	low := strings.ToLower(text)
	for i := 1; i < world.BlockCount; i++ {
		if world.Blocks[i].Name == low {
			v.Block = world.Block(i)
			return v, ""
		}
	}
	return v, fmt.Sprintf("no block %s%s", shown(text), meant(text, blocks()))
}

// blocks returns the names of all blocks but air.
func blocks() (out []string) {
	for i := 1; i < world.BlockCount; i++ {
		out = append(out, world.Blocks[i].Name)
	}
	return out
}

// names returns the names of all commands.
func names() (out []string) {
	for i := range rows {
		out = append(out, rows[i].Name)
	}
	return out
}

// likely begins what was meant instead.
const likely = "; did you mean "

// meant says what was likely meant instead of a word, "" if nothing is near.
func meant(text string, of []string) string {
	if n := Nearest(text, of); n != "" {
		return likely + shown(n) + "?"
	}
	return ""
}

// shownMax bounds the bytes of a word that an error shows.
const shownMax = 40

// shown writes a word as an error shows it.
func shown(text string) string {
	if len(text) > shownMax {
		text = strings.ToValidUTF8(text[:shownMax], "") + "…"
	}
	return `"` + text + `"`
}

// either lists choices.
func either(of []string) string {
	if len(of) < 2 {
		return strings.Join(of, "")
	}
	return strings.Join(of[:len(of)-1], ", ") + " or " + of[len(of)-1]
}
