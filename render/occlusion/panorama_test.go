package occlusion

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// land is a small world of sections for tests: which of its blocks are opaque.
type land struct {
	reach  int // sections from the middle one
	opaque map[[3]int]bool
}

func (l *land) at(x, y, z int) bool { return l.opaque[[3]int{x, y, z}] }

// newLand fills a land with ground, walls, pillars and loose blocks.
func newLand(r *rand.Rand, reach int) *land {
	l := &land{reach, map[[3]int]bool{}}
	low, high := -reach*side, (reach+1)*side
	ground, hill := r.IntN(12)-8, r.Float64()*6
	box := func(x0, y0, z0, x1, y1, z1 int) {
		for x := max(x0, low); x < min(x1, high); x++ {
			for y := max(y0, low); y < min(y1, high); y++ {
				for z := max(z0, low); z < min(z1, high); z++ {
					l.opaque[[3]int{x, y, z}] = true
				}
			}
		}
	}
	for x := low; x < high; x++ {
		for z := low; z < high; z++ {
			h := ground + int(hill*math.Sin(float64(x)*0.2)*math.Cos(float64(z)*0.15))
			box(x, low, z, x+1, h, z+1)
		}
	}
	for range 30 {
		x, z, y := low+r.IntN(high-low), low+r.IntN(high-low), ground+r.IntN(10)-5
		box(x, y, z, x+1+r.IntN(3)*r.IntN(12), y+1+r.IntN(20), z+1+r.IntN(3)*r.IntN(12))
	}
	for range 200 { // holes and caves
		x, y, z, w := low+r.IntN(high-low), ground-r.IntN(10), low+r.IntN(high-low), 1+r.IntN(5)
		for i := range w * w * w {
			delete(l.opaque, [3]int{x + i%w, y + i/w%w, z + i/w/w})
		}
	}
	return l
}

// solid returns the Solid of a section; it looks no farther than the mesher does.
func (l *land) solid(key [3]int) *scene.Solid {
	s := &scene.Solid{Buried: true}
	var columns [scene.SolidColumns]uint32
	for x := -1; x <= side; x++ {
		for z := -1; z <= side; z++ {
			for y := -1; y <= side; y++ {
				outside := 0
				for _, v := range [3]int{x, y, z} {
					if v < 0 || v == side {
						outside++
					}
				}
				if l.at(key[0]*side+x, key[1]*side+y, key[2]*side+z) {
					columns[x+1+scene.SolidEdge*(z+1)] |= 1 << (y + 1)
				} else if outside < 2 {
					s.Buried = false
				}
			}
		}
	}
	if s.Buried {
		*s = scene.Solid{Buried: true}
	}
	s.SetColumns(&columns)
	return s
}

// blocked reports whether an opaque block lies on the way from the eye to a point, at least a little before the point.
func (l *land) blocked(eye, to [3]float64) bool {
	var d [3]float64
	length := 0.0
	for k := range d {
		d[k] = to[k] - eye[k]
		length += d[k] * d[k]
	}
	length = math.Sqrt(length)
	var cell [3]int
	var next, step [3]float64
	for k := range d {
		cell[k] = int(math.Floor(eye[k]))
		switch {
		case d[k] > 0:
			step[k], next[k] = 1/d[k], (float64(cell[k]+1)-eye[k])/d[k]
		case d[k] < 0:
			step[k], next[k] = -1/d[k], (float64(cell[k])-eye[k])/d[k]
		default:
			step[k], next[k] = math.Inf(1), math.Inf(1)
		}
	}
	for t := 0.0; t < 1-1e-6/length; {
		if l.at(cell[0], cell[1], cell[2]) {
			return true
		}
		k := 0
		if next[1] < next[k] {
			k = 1
		}
		if next[2] < next[k] {
			k = 2
		}
		t = next[k]
		next[k] += step[k]
		if d[k] > 0 {
			cell[k]++
		} else {
			cell[k]--
		}
	}
	return false
}

// TestHiddenIsNotSeen: from random eyes in random lands, lines of sight to random points of each box that is hidden are all blocked; and a good
// part of the boxes of which no point is seen is hidden.
func TestHiddenIsNotSeen(t *testing.T) {
	r := testrand.New(t)
	p := &Panorama{}
	hidden, unseen, own, lines := 0, 0, 0, 0
	const reach = 3
	for range testrand.Rounds(8) {
		l := newLand(r, reach)
		eye := [3]float64{r.Float64() * side, r.Float64() * side, r.Float64() * side}
		if l.at(int(eye[0]), int(eye[1]), int(eye[2])) {
			continue
		}
		p.Begin(AllAround)
		for _, key := range keysByDistance(reach) {
			base := baseOf(key, eye)
			var low, high [boxesAsked][3]float32
			before := 0 // how many of them are hidden by nearer sections alone
			for i := range low {
				low[i], high[i] = randomBox(r, i >= boxesAsked/2)
				for k := range base {
					low[i][k], high[i][k] = base[k]+low[i][k], base[k]+high[i][k]
				}
				if p.Hides(low[i], high[i]) {
					before++
				}
			}
			in := see(p, l.section(key, eye), low[:], high[:])
			for i, low := range low {
				high, says, seen := high[i], in&(1<<i) == 0, false
				if before--; says && before < 0 {
					own++
				}
				n := 8
				if says {
					n = 60
				}
				for range n {
					to := pointOf(r, low, high, i >= boxesAsked/2)
					for k := range to {
						to[k] += eye[k]
					}
					lines++
					if !l.blocked(eye, to) {
						seen = true
						if says {
							t.Fatalf("the box from %v to %v, relative to the eye at %v, is hidden, but %v is seen", low, high, eye, to)
						}
						break
					}
				}
				if says {
					hidden++
				}
				if !seen {
					unseen++
				}
			}
		}
	}
	t.Logf("%d of %d boxes of which no point was seen are hidden, %d by blocks of their own section; %d lines of sight", hidden, unseen, own, lines)
	if hidden < unseen/5 || own == 0 {
		t.Error("too few boxes are hidden")
	}
}

