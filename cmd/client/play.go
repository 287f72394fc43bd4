package main

import (
	"cmp"
	"errors"
	"fmt"
	"os/user"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"voxtide/cmd/internal/netflags"
	"voxtide/cmd/internal/ownworld"
	"voxtide/internal/playername"
	"voxtide/internal/textline"
)

// playCmd is the command that plays. The names of its fields are those of flags.
type playCmd struct {
	Connect    string        `placeholder:"HOST:PORT" help:"Join a server; of a world with several, one of them or all, separated by commas."`
	World      string        `placeholder:"W" help:"Play singleplayer in a world: a name, or a path with a slash. A new world is created if there is none."`
	AcceptKey  string        `placeholder:"FINGERPRINT" help:"Trust the server with this key fingerprint, now and later."`
	Name       string        `placeholder:"NAME" help:"Player name; by default the user name of this machine."`
	Seed       *uint64       `placeholder:"N" help:"Seed of a new world; an existing world with another seed is refused."`
	Generator  int           `placeholder:"N" help:"Generator of the land of a new world; an existing world with another one is refused."`
	Survival   bool          `help:"A new player of a singleplayer world plays in survival mode."`
	Lan        string        `placeholder:"ADDR" help:"Open a singleplayer world to others at this UDP address."`
	Width      int           `placeholder:"PIXELS" default:"1280" help:"Width of the window (1280)."`
	Height     int           `placeholder:"PIXELS" default:"720" help:"Height of the window (720)."`
	Screenshot string        `placeholder:"FILE" help:"Write the last frame as PNG."`
	Data       string        `placeholder:"DIR" help:"Folder of settings, keys and worlds; also VOXTIDE_HOME."`
	Headless   bool          `help:"Play without a window: for scripts and tests."`
	Script     string        `placeholder:"FILE" help:"Play a script: lines of TIME VERB ARGS."`
	Patience   time.Duration `placeholder:"D" default:"15s" help:"Timeout for a server that does not answer (15s)."`
	ExitAfter  time.Duration `placeholder:"DURATION" help:"Leave after this time."`
	Record     string        `placeholder:"FILE" help:"Record the session: inputs, and what came; netlab replay plays it again."`
	Stats      string        `placeholder:"FILE" help:"Write statistics of the session at the end, as JSON."`
	CPUProfile string        `name:"cpuprofile" placeholder:"FILE" help:"Write a CPU profile."`
	Verbose    bool          `short:"v" help:"Log more."`

	Net     netFlags     `embed:"" prefix:"net-"`
	Flags   kong.Plugins `embed:""` // of the options: see optionFlags
	Options optionValues `kong:"-"` // the given ones of these flags

	recorded int               // sessions recorded so far
	opening  *ownworld.Opening // the world, until it is entered; nil: its opening was not begun
}

// check returns what is wrong with the flags, and sets the default of --name.
func (c *playCmd) check() error {
	switch {
	case c.Connect != "" && c.World != "":
		return errors.New("give --connect or --world, not both")
	case c.Connect == "" && c.World == "" && c.Headless:
		return errors.New("give --connect HOST:PORT to join a server, or --world NAME to play singleplayer")
	case c.Connect != "" && !netflags.AreHostPorts(c.Connect):
		return errors.New("--connect is HOST:PORT, such as 127.0.0.1:7400")
	case c.AcceptKey != "" && !isFingerprint(c.AcceptKey):
		return errors.New("--accept-key is 32 hexadecimal digits, as the server prints them")
	case c.Connect != "" && (c.Lan != "" || c.Seed != nil || c.Generator != 0 || c.Survival):
		return errors.New("--lan, --seed and --survival are for a world of your own")
	case c.Width < 320 || c.Width > 16384 || c.Height < 240 || c.Height > 16384:
		return errors.New("--width is 320 to 16384, --height 240 to 16384")
	case c.ExitAfter < 0:
		return errors.New("--exit-after is a time such as 30s")
	case c.Patience <= 0:
		return errors.New("--patience is a time such as 15s")
	case c.Headless && c.Screenshot != "":
		return errors.New("--screenshot needs a window")
	}
	if c.Name == "" && c.Headless {
		c.Name = userName()
	}
	if line := textline.Clean(c.Name, textline.NameMax); line != c.Name || strings.TrimSpace(c.Name) != c.Name {
		return fmt.Errorf("--name is at most %d bytes of text without spaces around it", textline.NameMax)
	}
	return cmp.Or(c.Options.check(), c.Options.checkMethod(), c.Net.check())
}

// userName returns the name of this machine's user, or "player".
func userName() string {
	if u, err := user.Current(); err == nil {
		if name := playername.Normalize(u.Username); playername.Reject(name) == "" {
			return name
		}
	}
	return "player"
}
