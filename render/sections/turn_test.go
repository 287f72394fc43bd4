package sections

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
	"voxtide/render/camera"
	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// TestTurnLeavesOutNothingSeen: in random woods, after random turns at random places, no line of sight leads to a quad in the frame that is left out, neither of a
// list made for the frame alone nor of one from what was kept. And both have nearly as many quads.
func TestTurnLeavesOutNothingSeen(t *testing.T) {
	r := testrand.New(t)
	kept, fresh, lines, skies, turns := 0, 0, 0, 0, 0
	for range testrand.Rounds(2) {
		w := newWood(r, 3)
		l := newList()
		for range 6 {
			c := scene.Camera{Pos: w.eye, ViewDistance: 50}
			for w.touched(c.Pos) {
				for k, reach := range [3]float64{10, 12, 10} {
					c.Pos[k] = w.eye[k] + (2*r.Float64()-1)*reach
				}
			}
			for n := range 8 {
				c.Yaw += float32(r.NormFloat64() * 0.6)
				c.Pitch = float32(mgl32.Clamp(float32(r.NormFloat64()*0.5), -1.5, 1.5))
				c.Roll = float32(r.IntN(2)) * r.Float32()
				var v camera.View
				v.Set(&c, 1280, 720)
				if !l.update(w.store, &v) {
					continue
				}
				if !l.walk.hiding || n > 0 != (l.place.walked != 0) {
					t.Fatalf("turn %d: sectors %b were walked; blocks hide: %v", n, l.place.walked, l.walk.hiding)
				}
				for _, sky := range [...][3]float32{{900, 1300, 0}, {-900, 1300, 0}, {0, 1300, 900}, {0, 1300, -900}} { // all sectors are asked, as for far land
					if w.blocked(v.Pos, [3]float64{v.Pos[0] + float64(sky[0]), v.Pos[1] + float64(sky[1]), v.Pos[2] + float64(sky[2])}) {
						continue // by a trunk beside the eye
					}
					if skies++; l.walk.panorama.Hides(sky, [3]float32{sky[0] + 1, sky[1] + 1, sky[2] + 1}) {
						t.Fatalf("turn %d: the sky at %v is hidden", n, sky)
					}
				}
				other := newList()
				other.update(w.store, &v)
				lines += w.checkLeftOut(t, r, &v, l) + w.checkLeftOut(t, r, &v, other)
				kept, fresh, turns = kept+l.quads, fresh+other.quads, turns+1
			}
		}
	}
	t.Logf("%d lists: %d quads from what was kept, %d for frames alone; %d lines of sight, %d to the sky", turns, kept, fresh, lines, skies)
	if lines == 0 || skies == 0 || max(kept-fresh, fresh-kept) > fresh/50 {
		t.Error("no line of sight was tried, or what is kept is not what is found for a frame alone")
	}
}

// TestChangedLandForgetsPlace: after a change of the land, a move or another view distance nothing is kept.
func TestChangedLandForgetsPlace(t *testing.T) {
	w := newWood(testrand.New(t), 2)
	l := newList()
	c := scene.Camera{Pos: w.eye, ViewDistance: 40}
	look := func() sectorSet {
		c.Yaw += 0.3
		var v camera.View
		v.Set(&c, 1280, 720)
		l.update(w.store, &v)
		return l.place.walked
	}
	for _, of := range []struct {
		name   string
		change func()
	}{
		{"removed", func() { w.store.remove([3]int32{1, 2, 1}) }},
		{"moved", func() { c.Pos[0] += 0.001 }},
		{"sees farther", func() { c.ViewDistance++ }},
		{"invalid", func() { l.valid = false }},
	} {
		look()
		if look() == 0 {
			t.Fatalf("%s: nothing is kept before", of.name)
		}
		if of.change(); look() != 0 {
			t.Errorf("%s: something is kept", of.name)
		}
		for i := range l.place.levels {
			if len(l.place.levels[i]) > 0 {
				t.Fatalf("%s: a section is kept", of.name)
			}
		}
	}
}

// TestTurnsAllocateNothing: turns at places where the eye was before allocate nothing, nor does the way between them.
func TestTurnsAllocateNothing(t *testing.T) {
	w, l := newWood(testrand.New(t), 2), newList()
	around := func() {
		for n := range 60 {
			c := scene.Camera{Pos: w.eye, ViewDistance: 40, Yaw: 0.2 * float32(n%30)}
			c.Pos[1] += float64(n / 30)
			var v camera.View
			v.Set(&c, 1280, 720)
			l.update(w.store, &v)
		}
	}
	around()
	if n := testing.AllocsPerRun(3, around); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if l.place.walked != allSectors {
		t.Errorf("sectors %b were walked", l.place.walked)
	}
}

