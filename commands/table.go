package commands

import (
	"slices"

	"voxtide/edits"
	"voxtide/land"
	"voxtide/world"
)

// Bounds of arguments.
const (
	ReasonMax       = 120  // of a reason, in bytes
	ClaimMax        = 32   // blocks from the middle of a claim to its edge
	RollbackMax     = 500  // greatest radius of a replay or a rollback, in blocks
	StackTimesMax   = 1000 // copies of a stack
	PregenerateMax  = 4096 // blocks around a place whose land is made
	ProfileMax      = 600  // seconds in which steps are measured
	BorderMin       = 8    // blocks from the middle of the world to its border
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
	area     = Arg{Name: "REGION", Kind: Word}
	cell     = Arg{Name: "BLOCK", Kind: AnyBlock}
	now      = Arg{Name: "NOW", Kind: Choice, Choices: []string{"now"}, Optional: true}
	ago      = Arg{Name: "SINCE", Kind: Duration, Optional: true}
	page     = Arg{Name: "PAGE", Kind: Number, Min: 1, Max: 1 << 20, Optional: true}
	radius   = Arg{Name: "RADIUS", Kind: Number, Min: 1, Max: RollbackMax, Optional: true}
)

// BuildGroup is the group of the tools of builders.
const BuildGroup = "build"

// column is a coordinate of a column of blocks.
func column(name string) Arg {
	return Arg{Name: name, Kind: Number, Min: -land.BorderMax, Max: land.BorderMax}
}

// height is an argument that is a height in the world.
func height(name string) Arg {
	return Arg{Name: name, Kind: Number, Min: world.MinY, Max: world.MaxY}
}

// word is an argument that is the name of a place.
func word(name string) Arg { return Arg{Name: name, Kind: Word} }

func choiceArg(of ...string) Arg { return Arg{Name: "WHAT", Kind: Choice, Choices: of} }

