package protocol

// Cause names why a client's own body is not where it was predicted to be. Package predict finds it; reports tell it by its
// number.
type Cause uint8

// The causes. Unexplained must never be seen.
const (
	Unexplained Cause = iota
	CauseEdit         // another player's edit near the own path or the targets of own actions
	CauseBody         // another's body was in the way
	CauseStream       // another's stream went otherwise than predicted, near the own path
	CauseMoved        // the server, or sand that landed, moved the body, or refused what only it could; or it changed a section near it
	CauseHeld         // frames were withheld beyond 2 s, and the state came whole
	CauseStall        // the server advanced the stream itself
	CauseWhole        // the state came whole, after a cut
	CauseDisk         // the server refused what it cannot keep, which nobody can predict
	Causes
)

var causeNames = [Causes]string{"unexplained", "edit", "body", "stream", "moved", "held", "stall", "whole", "disk"}

// String returns the name of the cause.
func (c Cause) String() string {
	if c >= Causes {
		return "unknown"
	}
	return causeNames[c]
}
