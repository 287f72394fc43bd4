// Package route finds ways for a simulated player who walks, jumps, digs and builds pillars.
//
// Data flow: a Search reads blocks of a world and returns the steps of the cheapest way from a cell to one that a goal names. It knows
// no client; package script plays the steps with keys and looks.
//
// Owner: the caller. Invariants: a step goes to a cell beside the one before, at most one up or fallMax down; no step passes lava, or
// a cell whose digging would let a liquid in; what has to be dug is named with the step, in the order in which it is dug.
package route

import (
	"container/heap"

	"voxtide/world"
)

// fallMax is how many blocks deep a step may fall, unharmed.
const fallMax = 3

// Kind is how a step is made.
type Kind uint8

// The kinds of steps.
const (
	Walk   Kind = iota // to a cell beside, on the same height or below
	Jump               // to a cell beside, one up
	Pillar             // straight up, on a block that is placed where one stood
	Dig                // straight down
)

// Step is a step of a way: to the cell To, in which the feet are then. Before it the cells Dig have to be dug.
type Step struct {
	Kind Kind
	To   world.Pos
	Dig  []world.Pos
}

// Blocks is what a search reads. Block reports false for what is not known.
type Blocks interface {
	Block(p world.Pos) (world.Block, bool)
}

// Search is how ways are looked for.
type Search struct {
	Blocks Blocks
	// DigTime returns how long it takes to dig a block, in blocks of walking; negative if it must not be dug.
	DigTime func(p world.Pos, b world.Block) float64
	Pillars int // how many blocks there are to build pillars of
	Nodes   int // how many cells are looked at, at most; 0 for 40,000
}

// node is a cell that was reached.
type node struct {
	at         world.Pos
	from       *node
	step       Step
	cost, rank float64
	pillars    int
	index      int // in the heap; -1 when it is done
}

// Find returns the steps from a cell to one that goal accepts; far estimates how far a cell is from the nearest of these, in blocks of
// walking, and never more than it is. It reports false where no way was found.
func (s *Search) Find(from world.Pos, goal func(world.Pos) bool, far func(world.Pos) float64) ([]Step, bool) {
	limit := s.Nodes
	if limit == 0 {
		limit = 40_000
	}
	first := &node{at: from, rank: far(from), pillars: s.Pillars}
	open, seen := queue{first}, map[world.Pos]*node{from: first}
	var next [16]Step
	for len(open) > 0 && len(seen) < limit {
		n := heap.Pop(&open).(*node)
		if goal(n.at) {
			return n.steps(), true
		}
		for _, st := range s.steps(n, next[:0]) {
			cost := n.cost + s.cost(&st)
			old := seen[st.To]
			if old != nil && old.cost <= cost {
				continue
			}
			m := old
			if m == nil {
				m = &node{at: st.To, index: -1}
				seen[st.To] = m
			}
			m.from, m.step, m.cost, m.rank, m.pillars = n, st, cost, cost+far(st.To), n.pillars
			if st.Kind == Pillar {
				m.pillars--
			}
			if m.index < 0 {
				heap.Push(&open, m)
			} else {
				heap.Fix(&open, m.index)
			}
		}
	}
	return nil, false
}

// steps returns the steps that led to a node.
func (n *node) steps() (out []Step) {
	for m := n; m.from != nil; m = m.from {
		out = append(out, m.step)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// queue is a heap of nodes, the one of the least rank first.
type queue []*node

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].rank < q[j].rank }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

// Push is heap.Interface's.
func (q *queue) Push(x any) {
	n := x.(*node)
	n.index = len(*q)
	*q = append(*q, n)
}

// Pop is heap.Interface's.
func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	n.index = -1
	*q = old[:len(old)-1]
	return n
}
