package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/wire"
	"voxtide/world"
)

const (
	ms     = time.Millisecond
	stepAt = time.Second / 60
)

// pipe is a connection whose far end is the test itself: what either sends is there at once.
type pipe struct {
	in     []transport.Message
	down   [2][][]byte
	sent   [2]uint64
	full   bool
	pongs  int
	reason string
	closed bool
	who    transport.Identity
}

func (p *pipe) Identity() transport.Identity { return p.who }

func (p *pipe) Send(l transport.Lane, m []byte) error {
	switch {
	case p.closed:
		return transport.ErrClosed
	case p.full:
		return transport.ErrFull
	}
	p.down[l] = append(p.down[l], append([]byte(nil), m...))
	p.sent[l]++
	return nil
}

func (p *pipe) Value(uint8, []byte) error { p.pongs++; return nil }

func (p *pipe) Receive() (m transport.Message, ok bool) {
	if len(p.in) == 0 {
		return m, false
	}
	m, p.in = p.in[0], p.in[1:]
	return m, true
}

func (p *pipe) Delivered(l transport.Lane) uint64 { return p.sent[l] }
func (p *pipe) Pending(transport.Lane) int        { return 0 }
func (p *pipe) Flush()                            {}
func (p *pipe) Closed() (string, bool)            { return p.reason, p.closed }
func (p *pipe) Close(reason string) {
	if !p.closed {
		p.closed, p.reason = true, reason
	}
}

func (p *pipe) say(msg []byte) {
	p.in = append(p.in, transport.Message{Kind: transport.KindMessage, Lane: transport.Live, Data: msg})
}

func (p *pipe) value(slot uint8, data []byte) {
	p.in = append(p.in, transport.Message{Kind: transport.KindValue, Slot: slot, Data: data})
}

// hand is a client by hand: it applies what the server says and predicts nothing.
type hand struct {
	t       testing.TB
	r       *rig
	name    string
	who     transport.Identity
	conn    *pipe
	dumb    *predict.Dumb
	welcome protocol.Welcome
	next    uint64
	acked   uint64
	stamp   timestream.Time // of the own stream as told
	frames  []uint64        // numbers
	wholes  int
	stalls  int
	hashes  int
	pitch   int8 // declared
	looks   int  // of others, told
	why     map[uint64]actions.Refusal
	pack    protocol.Packer
	mute    bool // confirms no sections
	unacked []actions.Action
}

// rig is a server with clients by hand under virtual time.
type rig struct {
	t     testing.TB
	s     *Server
	now   time.Duration
	hands []*hand
}

// flat is a world of stone below 0.
func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

