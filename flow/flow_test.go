package flow

import (
	"maps"
	"math/rand/v2"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/timestream"
)

// deed is a change of a block: water poured or scooped, a block placed or dug.
type deed struct {
	cell Cell
	to   Level
	at   timestream.Time
}

func someDeeds(r *rand.Rand, size int32, n int) []deed {
	var list []deed
	now := timestream.Time(1_000_000)
	for range n {
		now += timestream.Time(r.IntN(900_000))
		d := deed{Cell{r.Int32N(size), r.Int32N(size), r.Int32N(size)}, Dry, now}
		switch r.IntN(6) {
		case 0, 1:
			d.to = Source
		case 2, 3:
			d.to = Wall
		}
		if len(list) > 0 && r.IntN(3) == 0 { // near the last one: sand into water, a source that is taken again
			d.cell = list[r.IntN(len(list))].cell
		}
		list = append(list, d)
	}
	return list
}

// TestSteadyState pours, scoops, places and digs, and lets the server go on with what stays pending: in the end every cell is
// what its neighbours say, and exactly what walls and sources alone make of the land.
func TestSteadyState(t *testing.T) {
	seed := testrand.Seed(t)
	deeds, turns, wet, left := 0, 0, 0, 0
	for n := range testrand.Rounds(150) {
		r := rand.New(rand.NewPCG(seed+uint64(n), 1))
		b, p := newBox(12), &Planner{}
		b.terrain(r)
		bound := []int{8, 64, PlanMax}[r.IntN(3)]
		for _, d := range someDeeds(r, 12, 12) {
			if got := b.put(p, d.cell, d.to, d.at, bound); got > bound {
				t.Fatalf("%d evaluations of %d", got, bound)
			}
			deeds++
			left += len(b.pending)
			for range r.IntN(3) {
				b.resume(p, d.at, bound)
			}
		}
		for i := 0; len(b.pending) > 0; i++ {
			if b.resume(p, 100_000_000, bound); i > 4000 {
				t.Fatalf("it never comes to rest (-seed %d)", seed+uint64(n))
			}
		}
		turns += b.turns
		wrong, w := b.stale()
		if wet += w; wrong > 0 {
			t.Fatalf("%d cells are not what their neighbours say (-seed %d -rounds 1)", wrong, seed+uint64(n))
		}
	}
	t.Logf("%d changes, %d turns, %d cells wet at the end, %d left pending", deeds, turns, wet, left)
	if wet == 0 || left == 0 {
		t.Fatal("no water ran, or nothing was ever left pending")
	}
}

// TestOrderDoesNotMatter makes the same changes of different cells in two orders: the end is the same, because the steady state
// is unique.
func TestOrderDoesNotMatter(t *testing.T) {
	seed := testrand.Seed(t)
	for n := range testrand.Rounds(100) {
		r := rand.New(rand.NewPCG(seed+uint64(n), 2))
		one, two, p := newBox(10), newBox(10), &Planner{}
		one.terrain(rand.New(rand.NewPCG(seed+uint64(n), 3)))
		two.terrain(rand.New(rand.NewPCG(seed+uint64(n), 3)))
		list := someDeeds(r, 10, 10)
		seen := map[Cell]bool{}
		kept := list[:0]
		for _, d := range list {
			if !seen[d.cell] {
				seen[d.cell] = true
				kept = append(kept, d)
			}
		}
		for i, d := range kept {
			one.put(p, d.cell, d.to, kept[i].at, 1<<20)
		}
		order := r.Perm(len(kept))
		for i, k := range order {
			two.put(p, kept[k].cell, kept[k].to, kept[i].at, 1<<20)
		}
		one.all(func(c Cell) {
			if one.cells[c].To != two.cells[c].To {
				t.Fatalf("%v is %d in one order and %d in the other (-seed %d)", c, one.cells[c].To, two.cells[c].To, seed+uint64(n))
			}
		})
	}
}

// TestWaterComesFromWater: a cell that becomes wet has a wet neighbour one step before, so that the front never jumps.
func TestWaterComesFromWater(t *testing.T) {
	seed := testrand.Seed(t)
	fronts := 0
	for n := range testrand.Rounds(150) {
		r := rand.New(rand.NewPCG(seed+uint64(n), 4))
		b, p := newBox(12), &Planner{}
		b.terrain(r)
		for _, d := range someDeeds(r, 12, 10) {
			b.put(p, d.cell, d.to, d.at, 1<<20)
			b.all(func(c Cell) {
				k := b.cells[c]
				if k.Since.Add(-Step) < d.at || k.Before.Wet() || !k.To.Wet() {
					return // before d.at the land was another
				}
				fronts++
				if Judge(b, c, k.Since.Add(-Step)) == Dry {
					t.Fatalf("%v is wet from %d on, beside dry cells (-seed %d -rounds 1)", c, k.Since, seed+uint64(n))
				}
			})
		}
	}
	if t.Logf("%d cells became wet", fronts); fronts == 0 {
		t.Fatal("no water ran")
	}
}

