package protocol

// Cause is the reason for a correction of a client's prediction. Package predict finds it; reports carry its number.
type Cause uint8

// The causes. Unexplained must never occur.
const (
	Unexplained      Cause = iota
	CauseEdit              // another player's edit near the own path or the target of an own action
	CauseBody              // another player's body was in the way
	CauseStream            // another stream went differently than predicted, near the own path
	CauseServerMoved       // the server or a landing block moved the body, or the server refused for a reason that only it knows, or changed a section near it
	CauseWithheld          // updates were withheld for more than 2 s, and a full update came
	CauseStall             // the server advanced the own stream itself
	CauseFullUpdate        // a full update came, after a lost connection
	CauseDisk              // the server refused because its store is read-only, which no client can predict
	CauseBlow              // a kick was told later than it acts
	CauseBox               // another player was first at a box
	CauseCount
)

var causeNames = [CauseCount]string{"unexplained", "edit", "body", "stream", "moved", "held", "stall", "whole", "disk", "blow", "box"}

// String returns the name of the cause.
func (c Cause) String() string {
	if c >= CauseCount {
		return "unknown"
	}
	return causeNames[c]
}
