package pace

import (
	"fmt"
	"testing"
	"time"
)

const ms = time.Millisecond

// TestInterval: players with 10 words a second and more are not slow, whatever is lost of them, nor are they after an outage of 2 s for longer than
// three words; one that makes a picture in 0.4 s or seldomer is, also where a picture says two things, and is not any more at once when all is well.
func TestInterval(t *testing.T) {
	now := time.Duration(0)
	p := Begin(now)
	say := func(after ...time.Duration) (slow time.Duration) {
		for _, d := range after {
			now += d
			p.Heard(now)
			slow = p.Interval(now)
		}
		return slow
	}
	for _, c := range []struct {
		name  string
		after []time.Duration
		slow  time.Duration
	}{
		{"20 a second", []time.Duration{50 * ms, 50 * ms, 50 * ms, 50 * ms}, 0},
		{"10 a second, three lost", []time.Duration{100 * ms, 400 * ms, 100 * ms, 300 * ms}, 0},
		{"an outage, then three words", []time.Duration{2 * time.Second, 50 * ms, 50 * ms, 50 * ms}, 0},
		{"starved", []time.Duration{1600 * ms, 1600 * ms, 1600 * ms, 1600 * ms}, 1200 * ms},
		{"starved, two words a picture", []time.Duration{1600 * ms, 10 * ms, 1600 * ms, 10 * ms}, 405 * ms},
		{"well again", []time.Duration{50 * ms, 50 * ms, 50 * ms, 50 * ms}, 0},
	} {
		if got := say(c.after...); got != c.slow {
			t.Errorf("%s: %v, want %v", c.name, got, c.slow)
		}
	}
	if got := p.Interval(now + 3*time.Second); got != (3*time.Second+150*ms)/4 {
		t.Errorf("silent for 3 s: %v", got)
	}
	p.Shift(3 * time.Second)
	if got := p.Interval(now + 3*time.Second); got != 0 {
		t.Errorf("nobody listened for 3 s: %v", got)
	}
}

// TestShare: less for slower ones, all for the others, and never less than the least or more than there is.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		amount, least int
		interval      time.Duration
		want          int
	}{{192, 16, 0, 192}, {192, 16, Slow, 192}, {192, 16, 2 * Slow, 96}, {192, 16, time.Minute, 16}, {8, 16, time.Minute, 8}} {
		if got := Share(c.amount, c.least, Slow, c.interval); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

func Example() {
	p := Begin(0)
	for second := 1; second <= 5; second++ {
		p.Heard(time.Duration(second) * time.Second)
	}
	interval := p.Interval(5 * time.Second)
	fmt.Println(interval, Share(192, 16, Slow, interval))
	// Output: 750ms 64
}