// TestSectorsInView: of every point in the frame the sector is in view, and those behind an eye that looks ahead are not.
func TestSectorsInView(t *testing.T) {
	r := testrand.New(t)
	some := 0
	for range testrand.Rounds(3000) {
		var v camera.View
		v.Set(&scene.Camera{Yaw: r.Float32() * 7, Pitch: r.Float32()*3 - 1.5, Roll: float32(r.IntN(2)) * r.Float32()}, 700+r.IntN(900), 700)
		f := v.Frustum()
		set := sectorsInView(&v, &f)
		if set != allSectors {
			some++
		}
		ahead := v.Rotation().Mat3().Transpose().Mul3x1(mgl32.Vec3{
			(r.Float32()*2 - 1) * v.Aspect * float32(math.Tan(float64(v.FOV)/2)), (r.Float32()*2 - 1) * float32(math.Tan(float64(v.FOV)/2)), -1})
		in := 0
		var p place
		p.forget()
		for i := range p.sectors {
			if p.sectors[i].Contains(ahead.Mul(1e5), mgl32.Vec3{}) {
				if in++; set&(1<<i) == 0 {
					t.Fatalf("yaw %v, pitch %v, roll %v: %v is in sector %d, which is not in view: %b", v.Yaw, v.Pitch, v.Roll, ahead, i, set)
				}
			}
		}
		if in == 0 {
			t.Fatalf("%v is in no sector", ahead)
		}
	}
	if some < testrand.Rounds(3000)/3 {
		t.Errorf("only %d frames have some sectors in view", some)
	}
}

// touched reports whether a place of the eye is in or beside a block.
func (w *wood) touched(pos [3]float64) bool {
	for n := range 27 {
		if w.at(int(math.Floor(pos[0]+float64(n%3-1)*0.3)), int(math.Floor(pos[1]+float64(n/3%3-1)*0.3)), int(math.Floor(pos[2]+float64(n/9-1)*0.3))) != woodAir {
			return true
		}
	}
	return pos == w.eye
}

// checkLeftOut looks for lines of sight to quads in the frame that a list leaves out, and returns how many it tried.
func (w *wood) checkLeftOut(t *testing.T, r *rand.Rand, v *camera.View, l *drawList) (tried int) {
	t.Helper()
	drawn := [2]map[uint32]bool{{}, {}} // quads, models
	for pass, d := range l.pages[0].passes {
		of := 0
		if pass == PassModelOpaque || pass == PassModelCutout {
			of = 1
		}
		for i := range d.counts {
			for n := range d.counts[i] / glutil.IndicesPerQuad {
				drawn[of][uint32(d.bases[i]/4+n)] = true
			}
		}
	}
	m := v.ViewProjection()
	for i := range w.store.sections {
		sec, at := &w.store.sections[i], 0
		if sec.page < 0 || !l.walk.inView(sec.key, v, &l.frustum) {
			continue
		}
		check := func(rg scene.Range, of, face int) {
			for n := range rg.Count {
				b := sec.boxes[at]
				if at++; drawn[of][rg.Start+n] || r.IntN(3) > 0 {
					continue
				}
				var to [3]float64
				for k := range to {
					low, high := float64(b.Low[k]), float64(b.High[k])
					to[k] = float64(sec.key[k]*Side) + low + (high-low)*r.Float64()
				}
				if face < scene.FaceNone {
					if a := scene.FaceAxis[face]; (to[a] < v.Pos[a]) != (face&1 == 1) {
						continue // turned away
					}
				}
				p := m.Mul4x1(v.Relative(to).Vec4(1))
				if p[3] < camera.NearPlane || max(p[0], -p[0], p[1], -p[1]) > p[3] {
					continue
				}
				if tried++; !w.blocked(v.Pos, to) {
					t.Fatalf("from %v, yaw %v, pitch %v, roll %v: %v of face %d of section %v is seen and left out", v.Pos, v.Yaw, v.Pitch, v.Roll, to, face, sec.key)
				}
			}
		}
		for face, rg := range sec.ranges.opaque {
			check(rg, 0, face)
		}
		for face, rg := range sec.ranges.cutout {
			check(rg, 0, face)
		}
		check(sec.ranges.modelOpaque, 1, scene.FaceNone)
		check(sec.ranges.modelCutout, 1, scene.FaceNone)
		for _, rg := range sec.ranges.planes {
			check(rg, 1, scene.FaceNone)
		}
	}
	return tried
}

// blocked reports whether an opaque block lies on the way from an eye to a point, at least a little before the point.
func (w *wood) blocked(eye, to [3]float64) bool {
	for at, step := 0.0, 0.0; ; at = step {
		var cell [3]int
		step = 1
		for k := range cell { // the cell after the border at a share of the way, and the share of the next border
			d := to[k] - eye[k]
			p := eye[k] + d*(at+1e-9)
			cell[k] = int(math.Floor(p))
			border := math.Floor(p)
			if d > 0 {
				border++
			}
			if d != 0 {
				if next := (border - eye[k]) / d; next > at+1e-9 {
					step = min(step, next)
				}
			}
		}
		if at > 1-1e-6 {
			return false
		}
		if w.at(cell[0], cell[1], cell[2]) == woodOpaque {
			return true
		}
		if step >= 1 {
			return false
		}
	}
}
