package actions

// Refusal says why an action was not performed. It travels with the ack, for the player to read.
type Refusal uint8

// The refusals.
const (
	Done Refusal = iota
	NotAllowed
	NoBody
	TooFast
	TooFar
	NoSight
	NotThere  // the section has not arrived, or the cell is outside the world
	Changed   // the target is not what it was
	TooSoon   // not enough time has passed for the block's hardness
	Unbroken  // the block cannot be broken
	Occupied  // the cell holds a block that is not overwritten
	NoSupport // there is nothing to build against
	BodyInWay
	NothingHeld
	NoRoom
	Claimed   // the land belongs to somebody else; the server alone knows
	NearSpawn // only operators build around where players begin; the server alone knows
	DiskFull  // nothing that is changed could be kept
	DiskFails // the same, for any other reason
	TooMuchSaid
	FallsThere // a falling block is in the cell
	TooLoose   // the player has set more blocks free than the rates allow
	Refusals
)

var refusalTexts = [Refusals]string{
	"done", "not allowed", "no body", "too fast", "too far", "not in sight", "not there yet", "the target changed",
	"too soon", "cannot be broken", "already taken", "nothing to build against", "somebody is in the way",
	"nothing in the hand", "no room", "this land is claimed by somebody else", "the land where players begin is protected",
	"the server's disk is full: nothing can be changed now", "the server's disk fails: nothing can be changed now",
	"too fast: wait a moment before you say more",
	"a block is falling there", "too much has come loose: wait until it has settled",
}

// ByServer tells whether the refusal rests on what no client knows, so that none predicts it.
func (r Refusal) ByServer() bool { return r >= Claimed && r <= DiskFails }

// String returns the refusal in words.
func (r Refusal) String() string {
	if r >= Refusals {
		return "refused"
	}
	return refusalTexts[r]
}
