package commands

import "voxtide/world"

// Bounds of arguments.
const (
	ReasonMax   = 120 // bytes of a reason
	ClaimMax    = 32  // blocks from the middle of a claim to its edge
	RollbackMax = 500 // blocks around, of what is asked of the history
	daysMax     = 3650
)

var (
	reason   = Arg{Name: "REASON", Kind: Text, Optional: true}
	because  = Arg{Name: "REASON", Kind: Text, Optional: true, NoSpan: true}
	position = Arg{Name: "POSITION", Kind: Position, Optional: true}
	name     = Arg{Name: "NAME", Kind: Name}
	player   = Arg{Name: "PLAYER", Kind: Here}
	somebody = Arg{Name: "PLAYER", Kind: Here, Optional: true}
	since    = Arg{Name: "SINCE", Kind: Duration}
	from     = Arg{Name: "FROM", Kind: Position}
	to       = Arg{Name: "TO", Kind: Position}
	placed   = Arg{Name: "BLOCK", Kind: Block, Optional: true}
	around   = Arg{Name: "AROUND", Kind: Number, Min: 1, Max: RollbackMax, Optional: true}
)

func word(of ...string) Arg { return Arg{Name: "WHAT", Kind: Choice, Choices: of} }

// rows is the table, by name.
var rows = []Row{
	{Name: "backup", Forms: [][]Arg{{}}, Permission: Operators, Help: "Copies the world into a new folder beside it while all goes on."},
	{Name: "ban", Forms: [][]Arg{{name, {Name: "FOR", Kind: Duration, Optional: true}, because}}, Permission: Operators,
		Help: "Shuts somebody out, for ever or for a time such as 2h or 7d."},
	{Name: "bans", Forms: [][]Arg{{}}, Permission: Operators, Help: "Lists who is shut out, until when and why."},
	{Name: "claim", Forms: [][]Arg{
		{{Name: "AROUND", Kind: Number, Min: 1, Max: ClaimMax}},
		{{Name: "AROUND", Kind: Number, Min: 1, Max: ClaimMax}, {Name: "POSITION", Kind: Position}, name},
	}, Permission: Owner, Help: "Makes the land so many blocks around you your own, from the bottom to the sky: others cannot build there."},
	{Name: "claims", Forms: [][]Arg{{{Name: "NAME", Kind: Name, Optional: true}}}, Permission: Everyone, Help: "Lists claimed land: yours, or that of somebody."},
	{Name: "deop", Forms: [][]Arg{{name}}, Permission: Consoles, Help: "Takes the rights of an operator from somebody."},
	{Name: "gamemode", Forms: [][]Arg{{{Name: "MODE", Kind: Choice, Choices: []string{"creative", "survival"}}, somebody}}, Permission: Operators,
		Help: "Changes how you or somebody else plays."},
	{Name: "give", Lasts: true, Forms: [][]Arg{{somebody, {Name: "BLOCK", Kind: Block}, {Name: "COUNT", Kind: Number, Min: 1, Max: world.StackMax, Optional: true}}},
		Permission: Operators, Help: "Puts blocks into the inventory of you or somebody else."},
	{Name: "hash", Forms: [][]Arg{{}}, Permission: Operators, Help: "Tells the hash of all that was changed in the world, and the number of the last edit: it counts what moves, too, and leaves a gap of a million where a server was killed."},
	{Name: "help", Aliases: []string{"?"}, Forms: [][]Arg{{{Name: "COMMAND", Kind: Command, Optional: true}}}, Permission: Everyone,
		Help: "Lists the commands that you may give, or explains one."},
	{Name: "kick", Forms: [][]Arg{{player, reason}}, Permission: Operators, Help: "Ends a player's session; they may come again."},
	{Name: "list", Aliases: []string{"players"}, Forms: [][]Arg{{}}, Permission: Everyone, Help: "Lists who is here."},
	{Name: "msg", Aliases: []string{"tell", "w"}, Forms: [][]Arg{{player, {Name: "TEXT", Kind: Text}}}, Permission: Everyone, Private: true, Help: "Says a line to one player alone."},
	{Name: "op", Forms: [][]Arg{{name, {Name: "KEY", Kind: Text, Optional: true}}}, Permission: Consoles, Help: "Makes somebody an operator: one who was here with a key, or whose key is given."},
	{Name: "ops", Forms: [][]Arg{{}}, Permission: Operators, Help: "Lists the operators."},
	{Name: "reload", Forms: [][]Arg{{}}, Permission: Consoles, Help: "Reads the files of settings and of who may come in anew, and tells what has to wait for a restart."},
	{Name: "replay", Forms: [][]Arg{{since, around}, {since, from, to}}, Permission: Operators, Help: "Prints what changed since a time ago such as 30m: around you, or from a position to another."},
	{Name: "rollback", Forms: [][]Arg{
		{word("preview", "apply"), name, since, around, placed}, {word("preview", "apply"), name, since, from, to, placed},
		{word("undo", "cancel", "status"), {Name: "NUMBER", Kind: Number, Min: 1, Max: 1 << 30, Optional: true}},
	}, Permission: Operators, Help: "Takes back what somebody changed since a time ago such as 2h."},
	{Name: "save", Forms: [][]Arg{{}}, Permission: Operators, Help: "Writes all that changed as whole sections now, and tells when it is on the disk."},
	{Name: "say", Forms: [][]Arg{{{Name: "TEXT", Kind: Text}}}, Permission: Operators, Help: "Says a line to all in the name of the server."},
	{Name: "seed", Forms: [][]Arg{{}}, Permission: Operators, Help: "Tells the seed of the land."},
	{Name: "setspawn", Forms: [][]Arg{{position}}, Permission: Operators, Help: "Lets new players begin here or at a position."},
	{Name: "spawn", Forms: [][]Arg{{}}, Permission: Everyone, Help: "Brings you back to where players begin."},
	{Name: "stats", Forms: [][]Arg{{}}, Permission: Operators, Help: "Counts sessions, actions, frames and bytes since the start."},
	{Name: "status", Forms: [][]Arg{{}}, Permission: Operators, Help: "Tells how the server does: players, sections in memory, steps, saving, memory, uptime, version, room on the disk."},
	{Name: "stop", Aliases: []string{"quit"}, Forms: [][]Arg{{reason}}, Permission: Consoles, Help: "Saves all, tells everybody why and ends the server."},
	{Name: "time", Forms: [][]Arg{{{Name: "TIME", Kind: Clock, Optional: true}}, {{Name: "SET", Kind: Choice, Choices: []string{"set"}}, {Name: "TIME", Kind: Clock}}},
		Permission: Operators, Help: "Tells the time of day, or sets it to day, noon, dusk, night, midnight or HH:MM."},
	{Name: "tp", Aliases: []string{"teleport"}, Forms: [][]Arg{{somebody, {Name: "WHERE", Kind: Where}}}, Permission: Operators,
		Help: "Brings you or somebody else to a player or a position."},
	{Name: "trust", Forms: [][]Arg{{name, position}}, Permission: Owner, Help: "Lets somebody build on the claimed land where you stand."},
	{Name: "unban", Aliases: []string{"pardon"}, Forms: [][]Arg{{name}}, Permission: Operators, Help: "Lets somebody in again."},
	{Name: "unclaim", Forms: [][]Arg{{position}}, Permission: Owner, Help: "Gives up the claimed land where you stand."},
	{Name: "untrust", Forms: [][]Arg{{name, position}}, Permission: Owner, Help: "Lets somebody build no more on the claimed land where you stand."},
	{Name: "whitelist", Forms: [][]Arg{{word("on", "off", "list")}, {word("add", "remove"), name}}, Permission: Operators,
		Help: "Lets in only whom the list names, or everybody; and keeps the list."},
	{Name: "who", Forms: [][]Arg{{position}}, Permission: Owner, Help: "Tells who changed a block, when and what it was before."},
}
