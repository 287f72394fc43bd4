package occlusion

import (
	"math/bits"
	"testing"

	"voxtide/internal/testrand"
)

// TestSectorsTogether: what is hidden in each sector by itself, of a panorama that others were added to before, is what is hidden all around, in random lands.
func TestSectorsTogether(t *testing.T) {
	r := testrand.New(t)
	const reach = 2
	whole, parts := &Panorama{}, &Panorama{}
	parts.Begin(AllAround)
	asked, hidden := 0, 0
	for range testrand.Rounds(6) {
		l := newLand(r, reach)
		eye := [3]float64{r.Float64() * side, r.Float64() * side, r.Float64() * side}
		keys := keysByDistance(reach)
		lows, highs := make([][boxesAsked][3]float32, len(keys)), make([][boxesAsked][3]float32, len(keys))
		seen := make([]uint64, len(keys)) // by key: in any sector so far
		sections := make([]*Section, len(keys))
		for i, key := range keys {
			sections[i] = l.section(key, eye)
			for n := range boxesAsked {
				low, high := randomBox(r, n >= boxesAsked/2)
				for k := range low {
					lows[i][n][k], highs[i][n][k] = sections[i].Corner[k]+low[k], sections[i].Corner[k]+high[k]
				}
			}
		}
		walk := func(p *Panorama, s Sector, answer func(i int, seen uint64)) {
			p.Begin(s)
			for i := range keys {
				answer(i, see(p, sections[i], lows[i][:], highs[i][:]))
			}
		}
		for _, s := range r.Perm(Sectors) {
			walk(parts, Sector(s), func(i int, in uint64) { seen[i] |= in })
		}
		walk(whole, AllAround, func(i int, in uint64) {
			asked += boxesAsked
			hidden += boxesAsked - bits.OnesCount64(in)
			if in != seen[i] {
				t.Fatalf("boxes of section %v: %b may be seen all around, in all sectors %b", keys[i], in, seen[i])
			}
		})
		parts.Join()
		if whole.part != parts.part {
			t.Fatal("together they are not all around")
		}
		for f := range whole.faces {
			for x := range whole.faces[f] {
				if whole.faces[f][x].tiles != parts.faces[f][x].tiles {
					t.Fatalf("face %d: column %d of tiles is not the same", f, x)
				}
			}
		}
	}
	if t.Logf("%d boxes, %d hidden", asked, hidden); hidden == 0 || hidden == asked {
		t.Error("all boxes are alike")
	}
}
