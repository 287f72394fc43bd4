package mesh

import (
	"voxtide/timestream"
	"voxtide/transport/memnet"
)

// commute is Kahlo 1.2: an input is applied here at once and elsewhere on receipt, as if all operations commuted. They do not, so
// worlds drift apart; how far is what this method is for.
type commute struct{}

func (commute) own(n *Node, in *input) {
	n.advanceTo(in.at)
	commute{}.apply(n, in)
	n.sendAll(msg{input: *in})
}

func (commute) receive(n *Node, _ int, m msg) { commute{}.apply(n, &m.input) }

func (commute) apply(n *Node, in *input) {
	n.apply(in)
	n.rec.Commit()
}

func (commute) advance(n *Node, to timestream.Time) {
	n.advanceTo(to)
	n.rec.Commit()
}

func (commute) settle(*Node, timestream.Time)  {}
func (commute) told(*Node, timestream.Time)    {}
func (commute) frameEnd(*Node, []*memnet.Conn) {}
