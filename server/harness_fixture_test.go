package server

import (
	"net/netip"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

const (
	ms     = time.Millisecond
	stepAt = time.Second / 60
)

// testClient is a client driven by the test: it applies what the server sends and predicts nothing.
type testClient struct {
	t           testing.TB
	r           *harness
	name        string
	who         transport.Identity
	at          netip.AddrPort // where the server sees it
	conn        *fakeConn
	queued      []protocol.Queued // places in the queue that it was told
	dumb        *predict.NoPrediction
	welcome     protocol.Welcome
	next        uint64
	acked       uint64
	stamp       timestream.Time // of its own stream, as received
	toldTo      timestream.Time // what a join says that it was told of its own stream
	updates     []uint64        // numbers of updates
	fullUpdates int
	stalls      int
	peerStalls  int // of others
	hashes      int
	pitch       int8   // declared
	looks       int    // received, of others
	owner       string // of the claim, in the last refusal
	why         map[uint64]actions.Refusal
	pack        protocol.Packer
	mute        bool // confirms no sections
	asked       uint64
	method      protocol.MethodState // as told last
	unacked     []actions.Action
	peerAcks    map[timestream.Stream]int // acks of others, received
	linkNews    []any                     // protocol.Peer, LinkEnded and LinkOffer, received
	players     protocol.Players          // as told last
	watches     []timestream.Stream       // as MsgWatch said
	playersTold int
	skins       []protocol.SkinRow // told
	pictures    [][]byte           // packed, received
	offers      []protocol.PackOffer
	packed      []byte         // of the server's pack, received
	far         [][]byte       // tiles of far land
	items       []world.Entity // told of
}

// harness is a server with clients driven by the test, under virtual time.
type harness struct {
	t     testing.TB
	s     *Server
	now   time.Duration
	hands []*testClient
}

// flatSection is a world of stone below 0.
func flatSection(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

func newHarness(t testing.TB, change func(*Config)) *harness {
	cfg := Config{
		Generate: flatSection, View: 1, ViewY: 1, BulkCredit: 200, Seed: 7,
		Bounds:            Bounds{UnreadTimeout: time.Hour}, // these clients ask for no clock
		Spawn:             func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i) * 3}) },
		StartingInventory: []world.Stack{world.StackOf(world.Stone, 64), world.StackOf(world.Sand, 64)},
		Creative:          true,
		Relays:            3, // where there are enough players
	}
	if change != nil {
		change(&cfg)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &harness{t: t, s: s}
}

// crash kills the server and starts another one on what the store had committed.
func (r *harness) crash(m *store.Memory, change func(*Config)) (*harness, *store.Memory) {
	left := m.Crash(r.now)
	next := newHarness(r.t, func(c *Config) {
		if change != nil {
			change(c)
		}
		c.Store = left
	})
	next.now = r.now
	return next, left
}

func (r *harness) connect(h *testClient, j *protocol.Join) {
	h.r, h.conn = r, &fakeConn{who: h.who, at: h.at}
	r.s.Accept(h.conn)
	h.conn.say(protocol.AppendJoin(nil, j))
}

func (r *harness) join(name string) *testClient { return r.joinAs(name, transport.Identity{}) }

func (r *harness) joinAs(name string, who transport.Identity) *testClient {
	h := &testClient{t: r.t, name: name, who: who, next: 1, why: map[uint64]actions.Refusal{}, peerAcks: map[timestream.Stream]int{}}
	r.hands = append(r.hands, h)
	r.connect(h, &protocol.Join{Name: name})
	return h
}

// resume opens another connection for the session and sends the un-acked actions again.
func (h *testClient) resume(r *harness) {
	for len(h.unacked) > 0 && h.unacked[0].Number <= h.acked {
		h.unacked = h.unacked[1:]
	}
	j := protocol.Join{Name: h.name, Token: h.welcome.Token, FirstUnacked: h.acked + 1, Received: h.toldTo}
	_, j.CompleteTo = h.dumb.Progress()
	j.Held = h.dumb.AppendHeld(nil)
	if h.r != r {
		h.updates = nil // another server counts from 1
	}
	r.connect(h, &j)
	for i := range h.unacked {
		h.conn.say(protocol.AppendAction(nil, &h.unacked[i]))
	}
}

// step runs ReleaseDurable and a step, and lets the clients read what was sent.
func (r *harness) step(span time.Duration) {
	r.s.ReleaseDurable(r.now + span/2)
	r.now += span
	r.s.Step(r.now)
	if in := r.s.ViewDiffers(); in != "" {
		r.t.Fatalf("other %s are told from than are judged", in)
	}
	for _, h := range r.hands {
		h.read()
	}
}

func (r *harness) steps(n int) {
	for range n {
		r.step(stepAt)
	}
}

// play turns bytes into stamped actions of two players by turns, six bytes each, and returns their number.
func (r *harness) play(n int) {
	for range n {
		for _, h := range r.hands {
			h.declare(r.s.Now())
		}
		r.step(stepAt)
	}
}

func (h *testClient) declare(at timestream.Time) {
	at = max(at, h.stamp)
	h.stamp = at
	h.conn.value(protocol.SlotStamp, protocol.AppendDeclare(nil, protocol.Declare{Stamp: at, LastAction: h.next - 1, Pitch: h.pitch}))
}

// do sends an action and returns it.
func (h *testClient) do(a actions.Action, at timestream.Time) actions.Action {
	a.Number, a.At = h.next, at
	if n := len(h.updates); n > 0 && a.LastUpdate == 0 {
		a.LastUpdate = h.updates[n-1]
	}
	h.stamp = max(h.stamp, at)
	h.next++
	a.Sections = append([]actions.SectionEpoch(nil), a.Sections...)
	h.unacked = append(h.unacked, a)
	h.conn.say(protocol.AppendAction(nil, &a))
	return a
}

func (h *testClient) stream() timestream.Stream { return h.welcome.Stream }

func (h *testClient) avatar() *world.Entity {
	w := h.r.s.World()
	return w.Entity(w.Find(world.AvatarID(h.stream())))
}
