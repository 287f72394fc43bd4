package netlab

import (
	"crypto/ed25519"
	"math"
	"net/netip"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/edits"
	"voxtide/internal/splitmix"
	"voxtide/lab/liar"
	"voxtide/lab/netlab/players"
	"voxtide/lab/perception"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
	"voxtide/world"
)

// simClient is a client with its player, its machine's clock, its network and its troubles.
type simClient struct {
	index int // from 0; the client's stream is another number
	sim   *simulation
	name  string

	client    *client.Client
	conn      *simConn // the last that was opened, nil if that failed
	conns     []*simConn
	told      told // what the last update that came rested on when it left; with two machines
	player    *players.Player
	spawn     world.Vec // where the player of its number among the streams begins
	view      perception.View
	input     client.Input
	intent    players.Intent
	clock     driftingClock
	rng       splitmix.Source
	immediacy immediacy
	host      *nat.Host   // in the network of direct links; nil: it has none
	socket    *nat.Socket // of the present connection
	port      uint16
	liar      *liar.Liar // nil for an honest one

	nextFrame time.Duration // virtual time of the next frame
	idle      bool          // the player releases all keys
	joinAt    time.Duration

	troubles clientTroubles
	tally    clientTally
}

// sample is where the own avatar was shown at an instant.
type sample struct {
	at    timestream.Time
	pos   world.Vec
	vel   world.Vec
	needs world.Needs
}

// flowSample is what the cells below a dam showed at an instant: flowCells of them from a corner on.
type flowSample struct {
	of    timestream.Stream
	at    timestream.Time
	from  world.Pos
	cells []world.Block
}

// The cells that are compared with zero delay: what a dam breaker floods, from the dam to below the second cliff.
const (
	flowX, flowY, flowZ = 20, 18, 20
	flowCells           = flowX * flowY * flowZ
	flowEvery           = 15 // frames between two samples
)

// notHere takes the place of a cell whose section has not come.
const notHere = world.Block(1<<16 - 1)

// flowAt returns the cells that show at an instant in a world.
func flowAt(w *world.World, from world.Pos, at timestream.Time) []world.Block {
	cells := make([]world.Block, flowCells)
	for i := range cells {
		k := int32(i)
		b, there := w.BlockAt(world.Pos{X: from.X + k%flowX, Y: from.Y + k/flowX%flowY, Z: from.Z + k/(flowX*flowY)}, at)
		if cells[i] = b; !there {
			cells[i] = notHere
		}
	}
	return cells
}

// pitchFor derives a pitch from the yaw: no rule depends on it, and it moves and comes to rest with the yaw. pitchOf
// is what others are told of it, in whole degrees.
func pitchFor(yaw uint16) float64   { return float64(int16(yaw)) / 365 }
func pitchOf(in *client.Input) int8 { return int8(math.Round(in.Pitch)) }

// nameTaken is the server's answer while a session of that name exists.
const nameTaken = "name taken"

const (
	unackedMax = 256 + 64 // with actions that count in no bound: confirmed sections
	statsEvery = 8        // frames between two checks of a client's counters
	undoEvery  = 64       // frames between two checks of its received state from outside
)

// corrected checks a correction: law 5.
func (s *simClient) corrected(c *predict.Correction) {
	s.tally.byKind[c.Kind][c.Cause]++
	if c.Kind == predict.KindBody {
		s.tally.byCause[c.Cause]++
	}
	s.tally.largest = max(s.tally.largest, c.Distance)
	l := s.sim
	if !l.cfg.predicts() {
		if c.Cause == protocol.Unexplained && l.cfg.SwitchEvery > 0 && s.client.Promises() {
			l.fail(5, "client %d: an unexplained correction at %d, frame %d, of the %v, under %v", s.index, c.At, c.Update, c, s.client.Method())
		}
		return
	}
	if c.Kind == predict.KindBody {
		l.corrections++
	} else {
		s.tally.otherCorrections++
	}
	if c.Cause == protocol.Unexplained {
		l.unexplained++
		l.fail(5, "client %d: an unexplained correction at %d, frame %d, of the %v", s.index, c.At, c.Update, c)
	}
	if c.Kind == predict.KindBlocks && l.spawned.Waits > 0 && edits.RunsOrAir(c.WasBlock) && edits.RunsOrAir(c.IsBlock) {
		l.flowCut++ // a plan was cut by its bound: the server goes on with it
		return
	}
	_, died := l.perils.diedAt[s.client.Stream()] // by the server's word, which nobody predicts
	if l.cfg.alone(s.index) && s.troubles.disturbed == 0 && !(died && c.Cause == protocol.CauseServerMoved) && (c.Cause != protocol.CauseStall || l.now > joinGrace) {
		l.fail(5, "client %d: corrected where nobody interferes: the %v", s.index, c)
	}
}

