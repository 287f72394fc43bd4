package mesh

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/world"
)

// TestPlantsEndWithTheirTexture: the planes of a plant hold all that can be seen of its texture, hardly more, and every texel
// where it was when the planes held the whole texture.
func TestPlantsEndWithTheirTexture(t *testing.T) {
	r := testrand.New(t)
	p, tints := &Padded{}, &Tints{}
	i := CellIndex(5, 6, 7)
	p.Blocks[i] = world.TallGrass
	build := func(low, high [2]uint8) []modelQuad {
		faces := &BlockFaces{}
		faces[world.TallGrass][world.North] = FaceTexture{Low: low, High: high}
		dst := &scene.Mesh{}
		New(faces).Build(dst, world.SectionPos{}, p, tints)
		return readModels(t, dst)
	}
	whole := build([2]uint8{}, [2]uint8{})
	saved, all := 0, 0
	for range 2000 {
		var low, high [2]uint8
		for k := range low {
			low[k] = uint8(r.IntN(16))
			high[k] = low[k] + 1 + uint8(r.IntN(16-int(low[k])))
		}
		for n, q := range build(low, high) {
			w := &whole[n]
			for c := range q.st {
				for k := range low {
					box := [2]int{2 * int(low[k]), 2 * int(high[k])}
					if from, to := min(q.st[0][k], q.st[3][k]), max(q.st[0][k], q.st[3][k]); from > box[0] || to < box[1] || from < box[0]-2 || to > box[1]+2 {
						t.Fatalf("box %v to %v: from %d to %d along %d", low, high, from, to, k)
					}
				}
				for axis := range 3 {
					// The place of a texel along the lower edge (s) or from it upwards (t), as the whole plane has it.
					along := q.st[c][0] * (w.at[1][axis] - w.at[0][axis])
					up := (32 - q.st[c][1]) * (w.at[2][axis] - w.at[0][axis])
					if got, want := 32*(q.at[c][axis]-w.at[0][axis]), along+up; got != want {
						t.Fatalf("box %v to %v, corner %d: %v is not where %v was", low, high, c, q.at[c], q.st[c])
					}
				}
			}
			saved += 1024 - (q.st[3][0]-q.st[0][0])*(q.st[0][1]-q.st[3][1])
			all += 1024
		}
	}
	if t.Logf("%d planes of %d, %d%% of their area left out", 4000, all/1024, 100*saved/all); saved == 0 {
		t.Error("nothing was left out")
	}
}