func newRig(t testing.TB, change func(*Config)) *rig {
	cfg := Config{
		Generate: flat, View: 1, ViewY: 1, BulkCredit: 200, Seed: 7,
		Bounds:    Bounds{Unread: time.Hour}, // these clients ask for no clock
		Spawn:     func(i int) world.Vec { return world.Middle(world.Pos{X: int32(i) * 3}) },
		Inventory: []world.Stack{{Block: world.Stone, Count: 64}, {Block: world.Sand, Count: 64}},
		Creative:  true,
	}
	if change != nil {
		change(&cfg)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{t: t, s: s}
}

// crash kills the server and starts another one on what its store had committed.
func (r *rig) crash(m *store.Memory, change func(*Config)) (*rig, *store.Memory) {
	left := m.Crash(r.now)
	next := newRig(r.t, func(c *Config) {
		if change != nil {
			change(c)
		}
		c.Store = left
	})
	next.now = r.now
	return next, left
}

func (r *rig) connect(h *hand, j *protocol.Join) {
	h.r, h.conn = r, &pipe{who: h.who}
	r.s.Accept(h.conn)
	h.conn.say(protocol.AppendJoin(nil, j))
}

func (r *rig) join(name string) *hand { return r.joinAs(name, transport.Identity{}) }

func (r *rig) joinAs(name string, who transport.Identity) *hand {
	h := &hand{t: r.t, name: name, who: who, next: 1, why: map[uint64]actions.Refusal{}}
	r.hands = append(r.hands, h)
	r.connect(h, &protocol.Join{Name: name})
	return h
}

// resume opens another connection for the session and sends the un-acked actions again.
func (h *hand) resume(r *rig) {
	for len(h.unacked) > 0 && h.unacked[0].Number <= h.acked {
		h.unacked = h.unacked[1:]
	}
	j := protocol.Join{Name: h.name, Token: h.welcome.Token, FirstUn: h.acked + 1}
	_, j.Edits = h.dumb.Progress()
	j.Held = h.dumb.Held(nil)
	if h.r != r {
		h.frames = nil // another server counts from 1
	}
	r.connect(h, &j)
	for i := range h.unacked {
		h.conn.say(protocol.AppendAction(nil, &h.unacked[i]))
	}
}

// step lets a step pass, and before it what has become durable meanwhile be noticed; what was sent is read.
func (r *rig) step(span time.Duration) {
	r.s.LetGo(r.now + span/2)
	r.now += span
	r.s.Step(r.now)
	for _, h := range r.hands {
		h.read()
	}
}

func (r *rig) steps(n int) {
	for range n {
		r.step(stepAt)
	}
}

// play lets steps pass in which all tell their time.
func (r *rig) play(n int) {
	for range n {
		for _, h := range r.hands {
			h.declare(r.s.Now())
		}
		r.step(stepAt)
	}
}

func (h *hand) declare(at timestream.Time) {
	at = max(at, h.stamp)
	h.stamp = at
	h.conn.value(protocol.SlotStamp, protocol.AppendDeclare(nil, protocol.Declare{Stamp: at, Last: h.next - 1, Pitch: h.pitch}))
}

// do sends an action and returns it.
func (h *hand) do(a actions.Action, at timestream.Time) actions.Action {
	a.Number, a.At = h.next, at
	h.stamp = max(h.stamp, at)
	h.next++
	a.Haves = append([]actions.Arrived(nil), a.Haves...)
	h.unacked = append(h.unacked, a)
	h.conn.say(protocol.AppendAction(nil, &a))
	return a
}

func (h *hand) stream() timestream.Stream { return h.welcome.Stream }

func (h *hand) avatar() *world.Entity {
	w := h.r.s.World()
	return w.Entity(w.Find(world.AvatarID(h.stream())))
}

func (h *hand) read() {
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
				h.dumb = predict.NewDumb(w.Stream)
			}
			h.welcome = w
		case protocol.MsgFrame:
			h.frame(&r)
		default:
			h.t.Fatal("unknown message")
		}
	}
	for _, m := range c.down[transport.Bulk] {
		s, err := protocol.ReadSnapshot(m)
		if err != nil {
			h.t.Fatal(err)
		}
		sec, err := h.pack.Unpack(s.Packed)
		if err != nil {
			h.t.Fatal(err)
		}
		h.dumb.Snapshot(s, sec)
	}
	c.down = [2][][]byte{}
	if h.dumb == nil || h.mute {
		return
	}
	if ev := h.dumb.Happened(); len(ev.Arrived) > 0 {
		for got := ev.Arrived; len(got) > 0; {
			n := min(len(got), actions.HaveMax)
			h.do(actions.Action{Kind: actions.Have, Haves: got[:n]}, max(h.stamp, h.r.s.Now()))
			got = got[n:]
		}
		ev.Arrived = ev.Arrived[:0]
	}
}

