package terrain

import (
	"maps"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// wood is a terrain in which each column draws something in the layers 0 and 1: grass, and a tree whose crown reaches over the border between them.
func wood(p world.SectionPos) *world.Section {
	var cells [world.SectionCells]world.Block
	for i := range cells {
		at := p.PosAt(i)
		ground := 9 + (at.X>>3+at.Z>>4)&1
		trunk := at.X&15 == 7 && at.Z&15 == 8
		switch {
		case at.Y < ground:
			cells[i] = world.Stone
		case at.Y == ground:
			cells[i] = world.Grass
		case trunk && at.Y < 17:
			cells[i] = world.Log
		case at.Y > 12 && at.Y < 20 && at.X&15 > 4 && at.X&15 < 10 && at.Z&15 > 5 && at.Z&15 < 11:
			cells[i] = world.Leaves
		}
	}
	return world.SectionOf(&cells)
}

// flight is a flight over a wood whose sections come some at a time, those before it nearest first and those behind it going.
type flight struct {
	*viewHarness
	x, z  int32 // of the eye's column
	order []world.SectionPos
	apart map[[2]int32]bool // columns of which one half cannot be meshed, until both are shown or none
}

const (
	flightView  = 3  // columns that come around the eye
	flightComes = 14 // sections at most with a frame
)

// newFlight returns a flight that begins where nothing has come yet.
func newFlight(t *testing.T, k *viewHarness) *flight {
	f := &flight{viewHarness: k, apart: map[[2]int32]bool{}}
	for p := range k.all {
		k.unload(p)
	}
	k.frame(100)
	clear(k.all)
	for y := int32(harnessLow); y <= harnessHigh; y++ {
		for z := int32(-flightView); z <= flightView; z++ {
			for x := int32(-flightView); x <= flightView; x++ {
				f.order = append(f.order, world.SectionPos{X: x, Y: y, Z: z})
			}
		}
	}
	slices.SortFunc(f.order, func(a, b world.SectionPos) int {
		d := func(p world.SectionPos) int32 { return p.X*p.X + (p.Y-3)*(p.Y-3) + p.Z*p.Z }
		return int(d(a) - d(b))
	})
	return f
}

// goTo moves the eye to a column: what is far behind goes.
func (f *flight) goTo(x, z int32) {
	f.x, f.z = x, z
	f.camera.Pos = [3]float64{float64(x)*16 + 8, 60, float64(z)*16 + 8}
	for p := range f.land {
		if max(absDiff(p.X, x), absDiff(p.Z, z)) > flightView+1 {
			f.unload(p)
			delete(f.all, p)
		}
	}
}

// come loads some sections, and returns how many are still missing.
func (f *flight) come(most int) (missing int) {
	for _, o := range f.order {
		p := world.SectionPos{X: o.X + f.x, Y: o.Y, Z: o.Z + f.z}
		if f.land[p] != nil {
			continue
		}
		if most--; most < 0 {
			missing++
			continue
		}
		f.all[p] = wood(p)
		f.load(p)
	}
	return missing
}

// cut counts the columns of which one of the layers 0 and 1 is shown, and those of which both are; and apart those of which one cannot be meshed, as the eye has
// gone on before all around it came.
func (f *flight) cut() (partly, whole, left int) {
	maps.DeleteFunc(f.apart, func(at [2]int32, _ bool) bool {
		return f.meshes[[3]int32{at[0], 0, at[1]}] == nil && f.meshes[[3]int32{at[0], 1, at[1]}] == nil
	})
	for key := range f.meshes {
		if key[1] != 0 && key[1] != 1 {
			continue
		}
		other := [3]int32{key[0], 1 - key[1], key[2]}
		s := f.view.grid.sections[world.SectionPos{X: other[0], Y: other[1], Z: other[2]}]
		at := [2]int32{key[0], key[2]}
		switch {
		case f.meshes[other] != nil:
			whole += int(key[1])
			delete(f.apart, at)
		case s == nil || s.neighbours < neighboursAll || f.apart[at]:
			left++
			f.apart[at] = true
		default:
			partly++
		}
	}
	return partly, whole, left
}

// TestTreesAreShownWhole: in a flight over a wood, with jumps, while workers are late and act in any order, no frame shows one half of a tree: both sections
// into which it reaches come with the same frame. Edits go on meanwhile, and once all has come all is shown.
func TestTreesAreShownWhole(t *testing.T) {
	r := testrand.New(t)
	frames := 1500
	if testing.Short() {
		frames = 200
	}
	f := newFlight(t, newViewHarness(t, r, wood))
	frames = testrand.Rounds(frames)
	came, jumps, most, held, left := 0, 0, 0, 0, 0
	shown := map[[3]int32]bool{}
	for range frames {
		switch n := r.IntN(200); {
		case n == 0:
			f.goTo(f.x+40, f.z+r.Int32N(9)-4)
			jumps++
		case n < 20:
			f.goTo(f.x+1, f.z+r.Int32N(3)-1)
		case n < 30: // an edit below the ground, too far away to be the player's
			f.setBlock(world.Pos{X: f.x*16 + r.Int32N(32), Y: -2, Z: f.z*16 + r.Int32N(16)}, world.Glass)
		}
		f.come(1 + r.IntN(flightComes))
		f.copies = 100
		f.frame(r.IntN(101))
		partly, whole, behind := f.cut()
		if partly > 0 {
			t.Fatalf("%d trees are cut in two, %d are whole", partly, whole)
		}
		most, left = max(most, whole), max(left, behind)
		held = max(held, f.view.hold.count())
		for key := range f.meshes {
			if key[1] == 1 && !shown[key] {
				came++
			}
		}
		maps.DeleteFunc(shown, func(key [3]int32, _ bool) bool { return f.meshes[key] == nil })
		for key := range f.meshes {
			shown[key] = true
		}
	}
	for f.come(flightComes) > 0 {
		f.frame(50)
	}
	f.settle()
	if n := f.agrees(); n == 0 {
		t.Error("nothing is meshed")
	}
	t.Logf("%d trees came in %d frames with %d jumps, %d at most at a time; %d meshes at most were held, %d halves at most were left behind", came, frames, jumps, most, held, left)
	if came < frames/8 || held < 2 || left > most/4 {
		t.Error("too little happened")
	}
}

// TestWhatIsMissingIsNotAwaited: a section above which nothing comes is shown in the end, and not before; one that is changed there at once.
func TestWhatIsMissingIsNotAwaited(t *testing.T) {
	f := newFlight(t, newViewHarness(t, testrand.New(t), wood))
	f.goTo(0, 0)
	for _, o := range f.order {
		if o.Y < 2 {
			f.all[o] = wood(o)
			f.load(o)
		}
	}
	frames := 0
	for ; len(f.meshes) == 0 && frames < 1000; frames++ {
		f.frame(100)
	}
	if want := int(holdMost / harnessFrame); frames < want || frames > want+5 {
		t.Errorf("what has come is shown after %d frames, not %d", frames, want)
	}
	f.settle()

	far := world.Pos{X: 64*16 + 8, Y: 5, Z: 8}
	f.goTo(64, 0)
	for _, o := range f.order {
		if o.Y < 2 {
			p := world.SectionPos{X: o.X + 64, Y: o.Y, Z: o.Z}
			f.all[p] = wood(p)
			f.load(p)
		}
	}
	for range 5 {
		f.frame(100)
	}
	key := [3]int32{64, 0, 0}
	if f.view.hold.count() == 0 || f.meshes[key] != nil {
		t.Fatalf("%d meshes are held", f.view.hold.count())
	}
	f.camera.Pos = [3]float64{float64(far.X), float64(far.Y) + 2, float64(far.Z)}
	f.setBlock(far, world.Glass)
	f.frame(0)
	if f.meshes[key] == nil {
		t.Error("the player's own edit is not shown at once")
	}
	f.settle()
}

// TestHeldMeshesOfAnotherSession: a view that begins another session holds nothing of the last one.
func TestHeldMeshesOfAnotherSession(t *testing.T) {
	f := newFlight(t, newViewHarness(t, testrand.New(t), wood))
	f.goTo(0, 0)
	for f.view.hold.count() == 0 {
		if f.come(5) == 0 {
			t.Fatal("nothing was held")
		}
		f.frame(100)
	}
	f.view.Reset()
	f.settle()
	if f.view.hold.count() != 0 {
		t.Error("something is held after the end of a session")
	}
}
