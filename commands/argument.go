package commands

import (
	"strconv"
	"strings"

	"voxtide/world"
)

// Kind is the type of an argument.
type Kind uint8

// The kinds of arguments.
const (
	OnlinePlayer     Kind = iota // Value.Text: a player who is online
	PlayerName                   // Value.Text: the name of any player, online or not
	Text                         // Value.Text: the rest of the line
	Choice                       // Value.Text: one of Choices
	Number                       // Value.Number: Min to Max
	Block                        // Value.Block
	AnyBlock                     // the same, or air
	Item                         // Value.Item
	TimeOfDay                    // Value.Number: minutes since midnight
	Position                     // Value.Position: three numbers, each relative with ~ before it
	PlayerOrPosition             // a player who is online (Value.Text) or a position
	Duration                     // Value.Number: seconds
	CommandName                  // Value.Text: the name of a command
	Word                         // Value.Text: any word; completion offers Choices
	Address                      // Value.Text: an address, a range of addresses like 192.0.2.0/24, or the name of a player who came from one
)

// Arg is an argument.
type Arg struct {
	Name        string // in capitals, for usage and Call.Get
	Kind        Kind
	Optional    bool
	Min, Max    int64    // of a Number
	Choices     []string // of a Choice; what completion offers for a Word
	NotDuration bool     // of a Text after an optional Duration: without the duration, the text begins with no digit
}

// Value is the value given for an argument; its Kind says which field counts.
type Value struct {
	Given    bool
	Text     string
	Number   int64
	Block    world.Block
	Item     world.Item
	Position RelativePos
}

// RelativePos is a position whose coordinates may each be relative to the position of the player who gives the command.
type RelativePos struct {
	At       [3]int32
	Relative [3]bool
}

// positionMax bounds the coordinates of a position, in blocks either way.
const positionMax = 30_000_000

// IsRelative reports whether the position depends on that of the player who gives the command.
func (p RelativePos) IsRelative() bool { return p.Relative != [3]bool{} }

// Resolve returns the position as seen from a cell, clamped to positionMax.
func (p RelativePos) Resolve(base world.Pos) world.Pos {
	var out [3]int32
	for i, b := range [3]int32{base.X, base.Y, base.Z} {
		v := int64(p.At[i])
		if p.Relative[i] {
			v += int64(b)
		}
		out[i] = int32(max(-positionMax, min(positionMax, v)))
	}
	return world.Pos{X: out[0], Y: out[1], Z: out[2]}
}

// String writes the position in the form in which it is parsed.
func (p RelativePos) String() string {
	var out [3]string
	for i := range out {
		out[i] = strconv.Itoa(int(p.At[i]))
		if p.Relative[i] {
			out[i] = "~" + out[i]
		}
	}
	return strings.Join(out[:], " ")
}

// wordCount returns how many words of a line an argument takes.
func (a *Arg) wordCount() int {
	if a.Kind == Position {
		return 3
	}
	return 1
}

// Names knows the players whom a line may name.
type Names interface {
	Online() []string // the players who are online
	// Known returns the first KnownMax players who ever joined and whose names begin with a text, whatever its case, in the
	// order of lower-case names.
	Known(begin string) []string
}

// KnownMax bounds the names of Names.Known, so that parsing a line does not walk all players that ever joined.
const KnownMax = 64
