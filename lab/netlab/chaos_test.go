package netlab

import (
	"fmt"
	"testing"
	"time"
)

// settledTime is a time in which the clocks of all clients must be settled, with the round trip that the network has in it.
type settledTime struct{ from, to, trip time.Duration }

// skewedWays are ways to the server and back that differ. Where only the halves of a round trip become alike no exchange says so: the
// clock is settled after the best one is forgotten, 30 s later.
var skewedWays = []struct {
	name    string // of a scenario, or of one made here
	set     func(c *Config)
	settled []settledTime
}{
	{"slow-up", nil, []settledTime{{10 * time.Second, 30 * time.Second, 800 * ms}}},
	{"slow-down", nil, []settledTime{{10 * time.Second, 30 * time.Second, 800 * ms}}},
	{"slow-up-mends", nil, []settledTime{{10 * time.Second, 15 * time.Second, 800 * ms}, {25 * time.Second, 40 * time.Second, 100 * ms}}},
	{"slow-down-mends", nil, []settledTime{{10 * time.Second, 15 * time.Second, 800 * ms}, {25 * time.Second, 40 * time.Second, 100 * ms}}},
	{"slow-up-evens", func(c *Config) { evens(c, 350*ms) }, []settledTime{{10 * time.Second, 15 * time.Second, 800 * ms}, {55 * time.Second, 65 * time.Second, 800 * ms}}},
	{"slow-down-evens", func(c *Config) { evens(c, -350*ms) }, []settledTime{{10 * time.Second, 15 * time.Second, 800 * ms}, {55 * time.Second, 65 * time.Second, 800 * ms}}},
}

func evens(c *Config, skew time.Duration) {
	skewed(c, skew)
	c.SkewTo, c.Duration = 15*time.Second, 65*time.Second
}

// TestSkewedWays: who joins over a network with 750 ms to the server and 50 ms back, or the other way round, is settled within 10 s: from then
// on the lead of the client's clock stays, the stream is at the server as late as half of the round trip, at which the clock aims, and
// does not stall. The same holds within 10 s of the moment at which both ways take 50 ms. Nobody is corrected, nobody waits, and each path is
// that of zero delay. -seeds makes it longer.
func TestSkewedWays(t *testing.T) {
	for _, w := range skewedWays {
		for _, jitter := range []time.Duration{0, 25 * ms} {
			t.Run(fmt.Sprintf("%s/%v", w.name, jitter), func(t *testing.T) {
				t.Parallel()
				sum, g := runTotals{}, lagMeter{t: t, settled: w.settled}
				n := seedsEach(1, 1, 2*len(skewedWays))
				for seed := range n {
					c := Config{Seed: *oneSeed + uint64(seed), Jitter: jitter, Duration: 30 * time.Second, Scenario: w.name, CheckEveryFrame: true}
					set := w.set
					if set == nil {
						set = Find(w.name).Set
					}
					set(&c)
					r := g.run(c)
					sum.add(&r)
					sum.Shown += r.Shown
					if r.Corrections > 0 {
						t.Errorf("seed %d: %d corrections %v", c.Seed, r.Corrections, r.Causes)
					}
				}
				t.Logf("%d runs from seed %d on, 4 players each: lead after 1, 2, 5, 10 s %v, %v, %v, %v; while settled (%d steps of the server) it wanders by %v at most, streams are late by %v; at any time by %v; %d corrections, %d frames of waiting, %d actions, %d seen in their frame, %d places compared with zero delay",
					n, *oneSeed, &g.leads[0], &g.leads[1], &g.leads[2], &g.leads[3], g.late.n, g.wander, &g.late, &g.lateEver, sum.Corrections, g.waits, sum.Actions, sum.Shown, sum.Compared)
				if g.late.n < 4*n*200 || sum.Shown < 20*n || sum.Compared < 1000*n {
					t.Error("too little to tell")
				}
			})
		}
	}
}

// lagMeter watches the time of all clients of runs.
type lagMeter struct {
	t        *testing.T
	settled  []settledTime
	leads    [4]span       // of the clients' clocks over the server's, at leadsAt after joining
	late     span          // how late streams are at the server while they must be settled
	lateEver span          // and at any time after the first of these times began
	wander   time.Duration // most by which the lead of one clock changed in one of these times
	waits    int           // frames of clients that had played before and waited
}

var leadsAt = [4]time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}

// run plays a config.
func (g *lagMeter) run(c Config) Result {
	l := newRun(g.t, c)
	leads := make([]span, len(l.clients)*len(g.settled))
	l.progress = func(now time.Duration) bool {
		for i, s := range l.clients {
			if s.client != nil && s.tally.played > 0 && now < c.Duration {
				g.step(l, s, now, leads[i*len(g.settled):])
			}
		}
		return true
	}
	play(g.t, l)
	for _, s := range l.clients {
		if g.waits += s.tally.waits; s.tally.waits > 0 {
			g.t.Errorf("seed %d, client %d waited for %d frames", c.Seed, s.index, s.tally.waits)
		}
	}
	for i := range leads {
		w := leads[i].high - leads[i].low
		if g.wander = max(g.wander, w); leads[i].n == 0 || w > 4*ms+c.Jitter {
			g.t.Errorf("seed %d, client %d: the lead of its clock was %v while it had to be settled", c.Seed, i/len(g.settled), &leads[i])
		}
	}
	if n := l.server.Metrics().Stalls; n > 0 {
		g.t.Errorf("seed %d: %d stalls", c.Seed, n)
	}
	return l.result()
}

// step looks at a client after a step of the server.
func (g *lagMeter) step(l *simulation, s *simClient, now time.Duration, leads []span) {
	c := &l.cfg
	framed := s.nextFrame - c.FrameTime // the last frame
	lead := time.Duration(s.view.Self.At.Sub(l.began))*time.Microsecond - framed
	late := time.Duration(l.began.Sub(l.server.World().Stream(s.client.Stream()).Stamp))*time.Microsecond + now
	for i, at := range leadsAt {
		if since := framed - s.joinAt - at; since >= 0 && since < c.FrameTime {
			g.leads[i].add(lead)
		}
	}
	if now >= s.joinAt+g.settled[0].from {
		g.lateEver.add(late)
	}
	for i, at := range g.settled {
		if now < s.joinAt+at.from || now >= at.to {
			continue
		}
		leads[i].add(lead)
		if g.late.add(late); late < at.trip/2-2*c.FrameTime || late > at.trip/2+c.Jitter+stampsEvery+2*stepEvery {
			g.t.Errorf("seed %d, client %d: its stream is %v late at %v, with a lead of %v", c.Seed, s.index, late, now, lead)
		}
	}
}

// stampsEvery is the longest time between two stamps of a client.
const stampsEvery = time.Second / 20

// span is from the least to the most of some durations.
type span struct {
	low, high time.Duration
	n         int
}

func (p *span) add(d time.Duration) {
	if p.n == 0 {
		p.low, p.high = d, d
	}
	p.low, p.high, p.n = min(p.low, d), max(p.high, d), p.n+1
}

// String returns both in milliseconds.
func (p *span) String() string {
	return fmt.Sprintf("%d to %d ms", p.low.Milliseconds(), p.high.Milliseconds())
}