func (h *hand) frame(r *wire.Reader) {
	var f protocol.Frame
	if err := f.Read(r); err != nil {
		h.t.Fatal(err)
	}
	if len(h.frames) > 0 && f.Number <= h.frames[len(h.frames)-1] {
		h.t.Fatalf("frame %d after %d", f.Number, h.frames[len(h.frames)-1])
	}
	h.frames = append(h.frames, f.Number)
	for i := range f.Entries {
		switch e := &f.Entries[i]; e.Kind {
		case protocol.EntryAck:
			if e.Stream == h.stream() {
				h.acked = e.Number
			}
		case protocol.EntryRefusal:
			h.why[e.Number] = e.Reason
		case protocol.EntryReset:
			h.wholes++
		case protocol.EntryStall:
			h.stalls++
		case protocol.EntryHash:
			h.hashes++
		case protocol.EntryLook:
			h.looks++
		}
	}
	if err := h.dumb.Receive(&f); err != nil {
		h.t.Fatalf("%s: %v", h.name, err)
	}
}

// agrees checks that what the client was told is what the server has: its own body, player and stream exactly, the
// bodies that it knows of other streams when they are told to the same instant, and the sections that it holds.
func (h *hand) agrees() {
	h.t.Helper()
	if h.conn.closed {
		h.t.Fatalf("%s: closed: %s", h.name, h.conn.reason)
	}
	told := func() bool { // the last frame is there and tells the end of the last step
		c := h.r.s.session(h.stream())
		return c.out.size() == 0 && c.frameAt == h.r.s.mono
	}
	for range 60 {
		if told() {
			break
		}
		h.r.play(1)
	}
	if !told() {
		h.t.Fatalf("%s: no frame", h.name)
	}
	mine, theirs := h.dumb.World(), h.r.s.World()
	own := h.stream()
	a, b := mine.Stream(own), theirs.Stream(own)
	if a == nil || b == nil || a.Stamp != b.Stamp || a.Counter != b.Counter || len(a.Subs) != len(b.Subs) {
		h.t.Fatalf("%s: stream at %d, counter %d, %d subs; server %d, %d, %d", h.name, a.Stamp, a.Counter, len(a.Subs), b.Stamp, b.Counter, len(b.Subs))
	}
	for i := range a.Subs {
		if a.Subs[i] != b.Subs[i] {
			h.t.Fatalf("%s: subscription %v, server %v", h.name, a.Subs[i], b.Subs[i])
		}
		p := a.Subs[i].Section
		if s := mine.Section(p); a.Subs[i].Confirmed && (s == nil || s.Hash() != theirs.Section(p).Hash()) {
			h.t.Fatalf("%s: section %v differs", h.name, p)
		}
	}
	p, q := *mine.Player(own), *theirs.Player(own)
	p.Last = q.Last // an ack is no state of the received world
	if p != q {
		h.t.Fatalf("%s: player %+v, server %+v", h.name, p, q)
	}
	for i := range mine.StreamCount() {
		st := mine.StreamAt(i)
		for _, slot := range mine.Bodies(st.Stream) {
			e := mine.Entity(slot)
			there := theirs.Find(e.ID)
			if there == world.NoSlot {
				h.t.Fatalf("%s: body %x lives on", h.name, e.ID)
			}
			if f := theirs.Entity(there); *e != *f && (st.Stream == own || e.At == f.At) {
				h.t.Fatalf("%s: body %x is\n%+v, server\n%+v", h.name, e.ID, *e, *f)
			}
		}
		for _, slot := range theirs.Bodies(own) {
			if mine.Find(theirs.Entity(slot).ID) == world.NoSlot {
				h.t.Fatalf("%s: own body %x is not told", h.name, theirs.Entity(slot).ID)
			}
		}
		checks := 0
		if srv := theirs.Stream(st.Stream); srv != nil {
			for _, c := range srv.Checks {
				if theirs.Sub(own, c.Section()).Epoch != 0 {
					checks++
				}
			}
		}
		if checks != len(st.Checks) {
			h.t.Fatalf("%s: %d checks of stream %d, server %d", h.name, len(st.Checks), st.Stream, checks)
		}
	}
}
