package profiler

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/internal/garbage"
	"voxtide/timestream"
	"voxtide/world"
)

// still is a memory that allocates 2 KB a step, and had some pauses.
type still struct {
	allocated uint64
	pauses    garbage.Pauses
}

func (m *still) Allocated() uint64 {
	m.allocated += 2048
	return m.allocated
}

func (m *still) Pauses() garbage.Pauses { return m.pauses }

// clock is a clock that a test moves.
type clock struct{ now time.Duration }

func (c *clock) spend(d time.Duration) { c.now += d }

const micro = time.Microsecond

// play measures some steps: the players take longer in each, and every tenth is slow because of its interest.
func play(steps int) *Run {
	c := &clock{now: time.Hour}
	r := Begin(Config{Clock: func() time.Duration { return c.now }, Memory: &still{pauses: garbage.Pauses{Collections: 3, Count: 6, Longest: 300 * micro}}, Length: 10 * time.Second})
	for i := range steps {
		c.spend(10 * time.Millisecond) // the loop waits
		r.Enter()
		c.spend(200 * micro)
		r.Lap(Arrivals)
		for of := range timestream.Stream(8) {
			c.spend(time.Duration(of) * 10 * micro)
			r.Charge(of)
			r.Advanced(50 * timestream.Millisecond)
		}
		if i%10 == 9 {
			r.Advanced(timestream.Second)
			r.Acted()
		}
		c.spend(time.Duration(i) * micro)
		r.Lap(Players)
		if i%10 == 9 {
			c.spend(20 * time.Millisecond)
		}
		r.Lap(Interest)
		r.Told(5 * time.Millisecond)
		r.Changed(world.Pos{X: 100, Y: int32(i%3) * 16, Z: 20})
		r.EndStep()
	}
	r.Finish(End{Names: map[timestream.Stream]string{7: "ann", 6: "bob", 5: "carl"}, Bodies: [world.KindCount]int{world.KindAvatar: 8, world.KindItem: 20}, Moved: uint64(5 * steps)})
	return r
}

// TestLines: what is said of a run is what happened in it: means, percentiles and shares of its parts, which part made the slowest steps slow, who
// and what made work; the telling beside is no part of a step.
func TestLines(t *testing.T) {
	lines := play(100).Lines()
	all := strings.Join(lines, "\n")
	t.Log("\n" + all)
	for _, want := range []string{
		"profile: 100 steps in 1.3 s, 10 of them longer than 16.67 ms; in ms:",
		"step            2.53    0.54   20.58   20.58",
		"- arrivals      0.20    0.20    0.20    0.20     8%",
		"- players       0.33    0.33    0.38    0.38    13%",
		"- interest      2.00    0.00   20.00   20.00    79%",
		"- beside        5.00    5.00    5.00    5.00\n",
		"never 0.01 ms: messages, simulation, commands, rollbacks, waiting, requests, chores, storing, sections, telling, outbox",
		"the slowest 10 took 20.49 to 20.58 ms; longest in them: interest in 10, up to 20.00",
		"what players had a step do: 8.1 streams advanced, by 0.50 s together, and 0.1 actions; in the slowest 10: 9.0 streams advanced, by 1.40 s together, and 1.0 actions",
		"memory of the process: 2.0 KB allocated a step, p99 2.0, at most 2.0; 3 collections, 6 pauses for them, the longest at most 0.30 ms",
		"busiest players, ms of a step: ann 0.07, bob 0.06, carl 0.05",
		"bodies by kind: item 20, avatar 8; the server moved 5 of its own a step",
		"busiest sections, changed blocks: 34 from 96 0 16, 33 from 96 16 16, 33 from 96 32 16; 3 sections in all",
	} {
		if !strings.Contains(all+"\n", want) {
			t.Errorf("it does not say %q", want)
		}
	}
	for _, l := range lines {
		if len(l) > 256 {
			t.Errorf("a line of %d bytes", len(l))
		}
	}
	if got := play(0).Lines(); len(got) != 1 || got[0] != "profile: no step was made" {
		t.Errorf("of nothing: %q", got)
	}
}

