package framerate_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"voxtide/cmd/internal/framerate"
	"voxtide/internal/testrand"
)

// machine draws frames: a part takes the same whatever the resolution, the rest goes with the pixels.
type machine struct {
	fixed, pixels float64        // ms at scale 1
	screen        float64        // ms from one picture of the screen to the next; 0: it does not wait for the screen
	noise         func() float64 // ms
}

func (m *machine) frame(scale float64) float64 {
	ms := m.fixed + m.pixels*scale*scale + m.noise()
	if m.screen > 0 {
		ms = math.Ceil(ms/m.screen-1e-9) * m.screen
	}
	return ms
}

// TestGovernorHolds: on machines of every kind the wished rate is held where half the resolution is enough for it, the resolution is
// the player's own where the machine is fast, and it hardly changes once it has been found.
func TestGovernorHolds(t *testing.T) {
	r := testrand.New(t)
	lowered, tight, changes := 0, 0, 0
	const machines = 400
	for i := range machines {
		m := &machine{fixed: 1 + 12*r.Float64(), pixels: 60 * r.Float64(), noise: func() float64 { return r.ExpFloat64() * 0.4 }}
		if i%2 == 1 {
			m.screen = 1000. / 60
		}
		wished := []int{30, 60}[r.IntN(2)]
		own := []float64{1, 1, 0.75, 0.5}[r.IntN(4)]
		limit := 1000 / float64(wished)
		var g framerate.Governor
		now, scale, said := time.Duration(0), own, 0
		inTime, late, lateChanges, frames := 0, 0, 0, 0
		for now < 60*time.Second {
			ms := m.frame(scale)
			now += time.Duration(ms * float64(time.Millisecond))
			next, lower := g.Frame(now, ms, wished, own)
			if lower {
				said++
			}
			if next < own/2-1e-9 || next > own || next != scale && math.Abs(next-scale) < framerate.Step-1e-9 && next != own && next != own/2 {
				t.Fatalf("machine %d: scale %v of %v", i, next, own)
			}
			if now > 10*time.Second {
				frames++
				if next != scale {
					lateChanges++
				}
				if ms <= 1.15*limit {
					inTime++
				} else {
					late++
				}
			}
			scale = next
		}
		enough := m.frame(own/2)+1 <= limit && (m.screen == 0 || m.screen <= limit)
		if part := float64(inTime) / float64(frames); enough && part < 0.9 {
			t.Errorf("machine %d (%.1f + %.1f ms, screen %.1f, %d wished, scale %.2f): %.0f%% of the frames in time", i, m.fixed, m.pixels, m.screen, wished, own, 100*part)
		}
		if fast := m.fixed+m.pixels*own*own+3 < limit*0.9; fast && scale != own {
			t.Errorf("machine %d (%.1f + %.1f ms, %d wished): scale %v of %v although it is fast", i, m.fixed, m.pixels, wished, scale, own)
		}
		if lateChanges > 14 {
			t.Errorf("machine %d (%.1f + %.1f ms, screen %.1f, %d wished, scale %.2f): %d changes in 50 s", i, m.fixed, m.pixels, m.screen, wished, own, lateChanges)
		}
		if said > 1 && scale == own {
			tight++
		}
		if scale < own {
			lowered++
		}
		changes += lateChanges
	}
	t.Logf("%d machines, %d of them with fewer pixels at the end, %d of them now and then; %d changes after the first 10 s", machines, lowered, tight, changes)
	if lowered < machines/10 || lowered > machines*9/10 {
		t.Error("nearly all machines are of one kind")
	}
}

// TestGovernorRecovers: what slows a machine down for a while lowers the resolution for a while.
func TestGovernorRecovers(t *testing.T) {
	var g framerate.Governor
	m := &machine{fixed: 3, pixels: 10, noise: func() float64 { return 0 }}
	now, scale, least, pauses := time.Duration(0), 1.0, 1.0, 0
	for now < 90*time.Second {
		m.pixels = 10
		if now > 10*time.Second && now < 20*time.Second {
			m.pixels = 60
		}
		ms := m.frame(scale)
		if pauses < int(now/time.Second) { // a pause each second says nothing of the machine
			pauses++
			ms = 400
		}
		now += time.Duration(ms * float64(time.Millisecond))
		scale, _ = g.Frame(now, ms, 60, 1)
		if least = min(least, scale); now < 10*time.Second && scale != 1 {
			t.Fatal("it was lowered without reason")
		}
	}
	if t.Logf("%d pauses; down to %.2f, and at the end %.2f", pauses, least, scale); least > 0.6 || scale != 1 {
		t.Error("it was not lowered, or stays low")
	}
	if scale, _ = g.Frame(now, 500, 0, 0.75); scale != 0.75 {
		t.Errorf("nothing is wished: %v", scale)
	}
}

func ExampleGovernor() {
	var g framerate.Governor
	scale := 1.0
	for now := time.Duration(0); now < 5*time.Second; {
		ms := 4 + 40*scale*scale // a machine that draws 23 frames a second
		now += time.Duration(ms * float64(time.Millisecond))
		scale, _ = g.Frame(now, ms, 30, 1)
	}
	fmt.Printf("%.2f\n", scale)
	// Output: 0.85
}
