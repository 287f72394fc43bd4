package benchscene

import (
	"testing"

	"voxtide/internal/leaktest"
	"voxtide/world"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// lookup returns a function that returns the blocks of a scene, and one that changes them.
func lookup(s *Scene) (block func(world.Pos) world.Block, change func(world.Pos, world.Block)) {
	maker := s.NewGenerator()
	made := map[world.SectionPos]*world.Section{}
	over := map[world.Pos]world.Block{}
	return func(p world.Pos) world.Block {
			if b, ok := over[p]; ok {
				return b
			}
			q := p.Section()
			if made[q] == nil {
				made[q] = maker(q)
			}
			return made[q].Get(p.Index())
		}, func(p world.Pos, b world.Block) {
			over[p] = b
		}
}

// TestCameraIsNeverInRock follows all paths and checks the blocks beside the camera, too: the near plane must not cut into one.
func TestCameraIsNeverInRock(t *testing.T) {
	if testing.Short() {
		t.Skip("generators have no goroutines")
	}
	for _, s := range append(All(), MenuScene()) {
		block, _ := lookup(&s)
		for _, p := range s.Phases {
			for i := range 1201 {
				l := p.Path(float64(i)/10, float64(i)/1200)
				for k := range 27 {
					at := l
					for a, n := range [3]int{k % 3, k / 3 % 3, k / 9} {
						at.Pos[a] += float64(n-1) * 0.2
					}
					if b := block(cellOf(at)); b.Info().Opaque || b.Info().Liquid {
						t.Fatalf("%s, %s after %d s: %v at %v", s.Name, p.Name, i/10, b, at.Pos)
					}
				}
				if p.Speed == 0 && p.Path(0, 0).Pos != l.Pos {
					t.Fatalf("%s, %s: the camera moves, although its speed is 0", s.Name, p.Name)
				}
			}
		}
	}
}

func cellOf(l CameraPose) world.Pos {
	return world.Pos{X: floor(l.Pos[0]), Y: floor(l.Pos[1]), Z: floor(l.Pos[2])}
}

// TestSpeed: a flight has its speed over the ground.
func TestSpeed(t *testing.T) {
	for _, s := range All() {
		for _, p := range s.Phases {
			if p.Speed == 0 {
				continue
			}
			a, b := p.Path(10, 0.1).Pos, p.Path(20, 0.2).Pos
			if d := (b[0] - a[0]) + (b[2] - a[2]); d < 10*p.Speed-0.01 || d > 10*p.Speed+0.01 {
				t.Errorf("%s: %v blocks in 10 s", s.Name, d)
			}
			for i := range 2000 {
				a, b := p.Path(float64(i)/100, 0).Pos, p.Path(float64(i+1)/100, 0).Pos
				if up := b[1] - a[1]; up > 1 || up < -1 {
					t.Fatalf("%s: it jumps by %v at %d", s.Name, up, i)
				}
			}
		}
	}
}

// TestStorms: most edits change a block near the camera, and none is at the camera.
func TestStorms(t *testing.T) {
	for _, s := range All() {
		for _, p := range s.Phases {
			if p.EditsPerSecond == 0 {
				continue
			}
			block, change := lookup(&s)
			l := p.Path(0, 0)
			done, put, taken := 0, 0, 0
			for n := range 600 {
				at, b, ok := p.Edit(n, l, block)
				if !ok {
					continue
				}
				if at == cellOf(l) || block(at) == b {
					t.Fatalf("%s: edit %d places %v at %v", s.Name, n, b, at)
				}
				done++
				if b == world.Air {
					taken++
				} else {
					put++
				}
				change(at, b)
			}
			if done < 300 || put < 100 || taken < 100 {
				t.Errorf("%s: of 600 edits %d were done, %d blocks placed and %d broken", s.Name, done, put, taken)
			}
		}
	}
}

// TestTerrainIsPure: sections are equal in whatever order two generators generate them.
func TestTerrainIsPure(t *testing.T) {
	for _, s := range All() {
		a, b := s.NewGenerator(), s.NewGenerator()
		var list []world.SectionPos
		at := cellOf(s.Phases[0].Path(0, 0)).Section()
		for i := range int32(27) {
			list = append(list, world.SectionPos{X: at.X + i%3 - 1, Y: at.Y + i/9 - 1, Z: at.Z + i/3%3 - 1})
		}
		want := map[world.SectionPos]uint64{}
		for _, p := range list {
			want[p] = a(p).Hash()
		}
		for i := range list {
			if p := list[len(list)-1-i]; b(p).Hash() != want[p] {
				t.Errorf("%s: %v differs", s.Name, p)
			}
		}
	}
}

// TestScenesDiffer: the board is the worst case for merging, the city has many kinds of blocks, the caves are dark except for
// torches.
func TestScenesDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("generators have no goroutines")
	}
	kinds := func(name string, p world.SectionPos) map[world.Block]int {
		s, ok := Find(name)
		if !ok {
			t.Fatal(name)
		}
		var cells [world.SectionCells]world.Block
		s.NewGenerator()(p).Cells(&cells)
		n := map[world.Block]int{}
		for _, b := range cells {
			n[b]++
		}
		return n
	}
	if n := kinds("checker", world.SectionPos{X: 1, Z: 1}); n[world.Air] != world.SectionCells/2 {
		t.Errorf("the board has %d of air", n[world.Air])
	}
	if n := kinds("city", world.SectionPos{Y: 1}); len(n) < 25 {
		t.Errorf("the city has %d kinds", len(n))
	}
	torches, air := 0, 0
	for i := range int32(27) {
		p := cellOf(cavePose).Section()
		n := kinds("caves", world.SectionPos{X: p.X + i%3 - 1, Y: p.Y + i/9 - 1, Z: p.Z + i/3%3 - 1})
		torches, air = torches+n[world.Torch], air+n[world.Air]
	}
	if torches < 5 || air < 4000 {
		t.Errorf("the cavern has %d torches, %d of air", torches, air)
	}
	if _, ok := Find("nothing"); ok {
		t.Error("there is a scene of no name")
	}
}

// TestLoader: all sections of a view are loaded once, the nearest first; when the camera moves, those of its new position are.
func TestLoader(t *testing.T) {
	s, _ := Find("city")
	const view = 3
	f := NewLoader(&s, view, world.SectionPos{})
	defer f.Close()
	come := func(at world.SectionPos, n int) map[world.SectionPos]bool {
		got := map[world.SectionPos]bool{}
		for range n {
			m := <-f.Out
			if got[m.Pos] || !InView(m.Pos, at, view) || m.Section == nil {
				t.Fatalf("%v came for %v", m.Pos, at)
			}
			got[m.Pos] = true
		}
		return got
	}
	all := 0
	for _, o := range SectionOffsets(view) {
		if o.Origin().InHeight() {
			all++
		}
	}
	if first := <-f.Out; first.Pos != (world.SectionPos{}) {
		t.Fatalf("%v came first", first.Pos)
	}
	come(world.SectionPos{}, all-1)
	to := world.SectionPos{X: 2}
	f.MoveTo(to)
	for p := range come(to, 2*view) {
		if InView(p, world.SectionPos{}, view) {
			t.Errorf("%v came again", p)
		}
	}
	f.MoveTo(world.SectionPos{X: 100}) // the last of two positions counts; the loader may be waiting for room in Out
	f.MoveTo(world.SectionPos{X: 200})
	for range 40 {
		<-f.Out
	}
	if m := <-f.Out; !InView(m.Pos, world.SectionPos{X: 200}, view) {
		t.Errorf("%v came long after", m.Pos)
	}
}
