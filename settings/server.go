package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
	"voxtide/server/access"
	"voxtide/server/webhook"
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
	MapRegions      bool   `toml:"map_regions"`
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
	FarLand         bool   `toml:"far_land"`
	ResourcePack    string `toml:"resource_pack"`
	SnapshotSeconds int    `toml:"snapshot_seconds"`
	LingerSeconds   int    `toml:"linger_seconds"`
	HistoryDays     int    `toml:"history_days"`
	KeptBackups     int    `toml:"backups"`
	ItemLifetime    int    `toml:"items_last_seconds"`
	NameDays        int    `toml:"names_days"`
	ClaimMinutes    int    `toml:"claim_minutes"`
	StartingItems   string `toml:"starting_items"`
	GameRules       string `toml:"rules"`
	ChatRate        int    `toml:"chat_rate"`
	ChatKick        int    `toml:"chat_kick"`
	Newcomers       string `toml:"newcomers"`
	NewcomerMinutes int    `toml:"newcomer_minutes"`
	AFKMinutes      int    `toml:"afk_minutes"`
	AddressDays     int    `toml:"address_days"`
	ReservedSlots   int    `toml:"reserved_slots"`
	Queue           int    `toml:"queue"`
	Control         string `toml:"control"`
	RCON            string `toml:"rcon"`
	Status          bool   `toml:"status"`
	LAN             bool   `toml:"lan"`
	RulesPage       string `toml:"rules_page"`
	Announcements   string `toml:"announcements"`
	AnnounceMinutes int    `toml:"announce_minutes"`
	Seed            Seed   `toml:"seed"`
	ChatWords       string `toml:"chat_words"`
	ChatFilter      string `toml:"chat_filter"`
	ChatDays        int    `toml:"chat_history_days"`
	ChatPrivate     bool   `toml:"chat_history_private"`
	ItemDays        int    `toml:"item_history_days"`
	LogFile         string `toml:"log_file"`
	LogFileMB       int    `toml:"log_file_mb"`
	LogFiles        int    `toml:"log_files"`

	Backup   Backup    `toml:"backup"`
	Webhooks []Webhook `toml:"webhook"`
	Worlds   []World   `toml:"worlds"`
}

// DefaultServer returns the settings of a first start.
func DefaultServer() Server {
	return Server{Listen: ":7400", World: "world", MaxPlayers: 100, ViewDistance: 192, UpdateRate: 60, GameMode: "creative", Methods: "own", Durability: "ack",
		SnapshotSeconds: 30, LingerSeconds: 60, HistoryDays: 30, NameDays: 180, ClaimMinutes: 60, ItemLifetime: 300, MapPlayers: true, LogAddresses: true, DirectLinks: true, Skins: true, FarLand: true,
		ChatRate: world.ChatLinesUsual, ChatKick: access.ChatKickUsual, Newcomers: "all", NewcomerMinutes: 30, AddressDays: 90, ReservedSlots: access.ReservedSlotsUsual, Queue: 20, Control: "local", Status: true, LAN: true, AnnounceMinutes: 15, ChatFilter: "mask", ChatDays: 30, ItemDays: 30, LogFileMB: 16, LogFiles: 10,
		Backup: Backup{MinFree: "10%"}}
}

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
	{"chat_rate", 1, 200, func(s *Server) int { return s.ChatRate }},
	{"chat_kick", 0, 1000, func(s *Server) int { return s.ChatKick }},
	{"newcomer_minutes", 1, 10_000, func(s *Server) int { return s.NewcomerMinutes }},
	{"afk_minutes", 0, 1440, func(s *Server) int { return s.AFKMinutes }},
	{"address_days", 0, 3650, func(s *Server) int { return s.AddressDays }},
	{"reserved_slots", 0, 1000, func(s *Server) int { return s.ReservedSlots }},
	{"announce_minutes", 0, 1440, func(s *Server) int { return s.AnnounceMinutes }},
	{"chat_history_days", 0, 3650, func(s *Server) int { return s.ChatDays }},
	{"item_history_days", 0, 3650, func(s *Server) int { return s.ItemDays }},
	{"log_file_mb", 1, 4096, func(s *Server) int { return s.LogFileMB }},
	{"log_files", 0, 1000, func(s *Server) int { return s.LogFiles }},
	{"queue", 0, 1000, func(s *Server) int { return s.Queue }},
	{"claim_minutes", 0, 10_000, func(s *Server) int { return s.ClaimMinutes }},
}

