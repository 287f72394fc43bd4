// Package client is a session without a window: Picture(now, input) takes what has arrived, turns input into actions,
// predicts up to the picture's time and returns the scene. A bot is a client without a renderer.
//
// Owner: one goroutine, which calls Picture for every picture and alone touches the client. It reads no clock: now is
// the caller's monotonic time. Nothing blocks.
//
// Data flow of a picture: arrived messages (at most one revert), input to actions stamped 1 µs after the last picture,
// the stamp declared, one prediction to the picture's time, smoothing above it, the scene.
//
// Invariants: an action shows in the picture of the call that took it, whatever the round trip; picture times never go
// back behind what was done or declared, nor what is done goes further than protocol.Horizon past the received stamp; a
// client that has had no frame for 2 s, does not know the server's clock, or has 256 actions that are not acked, takes no
// input and says so; nothing that is smoothed feeds back.
package client

import (
	"time"

	"voxtide/actions"
	"voxtide/mesh"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/wire"
	"voxtide/world"
)

// Config is how a client is made. The zero value of a field means what its comment says.
type Config struct {
	Name     string
	Dial     func() transport.Conn // opens a connection; required
	View     int                   // sections to see horizontally; 0: as many as the server gives
	Strategy string                // one of Strategies; "" is "timestream"
	Check    bool                  // law 11: revert and predict anew on purpose, and compare
	Every    bool                  // and that in every picture
	// Interpolate draws the bodies of others 100 ms in the past, between received states, instead of where their streams
	// are predicted to be.
	Interpolate bool
	// Looks is how blocks look, for a client whose pictures are drawn: it meshes sections with so many Workers (0 for one).
	// nil for one without a window.
	Looks   *mesh.Looks
	Workers int
	Observe Observer // told what happens; nil for nobody
	// Tap is shown each frame before it is applied, for those who judge what was told; it must change nothing, keep nothing
	// and not call the client back. nil for nobody.
	Tap    func(f *protocol.Frame)
	GiveUp time.Duration // a first join that nobody answers for so long is over; 0 is 30 s
	Feel   Feel          // what pictures add for the look of it
	// Frame is where frames are read into, for clients of one goroutine that share the memory; nil for one of its own.
	Frame *protocol.Frame
	// Blind is for who looks at no picture: its scenes are empty, and with "dumb" bodies of others are not followed.
	Blind bool
}

// Observer is told what happens in a client, for laboratories. It must not call the client back.
type Observer interface {
	// Correction is called when the own body is not where it was predicted to be.
	Correction(c predict.Correction)
	// SectionEdit is called for each change of the received state of a section: a snapshot taken at edit seq, or one
	// edit of that number.
	SectionEdit(p world.SectionPos, epoch uint32, seq uint64, snapshot bool, b world.Block, at world.Pos)
	// Frame is called after a frame was applied.
	Frame(number, complete uint64)
}

// Input is what the player holds and did since the last picture. Of the actions in Do the kind and what it takes are
// read; number, time and frame are filled in.
type Input struct {
	Keys  world.Keys
	Yaw   uint16
	Pitch float64 // of the look, degrees, positive up; for pictures alone, the own and those of others
	Do    []actions.Action
}

// State is how a session stands.
type State uint8

// The states of a session.
const (
	Joining  State = iota // no whole state has come yet
	Playing               //
	Waiting               // no frame for 2 s or too many actions un-acked: takes no input
	Resuming              // the connection ended; another is being opened
	Ended                 // for good; see Reason
)

var stateNames = [...]string{"joining", "playing", "waiting", "resuming", "ended"}

// String returns the state in a word.
func (s State) String() string { return stateNames[s] }

// Client is one session.
type Client struct {
	cfg    Config
	conn   transport.Conn
	state  State
	reason string

	strategy  Strategy
	stream    timestream.Stream
	token     protocol.Token
	clock     clock
	frame     *protocol.Frame
	reader    wire.Reader // of the message under way
	pack      protocol.Packer
	welcomed  bool
	early     []early
	now       time.Duration
	heard     time.Duration // when the last frame came
	dialled   time.Duration
	began     time.Duration // when the first connection was opened
	backoff   time.Duration
	declared  timestream.Time
	declareAt time.Duration
	acted     timestream.Time // stamp of the last own action
	until     timestream.Time // no input is taken before
	unsure    bool            // nor while the server's clock is waited for,
	unsureAt  time.Duration   // as it is from here on
	resend    bool            // un-acked actions go again with the next frame

	next     uint64 // number of the next action
	keys     world.Keys
	yaw      uint16
	born     []birth // own actions that have not been shown yet
	pictures int
	onAction func(a *actions.Action)
	buf      []byte
	smooth   smoother
	past     interpolator
	view     *view // nil without a window
	lookup   lookup
	eyes     eyes
	dust     dust
	floated  timestream.Time // when leaves and fireflies were last looked for
	scene    scene.Scene
	stats    Stats
	reporter reporter
}

