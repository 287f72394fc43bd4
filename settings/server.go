package settings

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
	"voxtide/world"
)

// ErrValue is the error for a setting out of its bounds. Its text names both.
var ErrValue = errors.New("settings: out of bounds")

// Server is the settings of a server. Flags of the command win over the file.
type Server struct {
	Listen          string `toml:"listen"`
	World           string `toml:"world"`
	MaxPlayers      int    `toml:"players"`
	ViewDistance    int    `toml:"view_distance"`
	UpdateRate      int    `toml:"update_rate"`
	GameMode        string `toml:"mode"`
	Methods         string `toml:"methods"`
	Durability      string `toml:"durability"`
	MetricsListen   string `toml:"metrics"`
	MapListen       string `toml:"map"`
	MapPlayers      bool   `toml:"map_players"`
	HTTPNames       string `toml:"web_names"`
	Profiles        bool   `toml:"profiles"`
	BulkRate        int    `toml:"world_bytes_per_second"`
	Relays          int    `toml:"relays"`
	LogAddresses    bool   `toml:"log_addresses"`
	MemoryLimit     int    `toml:"memory_limit"`
	MOTD            string `toml:"motd"`
	Whitelist       bool   `toml:"whitelist"`
	SpawnProtection int    `toml:"spawn_protection"`
	PvP             bool   `toml:"pvp"`
	DirectLinks     bool   `toml:"direct_links"`
	Skins           bool   `toml:"skins"`
	SnapshotSeconds int    `toml:"snapshot_seconds"`
	LingerSeconds   int    `toml:"linger_seconds"`
	HistoryDays     int    `toml:"history_days"`
	KeptBackups     int    `toml:"backups"`
	ItemLifetime    int    `toml:"items_last_seconds"`
	NameDays        int    `toml:"names_days"`
	ClaimMinutes    int    `toml:"claim_minutes"`
	StartingItems   string `toml:"starting_items"`
	GameRules       string `toml:"rules"`
}

// DefaultServer returns the settings of a first start.
func DefaultServer() Server {
	return Server{Listen: ":7400", World: "world", MaxPlayers: 100, ViewDistance: 192, UpdateRate: 60, GameMode: "creative", Methods: "own", Durability: "ack",
		SnapshotSeconds: 30, LingerSeconds: 60, HistoryDays: 30, NameDays: 180, ClaimMinutes: 60, ItemLifetime: 300, MapPlayers: true, LogAddresses: true, DirectLinks: true, Skins: true}
}

// serverTemplate is the file of a first start. TestServerFile keeps it equal to DefaultServer.
const serverTemplate = `# Settings of the Voxtide server. Flags of the command win over this file. A change takes effect at the next start; changes
# of rules, motd, players, view_distance, update_rate, mode, methods, whitelist, spawn_protection, pvp, direct_links, skins, snapshot_seconds,
# linger_seconds and items_last_seconds also when "reload" is typed on the console or the server gets SIGHUP.

# UDP address to listen on: "HOST:PORT", or ":PORT" for all addresses of this machine.
listen = ":7400"

# The world: a name below the data folder's "worlds", or a path with a slash, which begins at the data folder or at the root.
world = "world"

# Maximum number of players.
players = 100

# Maximum view distance of players, in blocks, 16 to 320. Players may choose less.
view_distance = 192

# Maximum number of updates a second to each player, 10 to 60. Fewer save bandwidth, and cause no corrections.
update_rate = 60

# Game mode of new players: "creative" or "survival".
mode = "creative"

# Items of new players, such as "flint_pick, bread 5": names as in the command "give", with a number each, and commas between
# them; "" for what the mode gives: blocks to build with in creative mode, nothing in survival mode.
starting_items = ""

# Rules of the game that differ from the usual ones, such as "difficulty hard, keep_things on", with commas between them:
# difficulty (peaceful, easy, normal or hard), falls, hunger, keep_things, day_stops (on or off). Usual are difficulty normal, falls on
# and hunger on. The command "rule" changes them in the game, and wins over this line.
rules = ""

# "own": each player's time is judged as this server does it, which hides the network and corrects nobody without a cause.
# "any": players may choose another method for themselves ("client --strategy"), to compare. It lets nobody cheat.
methods = "own"

# "ack": what players see acknowledged is on the disk and survives a power cut.
# "interval": faster on slow disks; a crash or a power cut may lose the last second.
durability = "ack"

# HTTP address of the metrics, such as "127.0.0.1:7401"; "" for none. Keep it on loopback.
metrics = ""

# Whether Go's profiles are served at this address, too, below /debug/pprof/: they show much of what the server does, and
# cost time while they are taken.
profiles = false

# HTTP address of a web map of the world, such as "127.0.0.1:7402"; ":PORT" is open to this machine alone, "0.0.0.0:PORT" to
# all; "" for none. The map shows everybody who can reach it the terrain from above, now and earlier.
map = ""

# Whether the map shows players, with their names. Players below ground are never shown.
map_players = true

# Host names by which map and metrics may be requested over HTTP, with spaces between them, such as "map.example.org": names
# that lead to this machine, or that a proxy passes on. Addresses and localhost are always allowed.
web_names = ""

# Maximum bandwidth of terrain to each player while it loads, in bytes a second; 0 for no limit.
world_bytes_per_second = 0

# How many goroutines write what players are told, side by side, up to 256; 0: as many as the machine has cores, up to 16.
relays = 0

# Memory that the server tries to stay below, in megabytes, by collecting garbage more often; 0 for none. It is no bound on what the world and
# its players need: give it a third more than that.
memory_limit = 0

# true: the log names the address of each player who joins or is not let in. false: a number stands for each address, the same for as long
# as this server has its key, so that the log still tells who came from the same place.
log_addresses = true

# Message of the day, shown to each player who joins; "\n" between lines, "" for none.
motd = ""

# true: only whitelisted players and operators may join. "whitelist add NAME" adds a player; "whitelist on" and "whitelist
# off" win over this line from then on.
whitelist = false

# Radius around the spawn point in which only operators build, in blocks, 0 to 1000; 0 for none.
spawn_protection = 0

# true: players may strike each other, with a left click within reach. A struck player is knocked back and hurt, as the
# difficulty says.
pvp = false

# true: players near each other who both ask for it are introduced to each other, and see each other's actions sooner, over a link of
# their own. Each then sees the other's internet address, and nobody else's. false: nobody is introduced.
direct_links = true

# true: players see each other in the skins that they have chosen. false: in colours that the game gives them.
skins = true

# Seconds between snapshots of all changed sections, 5 to 3600. Acknowledged changes are on the disk anyway; this bounds how
# much a start has to replay.
snapshot_seconds = 30

# How long a player with a lost connection stays in the world, in seconds, 1 to 3600.
linger_seconds = 60

# Number of backups to keep that "backup" without a folder made, 0 to 1000; 0 keeps all of them.
backups = 0

# How many days the history of changes is kept, for "who" and "rollback", 1 to 3650; 0 for ever.
history_days = 30

# Lifetime of dropped items, in seconds, up to a week; 0 for ever.
items_last_seconds = 300

# After how many days without its player a name is free again, 1 to 3650; 0 for never. Only days on which the server runs
# count. Players who have built something, own land or are named in access.toml keep their names for ever.
names_days = 180

# Minutes that a player must have played here for each claim of land, up to 10000; 0 for none. Operators may always claim, for
# other players, too.
claim_minutes = 60
`

