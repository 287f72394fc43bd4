package mesh

import (
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/sim"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// Input is what a player holds down and did since the last frame.
type Input struct {
	Keys    world.Keys
	Yaw     uint16
	Actions []actions.Action // kind and payload only
	Silent  bool             // nobody plays: keys and yaw stay as they are
}

// input is one action of one player with everything that orders it.
type input struct {
	at     timestream.Time
	stream timestream.Stream
	action actions.Action
}

// before reports whether an input comes first: by time, then stream, then number. It is the order of a rollback.
func (a *input) before(b *input) bool {
	switch {
	case a.at != b.at:
		return a.at < b.at
	case a.stream != b.stream:
		return a.stream < b.stream
	}
	return a.action.Number < b.action.Number
}

// Figures are what a node has counted.
type Figures struct {
	Inputs   int                 // own
	Received int                 // of others
	Late     int                 // inputs that came after their part of the log was gone; they are lost here
	Rollback int                 // times that the world went back
	Redone   timestream.Duration // world time that was simulated again, in sum
	Longest  timestream.Duration // and at most at once
	LogBytes int                 // greatest memory of the log: undo records or copies
	CPU      time.Duration       // processor time of going back and doing again
}

// Node is one player's machine: a world of its own, and links to all others.
type Node struct {
	index  int
	stream timestream.Stream
	world  *world.World
	rec    *edits.Recorder
	sim    sim.Sim
	at     timestream.Time // to which the world has been advanced
	now    timestream.Time // of the last frame
	method method
	peers  []*memnet.Conn // by node; nil for itself
	number uint64         // of the last own action
	keys   world.Keys     // as sent last
	yaw    uint16
	count  Figures
	buf    []byte
}

// method is what a node does with inputs; each of Methods has one.
type method interface {
	own(n *Node, in *input)                 // an input of this node's player
	receive(n *Node, from int, m msg)       // a message of another node
	advance(n *Node, to timestream.Time)    // brings the world to the time of a frame
	settle(n *Node, to timestream.Time)     // takes in what came, while no time passes
	told(n *Node, v timestream.Time)        // a value of another node: the time to which it has committed
	frameEnd(n *Node, conns []*memnet.Conn) // after a frame's inputs
}

// msg is a message between nodes.
type msg struct {
	committed bool // by the host, as the next input of all
	input     input
}

const peersMax = 64

func newNode(i int, w *world.World, start timestream.Time, c Choice) *Node {
	n := &Node{index: i, stream: streamOf(i), world: w, at: start, now: start, peers: make([]*memnet.Conn, peersMax)}
	n.use(&edits.Recorder{W: w})
	n.method = c.method()
	return n
}

// use makes a recorder of the node's world the one that keeps what happens from now on.
func (n *Node) use(r *edits.Recorder) {
	n.rec = r
	n.sim.R, n.sim.Authoritative = r, true
}

// World returns the node's world as of its last frame. It is valid until the next; a rollback may put another in its place.
func (n *Node) World() *world.World { return n.world }

// Stream returns the stream of the node's player.
func (n *Node) Stream() timestream.Stream { return n.stream }

// Time returns the world time that the node shows.
func (n *Node) Time() timestream.Time { return n.at }

// Figures returns what the node has counted.
func (n *Node) Figures() Figures { return n.count }

// Unacked returns the number of own actions that the node's world does not have yet: those that a host has not sent back.
func (n *Node) Unacked() int {
	if p := n.world.Player(n.stream); p != nil && n.number > p.LastAction {
		return int(n.number - p.LastAction)
	}
	return 0
}

// frame takes in what arrived, performs the player's input and brings the world to a time. Inputs are stamped as a client's are:
// 1 µs after the last frame, and a yaw that changes alone 1 µs before the tick that uses it.
func (n *Node) frame(to timestream.Time, in Input) {
	if to <= n.now {
		return
	}
	n.receive()
	n.play(in, n.now+1, to)
	n.method.advance(n, to)
	n.now = to
	n.method.frameEnd(n, n.peers)
	for _, c := range n.peers {
		if c != nil {
			c.Flush()
		}
	}
}

// play turns what the player holds and did into actions.
func (n *Node) play(in Input, at, to timestream.Time) {
	if in.Silent {
		return
	}
	keys, yaw := in.Keys&world.KeysAll, in.Yaw&^15
	turn := yaw != n.yaw
	if keys != n.keys {
		if turn {
			n.perform(actions.Action{Kind: actions.SetYaw, Yaw: yaw}, at)
			n.yaw, turn = yaw, false
		}
		n.perform(actions.Action{Kind: actions.SetKeys, Keys: keys}, at)
		n.keys = keys
	}
	for _, a := range in.Actions {
		n.perform(a, at)
	}
	if tick := at.NextTick(); turn && tick <= to && tick-1 >= at {
		n.perform(actions.Action{Kind: actions.SetYaw, Yaw: yaw}, tick-1)
		n.yaw = yaw
	}
}

// perform numbers and stamps an action of the player and hands it to the method.
func (n *Node) perform(a actions.Action, at timestream.Time) {
	n.number++
	a.Number, a.At = n.number, at
	n.count.Inputs++
	n.method.own(n, &input{at, n.stream, a})
}

// advanceTo advances all streams to a time, tick by tick, in the order of streams.
func (n *Node) advanceTo(to timestream.Time) {
	for n.at < to {
		next := min(to, n.at.NextTick())
		for i := range n.world.StreamCount() {
			if s := n.world.StreamAt(i).Stream; s != loader {
				n.sim.Advance(s, next)
			}
		}
		n.at = next
	}
	n.sim.Lifted, n.sim.Freed = n.sim.Lifted[:0], n.sim.Freed[:0]
}

// apply performs an input at the time to which the world has come.
func (n *Node) apply(in *input) {
	a := in.action
	actions.Do(n.rec, in.stream, n.at, &a)
}

// The kinds of messages. The slot of the one value is 0.
const (
	msgInput = iota + 1
	msgCommitted
)

// send sends a message to one node. A full link loses inputs: a node that does not listen is no longer part of the game.
func (n *Node) send(to int, m msg) {
	if n.peers[to] == nil {
		return
	}
	kind := byte(msgInput)
	if m.committed {
		kind = msgCommitted
	}
	n.buf = wire.AppendUvarint(append(n.buf[:0], kind), uint64(m.input.stream))
	n.buf = wire.AppendUvarint(n.buf, uint64(m.input.at))
	n.buf = actions.Append(n.buf, &m.input.action)
	n.peers[to].Send(transport.Live, n.buf)
}

// sendAll sends a message to all other nodes.
func (n *Node) sendAll(m msg) {
	for i := range n.peers {
		n.send(i, m)
	}
}

// receive hands what has arrived to the method.
func (n *Node) receive() {
	for from, c := range n.peers {
		if c == nil {
			continue
		}
		for {
			p, ok := c.Receive()
			if !ok {
				break
			}
			if p.Kind == transport.KindValue {
				r := wire.NewReader(p.Data)
				if at := world.ReadTime(&r); r.End() == nil {
					n.method.told(n, at)
				}
				continue
			}
			if m, ok := readMsg(p.Data); ok {
				n.count.Received++
				n.method.receive(n, from, m)
			}
		}
	}
}

// readMsg reads a message; false if it is none.
func readMsg(b []byte) (m msg, ok bool) {
	if len(b) == 0 {
		return m, false
	}
	r := wire.NewReader(b[1:])
	m.committed = b[0] == msgCommitted
	m.input.stream = world.ReadStream(&r)
	m.input.at = world.ReadTime(&r)
	actions.Read(&r, &m.input.action)
	return m, r.End() == nil
}
