// Package commands is the table of what people may order a server to do, in the chat of the game and on the console: a row
// is a name, the arguments with their types, who may give it, and a sentence of help. From the table come the parser, the
// completion and the texts of help; what a command does is attached to its row by package server.
//
// Owner: none; all is pure functions over a table that nobody writes to. Invariants: an error is one line that names the
// command, what is wrong and what would do; whatever is typed, parsing ends in a call or in such an error; what
// Call.String writes is read back as the same call.
package commands

import (
	"strings"

	"voxtide/world"
)

// LineMax is the greatest length of a line that is parsed, in bytes.
const LineMax = 1024

// Rank is what somebody is who gives a command.
type Rank uint8

// The ranks, each with all that the one before may do.
const (
	Player Rank = iota
	Operator
	Console // whoever runs the server
)

// Permission says who may give a command.
type Permission uint8

// The permissions.
const (
	Everyone  Permission = iota
	Owner                // everyone on what is their own, operators on all; the row's run says what is whose
	Operators            //
	Consoles             // the console alone
)

// permissionTexts complete the sentence "NAME is for ...".
var permissionTexts = [...]string{"everyone", "what is your own", "operators", "the console of the server"}

// String completes the sentence "NAME is for ...".
func (p Permission) String() string { return permissionTexts[min(int(p), len(permissionTexts)-1)] }

// Allows tells whether somebody of a rank may give a command. What Owner asks beside is judged with the arguments.
func (p Permission) Allows(r Rank) bool {
	switch p {
	case Everyone, Owner:
		return true
	case Operators:
		return r >= Operator
	}
	return r >= Console
}

// Row is a command.
type Row struct {
	Name       string
	Aliases    []string
	Forms      [][]Arg // what may stand after the name; the first that fits counts
	Permission Permission
	Help       string // one sentence
	Private    bool   // its line is for one player alone: no log has it
	Lasts      bool   // it changes what is kept: refused while nothing can be
}

// Kind is the type of an argument.
type Kind uint8

// The kinds of arguments.
const (
	Here     Kind = iota // Value.Text: a player who is here
	Name                 // Value.Text: anybody's name
	Text                 // Value.Text: the rest of the line
	Choice               // Value.Text: one of Choices
	Number               // Value.Number: Min to Max
	Block                // Value.Block
	Clock                // Value.Number: minutes since midnight
	Position             // Value.Point: three numbers, each relative with ~ before it
	Where                // a player who is here (Value.Text) or a position
	Duration             // Value.Number: seconds
	Command              // Value.Text: the name of a command
)

// Arg is an argument.
type Arg struct {
	Name     string // in capitals, for usage and Call.Get
	Kind     Kind
	Optional bool
	Min, Max int64    // of a Number
	Choices  []string // of a Choice
	NoSpan   bool     // of a Text after an optional Duration: where that is left out, the text begins with no digit
}

// Value is what was given for an argument: see Kind for what counts.
type Value struct {
	Given  bool
	Text   string
	Number int64
	Block  world.Block
	Point  Point
}

// Point is a position that may be relative to whoever gives the command.
type Point struct {
	At       [3]int32
	Relative [3]bool
}

// pointMax bounds the coordinates of a position, in blocks either way.
const pointMax = 30_000_000

// Needs tells whether the point depends on where somebody stands.
func (p Point) Needs() bool { return p.Relative != [3]bool{} }

// From returns the position as seen from a cell, kept within the bounds of positions.
func (p Point) From(base world.Pos) world.Pos {
	var out [3]int32
	for i, b := range [3]int32{base.X, base.Y, base.Z} {
		v := int64(p.At[i])
		if p.Relative[i] {
			v += int64(b)
		}
		out[i] = int32(max(-pointMax, min(pointMax, v)))
	}
	return world.Pos{X: out[0], Y: out[1], Z: out[2]}
}

// Call is a command as it was given.
type Call struct {
	Row    *Row
	Form   []Arg   // what was taken of a form: all are given
	Values []Value // for each of Form
}

// Get returns what was given for an argument, a zero Value if nothing was.
func (c *Call) Get(name string) Value {
	for i := range c.Form {
		if c.Form[i].Name == name {
			return c.Values[i]
		}
	}
	return Value{}
}

// Names is whom a line may name.
type Names interface {
	Here() []string // who is here
	// Known returns the first KnownMax of all who ever were, those here among them, whose names begin so, capitals apart: in the
	// order of names without capitals.
	Known(begin string) []string
}

// KnownMax bounds the names of Names.Known: a line is read without a look at all players there ever were.
const KnownMax = 64

// Find returns the row of a name or an alias, nil if there is none. Read it only.
func Find(name string) *Row {
	for i := range rows {
		if rows[i].Name == name {
			return &rows[i]
		}
		for _, a := range rows[i].Aliases {
			if a == name {
				return &rows[i]
			}
		}
	}
	return nil
}

// Points tells whether a line of chat is a command about the block at which the giver points: one that may end in a
// position and has none.
func Points(line string) bool {
	row, rest, err := Split(line)
	return err == nil && strings.HasPrefix(line, "/") && row.Name == "who" && rest == ""
}

// Rows returns the table, by name. Read it only.
func Rows() []Row { return rows }
