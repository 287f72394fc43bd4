package tin

import "slices"

// Triangles calls f for each triangle of the last Build, by its corners x + side*z, counter-clockwise with x to the right and z up. Those that follow each other are near each other.
func (n *Net) Triangles(f func(a, b, c int)) {
	n.order = n.order[:0]
	for i := range n.triangles {
		x, z := 0, 0
		for _, c := range n.triangles[i].corners {
			cx, cz := n.at(c)
			x, z = x+cx, z+cz
		}
		n.order = append(n.order, uint64(interleave(uint32(x))|interleave(uint32(z))<<1)<<32|uint64(i))
	}
	slices.Sort(n.order)
	for _, o := range n.order {
		v := &n.triangles[uint32(o)].corners
		f(int(v[0]), int(v[1]), int(v[2]))
	}
}

// interleave puts a 0 before each of the lowest 16 bits: with those of another number between them they are a place in the order of Morton.
func interleave(v uint32) uint32 {
	v = (v | v<<8) & 0x00FF00FF
	v = (v | v<<4) & 0x0F0F0F0F
	v = (v | v<<2) & 0x33333333
	return (v | v<<1) & 0x55555555
}
