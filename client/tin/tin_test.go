package tin

import (
	"math"
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
)

// land returns random heights, from flat to rough, and corners of the border at random.
func land(r *rand.Rand, side int) (heights []float32, given []bool) {
	heights, given = make([]float32, side*side), make([]bool, side*side)
	high, rough, waves := r.Float64()*30, r.Float64()*float64(r.IntN(3)), r.Float64()*0.4
	turn, share := r.Float64()*6, r.IntN(5)
	for i := range heights {
		x, z := i%side, i/side
		h := math.Sin(float64(x)*waves+turn)*math.Cos(float64(z)*waves)*high + r.Float64()*rough
		heights[i] = float32(math.Floor(h))
		if border := x == 0 || z == 0 || x == side-1 || z == side-1; border || r.IntN(400) == 0 {
			given[i] = r.IntN(4) < share
		}
	}
	return heights, given
}

// TestNet: of random land the triangles cover the square once, side by side corner by corner; all corners that were given are theirs and on the border no others; no corner within is farther from them than the
// limit; no corner is inside the circle of a triangle; and triangles that follow each other are near each other.
func TestNet(t *testing.T) {
	r := testrand.New(t)
	triangles, within, circles, farthest := 0, 0, 0, float32(0)
	for range testrand.Rounds(40) {
		side := 3 + r.IntN(40)
		n := New(side)
		for range 2 { // the second one with what the first one left
			heights, given := land(r, side)
			limit := r.Float32() * 6
			n.Build(heights, given, limit)
			area, is := 0, make([]bool, side*side)
			edges := map[[2]int]bool{}
			var list [][3]int
			seen := make([]bool, side*side)
			n.Triangles(func(a, b, c int) {
				list = append(list, [3]int{a, b, c})
				for k, v := range [3]int{a, b, c} {
					is[v] = true
					e := [2]int{v, [3]int{b, c, a}[k]}
					if edges[e] {
						t.Fatalf("the edge %v is that of two triangles on one side", e)
					}
					edges[e] = true
				}
				twice := n.area(int32(a), int32(b), int32(c))
				if twice <= 0 {
					t.Fatalf("a triangle of %d", twice)
				}
				area += twice
				for i := range heights {
					p, q, s := n.area(int32(a), int32(b), int32(i)), n.area(int32(b), int32(c), int32(i)), n.area(int32(c), int32(a), int32(i))
					if p < 0 || q < 0 || s < 0 {
						continue
					}
					seen[i] = true
					x, z := i%side, i/side
					if x == 0 || z == 0 || x == side-1 || z == side-1 {
						continue
					}
					within++
					y := (heights[c]*float32(p) + heights[a]*float32(q) + heights[b]*float32(s)) / float32(twice)
					if off := max(y-heights[i], heights[i]-y); off > limit+1e-3 {
						t.Fatalf("corner %d is %v from a triangle, the limit is %v", i, off, limit)
					} else {
						farthest = max(farthest, off/limit)
					}
				}
			})
			if area != 2*(side-1)*(side-1) {
				t.Fatalf("triangles of %d of %d", area, 2*(side-1)*(side-1))
			}
			for e := range edges {
				x, z := e[0]%side, e[0]/side
				onBorder := x == e[1]%side && (x == 0 || x == side-1) || z == e[1]/side && (z == 0 || z == side-1)
				if edges[[2]int{e[1], e[0]}] == onBorder {
					t.Fatalf("the edge %v, on the border: %v", e, onBorder)
				}
			}
			for i := range is {
				x, z := i%side, i/side
				border, end := x == 0 || z == 0 || x == side-1 || z == side-1, (x == 0 || x == side-1) && (z == 0 || z == side-1)
				if given[i] && !is[i] || border && is[i] && !given[i] && !end || !seen[i] {
					t.Fatalf("corner %d, given %v, is one of triangles: %v, lies in one: %v", i, given[i], is[i], seen[i])
				}
			}
			if triangles += len(list); len(list) < 400 { // else it takes long
				for _, v := range list {
					for i, used := range is {
						if circles++; used && n.inCircle(int32(v[0]), int32(v[1]), int32(v[2]), int32(i)) {
							t.Fatalf("corner %d is in the circle of %v", i, v)
						}
					}
				}
			}
			if len(list) > 200 {
				if followers, others := away(n, list, 1), away(n, list, len(list)/2); followers > others/2 {
					t.Fatalf("triangles that follow each other are %.1f apart, others %.1f", followers, others)
				}
			}
		}
	}
	if circles == 0 || farthest < 0.9 {
		t.Fatalf("%d circles, the farthest corner is %v of the limit away", circles, farthest)
	}
	t.Logf("%d triangles, %d corners within them, the farthest is %.2f of the limit away; %d looked for in circles", triangles, within, farthest, circles)
}

// away returns the mean distance of triangles that are some places apart in a list.
func away(n *Net, list [][3]int, apart int) (mean float64) {
	for i := apart; i < len(list); i++ {
		ax, az := n.at(int32(list[i-apart][0]))
		bx, bz := n.at(int32(list[i][0]))
		mean += math.Hypot(float64(ax-bx), float64(az-bz)) / float64(len(list)-apart)
	}
	return mean
}

// TestAllocations: another surface of as many triangles allocates nothing.
func TestAllocations(t *testing.T) {
	r := testrand.New(t)
	n := New(65)
	heights, given := land(r, 65)
	count := 0
	build := func() {
		n.Build(heights, given, 1)
		n.Triangles(func(int, int, int) { count++ })
	}
	build()
	if a := testing.AllocsPerRun(10, build); a > 0 || count == 0 {
		t.Fatalf("%v allocations, %d triangles", a, count)
	}
	t.Logf("%d triangles", count)
}

func BenchmarkNet(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	n := New(65)
	heights, given := land(r, 65)
	for b.Loop() {
		n.Build(heights, given, 3)
	}
	b.ReportMetric(float64(len(n.triangles)), "triangles")
}
