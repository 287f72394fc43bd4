package physics

import (
	"testing"

	"voxtide/world"
)

// TestSupported compares supports and Free with all boxes there are.
func TestSupported(t *testing.T) {
	r, n := random(t, 20_000)
	a := newArena(world.Pos{})
	yes := 0
	for i := range n {
		if i%20 == 0 {
			a.scatter(r, 10+r.IntN(100), 4)
		}
		k := kind(r)
		m := a.body(r, k, 4)
		b := bodyBox(k, m.Pos)
		under := b
		under.lo[y], under.hi[y] = b.lo[y]-1, b.lo[y]
		free, supported := true, false
		for _, p := range a.set {
			bl, _ := a.Block(p)
			for _, s := range bl.Boxes() {
				o := obstacle(p.X, p.Y, p.Z, &s)
				free = free && !o.overlaps(&b)
				supported = supported || o.hi[y] == m.Pos[y] && o.overlaps(&under)
			}
		}
		if supported {
			yes++
		}
		if Free(a.World, k, m.Pos) != free || isSupported(a.World, k, m.Pos) != supported {
			t.Fatalf("round %d: %s at %v: free %v, supported %v", i, k.Name, m.Pos, free, supported)
		}
	}
	t.Logf("%d of %d supported", yes, n)
}