// table holds the commands in order of name.
var table = []Command{
	{Name: "accept", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Ends what newcomers may not do here yet, for a player, and grants the land for which the player asks."},
	{Name: "alts", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lists the players who came from the same addresses as a player."},
	{Name: "asked", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists what waits for somebody who runs the server: players who are new here, and claims over what others built."},
	{Name: "back", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Brings you to where you were before a command took you away, or to where you died."},
	{Name: "backup", Forms: [][]Arg{{}, {choiceArg("verify"), {Name: "NUMBER", Kind: Number, Min: 1, Max: 1 << 20}}}, Permission: OperatorsOnly,
		Help: "Copies the world into a new folder beside it while the game goes on, or reads a copy to the end: 1 is the newest."},
	{Name: "backups", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the copies of the world: how old and large they are, and whether they are in order."},
	{Name: "ban", Forms: [][]Arg{{name, span, because}}, Permission: OperatorsOnly,
		Help: "Bans a player for good, or for a time like 2h or 7d."},
	{Name: "ban-ip", Forms: [][]Arg{{address, span, because}}, Permission: OperatorsOnly,
		Help: "Bans an address, a range like 192.0.2.0/24, or the address of a player, for good or for a time: whatever their key, nobody comes in from there."},
	{Name: "bans", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the banned players and addresses, until when and why."},
	{Name: "border", Forms: [][]Arg{{}, {choiceArg("off")}, {{Name: "RADIUS", Kind: Number, Min: BorderMin, Max: land.BorderMax}},
		{{Name: "RADIUS", Kind: Number, Min: BorderMin, Max: land.BorderMax}, {Name: "X", Kind: Number, Min: -land.BorderMax, Max: land.BorderMax}, {Name: "Z", Kind: Number, Min: -land.BorderMax, Max: land.BorderMax}}},
		Permission: OperatorsOnly, Help: "Shows the border of the world, or sets it RADIUS blocks to each side of a column: nobody goes or builds beyond it."},
	{Name: "buy", Persistent: true, Forms: [][]Arg{{{Name: "TIMES", Kind: Number, Min: 1, Max: world.TradeMax, Optional: true}, position}, {position}}, Permission: Everyone,
		Help: "Buys at the shop that you look at or stand beside, once or TIMES: the price goes into its box, the goods into your hands, both or none."},
	{Name: "cancel", Forms: [][]Arg{{{Name: "NUMBER", Kind: Number, Min: 1, Max: 1 << 30, Optional: true}}}, Permission: OperatorsOnly, Help: "Ends the job that is under way, or the one of a number; what it has set stays, and can be undone."},
	{Name: "claim", Forms: [][]Arg{
		{{Name: "RADIUS", Kind: Number, Min: 1, Max: ClaimMax}},
		{{Name: "RADIUS", Kind: Number, Min: 1, Max: ClaimMax}, {Name: "POSITION", Kind: Position}, name},
		{choiceArg("from"), column("X"), column("Z"), column("X2"), column("Z2")},
		{choiceArg("box"), column("X"), height("Y"), column("Z"), column("X2"), height("Y2"), column("Z2"), {Name: "NAME", Kind: PlayerName, Optional: true}},
	}, Permission: OwnerOnly, Help: "Claims the land within RADIUS blocks of you, or from column to column, or a box: only you and players you trust can build there."},
	{Name: "claims", Forms: [][]Arg{{{Name: "NAME", Kind: PlayerName, Optional: true}}}, Permission: Everyone, Help: "Lists your claims, or those of another player."},
	{Name: "confirm", Group: BuildGroup, Persistent: true, Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Does what the last command of a builder showed you."},
	{Name: "copy", Group: BuildGroup, Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Copies what you have selected, as seen from where you stand; chests are copied empty."},
	{Name: "deaths", Forms: [][]Arg{{{Name: "NAME", Kind: PlayerName, Optional: true}}}, Permission: OperatorsOnly,
		Help: "Lists who has died since the server started, how and where, and the cairn with what they had; the last first."},
	{Name: "delwarp", Forms: [][]Arg{{word("WARP")}}, Permission: OperatorsOnly, Help: "Takes the name of a place away."},
	{Name: "deop", Forms: [][]Arg{{name}}, Permission: ConsoleOnly, Help: "Takes a player's operator rights away."},
	{Name: "emote", Local: true, Forms: [][]Arg{{{Name: "EMOTE", Kind: Choice, Choices: edits.EmoteNames()}}}, Permission: Everyone,
		Help: "Shows a gesture to those who see you; /wave is short for /emote wave, and so are the others."},
	{Name: "fill", Aliases: []string{"set"}, Group: BuildGroup, Persistent: true, Forms: [][]Arg{{cell, now}}, Permission: OperatorsOnly,
		Help: "Shows your selection filled with a block, such as \"//fill oak_planks\"; //confirm does it, and so does \"now\" behind it."},
	{Name: "flip", Group: BuildGroup, Forms: [][]Arg{{{Name: "AXIS", Kind: Choice, Choices: []string{"x", "y", "z"}}}}, Permission: OperatorsOnly,
		Help: "Mirrors what you have copied along an axis: x from west to east, y from bottom to top, z from north to south."},
	{Name: "freeze", Forms: [][]Arg{{player, reason}}, Permission: OperatorsOnly, Help: "Lets a player do nothing but look and speak, until unfreeze or a restart."},
	{Name: "friend", Local: true, Forms: [][]Arg{{}, {name}, {name, {Name: "KEY", Kind: Text}}}, Permission: Everyone,
		Help: "Shows your key and your friends, or makes a player a friend for direct links: with the whole key, or with that of the link you have."},
	{Name: "gamemode", Forms: [][]Arg{{{Name: "MODE", Kind: Choice, Choices: []string{"creative", "survival"}}, somebody}}, Permission: OperatorsOnly,
		Help: "Changes your game mode or another player's."},
	{Name: "give", Persistent: true, Forms: [][]Arg{{somebody, {Name: "ITEM", Kind: Item}, {Name: "COUNT", Kind: Number, Min: 1, Max: world.StackMax, Optional: true}}},
		Permission: OperatorsOnly, Help: "Puts blocks and things into your inventory or another player's."},
	{Name: "giveback", Forms: [][]Arg{{name, {Name: "BEFORE", Kind: Choice, Choices: []string{"death"}}, now}, {name, since, now}}, Permission: OperatorsOnly,
		Help: "Shows what a player had then and has not now; with \"now\" it is given to them."},
	{Name: "hash", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows a hash of all changed blocks and the number of the last edit; moving entities count as edits, and a killed server skips a million numbers."},
	{Name: "help", Aliases: []string{"?"}, Forms: [][]Arg{{{Name: "COMMAND", Kind: CommandName, Optional: true}}}, Permission: Everyone,
		Help: "Lists the commands that you may give, or explains one."},
	{Name: "home", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Brings you home: to where you gave sethome, or to your bed."},
	{Name: "ignore", Forms: [][]Arg{{}, {name}}, Permission: Everyone, Help: "Lets you read nothing more of a player, in the chat or in private; alone, it lists whom you ignore."},
	{Name: "in", Forms: [][]Arg{{word("WORLD"), {Name: "LINE", Kind: Text}}}, Permission: OperatorsOnly, Help: "Gives a command in another world of this server, such as \"in mine list\"."},
	{Name: "items", Forms: [][]Arg{
		{choiceArg("at"), column("X"), height("Y"), column("Z"), ago, page}, {choiceArg("of"), {Name: "ITEM", Kind: Item}, ago, page},
		{name, ago, {Name: "ITEM", Kind: Item, Optional: true}, page},
	}, Permission: OperatorsOnly, Help: "Shows what a player got and gave away, or what came and went at a place."},
	{Name: "jobs", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists what builders and rollbacks do beside the game, how far it is, what waits, and what is over."},
	{Name: "kick", Forms: [][]Arg{{player, reason}}, Permission: OperatorsOnly, Help: "Disconnects a player, who may join again."},
	{Name: "list", Aliases: []string{"players"}, Forms: [][]Arg{{}}, Permission: Everyone, Help: "Lists the players who are online."},
	{Name: "mail", Forms: [][]Arg{{}, {name, {Name: "TEXT", Kind: Text}}}, Permission: Everyone, Private: true, Help: "Leaves a line for a player who is not here; alone, it reads what was left for you."},
	{Name: "map", Forms: [][]Arg{{choiceArg("hide", "show")}}, Permission: Everyone, Help: "Lets the map of this server not show you, or show you again."},
	{Name: "may", Forms: [][]Arg{{name, {Name: "LINE", Kind: Text}}}, Permission: OperatorsOnly, Help: "Says whether a player may give a command, such as \"may bob ban eve 2h\", and which line says so."},
	{Name: "msg", Aliases: []string{"tell", "w"}, Forms: [][]Arg{{player, {Name: "TEXT", Kind: Text}}}, Permission: Everyone, Private: true, Help: "Sends a private message to one player."},
	{Name: "mute", Forms: [][]Arg{{name, span, because}}, Permission: OperatorsOnly,
		Help: "Lets nobody read what a player says, for good or for a time like 10m; private messages, too."},
	{Name: "mutes", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the muted players, until when and why."},
	{Name: "name", Forms: [][]Arg{{choiceArg("free"), name}, {choiceArg("move"), name, {Name: "KEY", Kind: Text}}}, Permission: ConsoleOnly,
		Help: "Gives a name, with all that its player has, to another key, or frees it for the next player who comes under it: for a player who has lost theirs."},
	{Name: "note", Forms: [][]Arg{{name, {Name: "TEXT", Kind: Text}}}, Permission: OperatorsOnly, Help: "Writes a note into a player's record, which the player does not see."},
	{Name: "op", Forms: [][]Arg{{name, {Name: "KEY", Kind: Text, Optional: true}}}, Permission: ConsoleOnly, Help: "Makes a player an operator: one who has joined before, or one whose key you give."},
	{Name: "ops", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the operators."},
	{Name: "paste", Group: BuildGroup, Persistent: true, Forms: [][]Arg{{{Name: "WHAT", Kind: Choice, Choices: []string{"noair"}, Optional: true}, now}}, Permission: OperatorsOnly,
		Help: "Shows what you have copied around you; //confirm does it, and so does \"now\" behind it. With noair, its empty cells change nothing."},
	{Name: "pay", Persistent: true, Forms: [][]Arg{{player, {Name: "COUNT", Kind: Number, Min: 1, Max: world.InventorySize * world.StackMax}, {Name: "ITEM", Kind: Item}}}, Permission: Everyone,
		Help: "Moves things from your hands into those of a player, wherever you are: all of them or none."},
	{Name: "peers", Local: true, Forms: [][]Arg{{}}, Permission: Everyone, Help: "Lists your direct links with the fingerprints of the players' keys."},
	{Name: "plot", Forms: [][]Arg{
		{choiceArg("box"), column("X"), height("Y"), column("Z"), column("X2"), height("Y2"), column("Z2")}, {choiceArg("let"), name, position}, {choiceArg("free", "remove"), position},
	}, Permission: OwnerOnly, Help: "Marks a box in your claim where you alone build, such as a room or a shop; let gives it to a player, free takes it back, remove ends it."},
	{Name: "pos1", Group: BuildGroup, Forms: [][]Arg{{position}}, Permission: OperatorsOnly, Help: "Selects the first corner of a box: where you stand, or a position."},
	{Name: "pos2", Group: BuildGroup, Forms: [][]Arg{{position}}, Permission: OperatorsOnly, Help: "Selects the second corner of a box."},
	{Name: "pregenerate", Forms: [][]Arg{{{Name: "RADIUS", Kind: Number, Min: 16, Max: PregenerateMax}}, {{Name: "RADIUS", Kind: Number, Min: 16, Max: PregenerateMax}, column("X"), column("Z")}}, Permission: OperatorsOnly,
		Help: "Makes the land around you, or around a column, before anybody comes there, as a job beside the game."},
	{Name: "profile", Forms: [][]Arg{{}, {{Name: "SECONDS", Kind: Number, Min: 1, Max: ProfileMax}}, {{Name: "WHAT", Kind: Choice, Choices: []string{"last", "stop"}}}}, Permission: OperatorsOnly,
		Help: "Measures for some seconds how long each part of a step takes, 10 unless you say; again, says how far it is; last shows what came of it."},
	{Name: "prune", Persistent: true, Forms: [][]Arg{{{Name: "UNSEEN", Kind: Word, Choices: []string{"unseen=180d"}}, {Name: "UNCLAIMED", Kind: Choice, Choices: []string{"unclaimed"}}, now}}, Permission: OperatorsOnly,
		Help: "Shows how much changed land nobody has seen or changed for so long, and is not near what is somebody's, or with \"now\" gives it back: it is as it was made then."},
	{Name: "record", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Shows what was done about a player, and noted: who, when and why."},
	{Name: "redo", Group: BuildGroup, Persistent: true, Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Does again what you have undone last."},
	{Name: "refuse", Forms: [][]Arg{{name, reason}}, Permission: OperatorsOnly, Help: "Refuses the land for which a player asks, with a reason."},
	{Name: "regenerate", Persistent: true, Forms: [][]Arg{{column("X"), column("Z"), column("X2"), column("Z2"), now}}, Permission: OperatorsOnly,
		Help: "Shows land as it was before anybody changed it, from one column to another; //confirm brings it back, but for boxes that hold something."},
	{Name: "region", Forms: [][]Arg{
		{choiceArg("list")}, {choiceArg("add"), area, from, to}, {choiceArg("add", "remove", "show", "visit"), area},
		{choiceArg("trust", "untrust"), area, name}, {choiceArg("set"), area, {Name: "FLAGS", Kind: Text}},
	}, Permission: OperatorsOnly, Help: "Gives land rules of its own: build, use, enter, pvp, greeting, priority."},
	{Name: "reload", Forms: [][]Arg{{}}, Permission: ConsoleOnly, Help: "Reads the settings and the access lists again, and says which changes need a restart."},
	{Name: "replace", Group: BuildGroup, Persistent: true, Forms: [][]Arg{{{Name: "FROM", Kind: AnyBlock}, {Name: "TO", Kind: AnyBlock}, now}}, Permission: OperatorsOnly,
		Help: "Shows one block of your selection replaced by another; //confirm does it. Stairs and the like go on facing as they did."},
	{Name: "replay", Forms: [][]Arg{{since, radius}, {since, from, to}}, Permission: OperatorsOnly, Help: "Prints the changes since a time ago like 30m: around you, or between two positions."},
	{Name: "reply", Aliases: []string{"r"}, Forms: [][]Arg{{{Name: "TEXT", Kind: Text}}}, Permission: Everyone, Private: true, Help: "Answers the player who sent you the last private message."},
	{Name: "role", Forms: [][]Arg{{name, {Name: "ROLE", Kind: Word, Choices: []string{"builder", "moderator", "none"}}, span}}, Permission: OperatorsOnly,
		Help: "Gives a player a role, for good or for a time like 30d, or takes it away with none."},
	{Name: "roles", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lists the roles, what they may, and who has them."},
	{Name: "rollback", Forms: [][]Arg{
		{choiceArg("preview", "apply"), name, since, radius, placed}, {choiceArg("preview", "apply"), name, since, from, to, placed},
		{choiceArg("restore"), {Name: "NUMBER", Kind: Number, Min: 1, Max: 1 << 20}, from, to},
		{choiceArg("undo", "cancel", "status"), {Name: "NUMBER", Kind: Number, Min: 1, Max: 1 << 30, Optional: true}},
	}, Permission: OperatorsOnly, Help: "Undoes what a player changed, or restores from a backup."},
	{Name: "rollback-where", Forms: [][]Arg{{choiceArg("preview", "apply"), {Name: "SELECTION", Kind: Text}}}, Permission: OperatorsOnly,
		Help: "Undoes what several players changed, such as \"by=ann,bob since=2h kind=placed\"; by=all not=carl is all but one."},
	{Name: "rotate", Group: BuildGroup, Forms: [][]Arg{{{Name: "DEGREES", Kind: Choice, Choices: []string{"90", "180", "270"}}}}, Permission: OperatorsOnly,
		Help: "Turns what you have copied clockwise, as seen from above, with all blocks that face somewhere."},
	{Name: "rule", Forms: [][]Arg{{{Name: "RULE", Kind: Choice, Choices: world.RuleNames(), Optional: true}, {Name: "VALUE", Kind: Choice, Choices: world.RuleValues(), Optional: true}}}, Permission: OperatorsOnly,
		Help: "Shows the rules of the game, or changes one, such as \"rule falls off\": it counts at once, and stays."},
	{Name: "rules", Forms: [][]Arg{{}}, Permission: Everyone, Help: "Shows what is asked of players here."},
	{Name: "save", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Writes all changed sections to the disk now, and says when it is done."},
	{Name: "say", Forms: [][]Arg{{{Name: "TEXT", Kind: Text}}}, Permission: OperatorsOnly, Help: "Sends a message to all players in the server's name."},
	{Name: "schematic", Aliases: []string{"schem"}, Group: BuildGroup, Forms: [][]Arg{
		{choiceArg("list")}, {choiceArg("load"), {Name: "FILE", Kind: Word}},
		{choiceArg("save"), {Name: "FILE", Kind: Word}, {Name: "FORMAT", Kind: Choice, Choices: []string{"schem", "mts", "vxs"}, Optional: true}},
	}, Permission: OperatorsOnly, Help: "Saves what you have copied into the folder schematics of the world, loads a file from there, or lists them."},
	{Name: "search", Forms: [][]Arg{{since, {Name: "TEXT", Kind: Text, Optional: true}}, {name, since, {Name: "TEXT", Kind: Text, Optional: true}}}, Permission: OperatorsOnly,
		Help: "Shows what was said and which commands were given since a time ago like 2h: by all or by a player, with a text in it."},
	{Name: "see", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lists what a player carries, also of one who is not here."},
	{Name: "seed", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows the seed of the world."},
	{Name: "select", Group: BuildGroup, Forms: [][]Arg{{}, {from, to}}, Permission: OperatorsOnly, Help: "Selects the box between two positions, or shows what you have selected."},
	{Name: "send", Forms: [][]Arg{{player, word("WORLD")}}, Permission: OperatorsOnly, Help: "Sends a player to another world of this server."},
	{Name: "sethome", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Makes where you stand your home, to which you also come back when you die."},
	{Name: "setspawn", Forms: [][]Arg{{position}}, Permission: OperatorsOnly, Help: "Sets where new players spawn: here, or at a position."},
	{Name: "setwarp", Forms: [][]Arg{{word("WARP"), position}}, Permission: OperatorsOnly, Help: "Gives where you stand a name, or a position, for the command warp."},
	{Name: "shop", Persistent: true, Forms: [][]Arg{
		{{Name: "COUNT", Kind: Number, Min: 1, Max: world.StackMax}, {Name: "GOODS", Kind: Item}, choiceArg("for"), {Name: "PRICE", Kind: Number, Min: 1, Max: world.StackMax}, {Name: "COIN", Kind: Item}, position},
		{choiceArg("off"), position},
	}, Permission: OwnerOnly, Help: "Makes the box that you look at or stand beside a shop, such as \"shop 3 iron_ingot for 16 planks\": everybody buys there, and you alone open it; off ends that."},
	{Name: "shops", Forms: [][]Arg{{position}}, Permission: Everyone, Help: "Lists the shops near you: what they sell, for what, and how much is left."},
	{Name: "spawn", Forms: [][]Arg{{}}, Permission: Everyone, Help: "Teleports you to the spawn point."},
	{Name: "spectate", Forms: [][]Arg{{}, {player}}, Permission: OperatorsOnly, Help: "Shows the world through the eyes of a player, while your body stays where it is, unseen; alone, it ends that."},
	{Name: "stack", Group: BuildGroup, Persistent: true, Forms: [][]Arg{{{Name: "TIMES", Kind: Number, Min: 1, Max: StackTimesMax}, {Name: "SIDE", Kind: Choice, Choices: []string{"north", "east", "south", "west", "up", "down"}}, now}},
		Permission: OperatorsOnly, Help: "Shows your selection repeated to a side; //confirm does it."},
	{Name: "stats", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows counts of sessions, actions, updates and bytes since the server started."},
	{Name: "status", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Shows the server's state: players, loaded sections, steps, saving, memory, uptime, version, free disk space."},
	{Name: "stop", Aliases: []string{"quit"}, Forms: [][]Arg{{reason}}, Permission: ConsoleOnly, Help: "Saves the world, tells all players the reason and stops the server."},
	{Name: "time", Forms: [][]Arg{{{Name: "TIME", Kind: TimeOfDay, Optional: true}}, {{Name: "SET", Kind: Choice, Choices: []string{"set"}}, {Name: "TIME", Kind: TimeOfDay}}},
		Permission: OperatorsOnly, Help: "Shows the time of day, or sets it to day, noon, dusk, night, midnight or HH:MM."},
	{Name: "tp", Aliases: []string{"teleport"}, Forms: [][]Arg{{somebody, {Name: "WHERE", Kind: PlayerOrPosition}}}, Permission: OperatorsOnly,
		Help: "Teleports you or another player to a player or a position."},
	{Name: "tpa", Forms: [][]Arg{{player}}, Permission: OperatorsOnly, Help: "Asks a player whether you may come to them."},
	{Name: "tpaccept", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Lets the player come to you who has asked last."},
	{Name: "tpdeny", Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Does not let the player come to you who has asked last."},
	{Name: "trust", Forms: [][]Arg{{name, position}}, Permission: OwnerOnly, Help: "Lets a player build on the claim where you stand."},
	{Name: "unban", Aliases: []string{"pardon"}, Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lifts a player's ban."},
	{Name: "unban-ip", Aliases: []string{"pardon-ip"}, Forms: [][]Arg{{address}}, Permission: OperatorsOnly, Help: "Lifts the ban of an address or a range."},
	{Name: "unclaim", Forms: [][]Arg{{position}, {choiceArg("all"), name}}, Permission: OwnerOnly, Help: "Gives up the claim where you stand, or all claims of a player."},
	{Name: "undo", Group: BuildGroup, Persistent: true, Forms: [][]Arg{{}}, Permission: OperatorsOnly, Help: "Takes back what you did last with the tools of builders; what others changed there since stays."},
	{Name: "unfreeze", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lets a frozen player go."},
	{Name: "unfriend", Local: true, Forms: [][]Arg{{name}}, Permission: Everyone, Help: "Removes a friend."},
	{Name: "unignore", Forms: [][]Arg{{name}}, Permission: Everyone, Help: "Lets you read again what a player says."},
	{Name: "unmute", Forms: [][]Arg{{name}}, Permission: OperatorsOnly, Help: "Lets a player be heard again."},
	{Name: "untrust", Forms: [][]Arg{{name, position}}, Permission: OwnerOnly, Help: "Revokes a player's permission to build on the claim where you stand."},
	{Name: "vanish", Forms: [][]Arg{{}, {choiceArg("on", "off")}}, Permission: OperatorsOnly, Help: "Lets nobody see you, or know that you are here, but those who may vanish themselves; again, it ends that."},
	{Name: "warn", Forms: [][]Arg{{name, {Name: "TEXT", Kind: Text}}}, Permission: OperatorsOnly, Help: "Tells a player what they should not do, and writes it into the record."},
	{Name: "warp", Forms: [][]Arg{{}, {word("WARP")}}, Permission: OperatorsOnly, Help: "Brings you to a place that has a name; alone, it lists them."},
	{Name: "whitelist", Forms: [][]Arg{{choiceArg("on", "off", "list")}, {choiceArg("on"), {Name: "KICK", Kind: Choice, Choices: []string{"kick"}}}, {choiceArg("add", "remove"), name}}, Permission: OperatorsOnly,
		Help: "Turns the whitelist on or off, shows it, or adds and removes players; with kick, those who are not on it have to leave."},
	{Name: "who", Forms: [][]Arg{{position}}, Permission: OwnerOnly, Help: "Shows who changed a block, when, and what it was before."},
	{Name: "words", Forms: [][]Arg{{{Name: "LINE", Kind: Text, Optional: true}}}, Permission: OperatorsOnly, Help: "Says which words that are not said here a line holds. Who may give it is not kept from saying them."},
	{Name: "world", Forms: [][]Arg{{}, {word("WORLD")}}, Permission: Everyone, Help: "Lists the worlds of this server, or takes you to one."},
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

// IsGroup reports whether commands have a name as their group.
func IsGroup(name string) bool {
	return name != "" && slices.ContainsFunc(table, func(c Command) bool { return c.Group == name })
}

// commandNames returns the names of all commands.
func commandNames() (out []string) {
	for i := range table {
		out = append(out, table[i].Name)
	}
	return out
}
