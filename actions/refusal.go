package actions

// Refusal is the reason why an action was not performed. It travels with the ack, and the player reads its text.
type Refusal uint8

// The refusals.
const (
	Done Refusal = iota
	NotAllowed
	NoAvatar
	TooFast
	TooFar
	NoSight
	NotLoaded     // the section has not arrived, or the cell is outside the world
	TargetChanged // the target block has changed
	TooSoon       // not enough time has passed for the block's hardness
	Unbreakable   // the block cannot be broken
	Occupied      // the cell holds a block that is not overwritten
	NoSupport     // there is nothing to build against
	BodyInPlace
	NothingHeld
	NoRoom
	Claimed    // another player owns the claim; only the server knows
	NearSpawn  // only operators build around the spawn point; only the server knows
	DiskFull   // the store cannot keep any change
	DiskFailed // the same, for any other reason
	ChatTooFast
	FallingInTheWay // a falling block is in the cell
	TooMuchFreed    // the player has set more blocks free than the rates allow
	PvPOff          // players do not strike each other here; only the server judges a hit, from here to HitTooOld
	NoTarget        // there is no such body
	HitMissed       // the aim was beside the body that the striker saw
	HitCovered      // the struck player had been out of the striker's sight
	HitTooOld       // it aims at a picture that is longer ago than is kept
	MissingItems    // the inventory lacks what a recipe takes
	NoStation       // what is needed to make it is not there
	NoBox           // the box, or the sign, is gone
	SlotChanged     // another changed the slot of the box first
	NotForThat      // the slot of an oven does not take the item
	OwnBodyInPlace  // BodyInPlace, and it is the player's own
	NotFood         // what is in the hand cannot be eaten
	NotHungry       // the body has eaten enough
	NotYours        // it is another player's alone, for a while
	BeyondBorder    // it lies beyond the border of the world
	NoShop          // there is no offer at the box
	SoldOut         // the box of a shop has not as much of its goods
	ShopFull        // the box of a shop has no room for the price
	OfferChanged    // what a shop offers is not what the player saw
	Dead            // it was asked for before the player knew that he had died; only the server knows
	Muted           // an operator lets nobody read what the player says; only the server knows
	TooNew          // the player is new here; only the server knows, here and below
	NotAccepted     // somebody has to accept the player first
	RegionProtected // the flags of a region say so
	Vanished        // nobody is told that the player is here
	Frozen          // somebody who keeps order lets the player do nothing
	Worded          // a word is in it that the server does not want to be said
	RefusalCount
)

var refusalTexts = [RefusalCount]string{
	"done", "not allowed", "no body", "too fast", "too far", "not in sight", "not there yet", "the target changed",
	"too soon", "cannot be broken", "already taken", "nothing to build against", "somebody is in the way",
	"nothing in the hand", "no room", "this land is claimed by somebody else", "the land where players begin is protected",
	"the server's disk is full: nothing can be changed now", "the server's disk fails: nothing can be changed now",
	"too fast: wait a moment before you say more",
	"a block is falling there", "too much has come loose: wait until it has settled",
	"players do not fight here", "nobody is there", "missed", "already in cover", "seen too long ago",
	"something for it is missing", "what it is made at is not here",
	"it is gone", "somebody else was first", "that does not go in there", "you stand there",
	"that is nothing to eat", "you are not hungry", "that is another player's", "that is beyond a border",
	"nothing is sold there", "it is sold out", "the shop has no room for what you pay",
	"it is sold for another price by now", "you had died before",
	"nobody reads what you say: you are muted",
	"not yet: you are new here. Play for a while, or ask somebody who runs this server",
	"somebody who runs this server has to accept you first: you can look around",
	"this place is protected",
	"you are vanished: nobody is told what you say. /vanish shows you again, and /msg speaks to one",
	"you are frozen: somebody who keeps order has to let you go. You can speak",
	"there is a word in it that is not said here",
}

// ServerOnly reports whether the refusal depends on what only the server knows, so that no client predicts it.
func (r Refusal) ServerOnly() bool {
	return r >= Claimed && r <= DiskFailed || r >= PvPOff && r <= HitTooOld || r >= Dead && r < RefusalCount
}

// String returns the refusal as a text for the player.
func (r Refusal) String() string {
	if r >= RefusalCount {
		return "refused"
	}
	return refusalTexts[r]
}
