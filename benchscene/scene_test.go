package benchscene

import (
	"testing"

	"go.uber.org/goleak"

	"voxtide/world"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lookup returns blocks of a scene with what was changed on top.
func lookup(s *Scene) (block func(world.Pos) world.Block, change func(world.Pos, world.Block)) {
	maker := s.Maker()
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

// TestNoCameraIsInRock walks all ways, and looks at the blocks beside the eye, too: the near plane must not cut into one.
func TestNoCameraIsInRock(t *testing.T) {
	for _, s := range append(All(), Backdrop()) {
		block, _ := lookup(&s)
		for _, p := range s.Phases {
			for i := range 1201 {
				l := p.Way(float64(i)/10, float64(i)/1200)
				for k := range 27 {
					at := l
					for a, n := range [3]int{k % 3, k / 3 % 3, k / 9} {
						at.Pos[a] += float64(n-1) * 0.2
					}
					if b := block(placeOf(at)); b.Info().Opaque || b.Info().Liquid {
						t.Fatalf("%s, %s after %d s: %v at %v", s.Name, p.Name, i/10, b, at.Pos)
					}
				}
				if p.Speed == 0 && p.Way(0, 0).Pos != l.Pos {
					t.Fatalf("%s, %s: the camera moves, and it says that it stands", s.Name, p.Name)
				}
			}
		}
	}
}

func placeOf(l Look) world.Pos {
	return world.Pos{X: floor(l.Pos[0]), Y: floor(l.Pos[1]), Z: floor(l.Pos[2])}
}

// TestSpeed: a flight is as fast as it says, over the ground.
func TestSpeed(t *testing.T) {
	for _, s := range All() {
		for _, p := range s.Phases {
			if p.Speed == 0 {
				continue
			}
			a, b := p.Way(10, 0.1).Pos, p.Way(20, 0.2).Pos
			if d := (b[0] - a[0]) + (b[2] - a[2]); d < 10*p.Speed-0.01 || d > 10*p.Speed+0.01 {
				t.Errorf("%s: %v blocks in 10 s", s.Name, d)
			}
			for i := range 2000 {
				a, b := p.Way(float64(i)/100, 0).Pos, p.Way(float64(i+1)/100, 0).Pos
				if up := b[1] - a[1]; up > 1 || up < -1 {
					t.Fatalf("%s: it jumps by %v at %d", s.Name, up, i)
				}
			}
		}
	}
}

// TestStorms: most changes change something that is there, near the camera, and none is where it looks from.
func TestStorms(t *testing.T) {
	for _, s := range All() {
		for _, p := range s.Phases {
			if p.Storm == 0 {
				continue
			}
			block, change := lookup(&s)
			l := p.Way(0, 0)
			done, put, taken := 0, 0, 0
			for n := range 600 {
				at, b, ok := p.Change(n, l, block)
				if !ok {
					continue
				}
				if at == placeOf(l) || block(at) == b {
					t.Fatalf("%s: change %d puts %v at %v", s.Name, n, b, at)
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
				t.Errorf("%s: of 600 changes %d were done, %d put and %d taken", s.Name, done, put, taken)
			}
		}
	}
}

// TestLandIsPure: sections are equal in whatever order two makers make them.
func TestLandIsPure(t *testing.T) {
	for _, s := range All() {
		a, b := s.Maker(), s.Maker()
		var list []world.SectionPos
		at := placeOf(s.Phases[0].Way(0, 0)).Section()
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

// TestScenesDiffer: the worst case is one, the city has many kinds of blocks, the caves are dark but for torches.
func TestScenesDiffer(t *testing.T) {
	kinds := func(name string, p world.SectionPos) map[world.Block]int {
		s, ok := Find(name)
		if !ok {
			t.Fatal(name)
		}
		var cells [world.SectionCells]world.Block
		s.Maker()(p).Cells(&cells)
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
		p := placeOf(caveLook).Section()
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

// TestFeed: all sections of a view come once, the nearest first; when the camera moves those of the new place come.
func TestFeed(t *testing.T) {
	s, _ := Find("city")
	const view = 3
	f := NewFeed(&s, view, world.SectionPos{})
	defer f.Close()
	come := func(at world.SectionPos, n int) map[world.SectionPos]bool {
		got := map[world.SectionPos]bool{}
		for range n {
			m := <-f.Out
			if got[m.Pos] || !Within(m.Pos, at, view) || m.Section == nil {
				t.Fatalf("%v came for %v", m.Pos, at)
			}
			got[m.Pos] = true
		}
		return got
	}
	all := 0
	for _, o := range Offsets(view) {
		if o.Origin().InHeight() {
			all++
		}
	}
	if first := <-f.Out; first.Pos != (world.SectionPos{}) {
		t.Fatalf("%v came first", first.Pos)
	}
	come(world.SectionPos{}, all-1)
	to := world.SectionPos{X: 2}
	f.Around(to)
	for p := range come(to, 2*view) {
		if Within(p, world.SectionPos{}, view) {
			t.Errorf("%v came again", p)
		}
	}
	f.Around(world.SectionPos{X: 100}) // the last of two wishes counts; the maker may be waiting for room
	f.Around(world.SectionPos{X: 200})
	for range 40 {
		<-f.Out
	}
	if m := <-f.Out; !Within(m.Pos, world.SectionPos{X: 200}, view) {
		t.Errorf("%v came long after", m.Pos)
	}
}
