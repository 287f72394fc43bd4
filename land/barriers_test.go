package land

import (
	"testing"

	"voxtide/internal/testrand"
)

// TestBarriersAgainstModel: a cell near a place is behind a barrier where the border or a closed area says so; equal barriers have an equal hash,
// whatever their history, and none have the hash 0.
func TestBarriersAgainstModel(t *testing.T) {
	r := testrand.New(t)
	behind := 0
	for range 200 {
		var b Barriers
		b.SetBorder(Border{r.Int32N(40) - 20, r.Int32N(40) - 20, r.Int32N(12)})
		for range r.IntN(4) {
			low := [3]int32{r.Int32N(40) - 20, r.Int32N(40) - 20, r.Int32N(40) - 20}
			b.Close(Area{low, [3]int32{low[0] + r.Int32N(9), low[1] + r.Int32N(9), low[2] + r.Int32N(9)}})
		}
		low := [3]int32{r.Int32N(40) - 20, r.Int32N(40) - 20, r.Int32N(40) - 20}
		near := Area{low, [3]int32{low[0] + r.Int32N(6), low[1] + r.Int32N(6), low[2] + r.Int32N(6)}}
		found := b.AppendNear(nil, near)
		for x := near.Low[0]; x <= near.High[0]; x++ {
			for y := near.Low[1]; y <= near.High[1]; y++ {
				for z := near.Low[2]; z <= near.High[2]; z++ {
					cell := Area{[3]int32{x, y, z}, [3]int32{x, y, z}}
					got, want := false, !b.Border().Inside(x, z)
					for i := range found {
						got = got || found[i].meets(&cell)
					}
					for i := range b.closed {
						want = want || b.closed[i].meets(&cell)
					}
					if got != want {
						t.Fatalf("%v is behind a barrier: %v, and is: %v", cell, got, want)
					}
					if want {
						behind++
					}
				}
			}
		}
		c := b.Clone()
		c.Close(Area{[3]int32{900, 0, 0}, [3]int32{901, 0, 0}})
		if c.Hash() == b.Hash() || !c.Open(Area{[3]int32{900, 0, 0}, [3]int32{901, 0, 0}}) || c.Hash() != b.Hash() {
			t.Fatal("the hash forgets an area")
		}
		for len(c.closed) > 0 {
			c.Open(c.closed[0])
		}
		c.SetBorder(Border{})
		if c.Any() || c.Hash() != 0 {
			t.Fatal("no barriers have a hash")
		}
	}
	t.Logf("%d cells behind barriers", behind)
	if behind < 1000 {
		t.Error("too few")
	}
	var b Barriers
	if _, ok := b.SetBorder(Border{R: -1}); ok {
		t.Error("a border of less than nothing")
	}
	for i := range int32(ClosedMax + 1) {
		if a := (Area{[3]int32{i, 0, 0}, [3]int32{i, 0, 0}}); b.Close(a) != (i < ClosedMax) {
			t.Errorf("%d areas", i)
		}
	}
}