// boxesAsked is the number of boxes of a section that are asked about; the latter half are loose.
const boxesAsked = 16

// section returns a section of the land as an eye sees it.
func (l *land) section(key [3]int, eye [3]float64) *Section {
	return &Section{Solid: l.solid(key), Corner: baseOf(key, eye), Away: [3]int32{int32(key[0]), int32(key[1]), int32(key[2])}}
}

// see asks about boxes of a section, given relative to the eye, adds the section, and returns the bits of those of which something may be seen.
func see(p *Panorama, s *Section, low, high [][3]float32) uint64 {
	c := Candidates{Loose: boxesAsked / 2, Around: Box{[3]int8{0, 0, 0}, [3]int8{side, side, side}}}
	for i := range low {
		var b Box
		for k := range b.Low {
			b.Low[k], b.High[k] = int8(math.Round(float64(low[i][k]-s.Corner[k]))), int8(math.Round(float64(high[i][k]-s.Corner[k])))
		}
		c.Boxes, c.Asked = append(c.Boxes, b), append(c.Asked, int32(i))
	}
	var seen [1]uint64
	p.See(s, &c, seen[:])
	return seen[0]
}

func stepsTo(key [3]int) (n int) {
	for _, v := range key {
		n += max(v, -v)
	}
	return n
}

// keysByDistance returns the sections of a land, the nearest first.
func keysByDistance(reach int) (out [][3]int) {
	for x := -reach; x <= reach; x++ {
		for y := -reach; y <= reach; y++ {
			for z := -reach; z <= reach; z++ {
				out = append(out, [3]int{x, y, z})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b [3]int) int { return stepsTo(a) - stepsTo(b) })
	return out
}

func baseOf(key [3]int, eye [3]float64) (base [3]float32) {
	for k := range base {
		base[k] = float32(float64(key[k]*side) - eye[k])
	}
	return base
}

// randomBox returns a box within a section: a face of blocks, or if it is loose anything else, too.
func randomBox(r *rand.Rand, loose bool) (low, high [3]float32) {
	for k := range low {
		a, b := r.IntN(side), r.IntN(side)
		if r.IntN(3) == 0 {
			a, b = 0, side-1
		}
		low[k], high[k] = float32(min(a, b)), float32(max(a, b)+1)
	}
	if k := r.IntN(4); k < 3 || !loose {
		high[k%3] = low[k%3]
	}
	return low, high
}

// pointOf returns a random point of a box, often at its edges, or if it is not loose a little within them: where a quad ends at a block, it touches its side.
func pointOf(r *rand.Rand, low, high [3]float32, loose bool) (p [3]float64) {
	for k := range p {
		u := r.Float64()
		switch r.IntN(4) {
		case 0:
			u = 0
		case 1:
			u = 1
		}
		if !loose {
			u = 1e-4 + u*(1-2e-4)
		}
		p[k] = float64(low[k]) + u*float64(high[k]-low[k])
	}
	return p
}

// TestWallHides: a wall of one block's thickness hides what is behind it, and not what is before it or beside it.
func TestWallHides(t *testing.T) {
	l := &land{1, map[[3]int]bool{}}
	for x := -16; x < 32; x++ {
		for y := -16; y < 32; y++ {
			l.opaque[[3]int{x, y, 20}] = true
		}
	}
	eye := [3]float64{8.5, 8.5, 8.5}
	p := &Panorama{}
	p.Begin(AllAround)
	for _, key := range keysByDistance(1) {
		p.Add(l.section(key, eye))
	}
	for _, c := range []struct {
		name      string
		low, high [3]float32
		hidden    bool
	}{
		{"behind it", [3]float32{-8, -8, 20}, [3]float32{8, 8, 36}, true},
		{"before it", [3]float32{-8, -8, 2}, [3]float32{8, 8, 6}, false},
		{"over it", [3]float32{-8, 20, 20}, [3]float32{8, 60, 36}, false},
		{"beside it", [3]float32{60, -8, 20}, [3]float32{80, 8, 36}, false},
		{"on the other side", [3]float32{-8, -8, -36}, [3]float32{8, 8, -20}, false},
		{"around the eye", [3]float32{-1, -1, -1}, [3]float32{1, 1, 1}, false},
	} {
		if got := p.Hides(c.low, c.high); got != c.hidden {
			t.Errorf("a box %s: hidden is %v", c.name, got)
		}
	}
}
