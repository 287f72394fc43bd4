package commands

import (
	"voxtide/edits"
	"voxtide/world"
)

// Bounds of arguments.
const (
	ReasonMax       = 120 // of a reason, in bytes
	ClaimMax        = 32  // blocks from the middle of a claim to its edge
	RollbackMax     = 500 // greatest radius of a replay or a rollback, in blocks
	durationDaysMax = 3650
)

var (
	reason   = Arg{Name: "REASON", Kind: Text, Optional: true}
	because  = Arg{Name: "REASON", Kind: Text, Optional: true, NotDuration: true}
	position = Arg{Name: "POSITION", Kind: Position, Optional: true}
	name     = Arg{Name: "NAME", Kind: PlayerName}
	player   = Arg{Name: "PLAYER", Kind: OnlinePlayer}
	somebody = Arg{Name: "PLAYER", Kind: OnlinePlayer, Optional: true}
	since    = Arg{Name: "SINCE", Kind: Duration}
	from     = Arg{Name: "FROM", Kind: Position}
	to       = Arg{Name: "TO", Kind: Position}
	placed   = Arg{Name: "BLOCK", Kind: Block, Optional: true}
	span     = Arg{Name: "FOR", Kind: Duration, Optional: true}
	address  = Arg{Name: "ADDRESS", Kind: Address}
	radius   = Arg{Name: "RADIUS", Kind: Number, Min: 1, Max: RollbackMax, Optional: true}
)

func choiceArg(of ...string) Arg { return Arg{Name: "WHAT", Kind: Choice, Choices: of} }

