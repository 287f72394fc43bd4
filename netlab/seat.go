package netlab

import (
	"fmt"
	"math"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/wire"
	"voxtide/world"
)

// seat is a client with the person before it, its machine's clock, its network and its troubles.
type seat struct {
	i    int // from 0; the client's stream is another number
	lab  *Lab
	name string

	c      *client.Client
	near   *transport.Mem // its end of the present connection
	far    *transport.Mem // the server's
	player *Player
	v      view
	in     client.Input
	wish   Wish
	clock  clock
	luck   random
	wait   wait
	peers  []*peer

	next      time.Duration // of the next picture, virtual
	idle      bool          // the person lets go of everything
	away      time.Duration // has left until then
	goneAt    time.Duration // when the end of the present connection is known to be dead; 0: it is not
	asleep    time.Duration // no pictures until then
	quarter   time.Duration // a cheat slows its clock until then
	midfall   time.Duration // no other trouble of that kind before
	cutAgain  time.Duration
	cutTill   time.Duration // the network loses all until then
	pictures  int
	edits     int // of blocks that were received
	frames    int
	complete  uint64 // the edit to which the last frame is complete, while it is applied, too
	played    int    // pictures in which it played
	joinAt    time.Duration
	disturbed int // times that something came over it for which nothing is promised

	total      client.Stats                       // of the clients that left before
	up, down   uint64                             // bytes on the network, of connections before
	byCause    [predict.Causes]int                // corrections of the body
	byKind     [predict.Kinds][predict.Causes]int // and of all
	undone     int                                // corrections of blocks and bag
	largest    int64
	unackedMax int
	path       []sample
}

// sample is where the own body was shown at an instant.
type sample struct {
	at  timestream.Time
	pos world.Vec
	vel world.Vec
}

func (s *seat) join() {
	s.c = client.New(client.Config{
		Tap:  func(f *protocol.Frame) { s.complete = f.Edits },
		Name: s.name, Dial: s.dial, Strategy: s.lab.cfg.Strategy, Observe: clientEye{s},
		Check: s.lab.cfg.Strategy == "timestream", Every: s.lab.cfg.Every,
	})
	if len(s.peers) > 0 {
		s.c.OnAction(s.tellPeers)
	}
}

// dial opens a connection under the network's present conditions.
func (s *seat) dial() transport.Conn {
	s.bytes()
	if s.goneAt = 0; s.lab.down {
		return nil
	}
	up, down := s.lab.links(s)
	s.near, s.far = s.lab.net.Pair(up, down)
	if s.lab.now < s.cutTill {
		s.near.Cut(s.cutTill)
		s.far.Cut(s.cutTill)
	}
	s.lab.server.Accept(s.far)
	return s.near
}

// bytes adds up what the present connection has carried, and forgets it.
func (s *seat) bytes() {
	if s.near != nil {
		s.up += s.near.Stats().Bytes
		s.down += s.far.Stats().Bytes
	}
	s.near, s.far = nil, nil
}

// picture makes the next picture and lets the laws look at it.
func (s *seat) picture(now time.Duration) {
	s.troubles(now)
	if s.c == nil || now < s.asleep {
		return
	}
	s.pictures++
	peers := s.readPeers()
	s.wish.Do = s.wish.Do[:0]
	playing := s.c.State() == client.Playing && s.v.look(s.c.World(), s.c.Stream())
	if playing && !s.idle {
		s.player.Play(&s.v, &s.wish)
	} else {
		s.wish.Keys = 0
	}
	if s.idle && s.player.dig.on {
		s.player.dig.on = false
		s.wish.Do = append(s.wish.Do, actions.Action{Kind: actions.Undig})
	}
	checked := playing && s.lab.cfg.Strategy == "timestream"
	if checked {
		s.wait.expect(&s.v, &s.wish)
	}
	s.in = client.Input{Keys: s.wish.Keys, Yaw: s.wish.Yaw, Pitch: pitchFor(s.wish.Yaw), Do: s.wish.Do}
	corrections, edits, undone := s.lab.corrections, s.edits, s.undone
	s.c.Picture(s.clock.at(now), s.in)
	if s.c.State() == client.Ended && s.c.Reason() == nameTaken {
		s.retire() // the word of leaving was lost: the session lingers on the server
		s.away = now + 2*time.Second
		return
	}
	if s.c.State() == client.Ended {
		s.lab.breaks(10, "client %d: an honest session ended: %s", s.i, s.c.Reason())
		return
	}
	if s.c.State() != client.Playing || !s.v.look(s.c.World(), s.c.Stream()) {
		return
	}
	s.played++
	if checked && s.v.self.At > s.wait.before.At {
		s.wait.shows(&s.v, corrections != s.lab.corrections || edits != s.edits || undone != s.undone || peers > 0)
	}
	s.laws()
}

