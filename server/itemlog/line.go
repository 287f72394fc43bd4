package itemlog

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"voxtide/world"
)

// How is how a player came to things, or lost them; or when it was noted what the player had. It is what people read.
type How string

// The ways of things, and the moments at which all that a player had was noted.
const (
	Picked  How = "picked up"
	Dropped How = "dropped"
	Box     How = "box"     // out of the box at Pos, or into it
	Crafted How = "crafted" // made, or used for what was made
	Traded  How = "shop"    // at the shop at Pos
	Paid    How = "pay"     // to Who or from them, by a command
	Given   How = "command" // by Who
	Brought How = "restore" // back, by Who
	Died    How = "death"   // into the cairn at Pos
	Built   How = "placed"
	Broke   How = "broke" // a block, or a tool that was worn
	Eaten   How = "eaten"
	Free    How = "creative" // taken out of nothing, in creative mode
	Filled  How = "bucket"
	Other   How = "other"

	Came  How = "came in"
	Left  How = "left"
	Death How = "died" // what the player had a moment before
	Held  How = "had"  // now and then
)

// isWhole reports whether a line holds all that a player had.
func (h How) isWhole() bool { return h == Came || h == Left || h == Death || h == Held }

var hows = [...]How{Picked, Dropped, Box, Crafted, Traded, Paid, Given, Brought, Died, Built, Broke, Eaten, Free, Filled, Other, Came, Left, Death, Held}

// Stack is a number of one item, however many slots it fills.
type Stack struct {
	Item  string `json:"i"`
	Count int    `json:"c"`
	Wear  int    `json:"w,omitempty"`
}

// Line is a line of the history: what one player got or lost of one item in one way within a minute, or all that a player had.
type Line struct {
	At    int64    `json:"t"`           // seconds since 1970
	To    int64    `json:"u,omitempty"` // of the last of them, where that is later
	Name  string   `json:"n"`           // of the player
	How   How      `json:"h"`           //
	Item  string   `json:"i,omitempty"` //
	Count int      `json:"c,omitempty"` // below 0 for what was lost
	Pos   [3]int32 `json:"p,omitzero"`  // of a box, a shop or a cairn; else of the first of them, where that is known
	Who   string   `json:"w,omitempty"` // who paid, was paid or gave the command
	All   []Stack  `json:"s,omitempty"` // of a line of what a player had
}

const (
	nameMax = 64
	lineMax = 8192
)

// end returns when the last of what a line tells happened.
func (l *Line) end() int64 { return max(l.At, l.To) }

// clean makes a text of one line of at most nameMax bytes.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	if len(s) > nameMax {
		s = strings.ToValidUTF8(s[:nameMax], "")
	}
	return s
}

// parse reads a line of a file; false if it is none that a Log writes.
func parse(text []byte) (l Line, ok bool) {
	if json.Unmarshal(text, &l) != nil || l.At < 0 || l.Name == "" || clean(l.Name) != l.Name || clean(l.Who) != l.Who || len(l.All) > world.InventorySize {
		return l, false
	}
	known := false
	for _, h := range hows {
		known = known || h == l.How
	}
	for _, s := range l.All {
		if _, known := world.ItemNamed(s.Item); !known || s.Count < 1 || s.Count > world.InventorySize*world.StackMax || s.Wear < 0 || s.Wear > 1<<15 {
			return l, false
		}
	}
	if l.How.isWhole() {
		return l, known && l.Item == "" && l.Count == 0
	}
	_, item := world.ItemNamed(l.Item)
	return l, known && item && l.Count != 0 && max(l.Count, -l.Count) < 1<<30 && l.All == nil
}

// Text writes what a line tells, but for its time and its player: "+3 diamond, out of the box at 1 64 2".
func (l *Line) Text() string {
	if l.How.isWhole() {
		parts := []string{"nothing"}
		for i, s := range l.All {
			parts = append(parts[:i], s.String())
		}
		if l.How == Held {
			return "had " + strings.Join(parts, ", ")
		}
		return fmt.Sprintf("%s with %s", l.How, strings.Join(parts, ", "))
	}
	return fmt.Sprintf("%+d %s, %s", l.Count, l.Item, l.Way())
}

// Way writes in which way things came or went.
func (l *Line) Way() string {
	at, in := "", l.Count > 0
	if l.Pos != [3]int32{} {
		at = fmt.Sprintf(" at %d %d %d", l.Pos[0], l.Pos[1], l.Pos[2])
	}
	of := func(got, lost string) string {
		if in {
			return got
		}
		return lost
	}
	switch l.How {
	case Box:
		return of("out of the box", "into the box") + at
	case Crafted:
		return of("crafted", "used to craft") + at
	case Traded:
		return of("bought at the shop", "paid at the shop") + at
	case Paid:
		return of("paid by ", "paid to ") + l.Who
	case Given:
		return of("given by a command", "taken by a command") + by(l.Who)
	case Brought:
		return "given back by " + l.Who
	case Died:
		return of("out of the cairn", "into the cairn") + at
	case Broke:
		return of("broken out", "worn out") + at
	case Free:
		return of("out of nothing", "into nothing") + ", in creative mode"
	case Filled:
		return "with a bucket" + at
	case Other:
		return "in another way" + at
	}
	return string(l.How) + at
}

func by(who string) string {
	if who == "" {
		return ""
	}
	return " of " + who
}

// String writes a stack: "3 diamond", "1 iron_pick (worn 20)".
func (s Stack) String() string {
	if s.Wear > 0 {
		return fmt.Sprintf("%d %s (worn %d)", s.Count, s.Item, s.Wear)
	}
	return fmt.Sprintf("%d %s", s.Count, s.Item)
}

// Stacks adds up the slots of an inventory, in the order in which items first stand there.
func Stacks(slots []world.Stack) (out []Stack) {
next:
	for _, st := range slots {
		if st.Count == 0 {
			continue
		}
		s := Stack{Item: st.Item.String(), Count: int(st.Count), Wear: int(st.Wear)}
		for i := range out {
			if out[i].Item == s.Item && out[i].Wear == s.Wear {
				out[i].Count += s.Count
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}
