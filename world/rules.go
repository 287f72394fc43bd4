package world

// Rules are the rules of a game that both sides read. The zero value is peaceful: nothing harms, nobody hungers.
type Rules struct {
	Difficulty Difficulty
	Falls      bool // falling harms
	Hunger     bool // bodies need food
	DayStops   bool // the time of day stands still
	KeepThings bool // who dies keeps what he has
}

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

// The bits of coded rules, above the two of the difficulty.
const (
	rulesFalls = 1 << (iota + 2)
	rulesHunger
	rulesDayStops
	rulesKeepThings
	rulesEnd
)

// Bits returns the rules as a number, for edits and records.
func (g Rules) Bits() uint64 {
	n := uint64(g.Difficulty)
	for i, on := range [...]bool{g.Falls, g.Hunger, g.DayStops, g.KeepThings} {
		if on {
			n |= rulesFalls << i
		}
	}
	return n
}

// RulesOf returns the rules of a number; false for one that is none.
func RulesOf(n uint64) (g Rules, ok bool) {
	g = Rules{Difficulty: Difficulty(n & 3), Falls: n&rulesFalls != 0, Hunger: n&rulesHunger != 0, DayStops: n&rulesDayStops != 0, KeepThings: n&rulesKeepThings != 0}
	return g, n < rulesEnd
}
