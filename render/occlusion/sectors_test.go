package occlusion

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
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
		lows, highs := make([][3]float32, len(keys)), make([][3]float32, len(keys))
		says := make([]bool, len(keys)) // by key: in all sectors so far
		solids := make([]*scene.Solid, len(keys))
		for i, key := range keys {
			low, high := randomBox(r)
			base := baseOf(key, eye)
			for k := range base {
				lows[i][k], highs[i][k] = base[k]+low[k], base[k]+high[k]
			}
			says[i], solids[i] = true, l.solid(key)
		}
		walk := func(p *Panorama, s Sector, answer func(i int, hides bool)) {
			p.Begin(s)
			for i, key := range keys {
				answer(i, p.Hides(lows[i], highs[i]))
				p.AddSection(solids[i], baseOf(key, eye), [3]int32{int32(key[0]), int32(key[1]), int32(key[2])})
			}
		}
		for _, s := range r.Perm(Sectors) {
			walk(parts, Sector(s), func(i int, hides bool) { says[i] = says[i] && hides })
		}
		walk(whole, AllAround, func(i int, hides bool) {
			asked++
			if hides {
				hidden++
			}
			if hides != says[i] {
				t.Fatalf("a box from %v to %v: hidden all around is %v, in all sectors %v", lows[i], highs[i], hides, says[i])
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
