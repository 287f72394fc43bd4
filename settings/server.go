package settings

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// ErrFile says that a file of settings cannot be understood; the text names the line, or the setting that is wrong.
var ErrFile = errors.New("settings: cannot be understood")

// ErrValue says that a setting is out of its bounds; the text names both.
var ErrValue = errors.New("settings: out of bounds")

// Server is the settings of a server. Flags of the command win over the file.
type Server struct {
	Listen     string `toml:"listen"`
	World      string `toml:"world"`
	Players    int    `toml:"players"`
	View       int    `toml:"view_distance"`
	Frames     int    `toml:"frames"`
	Mode       string `toml:"mode"`
	Durability string `toml:"durability"`
	Metrics    string `toml:"metrics"`
	Map        string `toml:"map"`
	MapPlayers bool   `toml:"map_players"`
	WebNames   string `toml:"web_names"`
	Profiles   bool   `toml:"profiles"`
	BulkRate   int    `toml:"world_bytes_per_second"`
	MOTD       string `toml:"motd"`
	Whitelist  bool   `toml:"whitelist"`
	SpawnGuard int    `toml:"spawn_protection"`
	Snapshots  int    `toml:"snapshot_seconds"`
	Linger     int    `toml:"linger_seconds"`
	History    int    `toml:"history_days"`
	Backups    int    `toml:"backups"`
	ItemsLast  int    `toml:"items_last_seconds"`
	Names      int    `toml:"names_days"`
	Claims     int    `toml:"claim_minutes"`
}

// DefaultServer returns the settings of a first start.
func DefaultServer() Server {
	return Server{Listen: ":7400", World: "world", Players: 100, View: 192, Frames: 60, Mode: "creative", Durability: "ack",
		Snapshots: 30, Linger: 60, History: 30, Names: 180, Claims: 60, ItemsLast: 300, MapPlayers: true}
}

// serverText is the file of a first start. TestServerFile keeps it equal to DefaultServer.
const serverText = `# Settings of the Voxtide server. Flags of the command win over this file. A change counts from the next start; those of
# motd, players, view_distance, frames, mode, whitelist, spawn_protection, snapshot_seconds, linger_seconds and
# items_last_seconds also once "reload" is typed on the console or the server gets SIGHUP.

# Where to listen, UDP: "HOST:PORT", or ":PORT" for all addresses of this machine.
listen = ":7400"

# The world: a name below the data folder's "worlds", or a path with a slash, which begins at the data folder or at the root.
world = "world"

# The most players at once.
players = 100

# How far players see at most, in blocks. What a player asks for counts if it is less. 16 to 320.
view_distance = 192

# Frames a second to each player at most, 10 to 60. Fewer save bytes; nobody is corrected for it.
frames = 60

# How new players play: "creative" or "survival".
mode = "creative"

# "ack": what players see acknowledged is on the disk and survives a power cut.
# "interval": faster on slow disks; a crash or a power cut may cost the last second.
durability = "ack"

# Where to serve metrics over HTTP, such as "127.0.0.1:7401"; "" for nowhere. Keep it on loopback.
metrics = ""

# Whether Go's profiles are served there, too, below /debug/pprof/: they show much of what the server does, and cost while
# they are taken.
profiles = false

# Where to serve a map of the world as a page over HTTP, such as "127.0.0.1:7402"; ":PORT" is open to this machine alone,
# "0.0.0.0:PORT" to all; "" for nowhere. It shows anybody who can reach it the land as it looks from above, now and earlier.
map = ""

# Whether the map shows where players are, with their names. Who is under the ground is never shown.
map_players = true

# The names by which map and metrics may be asked over HTTP, spaces between them, such as "map.example.org": where a name leads to
# this machine, or a proxy hands it on. Addresses and localhost always may.
web_names = ""

# The most bytes a second of the world to each player while it loads; 0 for as fast as the network takes them.
world_bytes_per_second = 0

# What everybody who comes is told; "\n" between lines, "" for nothing.
motd = ""

# true: only those on the whitelist, and operators, may come in. "whitelist add NAME" puts somebody there; "whitelist on"
# and "whitelist off" win over this line from then on.
whitelist = false

# So many blocks around where players begin only operators build, 0 to 1000; 0 for none.
spawn_protection = 0

# Seconds between two times that all sections that changed are written whole, 5 to 3600. What is acknowledged is on the disk
# anyway; this bounds how much a start has to go through.
snapshot_seconds = 30

# How long a player whose connection is lost stays in the world, waiting to go on, in seconds, 1 to 3600.
linger_seconds = 60

# How many copies that "backup" without a folder made are kept, the newest, 0 to 1000; 0 for all: nobody removes them then.
backups = 0

# How many days the history of who changed what is kept, for "who" and "rollback", 1 to 3650; 0 for ever.
history_days = 30

# How long an item lies about before it is gone, in seconds, up to a week; 0 for ever.
items_last_seconds = 300

# After how many days on which a player was not here their name is free again, 1 to 3650; 0 for never. Only days on which the
# server runs count. Who has built something, owns land or is named in access.toml keeps the name for ever.
names_days = 180

# How many minutes a player has to have played here for each claim of land, up to 10000; 0 for none. Operators claim at once, for
# others too.
claim_minutes = 60
`

