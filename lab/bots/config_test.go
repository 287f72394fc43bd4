package bots

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"voxtide/timestream"
	"voxtide/transport"
)

func TestScrapeQuantiles(t *testing.T) {
	scrape := func(text string, at time.Time) *Scrape {
		s, err := readScrape(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		s.at = at
		return s
	}
	began := time.Unix(100, 0)
	before := scrape(`# HELP voxtide_step_seconds How long
voxtide_step_seconds_bucket{le="0.001"} 100
voxtide_step_seconds_bucket{le="0.01"} 100
voxtide_step_seconds_bucket{le="+Inf"} 100
voxtide_step_seconds_count 100
process_cpu_seconds_total 5
`, began)
	after := scrape(`voxtide_step_seconds_bucket{le="0.001"} 190
voxtide_step_seconds_bucket{le="0.01"} 200
voxtide_step_seconds_bucket{le="+Inf"} 200
voxtide_step_seconds_count 200
voxtide_late_steps_total 3
process_cpu_seconds_total 7
process_resident_memory_bytes 4e+07
`, began.Add(4*time.Second))
	l := after.Since(before)
	near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
	if !near(l.CPU, 0.5) || l.Steps != 100 || l.Late != 3 || l.Memory != 4e7 || !near(l.P99, 1+9*0.9) || !near(l.P50, 50.0/90) {
		t.Errorf("%+v", l)
	}
	if _, err := readScrape(strings.NewReader("go_goroutines 3\n")); !errors.Is(err, ErrMetrics) {
		t.Error(err)
	}
}

// TestUpdateTimes checks that an update is never dated before the frame whose time stamp it acknowledges.
func TestUpdateTimes(t *testing.T) {
	var f updateTime
	for i := range 10 {
		f.declare(timestream.Time(100*i+100), ms(10*i))
	}
	f.declare(500, ms(999)) // time stood still: it says nothing
	for _, c := range []struct {
		stamp timestream.Time
		want  time.Duration
	}{{50, 0}, {300, ms(20)}, {301, ms(30)}, {301, ms(30)}, {1000, ms(90)}, {5000, ms(90)}} {
		if f.answer(c.stamp); f.lo != c.want {
			t.Errorf("a frame at %d is not before %v, want %v", c.stamp, f.lo, c.want)
		}
	}
	for i := range 3 * declaredMax {
		f.declare(timestream.Time(10000+i), ms(i))
	}
	if len(f.declared) > declaredMax {
		t.Errorf("%d frames are remembered", len(f.declared))
	}
}

func TestConfigBounds(t *testing.T) {
	dial := func(int, int) (transport.Conn, NetworkCutter) { return nil, nil }
	for _, c := range []Config{
		{}, {Dial: dial, Players: PlayersMax + 1}, {Dial: dial, Rate: RateMax + 1}, {Dial: dial, FramesPerSecond: FramesMax + 1}, {Dial: dial, Workload: "sleep"},
		{Dial: dial, Players: -1}, {Dial: dial, Spread: -1},
	} {
		if _, err := Run(context.Background(), c); !errors.Is(err, ErrConfig) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := Crash(context.Background(), CrashConfig{Players: 40}); !errors.Is(err, ErrConfig) {
		t.Error(err)
	}
}
