package netlab

import "time"

// Config is a run. Its zero value, with a Duration, is eight players of all roles over a perfect network.
type Config struct {
	Players  int           // default 8
	Duration time.Duration // of play, virtual; the falling silent at its end is not in it. Default 20 s
	RTT      time.Duration // the delay is half of it each way
	Jitter   time.Duration // most that is added to the delay of a packet
	Loss     float64       // share of packets, 0 to 1
	Burst    bool          // loss comes in bad times
	Stall    time.Duration // all packets of one client stop so long every 20 s
	PeerRTT  time.Duration // clients are linked directly; 0 is off
	NoCopies bool          // the transport sends no early copies
	Strategy string        // default "timestream"
	Seed     uint64
	Every    bool          // law 11 is checked in every picture, not where a prediction ends
	Picture  time.Duration // between two pictures; default 1/60 s
	Scenario string        // its name, for reports

	Conditions
}

// Conditions are what scenarios vary beside the network: who plays, how, and what goes wrong. All times are virtual.
type Conditions struct {
	Roles     []Role // in turn; default all
	Creative  bool
	Mixed     bool          // survival or creative mode by seed
	Spread    int32         // blocks between the homes; 0: all meet at one spot
	Sandy     bool          // homes lie on sand or gravel
	ItemsLast time.Duration // how long what lies about lasts
	FullBags  bool          // nobody has room for what they dig: it lies about
	Alone     bool          // nobody interferes: no correction at all, and the path must be that of zero delay
	Bad       bool          // conditions by seed: each client has troubles of its own

	Hitch, HitchEvery       time.Duration // no picture for so long
	Extra, ExtraAt, ExtraTo time.Duration // added to the round trip from one time to another
	Ramp                    time.Duration // it grows over so long
	Pause, PauseEvery       time.Duration // the server does no step for so long
	Kills                   int           // how often the server is killed and started again from its store
	Stand, StandAt          time.Duration // the server's machine stands still, and its clock with it
	LiveDelay               time.Duration // of all but sections: they come ahead of what they rest on
	Sleep, SleepAt          time.Duration // the machine of the first client sleeps
	Stands                  bool          // its clock stands meanwhile
	ClockOff                time.Duration // error of each client's clock at joining
	BulkDelay               time.Duration // of sections
	BulkRate                int           // bytes a second of sections
	Commit                  time.Duration // until a batch is durable
	Leave, LeaveEvery       time.Duration // every other client leaves for so long
	Cut, CutEvery           time.Duration // every other client's connection is cut for so long
	MidFall                 Trouble       // comes over a client whenever a block falls on its stream
	Quarter                 bool          // the last client lets its time run at a quarter of the speed, off and on
	Counter                 uint32        // of the first entity of each stream
	Travel                  bool          // players run far from home and back: sections go and come again
}

// Trouble is what comes over a client.
type Trouble int

// The troubles.
const (
	NoTrouble Trouble = iota
	StallTrouble
	LeaveTrouble
	KillTrouble // over the server, not a client: its kills wait for a block that falls or is about to
)

// fill sets the defaults.
func (c *Config) fill() {
	if c.Players == 0 {
		c.Players = 8
	}
	if c.Duration == 0 {
		c.Duration = 20 * time.Second
	}
	if c.Picture == 0 {
		c.Picture = time.Second / 60
	}
	if c.Stand > 0 && c.StandAt == 0 {
		c.StandAt = c.warmUp() + 3*time.Second
	}
	if c.Strategy == "" {
		c.Strategy = "timestream"
	}
	if len(c.Roles) == 0 {
		c.Roles = []Role{Walker, Builder, Builder, Jumper, Digger, Builder, Miner, Mover}
	}
}
