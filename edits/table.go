package edits

// table has a row for every kind; a missing one fails TestTable by name.
var table = [Kinds]row{
	None:         {name: "none"},
	SetBlock:     {"set block", applySetBlock, writeSetBlock, readSetBlock, true},
	Birth:        {"birth", applyBirth, writeBirth, readBirth, false},
	Death:        {"death", applyDeath, writeDeath, readDeath, false},
	SetMotion:    {"set motion", applySetMotion, writeSetMotion, readSetMotion, false},
	SetStack:     {"set stack", applySetStack, writeSetStack, readSetStack, true},
	SetOwner:     {"set owner", applySetOwner, writeSetOwner, readSetOwner, true},
	SetStamp:     {"set stamp", applySetStamp, writeSetStamp, readSetStamp, false},
	AddStream:    {"add stream", applyAddStream, writeAddStream, readAddStream, true},
	RemoveStream: {"remove stream", applyRemoveStream, writeRemoveStream, readRemoveStream, true},
	AddCheck:     {"add check", applyAddCheck, writeCheck, readCheck, true},
	RemoveCheck:  {"remove check", applyRemoveCheck, writeCheck, readCheck, true},
	SetSub:       {"set subscription", applySetSub, writeSetSub, readSetSub, true},
	AddPlayer:    {"add player", applyAddPlayer, writeAddPlayer, readAddPlayer, true},
	RemovePlayer: {"remove player", applyRemovePlayer, writeRemovePlayer, readRemovePlayer, true},
	SetSlot:      {"set slot", applySetSlot, writeSetSlot, readSetSlot, true},
	SetSelected:  {"set selected", applySetSelected, writeSetSelected, readSetSelected, true},
	SetLast:      {"set last", applySetLast, writeSetLast, readSetLast, true},
	Chat:         {"chat", applyChat, writeChat, readChat, true},
	SetDay:       {"set day", applySetDay, writeSetDay, readSetDay, true},
}
