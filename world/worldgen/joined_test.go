package worldgen

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
	"voxtide/world/columns"
	"voxtide/world/worldgen/landscape"
)

// TestJoin: land that stayed is block for block the land of before; beside it there is no cliff that was not there; far from it the land is that of
// the new generator alone. The second round upgrades what was upgraded.
func TestJoin(t *testing.T) {
	r := testrand.New(t)
	places, highest, same, far := 0, int32(0), 0, 0
	for _, from := range Numbers() {
		for to := from + 1; to <= Newest; to++ {
			land := Land{Seed: r.Uint64(), Generator: to}
			for range 2 {
				before := Land{land.Seed, from, land.Kept}
				stay := &columns.Set{}
				for range 3 {
					stay.AddAround(int32(r.IntN(60)-30), int32(r.IntN(60)-30), 4)
				}
				land.Kept = append(land.Kept[:len(land.Kept):len(land.Kept)], columns.Kept{Generator: from, Columns: stay})
				old, now, alone := New(before), New(land), Of(to, land.Seed)
				n := 0
				stay.Each(func(x, z int32) {
					if n++; n%40 == 0 {
						for y := int32(world.MinY >> 4); y <= 10; y++ {
							p := world.SectionPos{X: x, Y: y, Z: z}
							if now.Section(p).Hash() != old.Section(p).Hash() {
								t.Fatalf("%d to %d, seed %d: %v is not what it was", from, to, land.Seed, p)
							}
							same++
						}
					}
					for i := range int32(64) {
						in := [2]int32{x<<4 + i&15, z << 4}
						out := [2]int32{in[0], in[1] - 1}
						switch i >> 4 {
						case 1:
							in[1], out[1] = z<<4+15, z<<4+16
						case 2:
							in, out = [2]int32{x << 4, z<<4 + i&15}, [2]int32{x<<4 - 1, z<<4 + i&15}
						case 3:
							in, out = [2]int32{x<<4 + 15, z<<4 + i&15}, [2]int32{x<<4 + 16, z<<4 + i&15}
						}
						if stay.Has(out[0]>>4, out[1]>>4) {
							continue
						}
						places++
						step := now.Top(out[0], out[1]) - now.Top(in[0], in[1])
						was := old.Top(out[0], out[1]) - old.Top(in[0], in[1])
						step, was = max(step, -step), max(was, -was)
						if highest = max(highest, step); step > JoinStep && step > was+1 {
							t.Errorf("%d to %d, seed %d: a step of %d at %v, where it was %d", from, to, land.Seed, step, out, was)
						}
					}
				})
				for range 40 {
					x, z := int32(r.IntN(400)-200), int32(r.IntN(400)-200)
					near := false
					for d := range int32((2*reachTiles + 3) * (2*reachTiles + 3)) {
						near = near || stay.Has(x+d%(2*reachTiles+3)-reachTiles-1, z+d/(2*reachTiles+3)-reachTiles-1)
					}
					for _, k := range land.Kept {
						near = near || len(land.Kept) > 1 && k.Columns.Has(x, z)
					}
					if near || len(land.Kept) > 1 {
						continue
					}
					var a, b [256]landscape.SurfaceColumn
					now.Surface(x, z, &a)
					alone.Surface(x, z, &b)
					if far++; a != b {
						t.Fatalf("%d to %d, seed %d: column %d,%d is bent, and far from what stayed", from, to, land.Seed, x, z)
					}
				}
			}
		}
	}
	t.Logf("%d sections stayed; the highest of %d steps is %d; %d columns far off", same, places, highest, far)
	if same == 0 || places == 0 || far == 0 {
		t.Error("nothing was compared")
	}
}
