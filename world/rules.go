package world

import (
	"fmt"
	"strings"

	"voxtide/timestream"
)

// Rules are the rules of a game that both sides know. The zero value is peaceful: nothing harms, nobody hungers.
type Rules struct {
	Difficulty Difficulty
	Falls      bool // falling harms
	Hunger     bool // bodies need food
	KeepThings bool // who dies keeps what he has
	DayStops   bool // the time of day stands still
	PvP        bool // players may strike each other
	// ChatLines is how many lines, and gestures, a player may say in ChatSpan, all of them at once or one after the other; 0 stands for
	// ChatLinesUsual. It is a setting of the server and no rule with a name: who runs the server alone changes it.
	ChatLines uint8
}

// The usual rate of chat, and the span of time that it is for.
const (
	ChatLinesUsual = 8
	ChatSpan       = 10 * timestream.Second
)

// ChatCost returns what one line takes of a player's ChatSpan.
func (g Rules) ChatCost() timestream.Duration {
	if g.ChatLines == 0 {
		return ChatSpan / ChatLinesUsual
	}
	return ChatSpan / timestream.Duration(g.ChatLines)
}

// DefaultRules are the rules of a new world. Creative bodies are whole under any rules.
var DefaultRules = Rules{Difficulty: Normal, Falls: true, Hunger: true}

// Difficulty is how much what harms a body harms it.
type Difficulty uint8

// The difficulties. Peaceful bodies are whole and need nothing.
const (
	Peaceful Difficulty = iota
	Easy                // half the harm; hunger stops at half the health
	Normal              // hunger stops at the last half of a heart
	Hard                // half as much harm again; hunger kills
	DifficultyCount
)

// difficultyNames holds the names of the difficulties, as settings and commands use them.
var difficultyNames = [DifficultyCount]string{"peaceful", "easy", "normal", "hard"}

// String returns the name of a difficulty.
func (d Difficulty) String() string {
	if d >= DifficultyCount {
		return "unknown"
	}
	return difficultyNames[d]
}

// DifficultyNamed returns the difficulty with a name.
func DifficultyNamed(name string) (Difficulty, bool) {
	for d, n := range difficultyNames {
		if n == name {
			return Difficulty(d), true
		}
	}
	return 0, false
}

// Harm returns what a harm of Normal is at this difficulty.
func (d Difficulty) Harm(by int) int {
	switch d {
	case Peaceful:
		return 0
	case Easy:
		return (by + 1) / 2
	case Hard:
		return (by*3 + 1) / 2
	}
	return by
}

// switches are the rules that are on or off, by name, in the order of their bits.
var switches = [...]struct {
	name string
	of   func(*Rules) *bool
}{
	{"falls", func(g *Rules) *bool { return &g.Falls }},
	{"hunger", func(g *Rules) *bool { return &g.Hunger }},
	{"keep_things", func(g *Rules) *bool { return &g.KeepThings }},
	{"day_stops", func(g *Rules) *bool { return &g.DayStops }},
	{"pvp", func(g *Rules) *bool { return &g.PvP }},
}

// difficultyBits is the number of bits of the difficulty in coded rules; the switches follow, and from chatBit on the lines of chat.
const (
	difficultyBits = 2
	chatBit        = 8
)

// Bits returns the rules as a number, for edits.
func (g Rules) Bits() uint64 {
	n := uint64(g.Difficulty)
	for i := range switches {
		if *switches[i].of(&g) {
			n |= 1 << (difficultyBits + i)
		}
	}
	return n | uint64(g.ChatLines)<<chatBit
}

// RulesOf returns the rules of a number; false for one that is none.
func RulesOf(n uint64) (g Rules, ok bool) {
	g.Difficulty = Difficulty(n & (1<<difficultyBits - 1))
	for i := range switches {
		*switches[i].of(&g) = n>>(difficultyBits+i)&1 == 1
	}
	g.ChatLines = uint8(n >> chatBit)
	return g, n == g.Bits()
}

// RuleNames returns the names of all rules.
func RuleNames() (names []string) {
	names = append(names, "difficulty")
	for i := range switches {
		names = append(names, switches[i].name)
	}
	return names
}

// RuleValues returns all values that rules may have.
func RuleValues() []string { return append([]string{"on", "off"}, difficultyNames[:]...) }

// Value returns the value of a rule in words, "" for a name that is no rule.
func (g Rules) Value(name string) string {
	if name == "difficulty" {
		return g.Difficulty.String()
	}
	for i := range switches {
		if switches[i].name == name {
			if *switches[i].of(&g) {
				return "on"
			}
			return "off"
		}
	}
	return ""
}

// With returns the rules with one of them changed. The error says which values there are.
func (g Rules) With(name, value string) (Rules, error) {
	if name == "difficulty" {
		d, ok := DifficultyNamed(value)
		if !ok {
			return g, fmt.Errorf("difficulty is %.40q, not %s", value, strings.Join(difficultyNames[:], ", "))
		}
		g.Difficulty = d
		return g, nil
	}
	for i := range switches {
		if switches[i].name != name {
			continue
		}
		if value != "on" && value != "off" {
			return g, fmt.Errorf("%s is %.40q, not on or off", name, value)
		}
		*switches[i].of(&g) = value == "on"
		return g, nil
	}
	return g, fmt.Errorf("there is no rule %.40q, only %s", name, strings.Join(RuleNames(), ", "))
}

// WithAll returns the rules with those changed that a text lists: names and values, with commas between the rules.
func (g Rules) WithAll(text string) (Rules, error) {
	base := g
	for rule := range strings.SplitSeq(text, ",") {
		words := strings.Fields(rule)
		if len(words) == 0 && strings.TrimSpace(text) == "" {
			return g, nil
		}
		if len(words) != 2 {
			return base, fmt.Errorf("%.40q is not a rule and its value", rule)
		}
		var err error
		if g, err = g.With(words[0], words[1]); err != nil {
			return base, err
		}
	}
	return g, nil
}

// Without returns the text of rules that differ from a base, as WithAll reads it.
func (g Rules) Without(base Rules) string {
	var out []string
	for _, name := range RuleNames() {
		if v := g.Value(name); v != base.Value(name) {
			out = append(out, name+" "+v)
		}
	}
	return strings.Join(out, ", ")
}
