package access

// Role is what its holders may do beside what every player may. Package roles knows what the entries of May mean.
type Role struct {
	Name     string
	Inherits []string // roles whose entries count where the own ones say nothing
	May      []string // entries such as "kick", "ban:2h", "rollback:preview", "-msg"
	Slots    bool     // its holders come in at a full server
	Claims   int      // of one holder at most; 0: as the inherited roles say, or ClaimsPerPlayer

	BuildCells int // that a holder changes at once with the tools of builders; 0: as the inherited roles say, or BuildCellsUsual
}

// Holder is a player with a role.
type Holder struct {
	Principal Principal
	Role      string
	Until     int64 // seconds since 1970; 0 for ever
	By        string
}

// PlayerRole is the role of everybody who has no other: what its entries say counts for all.
const PlayerRole = "player"

// BuiltinRoles are the roles that there are without a file. One of the file with the same name takes the place of it.
var BuiltinRoles = []Role{
	{Name: PlayerRole},
	{Name: "builder", Inherits: []string{PlayerRole}, May: []string{"gamemode:self", "tp:self", "give:self", "build"}, Claims: 16, BuildCells: 100_000},
	{Name: "moderator", Inherits: []string{PlayerRole}, Slots: true, Claims: 16, May: []string{
		"accept", "alts", "asked", "ban:2h", "ban-ip:2h", "bans", "deaths", "freeze", "items", "kick", "list", "mute:1d", "mutes", "note", "record", "refuse", "replay", "roles", "may",
		"rollback:preview", "rollback:status", "rollback-where:preview", "say", "search", "spectate", "tp:self", "unfreeze", "unmute", "vanish", "warn", "who",
	}},
}

// Bounds of roles.
const (
	RolesMax       = 64
	RoleEntriesMax = 256 // of May
	InheritsMax    = 16
	RoleClaimsMax  = 256

	BuildCellsUsual = 10_000
	BuildCellsMax   = 1 << 21 // also of operators
)