// oldServerNames are the names of settings in files of earlier versions, each with the new one. They are read; the file
// stays as it is, because it belongs to the people who run the server.
var oldServerNames = [][2]string{{"frames", "update_rate"}}

// ReadServer reads the settings of a server. If there is no file, it writes one with the settings of a first start, and a
// comment on each of them. Settings that the file lacks have their values of a first start. Errors: ErrFile, with file and
// line, or the system's.
func ReadServer(path string) (Server, error) {
	s := DefaultServer()
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return s, atomicfile.Create(path, []byte(serverTemplate), 0o644)
	case err != nil:
		return s, err
	}
	renamed := string(text) // line by line, so that errors name the right lines
	for _, name := range oldServerNames {
		both := lineOf(renamed, toml.Key{name[1]}) > 0
		renamed = (&rename{toml.Key{name[0]}, name[1], both}).apply(renamed)
	}
	if err := Decode(path, renamed, &s); err != nil {
		return s, err
	}
	if key, err := s.check(); err != nil {
		what, _ := strings.CutPrefix(err.Error(), ErrValue.Error()+": ")
		return s, errorAt(path, lineOf(renamed, toml.Key{key}), "%s", what)
	}
	return s, nil
}

// Check returns an ErrValue for the first wrong setting, nil if there is none.
func (s *Server) Check() error {
	_, err := s.check()
	return err
}

// serverBounds are the bounds of numbers.
var serverBounds = []struct {
	key      string
	low, top int
	get      func(*Server) int
}{
	{"players", 1, 10_000, func(s *Server) int { return s.MaxPlayers }},
	{"view_distance", ViewDistanceMin, ViewDistanceMax, func(s *Server) int { return s.ViewDistance }},
	{"update_rate", 10, 60, func(s *Server) int { return s.UpdateRate }},
	{"spawn_protection", 0, 1000, func(s *Server) int { return s.SpawnProtection }},
	{"snapshot_seconds", 5, 3600, func(s *Server) int { return s.SnapshotSeconds }},
	{"linger_seconds", 1, 3600, func(s *Server) int { return s.LingerSeconds }},
	{"items_last_seconds", 0, 604_800, func(s *Server) int { return s.ItemLifetime }},
	{"relays", 0, 256, func(s *Server) int { return s.Relays }},
	{"memory_limit", 0, 1 << 20, func(s *Server) int { return s.MemoryLimit }},
	{"backups", 0, 1000, func(s *Server) int { return s.KeptBackups }},
	{"history_days", 0, 3650, func(s *Server) int { return s.HistoryDays }},
	{"names_days", 0, 3650, func(s *Server) int { return s.NameDays }},
	{"claim_minutes", 0, 10_000, func(s *Server) int { return s.ClaimMinutes }},
}

