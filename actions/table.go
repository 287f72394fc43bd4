package actions

// table has a row for every kind; a missing one fails TestTable by name.
var table = [Kinds]row{
	None:     {name: "none"},
	Controls: {name: "controls", perform: controls, write: writeControls, read: readControls, guess: true},
	Heading:  {name: "heading", perform: heading, write: writeHeading, read: readHeading, guess: true, free: true},
	Dig:      {name: "dig", perform: dig, write: writeTarget, read: readTarget, guess: true, touches: true, lasts: true},
	Dug:      {name: "dug", perform: dug, write: writeTarget, read: readTarget, guess: true, touches: true, lasts: true},
	Undig:    {name: "undig", perform: undig, write: writeNothing, read: readNothing, guess: true},
	Place:    {name: "place", perform: place, write: writePlace, read: readPlace, guess: true, touches: true, lasts: true},
	Select:   {name: "select", perform: selectSlot, write: writeSelect, read: readSelect, guess: true},
	MoveItem: {name: "move item", perform: moveItem, write: writeMoveItem, read: readMoveItem, guess: true, lasts: true},
	Have:     {name: "have", perform: have, write: writeHave, read: readHave, guess: true, free: true},
	Chat:     {name: "chat", perform: chat, write: writeChat, read: readChat, guess: true},
	Goto:     {name: "goto", perform: goTo, write: writeTarget, read: readTarget, guess: true},
}
