package compare

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"voxtide/lab/profile"
	"voxtide/lab/stage"
)

// Config says what is compared. The zero value of a field means what its comment says.
type Config struct {
	Methods  []string      // text forms; none, or "all": one for each row of the tables
	Profiles []string      // as profile.Parse reads them; none: all presets
	Players  int           // 4
	Duration time.Duration // of play, after which keys are released for quietTime; 60 s
	Seeds    int           // 3: the seeds 1, 2, 3
	Roles    []string      // of the players, in turn; walker, builder, hunter, dodger
	// PeerRTT is the round trip between two clients of a method with direct links, but never more than to the server; 20 ms. Its
	// packets are lost and vary as those to the server: the cause is mostly the player's own access.
	PeerRTT time.Duration
	Jobs    int  // at once; the number of processors
	Series  bool // also the paths for drawings, of the first seed
	// Blows measures how blows are judged under a method at a round trip; nil: no such columns. Package lab/hits has it, whose players
	// aim at what their own screens show: no tape can do that.
	Blows func(method string, roundTrip time.Duration, seed uint64) (Blows, error)
	Stop  func() bool // asked between two runs; true ends with ErrStopped
}

// Ours is the method that the check defends.
const Ours = "timestream"

// Blows is how blows were judged.
type Blows struct {
	Shots, Counted     int // that met a body on the striker's screen; of these, counted
	Beside, BesideHits int // that met none there; of these, counted all the same
	Struck, InCover    int // bodies struck; of these, in cover on their own screens for longer than the grace
}

// setDefaults sets the defaults.
func (c *Config) setDefaults() {
	if len(c.Methods) == 0 || len(c.Methods) == 1 && c.Methods[0] == "all" {
		c.Methods = AllMethods()
	}
	if len(c.Profiles) == 0 {
		c.Profiles = profile.Names()
	}
	if c.Players == 0 {
		c.Players = 4
	}
	if c.Duration == 0 {
		c.Duration = time.Minute
	}
	if c.Seeds == 0 {
		c.Seeds = 3
	}
	if c.PeerRTT == 0 {
		c.PeerRTT = stage.DefaultPeerRTT
	}
	if len(c.Roles) == 0 {
		c.Roles = RoleNames()
	}
	if c.Jobs <= 0 {
		c.Jobs = runtime.GOMAXPROCS(0)
	}
}

// command returns the command that gives the same report.
func (c *Config) command() string {
	text := fmt.Sprintf("netlab compare --strategies %s --profiles %s --players %d --duration %v --seeds %d --roles %s",
		strings.Join(c.Methods, ","), strings.Join(c.Profiles, ","), c.Players, c.Duration, c.Seeds, strings.Join(c.Roles, ","))
	if c.PeerRTT != stage.DefaultPeerRTT {
		text += fmt.Sprintf(" --peer-rtt %v", c.PeerRTT)
	}
	return text
}
