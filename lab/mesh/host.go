package mesh

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/transport/memnet"
)

// hosted is Kahlo 1.4: every input goes to node 0, which says in which order and at which time all apply it. Nobody ever goes
// back, and everybody but the host waits a round trip. Time passes through the host too: a node's world stands where the host
// had come when it sent what arrived last.
type hosted struct{}

// theHost is the node through which all inputs pass.
const theHost = 0

func (hosted) own(n *Node, in *input) {
	if n.index != theHost {
		n.send(theHost, msg{input: *in})
		return
	}
	n.advanceTo(in.at)
	hosted{}.commit(n, in)
}

// commit performs an input at the host's present and tells all.
func (hosted) commit(n *Node, in *input) {
	in.at = n.at
	hosted{}.apply(n, in)
	n.sendAll(msg{committed: true, input: *in})
}

func (hosted) receive(n *Node, _ int, m msg) {
	switch {
	case m.committed:
		n.advanceTo(m.input.at)
		hosted{}.apply(n, &m.input)
	case n.index == theHost:
		hosted{}.commit(n, &m.input)
	}
}

func (hosted) apply(n *Node, in *input) {
	n.apply(in)
	n.rec.Commit()
}

func (hosted) advance(n *Node, to timestream.Time) {
	if n.index == theHost {
		n.advanceTo(to)
		n.rec.Commit()
	}
}

func (hosted) settle(*Node, timestream.Time) {}

// told brings a node to the time that the host had committed: a value comes after the inputs that were sent before it.
func (hosted) told(n *Node, at timestream.Time) {
	n.advanceTo(at)
	n.rec.Commit()
}

func (hosted) frameEnd(n *Node, conns []*memnet.Conn) {
	if n.index != theHost {
		return
	}
	n.buf = wire.AppendUvarint(n.buf[:0], uint64(n.at))
	for _, c := range conns {
		if c != nil {
			c.Value(0, n.buf)
		}
	}
}
