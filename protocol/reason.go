package protocol

import (
	"slices"
	"strings"
)

// The reasons with which a server closes a connection and that a client has to know. Any other reason is for people to
// read, and final: whoever hears it does not come back by itself.
const (
	ReasonStopping = "the server stops"                // it may be back soon
	ReasonFull     = "the server is full"              // there may be room soon
	ReasonAgain    = "the server opens its world anew" // it goes on in a moment
	ReasonTaken    = "name taken"
	ReasonOwned    = "the name belongs to another player's key"
	ReasonVersion  = "another version of the protocol"
	// ReasonElsewhere is told to a connection, or a whole session, in whose place its player has come from elsewhere.
	ReasonElsewhere = "resumed over another connection"
)

// transient are the reasons after which it makes sense to try again. Silence has a reason of the transport's own.
var transient = [...]string{ReasonStopping, ReasonFull, ReasonAgain}

// Transient tells whether a client whose connection was closed with a reason should try to go on later.
// What stands behind it after a colon is for people.
func Transient(reason string) bool {
	reason, _, _ = strings.Cut(reason, ": ")
	return slices.Contains(transient[:], reason)
}
