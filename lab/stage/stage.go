// Package stage plays the real server and any number of real clients in one goroutine under virtual time, over transport/memnet.
//
// Job: a stage for laboratories and demonstrations. It has no laws and no players of its own: its holder gives the inputs and the
// networks, and looks on through Hooks. Everybody joins over a perfect network first; stage time 0 is the instant after that, and the
// same instant of the server's clock whatever the methods and networks, so that one play can be given to each of them.
//
// Data flow: Step runs what is due, in order of time: packets arrive, the server steps, then all clients make a frame, each with the
// input that it was given. Owner: the holder, one goroutine; nothing here has a goroutine or reads a clock.
//
// Invariants: a run is a function of Config and of the calls with their stage times (Hash tells); the clients know the server's clock
// exactly (client.Config.KnownClock), so that the stamps of their actions do not depend on the network.
package stage

import (
	"errors"
	"fmt"
	"time"

	"voxtide/client"
	"voxtide/internal/splitmix"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/server"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/world"
)

// Config is how a stage is made. The zero value of a field means what its comment says.
type Config struct {
	Players    int           // 2
	Land       Land          // Flat(24)
	Seed       uint64        // of the network's draws
	Creative   bool          // the mode of the players
	Inventory  []world.Stack // of the players; nil: blocks to build with
	Rules      world.Rules   // of the game; peaceful
	View       int           // in sections, to all sides; 3, and 1 up and down
	FrameTime  time.Duration // between two frames of a client; 1/60 s
	ServerStep time.Duration // between two steps of the server; 1/60 s
	UpdateRate int           // updates a second to each client, at most; 60
	Methods    []string      // of the clients, in turn (client.Config.Strategy), with DirectSuffix or without; none: the first of the table
	Links      []Links       // of the clients, in turn, from stage time -WarmUp on; none: perfect
	WarmUp     time.Duration // everybody stands still under these conditions before stage time 0: estimates settle; 0
	// FateByOrder draws the fate of packets from the sequence of draws instead of from (seed, link, number of the packet).
	// Then another method meets another network.
	FateByOrder bool
	NoCopies    bool   // the transport sends no early copies
	NoScene     bool   // as in client.Config
	PvP         bool   // players may strike each other
	Direct      Direct // the paths of direct links, where a method asks for them
	Hooks       Hooks
}

// Links are the conditions of one client's two directions.
type Links struct{ Up, Down memnet.Link }

// Hooks are told what happens. Each may be nil. None may step the stage.
type Hooks struct {
	// Input is called before each frame of client i and may change the input, whose actions are those given since the last frame.
	Input func(i int, now time.Duration, in *client.Input)
	// Frame is called after each frame of client i. The scene is valid until its next frame.
	Frame func(i int, now time.Duration, sc *scene.Scene)
	// ServerStep is called after each step of the server.
	ServerStep func(now time.Duration)
	// Correction is called when the body, blocks or inventory of client i are not as they were predicted.
	Correction func(i int, c predict.Correction)
	// Packet is called when a packet leaves: when it arrives, or that it is lost, is known by then.
	Packet func(p Packet)
	// Measure is called before and after each frame (client i) and each step of the server (i = -1), for the cost of both.
	Measure func(i int, after bool)
}

// Packet is one datagram of client i. Times are stage times.
type Packet struct {
	Client        int
	Up            bool   // to the server
	Number        uint64 // of its direction, from 1 with the client's first packet
	Sent, Arrives time.Duration
	Size          int // bytes with all headers
	Lost          bool
	Bulk          bool // carries sections
	Duplicate     bool // arrives beside the first one of its number
}

// Stage is a server with its clients.
type Stage struct {
	cfg      Config
	network  *memnet.Network
	peers    *peerNetwork // nil: no method asks for direct links
	server   *server.Server
	observer observer
	seats    []*seat
	began    time.Duration // time of the network at stage time 0
	stepAt   time.Duration // of the next step, and of the next frames; time of the network
	frameAt  time.Duration
	playing  bool // stage time 0 has come

	peersAtZero nat.Stats // at stage time 0
}

