package terrain

import (
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/world"
	"voxtide/world/light"
)

// queueOf returns a queue of a grid of columns with hills, of which all sections can be meshed and none waits.
func queueOf(r *rand.Rand, wide int32) (*queue, []world.SectionPos) {
	g := newGrid()
	q := &queue{grid: &g}
	var all []world.SectionPos
	for x := -wide; x <= wide; x++ {
		for z := -wide; z <= wide; z++ {
			h := &light.Heightmap{}
			for i := range h {
				h[i] = int16(40 + r.IntN(20) + int(x*x+z)%23)
			}
			g.columns[[2]int32{x, z}] = &column{heightmap: h}
			for y := int32(0); y < 10; y++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				g.sections[p] = &section{neighbours: neighboursAll, version: 1}
				all = append(all, p)
			}
		}
	}
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return q, all
}

// TestNearestIsMeshedFirst: whatever comes while others wait, and however the camera moves and turns, no section is taken from the queue while a nearer one waits, and
// those at the surface of a column are taken one after another.
func TestNearestIsMeshedFirst(t *testing.T) {
	r := testrand.New(t)
	taken, together, late := 0, 0, 0
	for range testrand.Rounds(10) {
		q, all := queueOf(r, 6)
		var eye scene.Camera
		for len(all)+len(q.pending) > 0 {
			n := min(len(all), r.IntN(120))
			for _, p := range all[:n] {
				q.enqueue(p, q.grid.sections[p])
			}
			all = all[n:]
			if r.IntN(8) == 0 {
				eye.Pos = [3]float64{r.Float64()*200 - 100, r.Float64() * 140, r.Float64()*200 - 100}
			}
			if eye.Yaw += float32(r.NormFloat64() * 0.05); r.IntN(10) == 0 {
				eye.Yaw = float32(r.Float64() * 6)
			}
			q.sort(&eye)
			last, lastKey, lastAt := world.SectionPos{}, float32(-1), (*column)(nil) // the column at whose surface the last one was
			left := map[*column]bool{}                                               // columns of which something at the surface was taken, and then something of another one
			for range r.IntN(100) {
				p, s := q.next()
				if s == nil {
					break
				}
				key := q.priority.distance(q.grid, p)
				taken++
				if key < lastKey {
					t.Fatalf("%v is taken, %v squared away, after %v of %v", p, key, last, lastKey)
				}
				at := q.grid.column(p)
				if from, to := at.surface(); p.Y < from || p.Y > to {
					at = nil
				}
				switch {
				case at != nil && left[at]:
					t.Fatalf("%v is taken after %v, and others at the surface of its column before that", p, last)
				case at != nil && at == lastAt:
					together++
				case lastAt != nil:
					left[lastAt] = true
				}
				last, lastKey, lastAt = p, key, at
			}
			for i := range q.pending {
				if key := q.priority.distance(q.grid, q.pending[i].pos); key < lastKey {
					t.Fatalf("%v waits, %v squared away, and %v of %v was taken", q.pending[i].pos, key, last, lastKey)
				}
			}
			late = max(late, len(q.pending))
		}
	}
	t.Logf("%d sections taken, %d of them with the one before from a surface; %d waited at most", taken, together, late)
	if taken < 5000 || together < 500 || late < 200 {
		t.Error("too little happened")
	}
}

// TestJumpLeavesWhatIsBehind: after a jump out of everybody's sight, nothing that stays behind is meshed again.
func TestJumpLeavesWhatIsBehind(t *testing.T) {
	k := newViewHarness(t, testrand.New(t), wood)
	k.view.SetDetail(Detail{LODDistance: 64, PlainLeaves: true})
	k.settle()
	built := k.built
	k.camera.Pos[0] = 5000
	k.settle()
	if k.built > built {
		t.Errorf("%d meshes are built of land far behind", k.built-built)
	}
	k.camera.Pos[0] = 300
	k.settle()
	if k.built == built {
		t.Error("none is built where it is seen from further away")
	}
	k.agrees()
}

// BenchmarkQueue is what a frame's queue costs while land comes faster than it is meshed: 3,000 sections wait, 100 more come with a frame and 100 are taken.
func BenchmarkQueue(b *testing.B) {
	for _, c := range []struct {
		name        string
		turn, waits bool
	}{{"more come", false, true}, {"turned", true, true}, {"nothing waits", false, false}} {
		b.Run(c.name, func(b *testing.B) {
			q, all := queueOf(rand.New(rand.NewPCG(1, 2)), 9)
			var eye scene.Camera
			wait := 0
			if c.waits {
				wait = 3000
			}
			for _, p := range all[:wait] {
				q.enqueue(p, q.grid.sections[p])
			}
			q.sort(&eye)
			come := all[wait : wait+100]
			for b.Loop() {
				for _, p := range come {
					q.enqueue(p, q.grid.sections[p])
				}
				come = come[:0]
				if c.turn {
					eye.Yaw += 0.5
				}
				q.sort(&eye)
				for range 100 {
					p, _ := q.next()
					come = append(come, p)
				}
			}
		})
	}
}

// BenchmarkHold is what following the held meshes costs with a frame, while 200 columns hold some.
func BenchmarkHold(b *testing.B) {
	v := NewView(BlockFaces(textures.All()), 0)
	q, all := queueOf(rand.New(rand.NewPCG(1, 2)), 7)
	v.grid = *q.grid
	columns := map[[2]int32]bool{}
	for _, p := range all {
		key := [2]int32{p.X, p.Z}
		if from, _ := v.grid.columns[key].surface(); p.Y == from && len(columns) < 200 {
			v.hold.offer(p, v.grid.sections[p], &scene.Mesh{Section: [3]int32{p.X, p.Y, p.Z}}, false)
			v.grid.sections[p].meshed = true
			columns[key] = true
		}
	}
	now := v.hold.now()
	v.hold.now = func() time.Time { return now }
	eye := scene.Camera{Pos: [3]float64{0, 70, 0}}
	for b.Loop() {
		v.hold.follow(&eye)
	}
	if len(v.hold.waiting) != 200 {
		b.Fatalf("%d columns hold meshes", len(v.hold.waiting))
	}
}