// TestDam digs one block of a dam: the water reaches a cell at a distance of n exactly n steps later.
func TestDam(t *testing.T) {
	b, p := newBox(16), &Planner{}
	b.all(func(c Cell) {
		switch {
		case c.Y == 0, c.Y == 1 && c.Z != 8, c.Y == 1 && c.X == 4:
			b.cells[c] = Content{To: Wall}
		case c.Y == 1 && c.X < 4:
			b.cells[c] = Content{To: Source}
		}
	})
	const at = timestream.Time(3_050_000)
	b.put(p, Cell{4, 1, 8}, Dry, at, PlanMax)
	for x := int32(4); x < 12; x++ {
		want := Content{To: Level(11 - x), Before: Dry, Since: at + timestream.Time(x-3)*timestream.Time(Step)}
		if x == 11 {
			want = Content{}
		}
		if got := b.cells[Cell{x, 1, 8}]; got != want {
			t.Errorf("%d blocks behind the dam: %+v, want %+v", x-4, got, want)
		}
	}
	b.put(p, Cell{4, 1, 8}, Wall, at+10_000_000, PlanMax)
	if wrong, wet := b.stale(); wrong != 0 || wet != 0 {
		t.Errorf("the dam is mended, and %d cells are wet, %d wrong", wet, wrong)
	}
}

// TestPouredAndScoopedAtOnce: a source that is taken before its water has gone anywhere leaves nothing, not even for a moment.
func TestPouredAndScoopedAtOnce(t *testing.T) {
	b, p := newBox(16), &Planner{}
	b.all(func(c Cell) {
		if c.Y == 0 {
			b.cells[c] = Content{To: Wall}
		}
	})
	b.put(p, Cell{8, 1, 8}, Source, 1_000_000, 1<<20)
	if _, wet := b.stale(); wet != 112 {
		t.Errorf("a source on flat land wets %d cells, want 112", wet)
	}
	b.put(p, Cell{8, 1, 8}, Dry, 1_100_000, 1<<20)
	b.all(func(c Cell) {
		if k := b.cells[c]; k.To.Wet() || k.Since != 0 && k.Before.Wet() {
			t.Errorf("%v is or was to be wet: %+v", c, k)
		}
	})
}

// TestUnknownStaysPending: where the actor does not know the land nothing is judged.
func TestUnknownStaysPending(t *testing.T) {
	b, p := newBox(16), &Planner{}
	b.all(func(c Cell) {
		if c.Y == 0 {
			b.cells[c] = Content{To: Wall}
		}
	})
	b.known = func(c Cell) bool { return c.X < 10 }
	b.put(p, Cell{8, 1, 8}, Source, 1_000_000, PlanMax)
	b.all(func(c Cell) {
		if c.X >= 10 && b.cells[c].To.Wet() {
			t.Errorf("%v was judged", c)
		}
	})
	if len(b.pending) == 0 {
		t.Fatal("nothing stays pending")
	}
	b.known = nil
	for len(b.pending) > 0 {
		b.resume(p, 2_000_000, TickMax)
	}
	if wrong, wet := b.stale(); wrong != 0 || wet != 112 {
		t.Errorf("%d cells wrong, %d wet after the server went on", wrong, wet)
	}
}

// flat is a land in an array, whose calls allocate nothing.
type flat [32][4][32]Content

func (f *flat) Content(c Cell) Content {
	if c.X < 0 || c.X > 31 || c.Y < 0 || c.Y > 3 || c.Z < 0 || c.Z > 31 || c.Y == 0 {
		return Content{To: Wall}
	}
	return f[c.X][c.Y][c.Z]
}
func (f *flat) Known(Cell) bool      { return true }
func (f *flat) Apart(_, _ Cell) bool { return false }
func (f *flat) Turn(c Cell, to Level, since timestream.Time, keep bool) {
	k := &f[c.X][c.Y][c.Z]
	if !keep {
		k.Before = k.To
	}
	k.To, k.Since = to, since
}
func (f *flat) Pend(Cell, timestream.Time) {}

func TestPlansAllocateNothing(t *testing.T) {
	f, p := &flat{}, &Planner{}
	now, most := timestream.Time(0), 0
	work := func() {
		for _, to := range [...]Level{Source, Dry} {
			now += 10_000_000
			f[16][1][16] = Content{To: to}
			p.EnterChange(Cell{16, 1, 16}, now)
			most = max(most, p.Run(f, now, PlanMax))
		}
	}
	work()
	if n := testing.AllocsPerRun(20, work); n != 0 {
		t.Fatalf("%v allocations", n)
	}
	t.Logf("%d evaluations at most", most)
}

func BenchmarkPour(b *testing.B) {
	f, p := &flat{}, &Planner{}
	now := timestream.Time(0)
	b.ReportAllocs()
	for b.Loop() {
		for _, to := range [...]Level{Source, Dry} {
			now += 10_000_000
			f[16][1][16] = Content{To: to}
			p.EnterChange(Cell{16, 1, 16}, now)
			p.Run(f, now, PlanMax)
		}
	}
}

// TestSamePlanTwice makes the same changes of the same land twice, with small bounds: each plan leaves the same cells with the same turns
// and the same cells pending, at the same instants.
func TestSamePlanTwice(t *testing.T) {
	seed := testrand.Seed(t)
	left := 0
	for n := range testrand.Rounds(60) {
		bound := []int{16, 64, PlanMax}[n%3]
		var boxes [2]*box
		for i := range boxes {
			r := rand.New(rand.NewPCG(seed+uint64(n), 5))
			b, p := newBox(12), &Planner{}
			b.terrain(r)
			for _, d := range someDeeds(r, 12, 8) {
				b.put(p, d.cell, d.to, d.at, bound)
			}
			boxes[i] = b
			left += len(b.pending)
		}
		if !maps.Equal(boxes[0].cells, boxes[1].cells) || !maps.Equal(boxes[0].pending, boxes[1].pending) {
			t.Fatalf("two plans of one change differ (-seed %d)", seed+uint64(n))
		}
	}
	if t.Logf("%d cells left pending", left); left == 0 {
		t.Fatal("no plan was ever cut")
	}
}
