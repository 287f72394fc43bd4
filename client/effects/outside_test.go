package effects

import (
	"math"
	"testing"

	"voxtide/client/cell"
	"voxtide/internal/testrand"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// outsideFrame returns the camera of a look from an eye in a world, with the camera at its goal if free of blocks.
func outsideFrame(w *world.World, o *outside, eye [3]float64, look Look, span float64) *scene.Scene {
	sc := &scene.Scene{OwnBody: scene.Entity{Kind: scene.EntityAvatar}}
	sc.Camera.Pos = eye
	sc.Camera.Yaw, sc.Camera.Pitch = float32(float64(look.Yaw)/65536*2*math.Pi), float32(look.Pitch/180*math.Pi)
	o.move(&Frame{Scene: sc, World: w, Now: 1}, &look, span)
	return sc
}

// TestOutsideIsNeverInRock: wherever an eye with the room of a body looks, in 20,000 places of hills, the camera keeps its room: no
// corner of it is in a solid block.
func TestOutsideIsNeverInRock(t *testing.T) {
	r, w := testrand.New(t), hillsWorld()
	solid := func(p [3]float64) bool { b, _ := w.BlockAt(cell.At(p), 1); return b.Full() }
	corners := func(p, half [3]float64, bad func([3]float64) bool) bool {
		for k := range 8 {
			at := p
			for i := range at {
				at[i] += half[i] * float64(k>>i&1*2-1)
			}
			if bad(at) {
				return true
			}
		}
		return false
	}
	looked, pulled := 0, 0
	for range testrand.Rounds(20000) {
		eye := [3]float64{r.Float64()*40 - 20, r.Float64()*6 - 2, r.Float64()*40 - 20}
		if corners(eye, [3]float64{0.3, 0.18, 0.3}, solid) {
			continue
		}
		looked++
		o := outside{share: r.Float64()}
		look := Look{Yaw: uint16(r.IntN(65536)), Pitch: r.Float64()*180 - 90, View: Behind + View(r.IntN(2)), Far: 5}
		sc := outsideFrame(w, &o, eye, look, 10)
		if o.share < 0.99 {
			pulled++
		}
		if corners(sc.Camera.Pos, [3]float64{0.27, 0.16, 0.27}, solid) {
			t.Fatalf("from %v, %+v: the camera at %v is in rock", eye, look, sc.Camera.Pos)
		}
	}
	t.Logf("%d looks, %d pulled in", looked, pulled)
	if looked < 1000 || pulled < 100 || pulled > looked*9/10 {
		t.Errorf("%d looks, %d pulled in", looked, pulled)
	}
}

// TestOutsideIsPulledInAtOnce: a wall pulls the camera in within one frame, and when it is gone the camera goes back smoothly.
func TestOutsideIsPulledInAtOnce(t *testing.T) {
	var cells [world.SectionCells]world.Block
	open, wall := world.New(), world.New()
	open.SetSection(world.SectionPos{}, world.SectionOf(&cells))
	for i := range cells {
		if (world.SectionPos{}).PosAt(i).Z == 10 {
			cells[i] = world.Stone
		}
	}
	wall.SetSection(world.SectionPos{}, world.SectionOf(&cells))
	eye, look := [3]float64{8, 8, 8}, Look{View: Behind, Far: 5}
	o := outside{}
	far := func(w *world.World, span float64) float64 {
		return outsideFrame(w, &o, eye, look, span).Camera.Pos[2] - 8
	}
	if at := far(open, 10); math.Abs(at-outsideDistance) > 0.01 {
		t.Errorf("in the open it is %v blocks behind the eye", at)
	}
	if at := far(wall, 0.001); math.Abs(at-(2-outsideRoom[2])) > 0.01 {
		t.Errorf("at a wall it is %v blocks behind the eye", at)
	}
	last := 2.0
	for range 100 {
		at := far(open, 0.016)
		if step := at - last; step > 0.4 {
			t.Fatalf("it goes back %v blocks in a frame", step)
		}
		last = at
	}
	if last < 3.99 {
		t.Errorf("it ends %v blocks behind the eye", last)
	}
	look.View = FirstPerson
	if sc := outsideFrame(open, &o, eye, look, 0.016); sc.Camera.Pos != eye || sc.Camera.AimUp != 0 {
		t.Errorf("from the eye: %+v", sc.Camera)
	}
}

// TestOutsideAims: from behind, the place of the crosshair is where the point that the player aims at is seen, and the head does not hide
// it from 2 blocks on; from the front the camera looks back at the eye.
func TestOutsideAims(t *testing.T) {
	w := world.New()
	for _, c := range []struct{ yaw, pitch, far float64 }{{0, 0, 5}, {1, 0.4, 2}, {2.5, -0.7, 3}, {4, -1.5, 1.6}, {5, 1.2, 4}} {
		o := outside{}
		look := Look{Yaw: yawOf(c.yaw), Pitch: c.pitch * 180 / math.Pi, View: Behind, Far: c.far}
		var sc *scene.Scene
		for range 50 {
			sc = outsideFrame(w, &o, [3]float64{1, 2, 3}, look, 1)
		}
		along := [3]float64{math.Sin(c.yaw) * math.Cos(c.pitch), math.Sin(c.pitch), -math.Cos(c.yaw) * math.Cos(c.pitch)}
		yaw, pitch := float64(sc.Camera.Yaw), float64(sc.Camera.Pitch)
		ahead := [3]float64{math.Sin(yaw) * math.Cos(pitch), math.Sin(pitch), -math.Cos(yaw) * math.Cos(pitch)}
		up := [3]float64{-math.Sin(yaw) * math.Sin(pitch), math.Cos(pitch), math.Cos(yaw) * math.Sin(pitch)}
		depth, above := 0.0, 0.0
		for i, e := range [3]float64{1, 2, 3} {
			d := e + along[i]*c.far - sc.Camera.Pos[i]
			depth, above = depth+d*ahead[i], above+d*up[i]
		}
		if want := above / depth; math.Abs(want-float64(sc.Camera.AimUp)) > 1e-3 {
			t.Errorf("%+v: the crosshair is at %v, the aim at %v", c, sc.Camera.AimUp, want)
		}
		look.View = Front
		o = outside{}
		sc = outsideFrame(w, &o, [3]float64{1, 2, 3}, look, 10)
		back := 0.0
		yaw, pitch = float64(sc.Camera.Yaw), float64(sc.Camera.Pitch)
		ahead = [3]float64{math.Sin(yaw) * math.Cos(pitch), math.Sin(pitch), -math.Cos(yaw) * math.Cos(pitch)}
		for i, e := range [3]float64{1, 2, 3} {
			back += (e - sc.Camera.Pos[i]) * ahead[i]
		}
		if math.Abs(back-outsideDistance) > 1e-3 {
			t.Errorf("%+v: from the front the eye is %v blocks ahead", c, back)
		}
	}
}

// TestOutsideAllocatesNothing: a frame in third person allocates nothing for its camera.
func TestOutsideAllocatesNothing(t *testing.T) {
	w, o := hillsWorld(), outside{}
	sc := &scene.Scene{}
	f, look := &Frame{Scene: sc, World: w, Now: timestream.Time(1)}, Look{View: Behind, Far: 5}
	if n := testing.AllocsPerRun(200, func() {
		sc.Camera.Pos = [3]float64{0.5, 5, 0.5}
		o.move(f, &look, 0.016)
	}); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
