package server

import (
	"net/netip"
	"time"

	"voxtide/protocol"
	"voxtide/transport"
)

// fakeConn is a connection whose other end is the test itself: a message is received as soon as it is sent.
type fakeConn struct {
	in     []transport.Message
	down   [2][][]byte
	sent   [2]uint64
	full   bool
	pongs  int
	slacks int // values of the slack, and the last one
	slack  protocol.Slack
	reason string
	closed bool
	who    transport.Identity
	at     netip.AddrPort
	trip   time.Duration
	bytes  []byte // of all messages and values down, if keep
	keep   bool
}

func (p *fakeConn) Identity() transport.Identity { return p.who }
func (p *fakeConn) Location() netip.AddrPort     { return p.at }
func (p *fakeConn) Remote() netip.Addr           { return p.at.Addr() }
func (p *fakeConn) RoundTrip() time.Duration     { return p.trip }

func (p *fakeConn) Send(l transport.Lane, m []byte) error {
	switch {
	case p.closed:
		return transport.ErrClosed
	case p.full:
		return transport.ErrFull
	}
	if p.keep {
		p.bytes = append(append(p.bytes, byte(l)), m...)
	}
	p.down[l] = append(p.down[l], append([]byte(nil), m...))
	p.sent[l]++
	return nil
}

func (p *fakeConn) Value(slot uint8, data []byte) error {
	if slot == protocol.SlotSlack {
		p.slacks++
		var err error
		p.slack, err = protocol.ReadSlack(data)
		return err
	}
	p.pongs++
	return nil
}

func (p *fakeConn) Receive() (m transport.Message, ok bool) {
	if len(p.in) == 0 {
		return m, false
	}
	m, p.in = p.in[0], p.in[1:]
	return m, true
}

func (p *fakeConn) Delivered(l transport.Lane) uint64 { return p.sent[l] }
func (p *fakeConn) Pending(transport.Lane) int        { return 0 }
func (p *fakeConn) Flush()                            {}
func (p *fakeConn) Closed() (string, bool)            { return p.reason, p.closed }
func (p *fakeConn) Close(reason string) {
	if !p.closed {
		p.closed, p.reason = true, reason
	}
}

func (p *fakeConn) say(msg []byte) {
	p.in = append(p.in, transport.Message{Kind: transport.KindMessage, Lane: transport.Live, Data: msg})
}

func (p *fakeConn) value(slot uint8, data []byte) {
	p.in = append(p.in, transport.Message{Kind: transport.KindValue, Slot: slot, Data: data})
}
