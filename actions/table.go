package actions

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
)

// row describes a kind of action. Writing and reading share it.
type row struct {
	name    string
	perform func(c Context, a *Action) Refusal
	write   func(b []byte, a *Action) []byte
	read    func(r *wire.Reader, a *Action)
	// predictable: a client performs it before the server does.
	predictable bool
	// touchesBlocks: it reads or changes blocks or other bodies around Pos, so these must stand at the action's moment.
	touchesBlocks bool
	// onlyReads: of a kind that touches blocks: it changes none, so it is nobody's land that counts.
	onlyReads bool
	// openToAll: of a kind that touches blocks: who may build there has allowed it to everybody, so nobody's land counts.
	openToAll bool
	// unmetered: it counts in no rate.
	unmetered bool
	// persistent: it changes blocks or items, or begins to, so it is refused while the store is read-only. Moving, looking,
	// selecting a slot and chatting go on.
	persistent bool
	// shared: players send it to each other over a direct link, too, and predict it for each other: what shows in the world
	// within a frame, and nothing that is written, owned or secret.
	shared bool
}

// table has a row for every kind; a missing one fails TestTable by name.
var table = [KindCount]row{
	None:            {name: "none"},
	SetKeys:         {name: "set keys", perform: setKeys, write: writeSetKeys, read: readSetKeys, predictable: true, shared: true},
	SetYaw:          {name: "set yaw", perform: setYaw, write: writeSetYaw, read: readSetYaw, predictable: true, unmetered: true, shared: true},
	StartBreak:      {name: "start break", perform: startBreak, write: writeTarget, read: readTarget, predictable: true, touchesBlocks: true, persistent: true, shared: true},
	FinishBreak:     {name: "finish break", perform: finishBreak, write: writeTarget, read: readTarget, predictable: true, touchesBlocks: true, persistent: true, shared: true},
	CancelBreak:     {name: "cancel break", perform: cancelBreak, write: writeNothing, read: readNothing, predictable: true, shared: true},
	Place:           {name: "place", perform: place, write: writePlace, read: readPlace, predictable: true, touchesBlocks: true, persistent: true, shared: true},
	SelectSlot:      {name: "select slot", perform: selectSlot, write: writeSelectSlot, read: readSelectSlot, predictable: true, shared: true},
	MoveItem:        {name: "move item", perform: moveItem, write: writeMoveItem, read: readMoveItem, predictable: true, persistent: true},
	ConfirmSections: {name: "confirm sections", perform: confirmSections, write: writeConfirmSections, read: readConfirmSections, predictable: true, unmetered: true},
	Chat:            {name: "chat", perform: chat, write: writeChat, read: readChat, predictable: true},
	Teleport:        {name: "teleport", perform: teleport, write: writeTarget, read: readTarget, predictable: true},
	Drop:            {name: "drop", perform: drop, write: writeDrop, read: readDrop, predictable: true, persistent: true},
	Craft:           {name: "craft", perform: craft, write: writeCraft, read: readCraft, predictable: true, touchesBlocks: true, onlyReads: true, persistent: true},
	BoxMove:         {name: "box move", perform: boxMove, write: writeBoxMove, read: readBoxMove, predictable: true, touchesBlocks: true, persistent: true},
	Trade:           {name: "trade", perform: trade, write: writeTrade, read: readTrade, predictable: true, touchesBlocks: true, openToAll: true, persistent: true},
	WriteSign:       {name: "write sign", perform: writeSign, write: writeWriteSign, read: readWriteSign, predictable: true, touchesBlocks: true, persistent: true},
	Provide:         {name: "provide", perform: provide, write: writeProvide, read: readProvide, predictable: true, persistent: true},
	Scoop:           {name: "scoop", perform: scoop, write: writeTarget, read: readTarget, predictable: true, touchesBlocks: true, persistent: true},
	StartEat:        {name: "start eat", perform: startEat, write: writeNothing, read: readNothing, predictable: true, persistent: true, shared: true},
	FinishEat:       {name: "finish eat", perform: finishEat, write: writeNothing, read: readNothing, predictable: true, persistent: true},
	CancelEat:       {name: "cancel eat", perform: cancelEat, write: writeNothing, read: readNothing, predictable: true, shared: true},
	Hit:             {name: "hit", perform: hit, write: writeHit, read: readHit, predictable: true},
	MakeEmote:       {name: "make emote", perform: makeEmote, write: writeMakeEmote, read: readMakeEmote, predictable: true},
	Use:             {name: "use", perform: use, write: writeUse, read: readUse, predictable: true, touchesBlocks: true, persistent: true, shared: true},
}

// Predictable reports whether a client performs actions of the kind before the server does.
func (k Kind) Predictable() bool { return k < KindCount && table[k].predictable }

// TouchesBlocks reports whether actions of the kind read or change blocks and bodies around their Pos.
func (k Kind) TouchesBlocks() bool { return k < KindCount && table[k].touchesBlocks }

// ChangesBlocks reports whether actions of the kind change, or begin to change, blocks around their Pos.
func (k Kind) ChangesBlocks() bool { return k.TouchesBlocks() && !table[k].onlyReads }

// OpenToAll reports whether actions of the kind need no permission to change what stands there, as who has it has allowed them to all.
func (k Kind) OpenToAll() bool { return k < KindCount && table[k].openToAll }

// OnlyUses reports whether actions of the kind use what stands there, and build nothing.
func (k Kind) OnlyUses() bool { return k == Use || k == BoxMove }

// Unmetered reports whether actions of the kind count in no rate and in no queue's bound.
func (k Kind) Unmetered() bool { return k < KindCount && table[k].unmetered }

// Persistent reports whether actions of the kind change blocks or items, which the store keeps.
func (k Kind) Persistent() bool { return k < KindCount && table[k].persistent }

// Shared reports whether players send actions of the kind to each other over a direct link.
func (k Kind) Shared() bool {
	return k < KindCount && (table[k].shared || k == Chat && faults.Active(faults.ChatOverLinks))
}

// String returns the name of the kind.
func (k Kind) String() string {
	if k >= KindCount {
		return "unknown action"
	}
	return table[k].name
}
