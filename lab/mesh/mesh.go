package mesh

import (
	"fmt"
	"time"

	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// Config says what is played. Method, Nodes, Land and Sections must be set.
type Config struct {
	Method   string // a name of Methods, with its parameters: "rollback,by=copies"
	Nodes    int
	Seed     uint64
	Link     memnet.Link // the conditions of each direction between two nodes
	Land     func(world.SectionPos) *world.Section
	Sections []world.SectionPos
	Spawn    func(node int) world.Vec
	Creative bool
	Bag      []world.Stack // what each player begins with
	Start    time.Duration // world time at virtual time 0; a tick. 0 is a second
}

// Mesh is a game without a server.
type Mesh struct {
	network *memnet.Network
	nodes   []*Node
	start   time.Duration
}

// timeAt returns the world time of a virtual time. All nodes share this clock: the essay's wall clock.
func (m *Mesh) timeAt(now time.Duration) timestream.Time {
	return timestream.Time((m.start + now) / time.Microsecond)
}

// New returns a mesh in which nothing has happened yet: every node has the same world.
func New(cfg Config) (*Mesh, error) {
	choice, err := Parse(cfg.Method)
	if err != nil {
		return nil, err
	}
	if cfg.Nodes < 1 {
		return nil, fmt.Errorf("mesh: %d nodes", cfg.Nodes)
	}
	if cfg.Start == 0 {
		cfg.Start = time.Second
	}
	m := &Mesh{network: memnet.New(cfg.Seed), start: cfg.Start}
	m.network.SetFateByPacket(true)
	first, err := newWorld(&cfg, m.timeAt(0))
	if err != nil {
		return nil, err
	}
	for i := range cfg.Nodes {
		m.nodes = append(m.nodes, newNode(i, first.Clone(), m.timeAt(0), choice))
	}
	for i, a := range m.nodes {
		for k, b := range m.nodes[:i] {
			ab, ba := m.network.PairNumbered(uint64(i*peersMax+k), cfg.Link, cfg.Link)
			a.peers[b.index], b.peers[a.index] = ab, ba
		}
	}
	return m, nil
}

// Node returns a node, counted from 0.
func (m *Mesh) Node(i int) *Node { return m.nodes[i] }

// Nodes returns the number of nodes.
func (m *Mesh) Nodes() int { return len(m.nodes) }

// Frame makes the next frame of a node: it takes in what has arrived, performs the player's input, and brings the node's world to
// now. Frames of all nodes come in the order of their times.
func (m *Mesh) Frame(node int, now time.Duration, in Input) {
	m.network.Advance(now)
	m.nodes[node].frame(m.timeAt(now), in)
}

// SetLink changes the conditions of what a node sends from now on.
func (m *Mesh) SetLink(node int, l memnet.Link) {
	for _, c := range m.nodes[node].peers {
		if c != nil {
			c.SetLink(l)
		}
	}
}

// settleMax is how long Settle waits for the last packets, settleStep how often it looks.
const (
	settleMax  = time.Minute
	settleStep = 10 * time.Millisecond
)

// Settle brings all nodes to now without input and then waits, while no world time passes, until every message has arrived
// and has been taken in. It reports whether that came about within a minute.
func (m *Mesh) Settle(now time.Duration) bool {
	for i := range m.nodes {
		m.Frame(i, now, Input{Silent: true})
	}
	for end := now + settleMax; now < end; now += settleStep {
		m.network.Advance(now)
		pending := 0
		for _, n := range m.nodes {
			n.receive()
			n.method.settle(n, n.now)
			for _, c := range n.peers {
				if c != nil {
					c.Flush()
					pending += c.Pending(transport.Live)
				}
			}
		}
		if pending == 0 && now > end-settleMax+settleMax/12 {
			return true
		}
	}
	return false
}

// BytesUp returns the bytes that a node has sent, with all headers.
func (m *Mesh) BytesUp(node int) (bytes uint64) {
	for _, c := range m.nodes[node].peers {
		if c != nil {
			bytes += c.Stats().Bytes
		}
	}
	return bytes
}
