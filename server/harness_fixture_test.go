package server

import (
	"net/netip"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/wire"
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
	playersTold int
	skins       []protocol.SkinRow // told
	pictures    [][]byte           // packed, received
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

func (h *testClient) read() {
	c := h.conn
	for _, m := range c.down[transport.Live] {
		r := wire.NewReader(m)
		switch r.Byte() {
		case protocol.MsgWelcome:
			w, err := protocol.ReadWelcome(&r)
			if err != nil {
				h.t.Fatal(err)
			}
			if h.dumb == nil || !w.Resumed {
				h.dumb = predict.NewNoPrediction(w.Stream)
			}
			h.welcome = w
		case protocol.MsgUpdate:
			h.readUpdate(&r)
		case protocol.MsgPeer:
			p, err := protocol.ReadPeer(&r)
			h.noteLink(p, err)
		case protocol.MsgPeerGone:
			u, err := protocol.ReadPeerGone(&r)
			h.noteLink(u, err)
		case protocol.MsgLinkOffer:
			o, err := protocol.ReadLinkOffer(&r)
			h.noteLink(o, err)
		case protocol.MsgOthers:
			all, err := protocol.ReadOthers(&r)
			if err != nil {
				h.t.Fatal(err)
			}
			h.welcome.Others = all
		case protocol.MsgSkins:
			rows, err := protocol.ReadSkins(nil, &r)
			if err != nil {
				h.t.Fatal(err)
			}
			h.skins = append(h.skins, rows...)
		case protocol.MsgPlayers:
			if err := h.players.Read(&r); err != nil {
				h.t.Fatal(err)
			}
			h.playersTold++
		default:
			h.t.Fatal("unknown message")
		}
	}
	for _, m := range c.down[transport.Bulk] {
		if packed, is, err := protocol.ReadBulkSkin(m); is && err == nil {
			h.pictures = append(h.pictures, packed)
			continue
		}
		s, err := protocol.ReadSnapshot(m)
		if err != nil {
			h.t.Fatal(err)
		}
		sec, err := h.pack.Unpack(s.Packed)
		if err != nil {
			h.t.Fatal(err)
		}
		h.dumb.ApplySnapshot(s, sec)
	}
	c.down = [2][][]byte{}
	if h.dumb == nil || h.mute {
		return
	}
	if ev := h.dumb.PendingEvents(); len(ev.ArrivedSections) > 0 {
		for got := ev.ArrivedSections; len(got) > 0; {
			n := min(len(got), actions.ConfirmMax)
			h.do(actions.Action{Kind: actions.ConfirmSections, Sections: got[:n]}, max(h.stamp, h.r.s.Now()))
			got = got[n:]
		}
		ev.ArrivedSections = ev.ArrivedSections[:0]
	}
}

func (h *testClient) noteLink(news any, err error) {
	if err != nil {
		h.t.Fatal(err)
	}
	h.linkNews = append(h.linkNews, news)
}

func (h *testClient) readUpdate(r *wire.Reader) {
	var f protocol.Update
	if err := f.Read(r); err != nil {
		h.t.Fatal(err)
	}
	if len(h.updates) > 0 && f.Number <= h.updates[len(h.updates)-1] {
		h.t.Fatalf("update %d after %d", f.Number, h.updates[len(h.updates)-1])
	}
	h.updates = append(h.updates, f.Number)
	for i := range f.Entries {
		switch e := &f.Entries[i]; e.Kind {
		case protocol.EntryAck:
			if e.Stream == h.stream() {
				h.acked = e.Number
			} else {
				h.peerAcks[e.Stream]++
			}
		case protocol.EntryRefusal:
			h.why[e.Number] = e.Reason
			h.owner = e.Name
		case protocol.EntryReset:
			h.fullUpdates++
		case protocol.EntryStall:
			if e.Stream == h.stream() {
				h.stalls++
			} else {
				h.peerStalls++
			}
		case protocol.EntrySectionHash:
			h.hashes++
		case protocol.EntryPitch:
			h.looks++
		case protocol.EntryMethod:
			h.method = e.Method
		}
	}
	if err := h.dumb.ApplyUpdate(&f); err != nil {
		h.t.Fatalf("%s: %v", h.name, err)
	}
}

// agrees checks that the client was told what the server has: its own body, player and stream exactly, the bodies that it knows of
// other streams when they are told to the same instant, and the sections that it holds.
func (h *testClient) agrees() {
	h.t.Helper()
	if h.conn.closed {
		h.t.Fatalf("%s: closed: %s", h.name, h.conn.reason)
	}
	told := func() bool { // the last update has arrived and tells the end of the last step
		c := h.r.s.clients.session(h.stream())
		return c.told.Waiting() == 0 && c.told.UpdatedAt() == h.r.s.clock.mono
	}
	for range 60 {
		if told() {
			break
		}
		h.r.play(1)
	}
	if !told() {
		h.t.Fatalf("%s: no update", h.name)
	}
	mine, theirs := h.dumb.World(), h.r.s.World()
	own := h.stream()
	a, b := mine.Stream(own), theirs.Stream(own)
	if a == nil || b == nil || a.Stamp != b.Stamp || a.Counter != b.Counter || len(a.Subscriptions) != len(b.Subscriptions) {
		h.t.Fatalf("%s: stream at %d, counter %d, %d subs; server %d, %d, %d", h.name, a.Stamp, a.Counter, len(a.Subscriptions), b.Stamp, b.Counter, len(b.Subscriptions))
	}
	for i := range a.Subscriptions {
		if a.Subscriptions[i] != b.Subscriptions[i] {
			h.t.Fatalf("%s: subscription %v, server %v", h.name, a.Subscriptions[i], b.Subscriptions[i])
		}
		p := a.Subscriptions[i].Section
		if s := mine.Section(p); a.Subscriptions[i].Confirmed && (s == nil || s.Hash() != theirs.Section(p).Hash()) {
			h.t.Fatalf("%s: section %v differs", h.name, p)
		}
	}
	p, q := *mine.Player(own), *theirs.Player(own)
	p.LastAction = q.LastAction // an ack is no state of the received world
	if p != q {
		h.t.Fatalf("%s: player %+v, server %+v", h.name, p, q)
	}
	for i := range mine.StreamCount() {
		st := mine.StreamAt(i)
		for _, slot := range mine.Bodies(st.Stream) {
			e := mine.Entity(slot)
			there := theirs.Find(e.ID)
			if there == world.NoEntity {
				h.t.Fatalf("%s: body %x lives on", h.name, e.ID)
			}
			if f := theirs.Entity(there); *e != *f && (st.Stream == own || e.At == f.At) {
				h.t.Fatalf("%s: body %x is\n%+v, server\n%+v", h.name, e.ID, *e, *f)
			}
		}
		for _, slot := range theirs.Bodies(own) {
			if mine.Find(theirs.Entity(slot).ID) == world.NoEntity {
				h.t.Fatalf("%s: own body %x is not told", h.name, theirs.Entity(slot).ID)
			}
		}
		checks := 0
		if srv := theirs.Stream(st.Stream); srv != nil {
			for _, c := range srv.SupportChecks {
				if theirs.Subscription(own, c.Section()).Epoch != 0 {
					checks++
				}
			}
		}
		if checks != len(st.SupportChecks) {
			h.t.Fatalf("%s: %d checks of stream %d, server %d", h.name, len(st.SupportChecks), st.Stream, checks)
		}
	}
}