// TestLength: a run is over when its time is, and never grows beyond what it holds; what was measured before its first whole step is dropped.
func TestLength(t *testing.T) {
	c := &clock{}
	begin := func() *Run {
		return Begin(Config{Clock: func() time.Duration { return c.now }, Memory: &still{}, Length: 2 * time.Second})
	}
	r, n := begin(), 0
	for over := false; !over; n++ {
		c.spend(50 * time.Millisecond)
		over = r.EndStep()
	}
	if lasted, length, steps := r.Progress(); n != 40 || lasted != 2*time.Second || length != 2*time.Second || steps != 40 {
		t.Errorf("%d steps; %v of %v, %d", n, lasted, length, steps)
	}
	r, n = begin(), 0
	for over := false; !over; n++ {
		c.spend(micro)
		over = r.EndStep()
	}
	if most := cap(r.steps); n != most || most > 200 {
		t.Errorf("%d steps of %d", n, most)
	}
	r = begin()
	r.Enter()
	c.spend(time.Second)
	r.Lap(Chores)
	r.Drop()
	r.Enter()
	c.spend(micro)
	r.Lap(Chores)
	if r.EndStep(); r.steps[0].total() != micro {
		t.Errorf("the first step took %v", r.steps[0].total())
	}
}

// nobody is a run that is not measured; a variable, so that the compiler does not know.
var nobody *Run

// laps does what the loop does in a step.
func laps(r *Run) {
	r.Enter()
	for p := range Beside {
		r.Lap(p)
	}
	for of := range timestream.Stream(10) {
		r.Charge(of)
	}
	r.Advanced(1)
	r.Acted()
	r.Told(1)
	r.Changed(world.Pos{})
	r.EndStep()
}

// TestNilCostsNothing: where nothing is measured, laps allocate nothing and read no clock; where something is, a step allocates nothing either once its
// players and sections are known.
func TestNilCostsNothing(t *testing.T) {
	if n := testing.AllocsPerRun(1000, func() { laps(nobody) }); n != 0 {
		t.Errorf("%v allocations without a run", n)
	}
	reads := 0
	r := Begin(Config{Clock: func() time.Duration { reads++; return 0 }, Memory: &still{}, Length: 20 * time.Second})
	laps(r)
	was := reads
	laps(nobody)
	if reads != was {
		t.Error("a clock was read without a run")
	}
	n := testing.AllocsPerRun(1000, func() { laps(r) })
	t.Logf("%d readings of the clock a step; %v allocations in a step", was-1, n)
	if n != 0 {
		t.Errorf("%v allocations in a step that is measured", n)
	}
}

func BenchmarkNobody(b *testing.B) {
	for b.Loop() {
		laps(nobody)
	}
}

func BenchmarkRun(b *testing.B) {
	began := time.Now()
	cfg := Config{Clock: func() time.Duration { return time.Since(began) }, Memory: garbage.NewMeter(), Length: time.Minute}
	r := Begin(cfg)
	for b.Loop() {
		if laps(r); len(r.steps) > 3000 {
			r.steps = r.steps[:0]
		}
	}
}

func Example() {
	var now time.Duration
	r := Begin(Config{Clock: func() time.Duration { return now }, Memory: &still{}, Length: time.Second})
	for over := false; !over; {
		r.Enter() // the loop begins to work
		now += 2 * time.Millisecond
		r.Lap(Simulation)
		over = r.EndStep()
		now += 14 * time.Millisecond // it waits
	}
	r.Finish(End{})
	fmt.Println(r.Lines()[0])
	fmt.Println(r.Lines()[3])
	// Output:
	// profile: 64 steps in 1.0 s, 0 of them longer than 16.67 ms; in ms:
	// - simulation    2.00    2.00    2.00    2.00   100%
}