// ReadServer reads the settings of a server. Where there is no file one is written, with a comment on each line. A line
// that the file lacks is as at a first start.
func ReadServer(path string) (Server, error) {
	s := DefaultServer()
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return s, writeNew(path, []byte(serverText), 0o644)
	case err != nil:
		return s, err
	}
	if err := Decode(path, string(text), &s); err != nil {
		return s, err
	}
	if key, err := s.check(); err != nil {
		what, _ := strings.CutPrefix(err.Error(), ErrValue.Error()+": ")
		return s, wrongAt(path, lineOf(string(text), toml.Key{key}), "%s", what)
	}
	return s, nil
}

// Check returns what is wrong with the settings, an ErrValue, nil if nothing is.
func (s *Server) Check() error {
	_, err := s.check()
	return err
}

// bounds of the settings that are numbers.
var bounds = []struct {
	key      string
	low, top int
	get      func(*Server) int
}{
	{"players", 1, 10_000, func(s *Server) int { return s.Players }},
	{"view_distance", ViewMin, ViewMax, func(s *Server) int { return s.View }},
	{"frames", 10, 60, func(s *Server) int { return s.Frames }},
	{"spawn_protection", 0, 1000, func(s *Server) int { return s.SpawnGuard }},
	{"snapshot_seconds", 5, 3600, func(s *Server) int { return s.Snapshots }},
	{"linger_seconds", 1, 3600, func(s *Server) int { return s.Linger }},
	{"items_last_seconds", 0, 604_800, func(s *Server) int { return s.ItemsLast }},
	{"backups", 0, 1000, func(s *Server) int { return s.Backups }},
	{"history_days", 0, 3650, func(s *Server) int { return s.History }},
	{"names_days", 0, 3650, func(s *Server) int { return s.Names }},
	{"claim_minutes", 0, 10_000, func(s *Server) int { return s.Claims }},
}

// motdMax bounds the message of the day, in bytes, and motdLines its lines.
const (
	motdMax   = 1024
	motdLines = 16
)

// webNamesMax bounds the names of the HTTP endpoints, in bytes.
const webNamesMax = 1024

// check returns the key that is wrong, and what is wrong with it.
func (s *Server) check() (key string, err error) {
	for _, b := range bounds {
		if v := b.get(s); v < b.low || v > b.top {
			return b.key, fmt.Errorf("%w: %s is %d, not %d to %d", ErrValue, b.key, v, b.low, b.top)
		}
	}
	switch {
	case s.Listen == "":
		return "listen", fmt.Errorf("%w: listen is empty, not HOST:PORT", ErrValue)
	case strings.ContainsAny(s.WebNames, "/:*\"'") || len(s.WebNames) > webNamesMax || !printableLines(s.WebNames):
		return "web_names", fmt.Errorf("%w: web_names is %.60q, not names such as map.example.org with spaces between them, without ports, of at most %d bytes", ErrValue, s.WebNames, webNamesMax)
	case s.Mode != "creative" && s.Mode != "survival":
		return "mode", fmt.Errorf("%w: mode is %.40q, not creative or survival", ErrValue, s.Mode)
	case s.Durability != "ack" && s.Durability != "interval":
		return "durability", fmt.Errorf("%w: durability is %.40q, not ack or interval", ErrValue, s.Durability)
	case s.BulkRate < 0 || s.BulkRate > 0 && s.BulkRate < 10_000:
		return "world_bytes_per_second", fmt.Errorf("%w: world_bytes_per_second is %d, not 0 or at least 10000", ErrValue, s.BulkRate)
	case len(s.MOTD) > motdMax || strings.Count(s.MOTD, "\n") >= motdLines || !printableLines(s.MOTD):
		return "motd", fmt.Errorf("%w: motd is not text of at most %d bytes and %d lines", ErrValue, motdMax, motdLines)
	}
	return "", nil
}

func printableLines(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && unicode.IsControl(r) })
}

// live are the keys whose change counts without a restart.
var live = []string{"motd", "players", "view_distance", "frames", "mode", "whitelist", "spawn_protection", "snapshot_seconds", "linger_seconds",
	"items_last_seconds"}

// Changed returns the keys in which two settings differ: those that count at once, and those that wait for a restart.
func (s Server) Changed(to Server) (now, later []string) {
	a, b := reflect.ValueOf(s), reflect.ValueOf(to)
	for i := range a.NumField() {
		if a.Field(i).Equal(b.Field(i)) {
			continue
		}
		if key := a.Type().Field(i).Tag.Get("toml"); slices.Contains(live, key) {
			now = append(now, key)
		} else {
			later = append(later, key)
		}
	}
	return now, later
}

// Adopt returns the settings with those of others that count at once in the place of their own.
func (s Server) Adopt(from Server) Server {
	a, b := reflect.ValueOf(&s).Elem(), reflect.ValueOf(from)
	for i := range a.NumField() {
		if slices.Contains(live, a.Type().Field(i).Tag.Get("toml")) {
			a.Field(i).Set(b.Field(i))
		}
	}
	return s
}

// oneLine returns the first line of an error.
func oneLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
