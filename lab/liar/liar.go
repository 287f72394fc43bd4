// Package liar is a player who lies to those who link with him.
//
// Job: a Liar stands beside an ordinary client, which plays as any other does, with a valid key. It consents to links with everybody,
// makes them by a machine of its own (package punch), and says over them what it likes: actions that it never sends to the server, other
// actions than those that it sends, old messages again, floods, garbage, times and numbers out of all bounds. The players whom it links
// with run the real client; what they show, and for how long, is what is measured.
//
// Owner: who makes the client's frames; Update is called after each. Nothing here waits, reads a clock or starts a goroutine, so
// laboratories run it under virtual time, and the attack of `netlab liar` over real sockets. Data flow: Dialed taps the client's
// connection: messages of the rendezvous end here, own actions are noted as they pass. Invariants: to the server the client is honest.
package liar

import (
	"net/netip"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/splitmix"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// Config is how a liar is made.
type Config struct {
	Secret        secure.Secret
	Socket        func() punch.Socket // of the client's present connection
	AllowLoopback bool
	Trick         Trick // what it does
	Seed          uint64
}

// Report counts what a liar has done, and what became of it.
type Report struct {
	Messages int           // sent to peers
	Actions  int           // in them, that are lies
	Linked   int           // links made
	Closed   int           // links that their peers closed
	Why      string        // the last of them was closed
	First    time.Duration // when the first lie was sent,
	Last     time.Duration // and the last one
}

// Liar is the links of a client that lies.
type Liar struct {
	cfg     Config
	conn    *tap
	machine *punch.Links
	rng     splitmix.Source
	peers   []timestream.Stream // who is linked
	pairs   []uint32            // of all introductions
	honest  bool                // it has stopped

	number uint64           // the last own action's
	sent   []actions.Action // own actions of late, as they went to the server
	lie    uint64           // the number of the last invented action
	lieAt  timestream.Time
	next   time.Duration // of the next lie
	old    [][]byte      // messages to be sent again
	buf    []byte
	list   []actions.Action

	report Report
}

// New returns a liar who has not met anybody.
func New(cfg Config) *Liar { return &Liar{cfg: cfg, rng: splitmix.Source(cfg.Seed)} }

// Report returns what has been done so far.
func (l *Liar) Report() Report { return l.report }

// Stop makes it honest from now on: it says nothing over its links.
func (l *Liar) Stop() { l.honest = true }

// Start lets it lie again after Stop.
func (l *Liar) Start() { l.honest = false }

// Links returns to how many players it is linked.
func (l *Liar) Links() int { return len(l.peers) }

// Pairs returns the numbers of the pairs in which it was introduced, which are in the head of each packet of a link.
func (l *Liar) Pairs() []uint32 { return l.pairs }

// Dialed taps a connection that the client has just opened; nil stays nil.
func (l *Liar) Dialed(c transport.Conn) transport.Conn {
	if c == nil {
		return nil
	}
	l.conn = &tap{Conn: c, liar: l}
	l.machine, l.peers = nil, l.peers[:0]
	return l.conn
}

// Update goes on with the links, after a frame of the client.
func (l *Liar) Update(now time.Duration, c *client.Client) {
	if l.conn == nil || c.State() != client.Playing {
		return
	}
	if l.machine == nil {
		socket := l.cfg.Socket()
		if socket == nil {
			return
		}
		l.machine = punch.New(socket, punch.Config{Secret: l.cfg.Secret, AllowLoopback: l.cfg.AllowLoopback})
		l.consent(socket.Addresses())
	}
	for _, p := range l.conn.introduced {
		l.introduce(&p, now)
	}
	l.conn.introduced = l.conn.introduced[:0]
	l.machine.Update(now)
	for {
		if _, _, ok := l.machine.Receive(); !ok {
			break
		}
	}
	for _, e := range l.machine.Events() {
		l.happened(&e)
	}
	if body, ok := c.Avatar(); ok && !l.honest && len(l.peers) > 0 {
		tricks[l.cfg.Trick].play(l, &moment{now: now, at: body.At, client: c})
	}
}

// consent tells the server that everybody may link.
func (l *Liar) consent(own []netip.AddrPort) {
	m := protocol.Links{Mode: protocol.LinksAll}
	for _, a := range own {
		if len(m.Addresses) < protocol.LinkAddressesMax {
			m.Addresses = append(m.Addresses, protocol.LinkAddress{IP: a.Addr().As16(), Port: a.Port()})
		}
	}
	l.tell(protocol.AppendLinks(nil, &m))
}

func (l *Liar) tell(m []byte) {
	l.conn.Conn.Send(transport.Live, m) // a full lane is the client's to notice
}

func (l *Liar) introduce(p *protocol.Peer, now time.Duration) {
	l.pairs = append(l.pairs, p.Pair)
	i := punch.Introduction{ID: uint64(p.Stream), Key: secure.Key(p.Key), Pair: p.Pair, Secret: p.Secret, Role: p.Role, In: introducedIn}
	for _, a := range p.Addresses {
		i.Addresses = append(i.Addresses, netip.AddrPortFrom(netip.AddrFrom16(a.IP).Unmap(), a.Port))
	}
	if !l.machine.Introduce(now, i) {
		l.tell(protocol.AppendUnlinked(nil, protocol.LinkEnded{Stream: p.Stream, Why: protocol.LinkFailed}))
	}
}

// introducedIn is about when the other one begins: the server says 500 ms after it has introduced both.
const introducedIn = 400 * time.Millisecond

func (l *Liar) happened(e *punch.Event) {
	s := timestream.Stream(e.ID)
	switch e.Kind {
	case punch.Linked:
		l.peers = append(l.peers, s)
		l.report.Linked++
		l.tell(protocol.AppendLinked(nil, protocol.Linked{Stream: s}))
		return
	case punch.Gone:
		l.report.Closed++
		l.report.Why = e.Why
	}
	for i, p := range l.peers {
		if p == s {
			l.peers = append(l.peers[:i], l.peers[i+1:]...)
			break
		}
	}
	l.tell(protocol.AppendUnlinked(nil, protocol.LinkEnded{Stream: s, Why: protocol.LinkFailed}))
}

// say sends all peers a message of some actions.
func (l *Liar) say(m *moment, list []actions.Action) {
	l.buf, _ = protocol.AppendPeerMessage(l.buf[:0], protocol.Declare{Stamp: m.at, LastAction: l.number}, list)
	l.send(m, l.buf)
	l.report.Actions += len(list)
}

// send sends all peers a message.
func (l *Liar) send(m *moment, message []byte) {
	for _, p := range l.peers {
		if l.machine.Send(uint64(p), message, m.now) {
			l.report.Messages++
			if l.report.Last = m.now; l.report.First == 0 {
				l.report.First = m.now
			}
		}
	}
}

// tap is the client's connection: messages of the rendezvous do not reach the client, and own actions are noted.
type tap struct {
	transport.Conn
	liar       *Liar
	introduced []protocol.Peer
}

// Send implements transport.Conn.
func (t *tap) Send(lane transport.Lane, m []byte) error {
	if lane == transport.Live && len(m) > 0 && m[0] == protocol.MsgAction {
		r := wire.NewReader(m[1:])
		var a actions.Action
		if actions.Read(&r, &a); r.End() == nil {
			t.liar.noteSent(&a)
		}
	}
	return t.Conn.Send(lane, m)
}

// Receive implements transport.Conn.
func (t *tap) Receive() (transport.Message, bool) {
	for {
		m, ok := t.Conn.Receive()
		if !ok || m.Kind != transport.KindMessage || m.Lane != transport.Live || len(m.Data) == 0 {
			return m, ok
		}
		switch m.Data[0] {
		case protocol.MsgPeer:
			r := wire.NewReader(m.Data[1:])
			if p, err := protocol.ReadPeer(&r); err == nil {
				t.introduced = append(t.introduced, p)
			}
		case protocol.MsgPeerGone, protocol.MsgLinkOffer:
		default:
			return m, ok
		}
	}
}

const sentMax = 64

func (l *Liar) noteSent(a *actions.Action) {
	l.number = max(l.number, a.Number)
	if len(l.sent) == sentMax {
		l.sent = append(l.sent[:0], l.sent[sentMax/2:]...)
	}
	l.sent = append(l.sent, *a)
}
