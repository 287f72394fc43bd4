package gen3

import (
	"math"

	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// Rivers are a network on a coarse lattice of points, one in each square of nodeStep blocks. Each point has a potential: the height of the
// land without its hills, a smooth function of the place alone. Water runs from a point to the lowest one around it, which is strictly
// lower, so there are no circles, and the bed falls all the way: to the sea, or to a lake where nothing around is lower. How much runs
// is the number of points above, as far as flowDepth links. All of it is known within a bounded distance, so every square of the
// network is the same wherever it is looked at from, and there is no border that a river could not cross.

const (
	nodeStep  = 96 // blocks
	netSide   = 8  // points along a side of a square of the network
	flowDepth = 20 // links
	netMargin = flowDepth + 2*linkFar + 1
	netWindow = netSide + 2*netMargin
	linkFar   = 3 // the farthest point that water runs to, in squares
	flowLeast = 4 // points above which there is a river
	bedDeep   = 4 // blocks from the potential down to the water
)

// node is a point of the network.
type node struct {
	x, z      int64 // blocks
	potential int64 // 1/256 block above the sea
	level     int32 // y of the water
	to        int16 // index in the window of the point that it runs to; -1: none, a lake or the sea
	flow      int32
	lake      int32 // radius of a lake here, in blocks; 0: none
}

// stretch is a straight piece of a river, or a lake: then both ends are its middle.
type stretch struct {
	x0, z0, x1, z1 int64 // 1/16 block
	width0, width1 int64 // from the middle to the bank, 1/16 block
	level          int32 // y of the water
	lake           bool
}

// network is the rivers that start in a square of points or whose link to the next point does.
type network struct {
	i, j      int32 // of the square
	set       bool
	stretches []stretch
}

// potentialAt is the height of the land without hills, in 1/256 block above the sea.
func (f *fields) potentialAt(x, z int64) int64 {
	x, z = x+f.warpX[:2].At(x, z)*80>>12, z+f.warpZ[:2].At(x, z)*80>>12
	coast := f.continent[:3].At(x, z) + 400
	mountain := noise.SmoothRamp(coast, 150, 1300) * noise.SmoothRamp(-f.erosion.At(x, z), -150, 1500) >> 12
	return baseHeightAt(coast) + mountain*48*block>>12
}

// nodeAt makes a point of the network, without its links.
func (g *Generator) nodeAt(i, j int64) (n node) {
	h := noise.Hash2(g.seed^saltRiver, i, j)
	n.x, n.z = i*nodeStep+16+int64(h%64), j*nodeStep+16+int64(h>>16%64)
	n.potential = g.fields.potentialAt(n.x, n.z) + int64(h>>32%128)
	n.level, n.to, n.flow = landscape.SeaLevel+int32(max(n.potential-bedDeep*block, 0)>>8), -1, 1
	if n.level > landscape.SeaLevel && h>>40%11 == 0 {
		n.lake = 18 + int32(h>>48%26)
	}
	return n
}

// findNetwork computes a square of the network.
func (g *Generator) findNetwork(n *network) {
	if g.window == nil {
		g.window = make([]node, netWindow*netWindow)
		g.flows = make([][linkFar + 1]int32, netWindow*netWindow)
	}
	w := g.window
	i0, j0 := int64(n.i)*netSide-netMargin, int64(n.j)*netSide-netMargin
	for k := range w {
		w[k] = g.nodeAt(i0+int64(k%netWindow), j0+int64(k/netWindow))
	}
	for k := range w {
		w[k].to = lowest(w, k)
	}
	g.countFlows(w)
	n.stretches = n.stretches[:0]
	for j := range netSide {
		for i := range netSide {
			g.addStretches(n, w, (j+netMargin)*netWindow+i+netMargin)
		}
	}
}

// countFlows counts the points above each, as far as flowDepth squares of links.
func (g *Generator) countFlows(w []node) {
	for k := range g.flows {
		g.flows[k] = [linkFar + 1]int32{1}
	}
	for d := 1; d <= flowDepth; d++ {
		now := d % (linkFar + 1)
		for k := range g.flows {
			g.flows[k][now] = 1
		}
		for k := range w {
			if to := int(w[k].to); to >= 0 {
				if long := max(away(k%netWindow, to%netWindow), away(k/netWindow, to/netWindow)); long <= d {
					g.flows[to][now] += g.flows[k][(d-long)%(linkFar+1)]
				}
			}
		}
	}
	for k := range w {
		w[k].flow = g.flows[k][flowDepth%(linkFar+1)]
	}
}

func away(a, b int) int { return max(a-b, b-a) }

// lowest returns the lowest point around one, first beside it, then farther away; -1 if there is none that is lower, or it is in the sea.
func lowest(w []node, k int) int16 {
	i, j := k%netWindow, k/netWindow
	if w[k].potential <= 0 {
		return -1
	}
	for r := 1; r <= linkFar; r++ {
		if i < r || j < r || i >= netWindow-r || j >= netWindow-r {
			return -1
		}
		best, least := -1, w[k].potential
		for dj := -r; dj <= r; dj++ {
			for di := -r; di <= r; di++ {
				if at := k + dj*netWindow + di; w[at].potential < least {
					best, least = at, w[at].potential
				}
			}
		}
		if best >= 0 {
			return int16(best)
		}
	}
	return -1
}

// widthOf is the distance from the middle to the bank of what runs from a number of points, in 1/16 block.
func widthOf(flow int32) int64 { return min(14+13*root64(int64(flow)), 150) }

func root64(n int64) (r int64) {
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// addStretches adds the bends around a point: from the middle of each link to it to the middle of the link from it; and its lake.
func (g *Generator) addStretches(n *network, w []node, k int) {
	p := &w[k]
	bends := 0
	i, j := k%netWindow, k/netWindow
	for dj := -linkFar; dj <= linkFar; dj++ {
		for di := -linkFar; di <= linkFar; di++ {
			at := (j+dj)*netWindow + i + di
			if c := &w[at]; int(c.to) == k && c.flow >= flowLeast {
				g.addBend(n, w, c, p)
				bends++
			}
		}
	}
	sea := p.potential <= 0
	if p.to >= 0 && bends == 0 && p.flow >= flowLeast {
		q := &w[p.to]
		n.add(p.x*16, p.z*16, (p.x+q.x)*8, (p.z+q.z)*8, 8, widthOf(p.flow), q.level)
	}
	switch {
	case sea:
	case p.to < 0 && bends > 0: // nothing around is lower
		n.stretches = append(n.stretches, stretch{p.x * 16, p.z * 16, p.x * 16, p.z * 16, int64(44+p.flow%40) * 16, 0, p.level, true})
	case p.lake > 0 && bends > 0:
		n.stretches = append(n.stretches, stretch{p.x * 16, p.z * 16, p.x * 16, p.z * 16, int64(p.lake) * 16, 0, p.level, true})
	}
}

// addBend adds the bend from the link of one point to another, around it, to the middle of the next link: half of it lies at the level before,
// half at that behind.
func (g *Generator) addBend(n *network, w []node, c, p *node) {
	ax, az, bx, bz := (c.x+p.x)*8, (c.z+p.z)*8, p.x*16, p.z*16
	before, behind, wide0, wide1 := p.level, p.level, widthOf(c.flow), widthOf(c.flow)
	ex, ez := bx, bz
	if p.to >= 0 {
		q := &w[p.to]
		ex, ez, behind, wide1 = (p.x+q.x)*8, (p.z+q.z)*8, q.level, widthOf(p.flow)
	}
	const pieces = 6
	px, pz, pw := ax, az, wide0
	for s := int64(1); s <= pieces; s++ {
		t := s * 4096 / pieces
		x := noise.Lerp(noise.Lerp(ax, bx, t), noise.Lerp(bx, ex, t), t)
		z := noise.Lerp(noise.Lerp(az, bz, t), noise.Lerp(bz, ez, t), t)
		wide := noise.Lerp(wide0, wide1, t)
		level := before
		if s > pieces/2 {
			level = behind
		}
		n.add(px, pz, x, z, pw, wide, level)
		px, pz, pw = x, z, wide
	}
}

func (n *network) add(x0, z0, x1, z1, w0, w1 int64, level int32) {
	n.stretches = append(n.stretches, stretch{x0, z0, x1, z1, w0, w1, level, false})
}

// netSlots is the side of the square of squares of the network that a generator caches.
const netSlots = 8

// networkAt returns a square of the network; it is valid until the next call.
func (g *Generator) networkAt(i, j int32) *network {
	n := &g.networks[i&(netSlots-1)+j&(netSlots-1)*netSlots]
	if !n.set || n.i != i || n.j != j {
		n.i, n.j, n.set = i, j, true
		g.findNetwork(n)
	}
	return n
}

// riverReach is how far from its bank a river shapes the land, in blocks; no stretch is farther from the square of its point than farStretch.
const (
	riverReach = 72
	farStretch = nodeStep*2 + 90
	// meanderReach is how far noise bends a river at most, in blocks.
	meanderReach = 32
)

// stretchesNear collects the stretches that shape a square of blocks.
func (g *Generator) stretchesNear(x0, z0, x1, z1 int64) []stretch {
	g.near = g.near[:0]
	const square = netSide * nodeStep
	lo, hi := int64(riverReach+farStretch+meanderReach), int64(riverReach+farStretch+meanderReach)
	for j := floorDiv(z0-lo, square); j <= floorDiv(z1+hi, square); j++ {
		for i := floorDiv(x0-lo, square); i <= floorDiv(x1+hi, square); i++ {
			for _, s := range g.networkAt(int32(i), int32(j)).stretches {
				r := max(s.width0, s.width1)*5/4 + (riverReach+meanderReach)*16
				if min(s.x0, s.x1)-r <= x1*16 && max(s.x0, s.x1)+r >= x0*16 && min(s.z0, s.z1)-r <= z1*16 && max(s.z0, s.z1)+r >= z0*16 {
					g.near = append(g.near, s)
				}
			}
		}
	}
	return g.near
}

func floorDiv(a, n int64) int64 {
	if a < 0 {
		return -((-a + n - 1) / n)
	}
	return a / n
}

// bank is where a column is to the water of the nearest river or lake.
type bank struct {
	beyond int64 // distance to the bank, 1/16 block: negative in the water
	width  int64 // from the middle to the bank, 1/16 block
	level  int32 // y of the water
	lake   bool
	near   bool // there is one within riverReach
}

// bankAt finds the nearest river or lake. The wobble, noise of -One to One, makes banks ragged.
func (f *fields) bankAt(near []stretch, x, z, wobble int64) (b bank) {
	if len(near) == 0 {
		return b
	}
	x, z = x*16+8+f.meanderX.At(x, z)*21>>8, z*16+8+f.meanderZ.At(x, z)*21>>8
	least := int64(riverReach * 16)
	for i := range near {
		s := &near[i]
		d, width := s.distance(x, z)
		if s.lake {
			width += width * wobble >> 14
		} else {
			width += wobble * 20 >> 12
		}
		width = max(width, 16)
		if d -= width; d < least {
			least = d
			b = bank{d, width, s.level, s.lake, true}
		}
	}
	return b
}

// distance returns the distance to the middle of a stretch, and its width there.
func (s *stretch) distance(x, z int64) (d, width int64) {
	dx, dz := s.x1-s.x0, s.z1-s.z0
	px, pz := x-s.x0, z-s.z0
	long := dx*dx + dz*dz
	t := int64(0)
	if long > 0 {
		t = min(max((px*dx+pz*dz)*4096/long, 0), 4096)
	}
	px, pz = px-dx*t>>12, pz-dz*t>>12
	return isqrt(px*px + pz*pz), noise.Lerp(s.width0, s.width1, t)
}

// isqrt returns the square root of n, 0 to 2^52, rounded down. The processor's root is exact enough: it is rounded correctly on every platform, and that of the number below
// a square is farther from a whole number than its last bit.
func isqrt(n int64) int64 { return int64(math.Sqrt(float64(n))) }
