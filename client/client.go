// Package client is a session without a window: Frame(now, input) applies what has arrived, turns input into actions,
// predicts up to the frame's time and returns the scene. A bot is a client without a renderer.
//
// Owner: one goroutine, which calls Frame for every frame and alone touches the client. It reads no clock: now is the
// caller's monotonic time. Nothing blocks.
//
// Data flow of a frame: received messages (at most one revert), input to actions stamped 1 µs after the last frame, the
// declared stamp, one prediction to the frame's time, effects on top of it, the scene.
//
// Files, each of which uses those named before it: method_axes, method, strategy and method_parse are the table of methods;
// link, own_stream, clock, stats and telemetry own the parts of a session; client declares it; status, direct_links, netnotes,
// watch, method_switch, looks and input ask and do one thing each; resume, others, receive and connection keep the session;
// scene shows it; frame makes a client, and uses them all.
//
// Invariants: an action shows in the frame of the call that took it, whatever the round trip; frame times never go back
// behind an action or a declared stamp, and no action goes further than protocol.Horizon past the received stamp; a client
// that has had no update for 2 s, does not know the server's clock, or has 256 un-acked actions, takes no input and says so;
// no smoothing feeds back.
package client

import (
	"time"

	"voxtide/actions"
	"voxtide/client/effects"
	"voxtide/client/far"
	"voxtide/client/hearing"
	"voxtide/client/links"
	"voxtide/client/netstats"
	"voxtide/client/packs"
	"voxtide/client/skins"
	"voxtide/client/terrain"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// Config is how a client is made. The zero value of a field means what its comment says.
type Config struct {
	Name  string
	World string                // of those of the server, to begin in; "": where the player was last
	Dial  func() transport.Conn // opens a connection; required
	// DialOther opens a connection to another server of the same world, at an address that this one named; the other has to show the
	// same key. nil: others are not asked.
	DialOther       func(address string) transport.Conn
	ViewDistance    int    // sections to see horizontally; 0: as many as the server gives
	Strategy        string // a method in text form, see ParseMethod; "" and what is none are the first of Methods
	CheckRevert     bool   // law 11: revert and predict again on purpose, and compare
	CheckEveryFrame bool   // do that in every frame
	// Faces are the faces of blocks, for a client with a window, which meshes sections with a number of Workers (0: one).
	// nil for a client without a window.
	Faces    *mesh.BlockFaces
	Workers  int
	Observer Observer           // nil for none
	Recorder Recorder           // nil for none
	NetStats *netstats.Recorder // takes notes of what the netcode does; nil for none
	// OnUpdate is called with each update before it is applied. It must not change or keep the update, nor call the client.
	// nil for none.
	OnUpdate    func(u *protocol.Update)
	JoinTimeout time.Duration // after which a first join without an answer ends the session; 0 is 30 s
	Effects     effects.Options
	// UpdateBuffer is the buffer that updates are read into, for clients of one goroutine that share it; nil for a buffer of
	// its own.
	UpdateBuffer *protocol.Update
	// KnownClock returns the server's clock at a local time, for laboratories alone: with it the client estimates nothing, so its
	// stamps do not depend on the network, and one play can be given to every method. nil: the clock is estimated.
	KnownClock func(now time.Duration) timestream.Time
	// TrueRoundTrip returns the round trip of a simulated network, for methods that are to know it exactly (rtt=true). nil: they
	// estimate it.
	TrueRoundTrip func() time.Duration
	// Links are the player's direct links to others; nil: none, and nothing is said of them.
	Links *links.Config
	// FarReach is how far land is shown beyond the view, in blocks, at most protocol.FarReachMax; 0: not at all.
	FarReach  int
	FarDetail far.Detail
	// NoScene leaves the scenes empty, and with "dumb" leaves out the entities of others.
	NoScene bool
}

// Observer receives the events of a client, for laboratories. Its methods must not call the client.
type Observer interface {
	// Correction is called when the own body is not where it was predicted to be.
	Correction(c predict.Correction)
	// SectionEdit is called for each change of the received state of a section: a snapshot taken at edit seq, or one
	// edit of that number.
	SectionEdit(p world.SectionPos, epoch uint32, seq uint64, snapshot bool, b world.Block, at world.Pos)
	// Update is called after an update was applied.
	Update(number, complete uint64)
}

// Recorder notes all that a session depends on, so that it can be played again: see package client/recording. Its methods must not
// call the client.
type Recorder interface {
	// Dialed is called with each connection that was opened, nil if none was, and returns the one to use.
	Dialed(conn transport.Conn) transport.Conn
	// BeginFrame is called before each frame, and EndFrame after it with the shown world, nil before there is one.
	BeginFrame(now time.Duration, in *Input)
	EndFrame(sc *scene.Scene, w *world.World)
	// Linked is called with each effect of direct links, before it is carried out. It must not keep the effect.
	Linked(e *links.Effect)
	// Called is called before one of the calls below changes the session, with its argument.
	Called(call Call, argument string)
}

// Call is a call, beside Frame, that changes a session.
type Call uint8

// The calls that a Recorder is told of.
const (
	CallSetMethod       Call = iota // the method in text form
	CallReconnect                   // the reason
	CallSetViewDistance             // the distance in sections
	CallLeave
	CallAskPlayers
	CallCount
)

// Input is what the player holds and did since the last frame. Number, time and update of the actions are filled in.
type Input struct {
	Keys    world.Keys
	Yaw     uint16       // 65536 a turn, clockwise from north
	Pitch   float64      // degrees, positive up; it is only drawn, here and on the clients of others
	View    effects.View // from where the frame is seen; the player aims from the eye in each of them
	Actions []actions.Action
}

// State is the state of a session.
type State uint8

// The states of a session.
const (
	Joining  State = iota // the whole state has not come yet
	Playing               //
	Waiting               // no update for 2 s, too many un-acked actions, or an unknown clock: takes no input
	Resuming              // the connection was lost; another is being opened
	Ended                 // for good; see Reason
)

var stateNames = [...]string{"joining", "playing", "waiting", "resuming", "ended"}

// String returns the state in a word.
func (s State) String() string { return stateNames[s] }

// Client is one session.
type Client struct {
	cfg    Config
	state  State
	reason string

	now      time.Duration   // of the frame
	frames   int             // made so far
	strategy Strategy        // nil before the first welcome
	method   Choice          // which is shown
	judged   protocol.Method // the server's part of the method, by the last update
	asking   methodRequest
	stream   timestream.Stream
	token    protocol.Token // resumes the session
	link     link
	clock    serverClock
	own      ownStream
	known
	ticks  tickClock // with protocol.JudgeTicks
	direct directLinks

	terrain   *terrain.View // nil without a window
	source    worldSource
	effects   *effects.Effects
	ears      hearing.Ears
	scene     scene.Scene
	stats     Stats
	telemetry telemetry

	notedUpdates int // updates whose first prediction was noted in Config.NetStats
}

// known is what the client was told beside the world around it: of the others who play, and of the land beyond the view.
type known struct {
	players playerList
	skins   skins.Book
	packs   packs.Fetch
	packErr error     // why the server's pack did not come
	far     *far.View // nil without a window
	travel  travel
	watch   timestream.Stream // through whose eyes the world is shown; 0: through the own
}

// playerList is who plays, as the server last said.
type playerList struct {
	protocol.Players
	asked   bool
	askedAt time.Duration
	version int // of what it holds
}

// travel is in which of a server's worlds one plays, and whether one goes to another.
type travel struct {
	world string // that one plays in, or asks for; "": where the server has it
	to    string // where one goes once all that one did is acknowledged; "": one stays
}

// worldSource is where the terrain looks up the sections of a session.
type worldSource struct {
	*world.World
	own timestream.Stream
	now timestream.Time
}

// Section returns a section as it shows now.
func (l *worldSource) Section(p world.SectionPos) *world.Section {
	s := l.World.Section(p)
	if s == nil {
		return nil
	}
	return s.At(l.now)
}

// Awaited reports whether a section that is not loaded has been promised.
func (l *worldSource) Awaited(p world.SectionPos) bool { return l.Subscription(l.own, p).Epoch != 0 }

// methodRequest is what the client wants and has asked the server for.
type methodRequest struct {
	wanted         Choice
	wantedOfServer protocol.Method // the server's part of it
	number         uint64          // of the last request
	method         protocol.Method // that it asked for
	pending        bool            // it has not been answered
	told           bool            // the server has told its part of the method
	refusal        protocol.MethodRefusal
}

// want notes another choice.
func (q *methodRequest) want(m Choice) { q.wanted, q.wantedOfServer, q.refusal = m, m.serverPart(), 0 }

// reset begins a fresh session, which has asked for nothing.
func (q *methodRequest) reset() { q.number, q.pending, q.told, q.refusal = 0, false, false, 0 }

// World returns the shown world, nil before it has come. It must not be changed and is valid until the next frame.
func (c *Client) World() *world.World {
	if c.strategy == nil {
		return nil
	}
	return c.strategy.World()
}

// receivedStamp returns the received stamp of a stream, 0 if there is none.
func (c *Client) receivedStamp(of timestream.Stream) timestream.Time {
	if st := c.strategy.World().Stream(of); st != nil {
		return st.Stamp
	}
	return 0
}

// shownMethod returns the method to show under the judge in force: the wanted one, or as long as the server judges otherwise
// the present one, or the default.
func (c *Client) shownMethod() Choice {
	for _, m := range []Choice{c.asking.wanted, c.method} {
		if m.Name != "" && m.serverPart().Judge == c.judged.Judge {
			return m
		}
	}
	return Methods[0].row()
}

// roundTrip returns an estimate of the round trip: "min" is the least of the last 2 s, "true" what the laboratory knows,
// anything else the smoothed one.
func (c *Client) roundTrip(estimate string) timestream.Duration {
	trip := c.clock.trips.smooth
	switch {
	case estimate == "min":
		trip = c.clock.trips.least()
	case estimate == "true" && c.cfg.TrueRoundTrip != nil:
		trip = c.cfg.TrueRoundTrip()
	}
	return timestream.Duration(trip / time.Microsecond)
}

// noteCall tells the recorder of a call.
func (c *Client) noteCall(call Call, argument string) {
	if c.cfg.Recorder != nil {
		c.cfg.Recorder.Called(call, argument)
	}
}

// end ends the session.
func (c *Client) end(why string) {
	c.direct.end()
	c.link.others.drop(why) // or the session would be asked for once more, there
	c.state, c.reason = Ended, why
}

// connectionLost drops the connection. Others are opened with growing pauses.
func (c *Client) connectionLost(why string) {
	c.direct.end()
	c.link.drop()
	c.reason = why
	if c.stream != 0 && (c.state != Playing || c.now-c.link.lastUpdateAt > waitAfter) {
		c.state = Resuming
	}
}

// giveUpConnection closes the connection and drops it.
func (c *Client) giveUpConnection(told, why string) {
	c.link.conn.Close(told)
	c.connectionLost(why)
}

// sendMessage sends a message, if there is a connection. A connection without room for it is given up and dropped.
func (c *Client) sendMessage(message []byte) {
	if c.link.conn == nil {
		return
	}
	if err := c.link.conn.Send(transport.Live, message); err != nil {
		c.giveUpConnection(protocol.ReasonSlowNetwork.String(), "more had to be sent than the connection takes")
	}
}