// motdMax bounds the message of the day in bytes, motdLines its lines.
const (
	motdMax   = 1024
	motdLines = 16
)

// httpNamesMax bounds the host names of the HTTP endpoints, in bytes.
const httpNamesMax = 1024

// check returns the first wrong key, and an ErrValue about it.
func (s *Server) check() (key string, err error) {
	for _, b := range serverBounds {
		if v := b.get(s); v < b.low || v > b.top {
			return b.key, fmt.Errorf("%w: %s is %d, not %d to %d", ErrValue, b.key, v, b.low, b.top)
		}
	}
	switch {
	case s.Listen == "":
		return "listen", fmt.Errorf("%w: listen is empty, not HOST:PORT", ErrValue)
	case strings.ContainsAny(s.HTTPNames, "/:*\"'") || len(s.HTTPNames) > httpNamesMax || !printableLines(s.HTTPNames):
		return "web_names", fmt.Errorf("%w: web_names is %.60q, not names such as map.example.org with spaces between them, without ports, of at most %d bytes", ErrValue, s.HTTPNames, httpNamesMax)
	case s.GameMode != "creative" && s.GameMode != "survival":
		return "mode", fmt.Errorf("%w: mode is %.40q, not creative or survival", ErrValue, s.GameMode)
	case s.Methods != "own" && s.Methods != "any":
		return "methods", fmt.Errorf("%w: methods is %.40q, not own or any", ErrValue, s.Methods)
	case s.Durability != "ack" && s.Durability != "interval":
		return "durability", fmt.Errorf("%w: durability is %.40q, not ack or interval", ErrValue, s.Durability)
	case s.BulkRate < 0 || s.BulkRate > 0 && s.BulkRate < 10_000:
		return "world_bytes_per_second", fmt.Errorf("%w: world_bytes_per_second is %d, not 0 or at least 10000", ErrValue, s.BulkRate)
	case len(s.MOTD) > motdMax || strings.Count(s.MOTD, "\n") >= motdLines || !printableLines(s.MOTD):
		return "motd", fmt.Errorf("%w: motd is not text of at most %d bytes and %d lines", ErrValue, motdMax, motdLines)
	}
	if _, err := s.StartingStacks(); err != nil {
		return "starting_items", fmt.Errorf("%w: starting_items: %v", ErrValue, err)
	}
	if _, err := s.Rules(); err != nil {
		return "rules", fmt.Errorf("%w: rules: %v", ErrValue, err)
	}
	return "", nil
}

// Rules returns the rules of the game.
func (s *Server) Rules() (world.Rules, error) {
	g := world.DefaultRules
	g.PvP = s.PvP
	return g.WithAll(s.GameRules)
}

// StartingStacks returns the items of new players; nil for those of the mode.
func (s *Server) StartingStacks() (stacks []world.Stack, err error) {
	for item := range strings.SplitSeq(s.StartingItems, ",") {
		words := strings.Fields(item)
		if len(words) == 0 && s.StartingItems == "" {
			return nil, nil
		}
		if len(words) < 1 || len(words) > 2 {
			return nil, fmt.Errorf("%.40q is not an item and a number", item)
		}
		it, known := world.ItemNamed(words[0])
		if !known {
			return nil, fmt.Errorf("there is no item %.40q", words[0])
		}
		n := 1
		if len(words) == 2 {
			if n, err = strconv.Atoi(words[1]); err != nil || n < 1 || n > int(it.Info().StackMax) {
				return nil, fmt.Errorf("%.40q of %s is not 1 to %d", words[1], it, it.Info().StackMax)
			}
		}
		if stacks = append(stacks, world.Stack{Item: it, Count: uint8(n)}); len(stacks) > world.InventorySize {
			return nil, fmt.Errorf("more than the %d slots of an inventory", world.InventorySize)
		}
	}
	return stacks, nil
}

func printableLines(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && unicode.IsControl(r) })
}

// reloadable are the keys whose changes take effect without a restart.
var reloadable = []string{"rules", "motd", "players", "view_distance", "update_rate", "mode", "methods", "whitelist", "spawn_protection", "pvp", "direct_links", "skins", "snapshot_seconds", "linger_seconds",
	"items_last_seconds"}

// Diff returns the keys in which two settings differ: those that take effect at once, and those that need a restart.
func (s Server) Diff(to Server) (now, later []string) {
	a, b := reflect.ValueOf(s), reflect.ValueOf(to)
	for i := range a.NumField() {
		if a.Field(i).Equal(b.Field(i)) {
			continue
		}
		if key := a.Type().Field(i).Tag.Get("toml"); slices.Contains(reloadable, key) {
			now = append(now, key)
		} else {
			later = append(later, key)
		}
	}
	return now, later
}

// WithReloaded returns the settings with the reloadable values of others.
func (s Server) WithReloaded(from Server) Server {
	a, b := reflect.ValueOf(&s).Elem(), reflect.ValueOf(from)
	for i := range a.NumField() {
		if slices.Contains(reloadable, a.Type().Field(i).Tag.Get("toml")) {
			a.Field(i).Set(b.Field(i))
		}
	}
	return s
}
