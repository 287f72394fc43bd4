package server

import (
	"strings"

	"voxtide/protocol"
)

// Turn is a kind of reason for which a connection is not let in.
type Turn uint8

// The kinds, in the order of Metrics.Turned.
const (
	TurnOther Turn = iota // it did not speak as a client does
	TurnVersion
	TurnFull
	TurnTaken
	TurnBanned
	TurnGuests
	TurnLate
	TurnOwned // the name belongs to another key
	TurnName  // it could be taken for another one, or not be read
	TurnMany  // too many new names of one source
	Turns
)

var turnNames = [Turns]string{"malformed", "version", "full", "name taken", "banned", "no guest", "timeout", "name of another", "name", "new names"}

// String returns the kind in a word or two.
func (t Turn) String() string { return turnNames[min(t, Turns-1)] }

// turnOf returns the kind of a reason.
func turnOf(reason string) Turn {
	switch {
	case reason == protocol.ReasonVersion:
		return TurnVersion
	case reason == protocol.ReasonFull:
		return TurnFull
	case reason == protocol.ReasonTaken:
		return TurnTaken
	case strings.HasPrefix(reason, reasonBanned):
		return TurnBanned
	case reason == reasonGuests:
		return TurnGuests
	case reason == protocol.ReasonOwned:
		return TurnOwned
	case strings.HasPrefix(reason, "a name "):
		return TurnName
	case strings.HasPrefix(reason, reasonMany):
		return TurnMany
	case reason == reasonLate:
		return TurnLate
	}
	return TurnOther
}

// reasonLate is told to a connection that does not join.
const reasonLate = "timeout"
