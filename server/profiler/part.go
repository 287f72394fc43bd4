package profiler

// Part is a part of a step.
type Part int

// The parts, in the order of a step. Waited is the time in which the step stood for Beside: for the telling of the step before, which
// goes on beside it and has a row of its own, as no part of the step.
const (
	Arrivals Part = iota
	Messages
	Simulation
	Players
	Commands
	Rollbacks
	Waited
	Interest
	Requests
	Chores
	Storing
	Sections
	Telling
	Outbox
	Beside
	Parts
)

var partNames = [Parts]string{"arrivals", "messages", "simulation", "players", "commands", "rollbacks", "waiting", "interest", "requests", "chores", "storing", "sections", "telling", "outbox", "beside"}

// String returns the part in a word.
func (p Part) String() string {
	if p < 0 || p >= Parts {
		return "no part"
	}
	return partNames[p]
}
