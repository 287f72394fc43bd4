package client

import (
	"math"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/wire"
)

const (
	minSamples  = protocol.Pings
	silentFor   = 10 * time.Second // without a frame for so long, the connection is given up
	refusedFor  = 2 * time.Second  // the same where the system says that nobody listens there: no input is taken then in any case
	waitingFor  = 2 * time.Second  // without a frame for so long, no input is taken
	joinFor     = 10 * time.Second // without an answer for so long, the join is tried anew
	unackedMax  = 256
	backoffMin  = 250 * time.Millisecond
	backoffMax  = 5 * time.Second
	declareGap  = time.Second / 125
	idleDeclare = time.Second / 20
)

// connection opens, gives up and resumes connections, and says how the session stands.
func (c *Client) connection() {
	if c.conn != nil {
		why, closed := c.conn.Closed()
		silent := c.now - c.heard
		switch {
		case closed && c.final(why):
			c.end(why)
			return
		case c.stream == 0 && c.now-c.began > c.cfg.GiveUp:
			c.conn.Close("nobody answers")
			c.end(transport.Timeout)
			return
		case closed && c.welcomed:
			c.lost(why)
		case closed:
			c.lost("no answer: " + why)
		case !c.welcomed && c.now-c.dialled > joinFor:
			c.conn.Close("no answer")
			c.lost("no answer")
		case c.welcomed && silent > refusedFor && transport.Refused(c.conn): // it may be forged: whether anybody is there, the resume finds out
			c.conn.Close("silent")
			c.lost("nobody listens there")
		case c.welcomed && silent > silentFor:
			c.conn.Close("silent")
			c.lost("the server is silent")
		}
	}
	if c.conn == nil {
		c.dial()
	}
	c.ping()
	if c.state == Playing || c.state == Waiting {
		c.state = Playing
		if c.now-c.heard > waitingFor || c.held() || c.strategy.Counted() >= unackedMax {
			c.state = Waiting
		}
	}
}

// When a silence is worth a word: frames come 10 times a second at least, but for up to 2 s while a disk is slow.
const (
	lateFor    = 1500 * time.Millisecond
	lateSooner = 300 * time.Millisecond // where the system says that nobody listens there
)

// Late returns how long no frame has come of the server, 0 while that is nothing to tell the player.
func (c *Client) Late() time.Duration {
	silent := c.now - c.heard
	if c.heard > 0 && (silent > lateFor || silent > lateSooner && transport.Refused(c.conn)) {
		return silent
	}
	return 0
}

// final tells whether the session is over when its connection is closed with a reason: what the server says ends it, but
// for what passes; silence does not.
func (c *Client) final(why string) bool {
	switch {
	case why == transport.Killed:
		return false
	case why == transport.Timeout:
		return false
	case c.stream == 0:
		return true
	}
	return !protocol.Transient(why)
}

// lost notes that the connection is gone; another is opened with growing pauses.
func (c *Client) lost(why string) {
	c.conn, c.welcomed, c.early = nil, false, nil
	c.reason = why
	if c.stream != 0 {
		c.state = Resuming
	}
	c.backoff = min(max(2*c.backoff, backoffMin), backoffMax)
}

func (c *Client) dial() {
	if c.dialled != 0 && c.now-c.dialled < c.backoff {
		return
	}
	c.conn = c.cfg.Dial()
	c.dialled = c.now
	if c.began == 0 {
		c.began = c.now
	}
	if c.conn == nil {
		c.backoff = min(max(2*c.backoff, backoffMin), backoffMax)
		return
	}
	j := protocol.Join{Name: c.cfg.Name, Token: c.token, View: uint8(min(c.cfg.View, protocol.ViewMax))}
	if c.strategy != nil {
		_, j.Edits = c.strategy.Progress()
		j.FirstUn = c.strategy.Acked() + 1
		j.Held = c.strategy.Held(nil)
		c.strategy.Forget()
	}
	c.clock.sent = map[uint64]time.Duration{}
	c.clock.pingAt = 0
	c.post(protocol.AppendJoin(c.buf[:0], &j))
}

// ping keeps exchanges under way: all at once at joining, then one a second.
func (c *Client) ping() {
	k := &c.clock
	if c.conn == nil || c.now < k.pingAt {
		return
	}
	n := 1
	if !k.set {
		n = protocol.Pings
	}
	if k.pingAt = c.now + pingEvery; !k.set || c.unsure {
		k.pingAt = c.now + pingSooner
	}
	frame := uint64(0)
	if c.strategy != nil {
		frame, _ = c.strategy.Progress()
	}
	for i := range n {
		k.nextID++
		if len(k.sent) > 64 {
			clear(k.sent)
		}
		k.sent[k.nextID] = c.now
		c.buf = protocol.AppendPing(c.buf[:0], protocol.Ping{ID: k.nextID, Frame: frame})
		c.conn.Value(uint8(protocol.SlotPing+i), c.buf)
	}
}

// receive takes all that has arrived.
func (c *Client) receive() {
	if c.conn == nil {
		return
	}
	for {
		m, ok := c.conn.Receive()
		if !ok {
			return
		}
		if err := c.message(m); err != nil {
			if c.conn != nil {
				c.conn.Close(err.Error())
			}
			c.end("the server's words do not fit: " + err.Error())
			return
		}
		if c.conn == nil {
			return
		}
	}
}