// birth is an action and the picture that took it.
type birth struct {
	number  uint64
	picture int
}

// New returns a client that opens its connection at the first picture.
func New(cfg Config) *Client {
	if cfg.Strategy == "" {
		cfg.Strategy = "timestream"
	}
	c := &Client{cfg: cfg, next: 1, frame: cfg.Frame}
	if c.frame == nil {
		c.frame = &protocol.Frame{}
	}
	if cfg.Looks != nil {
		c.view = newView(cfg.Looks, max(1, cfg.Workers))
	}
	c.dust.begin(cfg.Feel.Particles)
	if cfg.GiveUp == 0 {
		c.cfg.GiveUp = 30 * time.Second
	}
	return c
}

// Stream returns the own stream; 0 before the server has given one.
func (c *Client) Stream() timestream.Stream { return c.stream }

// State returns how the session stands.
func (c *Client) State() State { return c.state }

// Reason tells why the session ended or the connection was lost.
func (c *Client) Reason() string { return c.reason }

// World returns the world as it is shown, nil before anything came. Read it only; valid until the next picture.
func (c *Client) World() *world.World {
	if c.strategy == nil {
		return nil
	}
	return c.strategy.World()
}

// Received shows f the received state, without predictions.
func (c *Client) Received(f func(w *world.World)) {
	if c.strategy != nil {
		c.strategy.Inspect(f)
	}
}

// Pitch returns how far up another player looks, in degrees, as far as that was told.
func (c *Client) Pitch(of timestream.Stream) int8 {
	if c.strategy == nil {
		return 0
	}
	return c.strategy.Pitch(of)
}

// Unacked returns the number of own actions that are not acked.
func (c *Client) Unacked() int {
	if c.strategy == nil {
		return 0
	}
	return c.strategy.Unacked()
}

// OnAction sets a function that is told every own action as it is sent, for links to peers.
func (c *Client) OnAction(f func(a *actions.Action)) { c.onAction = f }

// PushPeer adds an action of a directly linked peer.
func (c *Client) PushPeer(s timestream.Stream, a *actions.Action) {
	if c.strategy != nil && c.state == Playing {
		c.strategy.PushPeer(s, a)
	}
}

// Leave ends the session.
func (c *Client) Leave() {
	if c.conn != nil {
		c.report(true)
		c.conn.Flush()
		c.conn.Close("left")
	}
	c.end("left")
}

// Close ends the workers of a client whose pictures are drawn; the session must have been left.
func (c *Client) Close() {
	if c.view != nil {
		c.view.crew.close()
	}
}

// Settled tells whether all sections that are here and can be meshed have been, and the renderer has them.
func (c *Client) Settled() bool { return c.view == nil || c.view.idle() }

func (c *Client) end(why string) {
	c.state, c.reason = Ended, why
}

// Picture makes one picture: now is the caller's monotonic time. The scene is valid until the next call.
func (c *Client) Picture(now time.Duration, in Input) *scene.Scene {
	c.now = now
	c.pictures++
	c.stats.Pictures++
	if c.state != Ended {
		c.receive()
		c.connection()
	}
	if c.strategy != nil && c.strategy.Complete() {
		c.picture(in)
		c.report(false)
	}
	if c.conn != nil {
		c.conn.Flush()
	}
	return c.show(in)
}

// picture is the part of Picture that plays.
func (c *Client) picture(in Input) {
	last := c.strategy.Now()
	to := max(c.clock.read(c.now), last, c.until)
	if st := c.strategy.World().Stream(c.stream); st != nil {
		to = max(to, st.Stamp) // a clock that is behind the own stream would act in time that is taken
	}
	if limit := c.horizon(); to > limit {
		to = max(last, limit)
	}
	if c.state == Playing && c.clock.set {
		c.input(in, last, to)
		c.declare(to, in.Pitch)
	}
	fix, corrected := c.strategy.Picture(to)
	if corrected {
		c.stats.corrected(&fix)
		if c.cfg.Observe != nil {
			c.cfg.Observe.Correction(fix)
		}
	}
	for _, fix := range c.strategy.Happened().Corrected {
		c.stats.corrected(&fix)
		if c.cfg.Observe != nil {
			c.cfg.Observe.Correction(fix)
		}
	}
	c.shown()
}

// horizon is how far a client predicts, and so acts and declares at most.
func (c *Client) horizon() timestream.Time {
	st := c.strategy.World().Stream(c.stream)
	if st == nil {
		return timestream.Never
	}
	return st.Stamp.Add(protocol.Horizon)
}

// shown notes which of the own actions are in this picture.
func (c *Client) shown() {
	upTo := c.strategy.Performed()
	k := 0
	for k < len(c.born) && c.born[k].number <= upTo {
		c.stats.InputToPicture = max(c.stats.InputToPicture, c.pictures-c.born[k].picture+1)
		k++
	}
	c.born = c.born[:copy(c.born, c.born[k:])]
}