// pitchFor gives a person a look up or down, which no rule asks for: by the way that it faces, so that it moves and comes to
// rest with that. pitchOf is what others are told of it, in whole degrees.
func pitchFor(yaw uint16) float64   { return float64(int16(yaw)) / 365 }
func pitchOf(in *client.Input) int8 { return int8(math.Round(in.Pitch)) }

// nameTaken is the server's answer while a session of the name lives.
const nameTaken = "name taken"

// laws checks what can be seen of a client after each picture.
func (s *seat) laws() {
	l := s.lab
	un := s.c.Unacked()
	s.unackedMax = max(s.unackedMax, un)
	if un > unackedMax {
		l.breaks(10, "client %d: %d actions un-acked", s.i, un)
	}
	if l.cfg.Alone && l.now > joinGrace {
		s.path = append(s.path, sample{s.v.self.At, s.v.self.Motion.Pos, s.v.self.Motion.Vel})
	}
	if s.pictures%statsEvery != 0 {
		return
	}
	st := s.c.Stats()
	l.once.acked(s.c.Stream(), st.Acked)
	if st.Broken != "" {
		law := 11
		fmt.Sscanf(st.Broken, "law %d", &law)
		l.breaks(law, "client %d: %s", s.i, st.Broken)
	}
	if st.Desyncs > 0 {
		l.breaks(2, "client %d: %s", s.i, st.FirstDesync)
	}
	if st.InputToPicture > 1 && l.cfg.Strategy == "timestream" {
		l.breaks(4, "client %d: an action showed in its picture number %d", s.i, st.InputToPicture)
	}
	if s.pictures%undoEvery == 0 {
		s.undo()
	}
}

const (
	// joinGrace is how long after the start a stall is the network's doing: what tells of all the sections that come at
	// joining is too large for early copies, so one lost packet may delay it by more than the server waits.
	joinGrace = 5 * time.Second

	unackedMax = 256 + 64 // and what counts in no bound: sections that arrived
	statsEvery = 8        // pictures between two looks at a client's counters
	undoEvery  = 64       // pictures between two looks at its received state from outside
)

// undo checks law 1 from outside: showing the received state and predicting again leaves what is shown as it was, and
// twice the received state is the same.
func (s *seat) undo() {
	var a, b uint64
	shown := s.c.World().Hash()
	s.c.Received(func(w *world.World) { a = w.Hash() })
	if s.c.World().Hash() != shown {
		s.lab.breaks(1, "client %d: reverting and predicting again shows another state", s.i)
	}
	s.c.Received(func(w *world.World) { b = w.Hash() })
	if a != b {
		s.lab.breaks(1, "client %d: reverting twice gives two received states", s.i)
	}
}

// corrected judges a correction: law 5.
func (s *seat) corrected(c *predict.Correction) {
	s.byKind[c.Kind][c.Cause]++
	if c.Kind == predict.KindBody {
		s.byCause[c.Cause]++
	}
	s.largest = max(s.largest, c.Distance)
	l := s.lab
	if l.cfg.Strategy != "timestream" {
		return
	}
	if c.Kind == predict.KindBody {
		l.corrections++
	} else {
		s.undone++
	}
	if c.Cause == predict.Unexplained {
		l.unexplained++
		l.breaks(5, "client %d: an unexplained correction at %d, frame %d, of the %v", s.i, c.At, c.Frame, c)
	}
	if l.cfg.Alone && s.disturbed == 0 && (c.Cause != predict.CauseStall || l.now > joinGrace) {
		l.breaks(5, "client %d: corrected where nobody interferes: the %v", s.i, c)
	}
}

// peer is a direct link to another client.
type peer struct {
	to   *seat
	conn *transport.Mem
}

// tellPeers sends an own action to those who are linked directly.
func (s *seat) tellPeers(a *actions.Action) {
	s.lab.buf = protocol.AppendAction(s.lab.buf[:0], a)
	for _, p := range s.peers {
		p.conn.Send(transport.Live, s.lab.buf) // a full link loses nothing: the server's word comes too
		p.conn.Flush()
	}
}

// readPeers takes what came over the direct links and tells how many actions it was: they may undo at once what an own
// action did.
func (s *seat) readPeers() (n int) {
	for _, p := range s.peers {
		for {
			m, ok := p.conn.Receive()
			if !ok {
				break
			}
			if m.Kind != transport.KindMessage || p.to.c == nil || len(m.Data) == 0 {
				continue
			}
			r := wire.NewReader(m.Data[1:])
			var a actions.Action
			actions.Read(&r, &a)
			if r.End() == nil {
				s.c.PushPeer(p.to.c.Stream(), &a)
				n++
			}
		}
		p.conn.Flush()
	}
	return n
}
