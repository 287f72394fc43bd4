package rollback

import (
	"container/heap"

	"voxtide/protocol"
	"voxtide/world"
)

// nearest keeps, of any number of cells, those nearest to a position.
type nearest struct {
	from world.Pos
	max  int
	heap []protocol.PreviewCell // the farthest on top
}

func (n *nearest) distanceSquared(p world.Pos) int64 {
	x, y, z := int64(p.X)-int64(n.from.X), int64(p.Y)-int64(n.from.Y), int64(p.Z)-int64(n.from.Z)
	return x*x + y*y + z*z
}

// Len and the other methods of heap.Interface.
func (n *nearest) Len() int { return len(n.heap) }
func (n *nearest) Less(i, j int) bool {
	return n.distanceSquared(n.heap[i].Pos) > n.distanceSquared(n.heap[j].Pos)
}
func (n *nearest) Swap(i, j int) { n.heap[i], n.heap[j] = n.heap[j], n.heap[i] }
func (n *nearest) Push(x any)    { n.heap = append(n.heap, x.(protocol.PreviewCell)) }
func (n *nearest) Pop() any {
	last := n.heap[len(n.heap)-1]
	n.heap = n.heap[:len(n.heap)-1]
	return last
}

// add offers a cell.
func (n *nearest) add(c protocol.PreviewCell) {
	if len(n.heap) < n.max {
		heap.Push(n, c)
		return
	}
	if n.distanceSquared(c.Pos) < n.distanceSquared(n.heap[0].Pos) {
		n.heap[0] = c
		heap.Fix(n, 0)
	}
}

// sorted returns the cells that were kept, the nearest first. Nothing is kept any more.
func (n *nearest) sorted() []protocol.PreviewCell {
	out := make([]protocol.PreviewCell, len(n.heap))
	for i := range out {
		out[len(out)-1-i] = heap.Pop(n).(protocol.PreviewCell)
	}
	return out
}