func (c *Client) message(m transport.Message) error {
	c.stats.Down += len(m.Data)
	switch {
	case m.Kind == transport.KindValue:
		return c.pong(m)
	case m.Lane == transport.Bulk:
		return c.section(m.Data)
	}
	r := &c.reader
	*r = wire.NewReader(m.Data)
	switch r.Byte() {
	case protocol.MsgWelcome:
		w, err := protocol.ReadWelcome(r)
		if err == nil {
			c.welcome(w)
		}
		return err
	case protocol.MsgFrame:
		if err := c.frame.Read(r); err != nil {
			return err
		}
		return c.apply()
	case protocol.MsgGhosts:
		g, err := protocol.ReadGhosts(r)
		if err == nil {
			c.showGhosts(&g)
		}
		return err
	}
	return protocol.ErrKind
}

// showGhosts adds to what a rollback would set, or begins anew.
func (c *Client) showGhosts(g *protocol.Ghosts) {
	c.scene.GhostsVersion++
	if g.Clear {
		c.scene.Ghosts = c.scene.Ghosts[:0]
	}
	for _, cell := range g.Cells {
		if len(c.scene.Ghosts) == protocol.GhostsShown {
			return
		}
		c.scene.Ghosts = append(c.scene.Ghosts, scene.Ghost{Pos: [3]int32{cell.Pos.X, cell.Pos.Y, cell.Pos.Z}, Block: uint16(cell.Block)})
	}
}

// section takes a section from the bulk lane.
func (c *Client) section(data []byte) error {
	s, err := protocol.ReadSnapshot(data)
	if err != nil {
		return err
	}
	sec, err := c.pack.Unpack(s.Packed)
	s.Packed = nil
	switch {
	case err != nil:
		return err
	case c.welcomed:
		c.strategy.Snapshot(s, sec)
		c.mend()
	case len(c.early) < earlyMax: // the bulk lane has overtaken the welcome
		c.early = append(c.early, early{s, sec})
	default:
		c.conn.Close(tooEarly)
		c.lost(tooEarly)
	}
	return nil
}

// apply applies the frame that was read.
func (c *Client) apply() error {
	if c.strategy == nil {
		return protocol.ErrKind
	}
	if c.now-c.heard > waitingFor {
		c.doubt()
	}
	c.heard = c.now
	if c.cfg.Tap != nil {
		c.cfg.Tap(c.frame)
	}
	was := c.received()
	if err := c.strategy.Receive(c.frame); err != nil {
		return err
	}
	c.again(was)
	c.stats.Frames++
	if c.cfg.Observe != nil {
		c.cfg.Observe.Frame(c.frame.Number, c.frame.Edits)
	}
	if c.strategy.Complete() && c.state != Ended {
		c.state = Playing
	}
	c.mend()
	return nil
}

// mend asks anew for what the server's hashes showed to be wrong: a section alone, or the whole state, by a resume.
func (c *Client) mend() {
	ev := c.strategy.Happened()
	for _, h := range ev.Wrong {
		c.buf = protocol.AppendAgain(c.buf[:0], h)
		c.post(c.buf)
	}
	ev.Wrong = ev.Wrong[:0]
	if ev.WrongBody && c.conn != nil {
		c.conn.Close("the own state differs")
		c.lost("the own state differed from the server's")
	}
	if ev.Lost {
		ev.Lost = false
		if c.conn != nil {
			c.conn.Close(tooEarly)
			c.lost(tooEarly)
		}
	}
	ev.WrongBody = false
}

// send hands an action to the connection. What goes over none is sent again when the session is resumed.
func (c *Client) send(a *actions.Action) {
	c.buf = protocol.AppendAction(c.buf[:0], a)
	c.stats.Up += len(c.buf)
	if c.welcomed && !c.resend {
		c.post(c.buf)
	}
}

// post hands a message to the connection, if there is one. A connection that takes none any more is given up: whoever
// posts finds it gone afterwards.
func (c *Client) post(message []byte) {
	if c.conn == nil {
		return
	}
	if err := c.conn.Send(transport.Live, message); err != nil {
		c.conn.Close("too much to send")
		c.lost("more had to be sent than the connection takes")
	}
}

// declare tells the picture's time and the last action before it, and how far up the player looks.
func (c *Client) declare(to timestream.Time, pitch float64) {
	if c.conn == nil || !c.welcomed || to <= c.declared {
		return
	}
	gap := declareGap
	if c.idle() {
		gap = idleDeclare
	}
	if c.now-c.declareAt < gap-time.Millisecond {
		return
	}
	c.declared, c.declareAt = to, c.now
	c.buf = protocol.AppendDeclare(c.buf[:0], protocol.Declare{Stamp: to, Last: c.next - 1,
		Pitch: int8(math.Round(max(-protocol.PitchMax, min(protocol.PitchMax, pitch))))})
	c.stats.Up += len(c.buf)
	c.conn.Value(protocol.SlotStamp, c.buf)
}
