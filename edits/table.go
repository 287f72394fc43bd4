package edits

import (
	"voxtide/internal/wire"
	"voxtide/world"
)

// table has a row for every kind; a missing one fails TestTable by name.
var table = [KindCount]row{
	None:               {name: "none"},
	SetBlock:           {"set block", applySetBlock, writeSetBlock, readSetBlock, true},
	SpawnEntity:        {"spawn entity", applySpawnEntity, writeSpawnEntity, readSpawnEntity, false},
	RemoveEntity:       {"remove entity", applyRemoveEntity, writeRemoveEntity, readRemoveEntity, false},
	SetMotion:          {"set motion", applySetMotion, writeSetMotion, readSetMotion, false},
	SetStack:           {"set stack", applySetStack, writeSetStack, readSetStack, true},
	SetOwner:           {"set owner", applySetOwner, writeSetOwner, readSetOwner, true},
	SetStamp:           {"set stamp", applySetStamp, writeSetStamp, readSetStamp, false},
	AddStream:          {"add stream", applyAddStream, writeAddStream, readAddStream, true},
	RemoveStream:       {"remove stream", applyRemoveStream, writeRemoveStream, readRemoveStream, true},
	AddSupportCheck:    {"add support check", applyAddSupportCheck, writeSupportCheck, readSupportCheck, true},
	RemoveSupportCheck: {"remove support check", applyRemoveSupportCheck, writeSupportCheck, readSupportCheck, true},
	SetSubscription:    {"set subscription", applySetSubscription, writeSetSubscription, readSetSubscription, true},
	AddPlayer:          {"add player", applyAddPlayer, writeAddPlayer, readAddPlayer, true},
	RemovePlayer:       {"remove player", applyRemovePlayer, writeRemovePlayer, readRemovePlayer, true},
	SetInventorySlot:   {"set inventory slot", applySetInventorySlot, writeSetInventorySlot, readSetInventorySlot, true},
	SetSelected:        {"set selected", applySetSelected, writeSetSelected, readSetSelected, true},
	SetLastAction:      {"set last action", applySetLastAction, writeSetLastAction, readSetLastAction, true},
	Chat:               {"chat", applyChat, writeChat, readChat, true},
	SetDayOffset:       {"set day offset", applySetDayOffset, writeSetDayOffset, readSetDayOffset, true},
	SetBoxSlot:         {"set box slot", applySetBoxSlot, writeSetBoxSlot, readSetBoxSlot, true},
	SetOven:            {"set oven", applySetOven, writeSetOven, readSetOven, true},
	SetSignText:        {"set sign text", applySetSignText, writeSetSignText, readSetSignText, true},
	SetClaim:           {"set claim", applySetClaim, writeSetClaim, readSetClaim, true},
	SetRules:           {"set rules", applySetRules, writeSetRules, readSetRules, true},
	MakeEmote:          {"make emote", applyMakeEmote, writeMakeEmote, readMakeEmote, true},
	SetBorder:          {"set border", applySetBorder, writeSetBorder, readSetBorder, true},
	SetClosed:          {"set closed", applySetClosed, writeSetClosed, readSetClosed, true},
	SetOffer:           {"set offer", applySetOffer, writeSetOffer, readSetOffer, true},
}

// row describes a kind of edit. Writing and reading share it.
type row struct {
	name string
	// apply performs e on w and fills inv with the inverse. It returns false and changes nothing if e does not fit the
	// state.
	apply func(w *world.World, e, inv *Edit) bool
	write func(b []byte, e *Edit) []byte
	read  func(r *wire.Reader, e *Edit)
	// counted edits have a number in the server's history. Advances, spawns and removals have none.
	counted bool
}

// Apply performs an edit on a world and fills inv with its inverse. It returns false and changes nothing if the edit
// does not fit the state. Only the Recorder and tests call it.
func Apply(w *world.World, e, inv *Edit) bool {
	if e.Kind == None || e.Kind >= KindCount {
		return false
	}
	return table[e.Kind].apply(w, e, inv)
}

// Counted reports whether edits of the kind have a number in the server's history.
func (k Kind) Counted() bool { return k < KindCount && table[k].counted }

// String returns the name of the kind.
func (k Kind) String() string {
	if k >= KindCount {
		return "unknown edit"
	}
	return table[k].name
}

// Append writes an edit: kind, author, then the fields of its row.
func Append(b []byte, e *Edit) []byte { return AppendFields(append(b, byte(e.Kind)), e) }

// AppendFields writes an edit without its kind byte.
func AppendFields(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Author))
	return table[e.Kind].write(b, e)
}

// Read reads an edit into e and checks every bound that rules rely on. If the bytes are no edit, the reader has an error
// afterwards.
func Read(r *wire.Reader, e *Edit) { ReadAs(r, Kind(r.Byte()), e) }

// ReadAs reads an edit whose kind byte has been read.
func ReadAs(r *wire.Reader, k Kind, e *Edit) {
	*e = Edit{Kind: k}
	if k == None || k >= KindCount {
		r.Fail(ErrKind)
		return
	}
	e.Author = world.ReadStream(r)
	table[k].read(r, e)
}
