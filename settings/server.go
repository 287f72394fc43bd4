package settings

import (
	"errors"
	"fmt"
	"os"
	"strings"

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
	BulkRate   int    `toml:"world_bytes_per_second"`
}

// DefaultServer returns the settings of a first start.
func DefaultServer() Server {
	return Server{Listen: ":7400", World: "world", Players: 100, View: 192, Frames: 60, Mode: "creative", Durability: "ack"}
}

// serverText is the file of a first start. TestServerFile keeps it equal to DefaultServer.
const serverText = `# Settings of the Voxtide server. Flags of the command win over this file; a change counts from the next start.

# Where to listen, UDP: "HOST:PORT", or ":PORT" for all addresses of this machine.
listen = ":7400"

# The world: a name below the data folder's "worlds", or a path with a slash.
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

# Where to serve metrics and profiles over HTTP, such as "127.0.0.1:7401"; "" for nowhere. Keep it on loopback.
metrics = ""

# The most bytes a second of the world to each player while it loads; 0 for as fast as the network takes them.
world_bytes_per_second = 0
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
	meta, err := toml.Decode(string(text), &s)
	if err != nil {
		return s, fmt.Errorf("%w: %s: %s", ErrFile, path, oneLine(err))
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return s, fmt.Errorf("%w: %s: there is no setting %q", ErrFile, path, extra[0].String())
	}
	if err := s.Check(); err != nil {
		return s, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	return s, nil
}

// Check returns what is wrong with the settings, an ErrValue, nil if nothing is.
func (s *Server) Check() error {
	switch {
	case s.Listen == "":
		return fmt.Errorf("%w: listen is empty, not HOST:PORT", ErrValue)
	case s.Players < 1 || s.Players > 10_000:
		return fmt.Errorf("%w: players is %d, not 1 to 10000", ErrValue, s.Players)
	case s.View < ViewMin || s.View > ViewMax:
		return fmt.Errorf("%w: view_distance is %d, not %d to %d", ErrValue, s.View, ViewMin, ViewMax)
	case s.Frames < 10 || s.Frames > 60:
		return fmt.Errorf("%w: frames is %d, not 10 to 60", ErrValue, s.Frames)
	case s.Mode != "creative" && s.Mode != "survival":
		return fmt.Errorf("%w: mode is %q, not creative or survival", ErrValue, s.Mode)
	case s.Durability != "ack" && s.Durability != "interval":
		return fmt.Errorf("%w: durability is %q, not ack or interval", ErrValue, s.Durability)
	case s.BulkRate < 0 || s.BulkRate > 0 && s.BulkRate < 10_000:
		return fmt.Errorf("%w: world_bytes_per_second is %d, not 0 or at least 10000", ErrValue, s.BulkRate)
	}
	return nil
}

// oneLine returns the first line of an error.
func oneLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