// table holds the commands in order of name.
var table = []Command{
	{Name: "alts", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lists the players who came from the same address as a player since the server started."},
	{Name: "backup", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Copies the world into a new folder beside it while the game goes on."},
	{Name: "ban", Forms: [][]Arg{{name, span, because}}, Permission: OperatorsOnly,
		Help: "Bans a player for good, or for a time like 2h or 7d."},
	{Name: "ban-ip", Forms: [][]Arg{{address, span, because}}, Permission: OperatorsOnly,
		Help: "Bans an address, a range like 192.0.2.0/24, or the address of a player, for good or for a time: whatever their key, nobody comes in from there."},
	{Name: "bans", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the banned players and addresses, until when and why."},
	{Name: "claim", Forms: [][]Arg{
		{{Name: "RADIUS", Kind: Number, Min: 1, Max: ClaimMax}},
		{{Name: "RADIUS", Kind: Number, Min: 1, Max: ClaimMax}, {Name: "POSITION", Kind: Position}, name},
	}, Permission: OwnerOnly, Help: "Claims the land within RADIUS blocks of you, at all heights: only you and players you trust can build there."},
	{Name: "claims", Forms: [][]Arg{{{Name: "NAME", Kind: PlayerName, Optional: true}}}, Permission: Everyone, Help: "Lists your claims, or those of another player."},
	{Name: "deaths", Forms: [][]Arg{{{Name: "NAME", Kind: PlayerName, Optional: true}}}, Permission: OperatorsOnly,
		Help: "Lists who has died since the server started, how and where, and the cairn with what they had; the last first."},
	{Name: "deop", Forms: [][]Arg{{name}}, Permission: ConsoleOnly, Help: "Takes a player's operator rights away."},
	{Name: "emote", Local: true, Forms: [][]Arg{{{Name: "EMOTE", Kind: Choice, Choices: edits.EmoteNames()}}}, Permission: Everyone,
		Help: "Shows a gesture to those who see you; /wave is short for /emote wave, and so are the others."},
	{Name: "friend", Local: true, Forms: [][]Arg{{}, {name}, {name, {Name: "KEY", Kind: Text}}}, Permission: Everyone,
		Help: "Shows your key and your friends, or makes a player a friend for direct links: with the whole key, or with that of the link you have."},
	{Name: "gamemode", Forms: [][]Arg{{{Name: "MODE", Kind: Choice, Choices: []string{"creative", "survival"}}, somebody}}, Permission: OperatorsOnly,
		Help: "Changes your game mode or another player's."},
	{Name: "give", Persistent: true, Forms: [][]Arg{{somebody, {Name: "ITEM", Kind: Item}, {Name: "COUNT", Kind: Number, Min: 1, Max: world.StackMax, Optional: true}}},
		Permission: OperatorsOnly, Help: "Puts blocks and things into your inventory or another player's."},
	{Name: "hash", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows a hash of all changed blocks and the number of the last edit; moving entities count as edits, and a killed server skips a million numbers."},
	{Name: "help", Aliases: []string{"?"}, Forms: [][]Arg{{{Name: "COMMAND", Kind: CommandName, Optional: true}}}, Permission: Everyone,
		Help: "Lists the commands that you may give, or explains one."},
	{Name: "kick", Forms: [][]Arg{{player, reason}}, Permission: OperatorsOnly, Help: "Disconnects a player, who may join again."},
	{Name: "list", Aliases: []string{"players"}, Forms: [][]Arg{{}}, Permission: Everyone, Help: "Lists the players who are online."},
	{Name: "msg", Aliases: []string{"tell", "w"}, Forms: [][]Arg{{player, {Name: "TEXT", Kind: Text}}}, Permission: Everyone, Private: true, Help: "Sends a private message to one player."},
	{Name: "mute", Forms: [][]Arg{{name, span, because}}, Permission: OperatorsOnly,
		Help: "Lets nobody read what a player says, for good or for a time like 10m; private messages, too."},
	{Name: "mutes", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the muted players, until when and why."},
	{Name: "name", Forms: [][]Arg{{choiceArg("free"), name}, {choiceArg("move"), name, {Name: "KEY", Kind: Text}}}, Permission: ConsoleOnly,
		Help: "Gives a name, with all that its player has, to another key, or frees it for the next player who comes under it: for a player who has lost theirs."},
	{Name: "note", Forms: [][]Arg{{name, {Name: "TEXT", Kind: Text}}}, Permission: OperatorsOnly, Help: "Writes a note into a player's record, which the player does not see."},
	{Name: "op", Forms: [][]Arg{{name, {Name: "KEY", Kind: Text, Optional: true}}}, Permission: ConsoleOnly, Help: "Makes a player an operator: one who has joined before, or one whose key you give."},
	{Name: "ops", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the operators."},
	{Name: "peers", Local: true, Forms: [][]Arg{{}}, Permission: Everyone, Help: "Lists your direct links with the fingerprints of the players' keys."},
	{Name: "record", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Shows what was done about a player, and noted: who, when and why."},
	{Name: "reload", Forms: [][]Arg{{}}, Permission: ConsoleOnly, Help: "Reads the settings and the access lists again, and says which changes need a restart."},
	{Name: "replay", Forms: [][]Arg{{since, radius}, {since, from, to}}, Permission: OperatorsOnly, Help: "Prints the changes since a time ago like 30m: around you, or between two positions."},
	{Name: "reply", Aliases: []string{"r"}, Forms: [][]Arg{{{Name: "TEXT", Kind: Text}}}, Permission: Everyone, Private: true, Help: "Answers the player who sent you the last private message."},
	{Name: "rollback", Forms: [][]Arg{
		{choiceArg("preview", "apply"), name, since, radius, placed}, {choiceArg("preview", "apply"), name, since, from, to, placed},
		{choiceArg("undo", "cancel", "status"), {Name: "NUMBER", Kind: Number, Min: 1, Max: 1 << 30, Optional: true}},
	}, Permission: OperatorsOnly, Help: "Undoes what a player changed since a time ago like 2h."},
	{Name: "rule", Forms: [][]Arg{{{Name: "RULE", Kind: Choice, Choices: world.RuleNames(), Optional: true}, {Name: "VALUE", Kind: Choice, Choices: world.RuleValues(), Optional: true}}}, Permission: OperatorsOnly,
		Help: "Shows the rules of the game, or changes one, such as \"rule falls off\": it counts at once, and stays."},
	{Name: "save", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Writes all changed sections to the disk now, and says when it is done."},
	{Name: "say", Forms: [][]Arg{{{Name: "TEXT", Kind: Text}}}, Permission: OperatorsOnly, Help: "Sends a message to all players in the server's name."},
	{Name: "seed", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows the seed of the world."},
	{Name: "setspawn", Forms: [][]Arg{{position}}, Permission: OperatorsOnly, Help: "Sets where new players spawn: here, or at a position."},
	{Name: "spawn", Forms: [][]Arg{{}}, Permission: Everyone, Help: "Teleports you to the spawn point."},
	{Name: "stats", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows counts of sessions, actions, updates and bytes since the server started."},
	{Name: "status", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows the server's state: players, loaded sections, steps, saving, memory, uptime, version, free disk space."},
	{Name: "stop", Aliases: []string{"quit"}, Forms: [][]Arg{{reason}}, Permission: ConsoleOnly, Help: "Saves the world, tells all players the reason and stops the server."},
	{Name: "time", Forms: [][]Arg{{{Name: "TIME", Kind: TimeOfDay, Optional: true}}, {{Name: "SET", Kind: Choice, Choices: []string{"set"}}, {Name: "TIME", Kind: TimeOfDay}}},
		Permission: OperatorsOnly, Help: "Shows the time of day, or sets it to day, noon, dusk, night, midnight or HH:MM."},
	{Name: "tp", Aliases: []string{"teleport"}, Forms: [][]Arg{{somebody, {Name: "WHERE", Kind: PlayerOrPosition}}}, Permission: OperatorsOnly,
		Help: "Teleports you or another player to a player or a position."},
	{Name: "trust", Forms: [][]Arg{{name, position}}, Permission: OwnerOnly, Help: "Lets a player build on the claim where you stand."},
	{Name: "unban", Aliases: []string{"pardon"}, Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lifts a player's ban."},
	{Name: "unban-ip", Aliases: []string{"pardon-ip"}, Forms: [][]Arg{{address}}, Permission: OperatorsOnly, Help: "Lifts the ban of an address or a range."},
	{Name: "unclaim", Forms: [][]Arg{{position}}, Permission: OwnerOnly, Help: "Gives up the claim where you stand."},
	{Name: "unfriend", Local: true, Forms: [][]Arg{{name}}, Permission: Everyone, Help: "Removes a friend."},
	{Name: "unmute", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lets a player be heard again."},
	{Name: "untrust", Forms: [][]Arg{{name, position}}, Permission: OwnerOnly, Help: "Revokes a player's permission to build on the claim where you stand."},
	{Name: "warn", Forms: [][]Arg{{name, {Name: "TEXT", Kind: Text}}}, Permission: OperatorsOnly, Help: "Tells a player what they should not do, and writes it into the record."},
	{Name: "whitelist", Forms: [][]Arg{{choiceArg("on", "off", "list")}, {choiceArg("add", "remove"), name}}, Permission: OperatorsOnly,
		Help: "Turns the whitelist on or off, shows it, or adds and removes players."},
	{Name: "who", Forms: [][]Arg{{position}}, Permission: OwnerOnly, Help: "Shows who changed a block, when, and what it was before."},
}

// All returns the table, in order of name. Read it only.
func All() []Command { return table }

// Find returns the command of a name or an alias, nil if there is none. Read it only.
func Find(name string) *Command {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
		for _, a := range table[i].Aliases {
			if a == name {
				return &table[i]
			}
		}
	}
	return nil
}

// AppendAllowed appends the commands that a rank may give. The console has no client of its own.
func AppendAllowed(dst []Command, rank Rank) []Command {
	for i := range table {
		if table[i].Permission.Allows(rank) && !(table[i].Local && rank == Console) {
			dst = append(dst, table[i])
		}
	}
	return dst
}

// commandNames returns the names of all commands.
func commandNames() (out []string) {
	for i := range table {
		out = append(out, table[i].Name)
	}
	return out
}
