package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Events are the results of updates and frames besides the state. The owner takes and clears the lists.
type Events struct {
	Refused         []RefusedAction
	Chat            []edits.Edit
	ArrivedSections []actions.SectionEpoch // sections that arrived, to be sent in a ConfirmSections
	SectionChanges  []SectionChange        // sections that arrived or left, in order
	Displacements   []Displacement         // of the last frame
	// Corrections are the corrections of blocks and inventory of the last frame.
	Corrections []Correction
	Samples     []Sample            // of the last update, with CollectSamples
	Swings      []timestream.Stream // players who changed a block near them, at most swingsMax
	Emotes      []Emote             // of others, at most swingsMax
	Struck      []protocol.Struck   // hits that count, at most swingsMax
	Desyncs     int                 // hashes that differed from the server's
	// DesyncedSections are the sections whose hash differed, to be requested again. DesyncedAvatar says that the own
	// avatar's did, which a full update mends. The owner clears both.
	DesyncedSections []actions.SectionEpoch
	DesyncedAvatar   bool
	// Overflowed says that more sections, or edits of them, came ahead of the updates than are kept. A resume mends it:
	// the server then sends again what is missing. The owner clears it.
	Overflowed  bool
	FirstDesync string // the first difference, for the log
	BrokenLaw   string // the first law that Check found broken
}

// Emote is a gesture of a player.
type Emote struct {
	By   timestream.Stream
	Kind edits.Emote
}

// SectionChange is a section that arrived, or left (Gone).
type SectionChange struct {
	Section world.SectionPos
	Biomes  protocol.Biomes
	Gone    bool
}

// RefusedAction is an own action that the server refused.
type RefusedAction struct {
	Number uint64
	Why    actions.Refusal
	AtBox  bool   // it is about what a block holds
	Lost   bool   // of a box: it had been shown as done, and the box is another now, or gone;
	First  string // the name of the player who was first, as far as is known; else ""
	Owner  string // of actions.Claimed: the name of who claimed the land; "" for unknown
}

// Text returns why the action was refused, as a text for the player: with names where they are known. What was wrong from the start is
// nobody else's doing, and is not put down to others.
func (a *RefusedAction) Text() string {
	switch {
	case a.First != "":
		return a.First + " was first"
	case a.Why == actions.Claimed && a.Owner != "":
		return "this land is claimed by " + a.Owner
	case a.Lost || !a.AtBox:
	case a.Why == actions.SlotChanged:
		return "that does not lie in there"
	case a.Why == actions.NoBox:
		return "there is nothing that could hold it"
	case a.Why == actions.MissingItems:
		return "you do not have as much of it"
	}
	return a.Why.String()
}

// PendingEvents returns the events since the owner last cleared them.
func (r *Received) PendingEvents() *Events { return &r.Events }

// swingsMax bounds Swings. swingReach is how far away from a player, on each axis and in blocks, a changed block may be
// to count as changed by hand.
const (
	swingsMax  = 64
	swingReach = 7
)

// noteStruck notes a hit that counts: the striker swings, and a kick that the own body takes is a cause from its instant on.
func (r *Received) noteStruck(h protocol.Struck) {
	if h.ID == world.AvatarID(r.Own) && h.At != 0 {
		if f := &r.influences; f.kickAt == 0 || h.At < f.kickAt {
			f.kickAt = h.At
		}
	}
	if len(r.Struck) < swingsMax {
		r.Struck = append(r.Struck, h)
	}
	if h.By != r.Own && len(r.Swings) < swingsMax && !slices.Contains(r.Swings, h.By) {
		r.Swings = append(r.Swings, h.By)
	}
}

// noteSwing notes that a player changed a block, if the block is within reach of a hand.
func (r *Received) noteSwing(by timestream.Stream, p world.Pos) {
	slot := r.R.W.Find(world.AvatarID(by))
	if slot == world.NoEntity || len(r.Swings) == swingsMax || slices.Contains(r.Swings, by) {
		return
	}
	b := r.R.W.Entity(slot).Motion.Pos.Block()
	for _, d := range [3]int64{int64(b.X) - int64(p.X), int64(b.Y) - int64(p.Y), int64(b.Z) - int64(p.Z)} {
		if max(d, -d) > swingReach {
			return
		}
	}
	r.Swings = append(r.Swings, by)
}
