package route

import (
	"fmt"
	"math"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// field is a small world for searches: stone below y 0, air above, and what is put into it. Nothing is known beyond its edge.
type field struct {
	cells map[world.Pos]world.Block
	edge  int32
}

func newField() *field { return &field{map[world.Pos]world.Block{}, 12} }

func (f *field) Block(p world.Pos) (world.Block, bool) {
	if max(p.X, -p.X, p.Z, -p.Z) > f.edge {
		return world.Air, false
	}
	if b, set := f.cells[p]; set {
		return b, true
	}
	if p.Y < 0 {
		return world.Stone, true
	}
	return world.Air, true
}

func (f *field) put(b world.Block, low, high world.Pos) {
	for x := low.X; x <= high.X; x++ {
		for y := low.Y; y <= high.Y; y++ {
			for z := low.Z; z <= high.Z; z++ {
				f.cells[world.Pos{X: x, Y: y, Z: z}] = b
			}
		}
	}
}

func manhattan(a, b world.Pos) float64 {
	return math.Abs(float64(a.X-b.X)) + math.Abs(float64(a.Z-b.Z))
}

// find searches from the middle to x 6.
func (f *field) find(s Search, to world.Pos) ([]Step, bool) {
	s.Blocks = f
	if s.DigTime == nil {
		s.DigTime = func(world.Pos, world.Block) float64 { return -1 }
	}
	return s.Find(world.Pos{}, func(p world.Pos) bool { return p == to }, func(p world.Pos) float64 { return manhattan(p, to) })
}

var slowly = func(world.Pos, world.Block) float64 { return 5 }

func TestFind(t *testing.T) {
	to := world.Pos{X: 6}
	wall := func(b world.Block, high int32) *field {
		f := newField()
		f.put(b, world.Pos{X: 3, Z: -12}, world.Pos{X: 3, Y: high - 1, Z: 12})
		return f
	}
	trench := func(b world.Block) *field {
		f := newField()
		f.put(b, world.Pos{X: 3, Y: -1, Z: -12}, world.Pos{X: 3, Y: -1, Z: 12})
		return f
	}
	pond := wall(world.Stone, 4)
	pond.put(world.Water, world.Pos{X: 4, Y: 0, Z: -12}, world.Pos{X: 4, Y: 2, Z: 12})
	for name, c := range map[string]struct {
		f     *field
		s     Search
		found bool
		kinds [4]int // steps by kind
		dug   int
	}{
		"flat":                   {newField(), Search{}, true, [4]int{Walk: 6}, 0},
		"one up":                 {wall(world.Stone, 1), Search{}, true, [4]int{Walk: 5, Jump: 1}, 0},
		"too high":               {wall(world.Stone, 2), Search{}, false, [4]int{}, 0},
		"through":                {wall(world.Stone, 4), Search{DigTime: slowly}, true, [4]int{Walk: 6}, 2},
		"over, on a pillar":      {wall(world.Stone, 2), Search{Pillars: 1}, true, [4]int{Walk: 5, Jump: 1, Pillar: 1}, 0},
		"a pillar short":         {wall(world.Stone, 3), Search{Pillars: 1}, false, [4]int{}, 0},
		"lava":                   {trench(named("lava")), Search{}, false, [4]int{}, 0},
		"swum":                   {trench(world.Water), Search{}, true, [4]int{Walk: 5, Jump: 1}, 0},
		"a wall that holds back": {pond, Search{DigTime: slowly, Nodes: 3000}, false, [4]int{}, 0},
	} {
		way, found := c.f.find(c.s, to)
		var kinds [4]int
		dug := 0
		for _, st := range way {
			kinds[st.Kind]++
			dug += len(st.Dig)
		}
		if found != c.found || kinds != c.kinds || dug != c.dug {
			t.Errorf("%s: found %v, steps %v, dug %d: %+v", name, found, kinds, dug, way)
		}
	}
}

func named(name string) world.Block {
	b, _ := world.BlockNamed(name)
	return b
}

// TestSteps: on random land every step of every way is one that a player can make, and goes on where the one before ended.
func TestSteps(t *testing.T) {
	r := testrand.New(t)
	found, counts, dug := 0, [4]int{}, 0
	slowly := func(world.Pos, world.Block) float64 { return 2 }
	kinds := []world.Block{world.Stone, world.Stone, world.Dirt, world.Sand, world.Water, named("lava"), world.Leaves, world.TallGrass}
	for range testrand.Rounds(80) {
		f := newField()
		for range 900 {
			p := world.Pos{X: r.Int32N(19) - 9, Y: r.Int32N(7) - 2, Z: r.Int32N(19) - 9}
			f.cells[p] = kinds[r.IntN(len(kinds))]
		}
		f.put(world.Air, world.Pos{}, world.Pos{Y: 1})
		f.put(world.Stone, world.Pos{Y: -1}, world.Pos{Y: -1})
		s := Search{DigTime: slowly, Pillars: 3, Blocks: f, Nodes: 4000}
		way, ok := f.find(s, world.Pos{X: 8, Y: r.Int32N(5), Z: r.Int32N(17) - 8})
		if !ok {
			continue
		}
		found++
		at, free := world.Pos{}, map[world.Pos]bool{}
		for _, st := range way {
			counts[st.Kind]++
			dug += len(st.Dig)
			if err := check(f, at, &st, free); err != nil {
				t.Fatalf("from %v: %+v: %v", at, st, err)
			}
			at = st.To
		}
	}
	t.Logf("%d of 80 ways found, steps %v, %d cells dug", found, counts, dug)
	if found < 20 || counts[Jump] < 20 || counts[Pillar] < 5 || dug < 15 {
		t.Error("too little to say something")
	}
}

// check reports why a step cannot be made, where dug holds what was dug before, and notes what it digs.
func check(f *field, at world.Pos, st *Step, dug map[world.Pos]bool) error {
	dx, dy, dz := st.To.X-at.X, st.To.Y-at.Y, st.To.Z-at.Z
	aside := max(dx, -dx) + max(dz, -dz)
	if aside > 1 || dy > 1 || dy < -fallMax || aside == 1 && dy == 1 != (st.Kind == Jump) {
		return fmt.Errorf("it is no step")
	}
	for _, p := range st.Dig {
		dug[p] = true
		for face := range world.Face(world.FaceCount) {
			if b, _ := f.Block(p.Next(face)); face != world.Down && b.Info().Liquid {
				return fmt.Errorf("digging %v lets a liquid in", p)
			}
		}
	}
	for _, p := range []world.Pos{st.To, st.To.Above()} {
		if b, _ := f.Block(p); b.Info().Harm > 0 || b.Solid() && !dug[p] {
			return fmt.Errorf("%v is in the way at %v", b, p)
		}
	}
	return nil
}

func Example() {
	f := newField()
	f.put(world.Stone, world.Pos{X: 2, Z: -12}, world.Pos{X: 2, Z: 12})
	s := Search{Blocks: f, DigTime: func(world.Pos, world.Block) float64 { return -1 }}
	to := world.Pos{X: 3}
	way, _ := s.Find(world.Pos{}, func(p world.Pos) bool { return p == to }, func(p world.Pos) float64 { return manhattan(p, to) })
	for _, st := range way {
		fmt.Println(st.To, st.Kind == Jump)
	}
	// Output:
	// 1,0,0 false
	// 2,1,0 true
	// 3,0,0 false
}