// links returns what the client's direct links are made with, nil if the scenario has none.
func (s *simClient) links() *links.Config {
	c := &s.sim.cfg
	if s.host == nil || s.liar != nil {
		return nil
	}
	mode := links.All
	if c.Linking > 0 && s.index >= c.Linking {
		mode = links.Off
	}
	return &links.Config{Secret: s.secret(), Mode: mode, Socket: func() punch.Socket { return s.socket }}
}

// secret returns the player's identity, which is the seed's.
func (s *simClient) secret() secure.Secret {
	seed := make([]byte, ed25519.SeedSize)
	r := splitmix.Derive(s.sim.cfg.Seed, 13, uint64(s.index))
	for i := range seed {
		seed[i] = byte(r.Uint64() >> 56)
	}
	return secure.NewSecret(ed25519.NewKeyFromSeed(seed))
}

// located returns the server's end of a new connection, which comes from the socket that links use, too.
func (s *simClient) located(far transport.Conn) transport.Conn {
	if s.host == nil {
		return far
	}
	if s.socket != nil {
		s.socket.Close()
	}
	s.port++
	socket := s.host.Listen(linksPort + s.port%1000)
	s.socket = socket
	known := transport.WithIdentity(far, transport.Identity(s.secret().Public()))
	return transport.WithLocation(known, func() netip.AddrPort { return socket.MappedTo(serverAddress) })
}

// linksPort is the first port of a client's sockets; serverAddress is the server's in the links' network.
const linksPort = 40_000

var serverAddress = netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, 1}), 4000)

// clientTroubles is what the scenario does to one client.
type clientTroubles struct {
	awayUntil    time.Duration // the player has left until then
	asleepUntil  time.Duration // no frames until then
	hitchedUntil time.Duration // the last pause between two frames ended
	slowSince    time.Duration // a cheat slows its clock since then
	midFallAfter time.Duration // no trouble of that kind before
	cutAfter     time.Duration
	cutUntil     time.Duration // the network loses everything until then
	switchAt     time.Duration // no other method before
	disturbed    int           // number of troubles after which nothing is promised
}

// clientTally is what the laws and the report count of one client.
type clientTally struct {
	frames           int
	edits            int // block edits received
	updates          int
	switches         int                                                   // of the method
	complete         uint64                                                // number of the edit to which the last update is complete, also while it is applied
	played           int                                                   // frames in which it played
	waits            int                                                   // frames after the first of these in which it did not
	total            client.Stats                                          // of the clients of earlier sessions
	up, down         uint64                                                // bytes on the network, of earlier connections
	byCause          [protocol.CauseCount]int                              // corrections of the avatar
	byKind           [predict.CorrectionKindCount][protocol.CauseCount]int // corrections by what was corrected
	otherCorrections int                                                   // corrections of blocks and inventory
	largest          int64
	body             body          // shown last
	updateAt         time.Duration // the last update was applied
	overTakeOver     bool          // since then another server has gone on
	unackedMax       int
	path             []sample
	flows            []flowSample
}

// keepStats adds the counters of the present client to those of the earlier ones.
func (s *simClient) keepStats() {
	st := s.client.Stats()
	t := &s.tally.total
	t.Frames += st.Frames
	t.Updates += st.Updates
	t.Actions += st.Actions
	t.Resumes += st.Resumes
	t.Resent += st.Resent
	t.LostMoves += st.LostMoves
	t.ToldWho += st.ToldWho
	t.InputToFrame = max(t.InputToFrame, st.InputToFrame)
	for i, n := range st.Refused {
		t.Refused[i] += n
	}
}

// driftingClock is a client's own monotonic clock as a function of virtual time. It starts anywhere, drifts, may
// stand while the machine sleeps, and may be slowed by a cheat.
type driftingClock struct {
	offset time.Duration
	drift  int64         // parts per million too fast
	lost   time.Duration // time lost by standing or running slowly
}

// read returns the clock's reading.
func (c *driftingClock) read(now time.Duration) time.Duration {
	return c.offset + now + now/1e6*time.Duration(c.drift) - c.lost
}

// updateCame notes an update before the client applies it.
func (s *simClient) updateCame(u *protocol.Update) {
	s.tally.complete = u.CompleteTo
	if s.conn != nil && s.conn.word != nil {
		s.conn.word.came(u)
	}
}

func (s *simClient) join() {
	if s.sim.cfg.Liar && s.index == 0 && s.liar == nil {
		s.liar = liar.New(liar.Config{Secret: s.secret(), Socket: func() punch.Socket { return s.socket }, Trick: s.sim.cfg.Trick, Seed: s.sim.cfg.Seed})
	}
	s.client = client.New(client.Config{
		OnUpdate: s.updateCame,
		Name:     s.name, Dial: s.dialFirst, DialOther: func(name string) transport.Conn { return s.dial(s.sim.machineAt(name)) }, Strategy: s.sim.cfg.Strategy, Observer: clientObserver{s},
		CheckRevert: true, CheckEveryFrame: s.sim.cfg.CheckEveryFrame, Links: s.links(),
	})
}