// seat is a client with its connection and its input.
type seat struct {
	index      int
	stage      *Stage
	client     *client.Client
	links      Links
	clientConn *memnet.Conn
	serverConn *memnet.Conn
	input      client.Input
	before     [2]memnet.Stats // of earlier connections, up and down
	atZero     [2]memnet.Stats // at stage time 0
	dials      uint64
	end        end
}

// joinTime is the virtual time that joining takes, the same for every method; stage time 0 is after it.
const joinTime = 3 * time.Second

// ErrNotJoined means that a client does not play at stage time 0.
var ErrNotJoined = errors.New("stage: a client did not get into the world")

// New makes a stage. All clients have joined and stand at their homes; stage time is 0.
func New(cfg Config) (*Stage, error) {
	cfg.setDefaults()
	s := &Stage{cfg: cfg, network: memnet.New(cfg.Seed)}
	s.network.SetTimeout(time.Second, 10*time.Second)
	s.network.SetFateByPacket(!cfg.FateByOrder)
	for _, m := range cfg.Methods {
		_, direct, err := ParseMethod(m)
		if err != nil {
			return nil, fmt.Errorf("stage: %w", err)
		}
		if direct && s.peers == nil {
			s.peers = newPeerNetwork(&s.cfg)
		}
	}
	if cfg.Hooks.Packet != nil {
		s.network.OnPacket(s.packetSent)
	}
	var err error
	s.server, err = server.New(server.Config{
		Generate: cfg.Land.Section, Spawn: cfg.Land.Spawn, Creative: cfg.Creative, StartingInventory: cfg.Inventory,
		Seed: cfg.Seed, Store: store.NewMemory(nil), View: cfg.View, ViewY: max(1, cfg.View-viewDistance), Rules: cfg.Rules, Observer: &s.observer, AnyMethod: true,
		PvP: cfg.PvP, UpdateRate: cfg.UpdateRate,
	})
	if err != nil {
		return nil, fmt.Errorf("stage: %w", err)
	}
	for i := range cfg.Players {
		s.seats = append(s.seats, s.newSeat(i))
	}
	s.frameAt = cfg.FrameTime / framePhase
	s.run(joinTime)
	for _, k := range s.seats {
		if !k.client.Playable() {
			return nil, fmt.Errorf("%w: client %d is %v %s", ErrNotJoined, k.index, k.client.State(), k.client.Reason())
		}
		if n := len(cfg.Links); n > 0 {
			l := cfg.Links[k.index%n]
			s.SetNetwork(k.index, l.Up, l.Down)
		}
	}
	s.began = joinTime + cfg.WarmUp
	s.run(s.began)
	s.playing = true
	s.peersAtZero = s.peerStats()
	for _, k := range s.seats {
		k.atZero[0], k.atZero[1] = k.total()
	}
	return s, nil
}

const (
	viewDistance = 3 // sections, the usual
	framePhase   = 3 // frames come a third of a frame after the steps of a server of the same rate
)

func (c *Config) setDefaults() {
	if c.Players == 0 {
		c.Players = 2
	}
	if c.Land.Section == nil {
		c.Land = Flat(24)
	}
	if c.View == 0 {
		c.View = viewDistance
	}
	if c.FrameTime == 0 {
		c.FrameTime = time.Second / 60
	}
	if c.ServerStep == 0 {
		c.ServerStep = time.Second / 60
	}
	if c.Inventory == nil {
		c.Inventory = []world.Stack{world.StackOf(world.Stone, 64), world.StackOf(world.Dirt, 64),
			world.StackOf(world.Planks, 64), world.StackOf(world.Sand, 64), world.StackOf(world.StoneSlab, 64)}
	}
}

// Now returns the stage time: that of the last call of Step.
func (s *Stage) Now() time.Duration { return s.network.Now() - s.began }