// motdMax bounds the message of the day in bytes, motdLines its lines.
const (
	motdMax   = 1024
	motdLines = 16

	pageMax   = 4096 // of a page of text
	pageLines = 32
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
	case !slices.Contains(access.NewcomersNames, s.Newcomers):
		return "newcomers", fmt.Errorf("%w: newcomers is %.40q, not all, watched or asked", ErrValue, s.Newcomers)
	case s.ChatFilter != "mask" && s.ChatFilter != "refuse":
		return "chat_filter", fmt.Errorf("%w: chat_filter is %.40q, not mask or refuse", ErrValue, s.ChatFilter)
	case s.Methods != "own" && s.Methods != "any":
		return "methods", fmt.Errorf("%w: methods is %.40q, not own or any", ErrValue, s.Methods)
	case s.Durability != "ack" && s.Durability != "interval":
		return "durability", fmt.Errorf("%w: durability is %.40q, not ack or interval", ErrValue, s.Durability)
	case s.BulkRate < 0 || s.BulkRate > 0 && s.BulkRate < 10_000:
		return "world_bytes_per_second", fmt.Errorf("%w: world_bytes_per_second is %d, not 0 or at least 10000", ErrValue, s.BulkRate)
	case len(s.RulesPage) > pageMax || strings.Count(s.RulesPage, "\n") >= pageLines || !printableLines(s.RulesPage):
		return "rules_page", fmt.Errorf("%w: rules_page is not text of at most %d bytes and %d lines", ErrValue, pageMax, pageLines)
	case len(s.Announcements) > pageMax || strings.Count(s.Announcements, "\n") >= pageLines || !printableLines(s.Announcements):
		return "announcements", fmt.Errorf("%w: announcements is not text of at most %d bytes and %d lines, each of which is told in its turn", ErrValue, pageMax, pageLines)
	case len(s.MOTD) > motdMax || strings.Count(s.MOTD, "\n") >= motdLines || !printableLines(s.MOTD):
		return "motd", fmt.Errorf("%w: motd is not text of at most %d bytes and %d lines", ErrValue, motdMax, motdLines)
	}
	if err := s.Backup.check(); err != nil {
		return "backup", fmt.Errorf("%w: backup: %v", ErrValue, err)
	}
	if _, err := s.ControlAddresses(); err != nil {
		return "control", fmt.Errorf("%w: control: %v", ErrValue, err)
	}
	if err := checkWebhooks(s.Webhooks); err != nil {
		return "webhook", fmt.Errorf("%w: webhook: %v", ErrValue, err)
	}
	if err := checkWorlds(s.WorldName(), s.Worlds, func(w *World) error {
		of := s.ForWorld(w)
		_, err := of.Rules()
		return err
	}); err != nil {
		return "worlds", fmt.Errorf("%w: worlds: %v", ErrValue, err)
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
	if s.ChatRate != world.ChatLinesUsual { // the usual one has the number of older versions
		g.ChatLines = uint8(s.ChatRate)
	}
	return g.WithAll(s.GameRules)
}

// ForWorld returns the settings of a further world: those of the server with what it has of its own.
func (s Server) ForWorld(w *World) Server {
	s.World = w.Name
	if w.Mode != "" {
		s.GameMode = w.Mode
	}
	if w.Rules != "" {
		s.GameRules = w.Rules
	}
	return s
}

// WorldName returns the name of the world of the setting world among several.
func (s *Server) WorldName() string { return filepath.Base(filepath.Clean(s.World)) }

// ControlAddresses returns where commands of machines are answered. The error says what can be written.
func (s *Server) ControlAddresses() ([]ControlAddress, error) { return parseControl(s.Control) }

// Hooks returns the webhooks. Check has looked at them.
func (s *Server) Hooks() []webhook.Config { return hooks(s.Webhooks) }

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
	"items_last_seconds", "chat_rate", "chat_kick", "chat_words", "chat_filter", "newcomers", "newcomer_minutes", "afk_minutes", "address_days", "reserved_slots", "queue", "status", "rules_page", "announcements", "announce_minutes", "backup", "webhook"}

// Diff returns the keys in which two settings differ: those that take effect at once, and those that need a restart.
func (s Server) Diff(to Server) (now, later []string) {
	a, b := reflect.ValueOf(s), reflect.ValueOf(to)
	for i := range a.NumField() {
		if reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
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