// NextFrame returns the stage time of the next frames.
func (s *Stage) NextFrame() time.Duration { return s.frameAt - s.began }

// Step plays everything that is due up to a stage time.
func (s *Stage) Step(to time.Duration) { s.run(s.began + to) }

// run plays everything that is due up to a time of the network. A step comes before frames of the same instant.
func (s *Stage) run(to time.Duration) {
	for {
		at := min(s.stepAt, s.frameAt)
		if at > to {
			break
		}
		s.advance(at)
		if s.stepAt <= s.frameAt {
			s.stepServer(at)
			s.stepAt += s.cfg.ServerStep
			continue
		}
		for _, k := range s.seats {
			k.frame(at)
		}
		s.frameAt += s.cfg.FrameTime
	}
	s.advance(max(to, s.network.Now()))
}

// advance lets packets arrive.
func (s *Stage) advance(at time.Duration) {
	s.network.Advance(at)
	if s.peers != nil {
		s.peers.Advance(at)
	}
}

func (s *Stage) stepServer(at time.Duration) {
	h := &s.cfg.Hooks
	if h.Measure != nil && s.playing {
		h.Measure(-1, false)
	}
	s.server.Step(at)
	if h.Measure != nil && s.playing {
		h.Measure(-1, true)
	}
	if h.ServerStep != nil && s.playing {
		h.ServerStep(at - s.began)
	}
}

// Input sets what client i holds from its next frame on; the actions are done in that frame.
func (s *Stage) Input(i int, in client.Input) {
	k := s.seats[i]
	pending := append(k.input.Actions, in.Actions...)
	k.input = in
	k.input.Actions = pending
}

// SetNetwork changes the conditions of client i from now on; packets in flight keep their arrival times.
func (s *Stage) SetNetwork(i int, up, down memnet.Link) {
	k := s.seats[i]
	up.Copies, down.Copies = !s.cfg.NoCopies, !s.cfg.NoCopies
	k.links = Links{up, down}
	if k.clientConn != nil {
		k.clientConn.SetLink(up)
		k.serverConn.SetLink(down)
	}
}

// SetServerStep changes the time between two steps of the server, from the next one on.
func (s *Stage) SetServerStep(d time.Duration) {
	if d > 0 {
		s.cfg.ServerStep = d
	}
}

// Players returns the number of clients.
func (s *Stage) Players() int { return len(s.seats) }

// Client returns client i. It must not be called but for what it shows and tells.
func (s *Stage) Client(i int) *client.Client { return s.seats[i].client }

// Server returns the server, to be looked at.
func (s *Stage) Server() *server.Server { return s.server }

// ServerWorld returns the server's world. It must not be changed.
func (s *Stage) ServerWorld() *world.World { return s.server.World() }

// Clock returns the server's clock at a stage time.
func (s *Stage) Clock(at time.Duration) timestream.Time { return s.worldTime(s.began + at) }

// worldTime returns the server's clock at a time of the network: its first step is at 0.
func (s *Stage) worldTime(at time.Duration) timestream.Time {
	return timestream.Time(at / time.Microsecond)
}

// Stats returns what client i has sent and what was sent to it since stage time 0, over all its connections.
func (s *Stage) Stats(i int) (up, down memnet.Stats) {
	k := s.seats[i]
	up, down = k.total()
	return subtract(up, k.atZero[0]), subtract(down, k.atZero[1])
}

// Hash returns a digest of all states and of every arrival of a packet: runs with the same hash went the same way.
func (s *Stage) Hash() uint64 {
	h := splitmix.Mix(s.server.World().Hash() ^ s.server.Edits())
	h = splitmix.Mix(h ^ s.network.Hash())
	if s.peers != nil {
		h = splitmix.Mix(h ^ s.peers.Hash())
	}
	for _, k := range s.seats {
		if w := k.client.World(); w != nil {
			h = splitmix.Mix(h ^ w.Hash())
		}
		h = splitmix.Mix(h ^ uint64(k.client.UnackedCount()))
	}
	return h
}
