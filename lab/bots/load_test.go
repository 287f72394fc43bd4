package bots

import (
	"bytes"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/server"
	"voxtide/server/host"
	"voxtide/timestream"
	"voxtide/world"
)

// cylinder counts the sections of a full view in a layer by another way than the programs: by the centres of squares.
func cylinder(view int, layer int32) (n int) {
	for z := -view; z <= view; z++ {
		for x := -view; x <= view; x++ {
			if d := math.Hypot(float64(x), float64(z)); d*d > float64(view*view+view)+0.01 {
				continue
			}
			for y := layer - 8; y <= layer+8; y++ {
				if y*16 >= world.MinY && y*16 <= world.MaxY {
					n++
				}
			}
		}
	}
	return n
}

// places remembers where bots were, frame by frame. Any worker may call its methods.
type places struct {
	mu sync.Mutex
	at map[int][]place
}

type place struct {
	when   time.Duration
	pos    world.Vec
	steady bool
	gate   world.Pos
}

func (p *places) note(bot int, now time.Duration, at world.Vec, sh *runState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at == nil {
		p.at = map[int][]place{}
	}
	p.at[bot] = append(p.at[bot], place{now, at, sh.steady(), sh.meetingPlace()})
}

func blocksBetween(a, b world.Vec) (dx, dz float64) {
	return float64(b[world.AxisX]-a[world.AxisX]) / float64(world.Unit), float64(b[world.AxisZ]-a[world.AxisZ]) / float64(world.Unit)
}

// TestJoinEndsWithFullView: the join part ends when every bot holds all that its view asks for, neither before nor long after, by the word
// of the server, and the sections needed are exactly those. The bots hover, so that the count is one number.
func TestJoinEndsWithFullView(t *testing.T) {
	const players, view = 6, 3
	seed := testrand.Seed(t)
	type look struct {
		subscribed, least int
		sent              int
		layers            map[int32]int
	}
	var looks []look
	r, _ := runWatched(t, Config{Players: players, Duration: 2 * time.Second, Workload: "fly", Seed: seed, View: view, Light: true}, 0.01,
		func(c *host.Config) { c.ViewDistance = 16 * view }, func(s *server.Server) {
			k := look{least: math.MaxInt, layers: map[int32]int{}}
			w := s.World()
			for i := range w.StreamCount() {
				st := w.StreamAt(i)
				slot := w.Find(world.AvatarID(st.Stream))
				if st.Stream == timestream.Server || slot == world.NoEntity {
					continue
				}
				k.subscribed += st.Subscriptions.Len()
				k.least = min(k.least, st.Subscriptions.Len())
				k.layers[w.Entity(slot).Motion.Pos.Block().Section().Y]++
			}
			k.sent = s.Metrics().Snapshots
			looks = append(looks, k)
		})
	r.Table(t.Output())
	join, steady := r.Part(partJoin), r.Part(partSteady)
	if join == nil || steady == nil || len(r.Parts) != 2 || len(looks) < 3 {
		t.Fatalf("%d parts, %d looks", len(r.Parts), len(looks))
	}
	want := 0
	for layer, n := range looks[1].layers {
		want += n * cylinder(view, layer)
	}
	t.Logf("a full view of %d sections for all; at the end of the join %d subscribed, at the least %d by one, %d sent; needed %d, held %d", want, looks[1].subscribed, looks[1].least,
		looks[1].sent, join.Needed, join.Held)
	if looks[0].subscribed != 0 || looks[1].subscribed < want || looks[1].sent < want {
		t.Errorf("the join began with %d and ended with %d subscriptions and %d sections sent, want %d", looks[0].subscribed, looks[1].subscribed, looks[1].sent, want)
	}
	if join.FullViews != players || join.Held != want || join.Needed != want {
		t.Errorf("%d full views, %d held, %d needed, want %d of %d", join.FullViews, join.Held, join.Needed, want, players)
	}
	if steady.Needed == 0 || steady.Seconds < 1.9 || !join.Ended.Equal(steady.Began) || join.Down < 1000 || steady.Acks.N == 0 || r.Delay != steady.Acks {
		t.Errorf("join %+v\nsteady %+v", join, steady)
	}
}

// TestSmallerViewThanAskedFor: a server that gives less than bots ask for ends the join, too, and what it does not give is not needed.
func TestSmallerViewThanAskedFor(t *testing.T) {
	r, _ := runAgainst(t, Config{Players: 3, Duration: time.Second, Workload: "fly", View: 6, Light: true}, 0, func(c *host.Config) { c.ViewDistance = 16 })
	p := r.Part(partJoin)
	t.Logf("%+v", p)
	if want := 3 * cylinder(1, 4); p.FullViews != 3 || p.Held != want || p.Needed != want || p.Seconds < calmTime.Seconds() || p.Seconds > viewPatience.Seconds()/2 {
		t.Errorf("%d full views with %d sections, %d needed, want %d, after %.1f s", p.FullViews, p.Held, p.Needed, want, p.Seconds)
	}
}

// TestCommute: all walk to and fro between two places 60 blocks apart, and each way from one to the other leads through the gate.
func TestCommute(t *testing.T) {
	seed := testrand.Seed(t)
	ways, there, back := 0, 0, 0
	for round := 0; ways < 4 || there == 0 || back == 0; round++ { // a busy machine, or bad land, makes slow ones
		if round == 8 {
			t.Fatalf("%d ways, %d at the eastern place, %d at the western", ways, there, back)
		}
		var p places
		r, _ := runAgainst(t, Config{Players: 4, Duration: 25 * time.Second, Workload: "commute", Seed: seed + uint64(round), View: 2, onFrame: p.note}, 0, nil)
		if !r.OK {
			t.Fatal("not all came in")
		}
		passes := 0
		for bot, list := range p.at {
			side, through, east, west := 0.0, false, 0.0, 0.0
			for _, at := range list {
				dx, dz := blocksBetween(world.BottomCentre(at.gate), at.pos)
				east, west = max(east, dx), max(west, -dx)
				through = through || math.Abs(dx) < gateWidth+1.5 && math.Abs(dz) < gateWidth+1.5
				if now := math.Copysign(1, dx); math.Abs(dx) > 15 {
					if side == -now {
						if passes++; !through {
							t.Errorf("bot %d went from one place to the other and not through the gate", bot)
						}
						ways++
					}
					if side != now {
						side, through = now, false
					}
				}
			}
			if east > commuteHalf-gateWidth-1.5 {
				there++
			}
			if west > commuteHalf-gateWidth-1.5 {
				back++
			}
			if east > commuteHalf+12 || west > commuteHalf+12 {
				t.Errorf("bot %d went %.0f blocks east and %.0f west", bot, east, west)
			}
			t.Logf("bot %d: %.0f blocks east, %.0f west", bot, east, west)
		}
		t.Logf("%d ways from place to place, %d passes of the gate as the bots count", passes, r.GatePasses)
		if r.GatePasses < passes {
			t.Errorf("%d passes, %d ways", r.GatePasses, passes)
		}
	}
}

// TestFly: each flies at about 20 m/s along a straight line, and asks for land all the while.
func TestFly(t *testing.T) {
	seed := testrand.Seed(t)
	for round, good := 0, false; !good; round++ { // on a busy machine land comes late, and they wait for it
		if round == 10 {
			t.Fatal("nobody flew at 20 m/s")
		}
		var p places
		r, _ := runAgainst(t, Config{Players: 4, Duration: 9 * time.Second, Workload: "fly", Seed: seed + uint64(round), View: 2, Light: round%2 == 0, onFrame: p.note}, 0, nil)
		steady := r.Part(partSteady)
		good = true
		for bot, list := range p.at {
			var first, last place
			for _, at := range list {
				if !at.steady || at.when < steady.from+2*time.Second {
					continue
				}
				if first.when == 0 {
					first = at
				}
				last = at
			}
			dx, dz := blocksBetween(first.pos, last.pos)
			length := math.Hypot(dx, dz)
			speed, off := length/(last.when-first.when).Seconds(), 0.0
			for _, at := range list {
				if at.when >= first.when && at.steady {
					x, z := blocksBetween(first.pos, at.pos)
					off = max(off, math.Abs(x*dz-z*dx)/length)
				}
			}
			t.Logf("bot %d: %.1f m/s for %.1f s, %.2f blocks off the line at the most", bot, speed, (last.when - first.when).Seconds(), off)
			if off > 2 || speed > 25 { // it may have been behind its plan at first
				t.Errorf("bot %d does not fly as it should", bot)
			}
			good = good && speed > 18 && (last.when-first.when) > 6*time.Second
		}
		columns := float64(steady.Needed) / 17 / float64(r.Players)
		t.Logf("%.0f columns needed by each in %.1f s", columns, steady.Seconds)
		if good && columns < 20*6/16*5*0.7 { // a view of 2 is 5 columns wide
			t.Errorf("%.0f columns were needed", columns)
		}
	}
}

// TestFlightTurns: a line leads out, the next one back, the third out in another direction from where the first began.
func TestFlightTurns(t *testing.T) {
	f := flightState{from: world.Vec{7 * world.Unit, 100 * world.Unit, -3 * world.Unit}, yaw: 12345}
	home, yaws := f.from, map[uint16]bool{}
	for trip := range 20 {
		yaws[f.yaw] = true
		out := f.yaw
		f.turn()
		dx, dz := blocksBetween(home, f.from)
		if f.yaw != out+1<<15 || math.Abs(math.Hypot(dx, dz)-flightReach) > 0.1 {
			t.Fatalf("trip %d turns at %.1f blocks to %d from %d", trip, math.Hypot(dx, dz), f.yaw, out)
		}
		f.turn()
		if dx, dz := blocksBetween(home, f.from); math.Hypot(dx, dz) > 0.1 {
			t.Fatalf("trip %d ends %.1f blocks from home", trip, math.Hypot(dx, dz))
		}
	}
	t.Logf("%d directions in 20 trips", len(yaws))
	if len(yaws) != 20 {
		t.Errorf("%d directions", len(yaws))
	}
}

// TestJoinBeside: a first crowd comes in and plays before anybody of the second one dials, and these dial within the time of Spread.
func TestJoinBeside(t *testing.T) {
	const players, playing = 8, 3
	var p places
	var streams []int
	r, _ := runWatched(t, Config{Players: players, Playing: playing, Duration: 2 * time.Second, Workload: workloadJoin, Spread: time.Second, View: 2, onFrame: p.note}, 0, nil,
		func(s *server.Server) { streams = append(streams, s.World().StreamCount()-1) })
	r.Table(t.Output())
	var names []string
	for i := range r.Parts {
		names = append(names, r.Parts[i].Name)
	}
	if strings.Join(names, " ") != "first alone join steady" || !r.OK {
		t.Fatalf("parts %q", names)
	}
	join := r.Part(partJoin)
	for bot := range players {
		list := p.at[bot]
		if len(list) == 0 {
			t.Fatalf("bot %d was not there", bot)
		}
		if late := list[0].when > join.from; late != (bot >= playing) {
			t.Errorf("bot %d was in at %v, the join began at %v", bot, list[0].when, join.from)
		}
	}
	t.Logf("streams at the borders of the parts: %v; %v", streams, names)
	if streams[1] != playing || streams[2] != playing || streams[3] != players {
		t.Errorf("streams at the borders of the parts: %v", streams)
	}
	first := r.Part(partFirst)
	if first.FullViews != playing || join.FullViews != players || first.Players != playing || join.Players != players || first.Acks.N+r.Part(partAlone).Acks.N == 0 {
		t.Errorf("first %+v\njoin %+v", first, join)
	}
}

// TestReturning: who has been at a place of its own before comes back there, and is sent nothing of where players appear. The bots hover there, so that
// what they need is one number, on a machine that has time for them.
func TestReturning(t *testing.T) {
	const players, view = 6, 3
	seed := testrand.Seed(t)
	for _, returning := range []bool{true, false} {
		var sent, sessions []int
		var at places
		r, _ := runWatched(t, Config{Players: players, Returning: returning, Duration: time.Second, Workload: "fly", Seed: seed, View: view, Apart: 160, Light: true, onFrame: at.note}, 0,
			func(c *host.Config) { c.ViewDistance = 16 * view }, func(s *server.Server) {
				m := s.Metrics()
				sent, sessions = append(sent, m.Snapshots), append(sessions, s.World().StreamCount()-1)
			})
		join := r.Part(partJoin)
		if len(r.Parts) != 2 || join.FullViews != players || len(at.at) != players {
			t.Fatalf("%d parts, %d full views, %d bots", len(r.Parts), join.FullViews, len(at.at))
		}
		ratio := float64(sent[1]-sent[0]) / float64(join.Needed)
		t.Logf("returning %v: %d sections before, then %d sent of %d needed (%.3f); %d streams, then %d", returning, sent[0], sent[1]-sent[0], join.Needed, ratio, sessions[0], sessions[1])
		if returning && (sent[0] == 0 || sent[0] > join.Needed*2/3 || ratio > 1.05) { // a visit sees little
			t.Errorf("%d sections sent to who was to leave again, %.3f times what was needed to who came back", sent[0], ratio)
		}
		if !returning && sent[0] != 0 { // how much more is sent to who appears elsewhere depends on how fast it leaves from there
			t.Errorf("%d sections sent to nobody", sent[0])
		}
		for bot, list := range at.at {
			side := int(math.Ceil(math.Sqrt(players)))
			want := world.BottomCentre(list[0].gate)
			want[world.AxisX] += int64((bot%side-side/2)*160) * world.Unit
			want[world.AxisZ] += int64((bot/side-side/2)*160) * world.Unit
			if dx, dz := blocksBetween(want, list[0].pos); math.Hypot(dx, dz) > 4 {
				t.Errorf("bot %d began %.1f blocks from its place", bot, math.Hypot(dx, dz))
			}
		}
	}
}

// TestProbeBeside: the acks of another process count in the part in which their actions were made.
func TestProbeBeside(t *testing.T) {
	t0 := time.Unix(1_700_000_000, 0)
	crowd := &Report{Players: 9, Parts: []Part{
		{Name: partJoin, Began: t0, Ended: t0.Add(10 * time.Second), Players: 9, FullViews: 9, Needed: 4321, Server: &ServerLoad{P50: 1.5, P99: 20.25, CPU: 0.5, Sections: 5000, WholeFrames: 7, Memory: 88e6}},
		{Name: partSteady, Began: t0.Add(10 * time.Second), Ended: t0.Add(20 * time.Second), Players: 9, Acks: Delays{P50: 50, P90: 51, P99: 52, Max: 53}},
	}}
	probe := &Report{}
	for ms := -1000; ms < 21_000; ms += 10 {
		took := 20.0
		switch {
		case ms < 0 || ms >= 20_000:
			took = 9999 // outside of all parts
		case ms == 5000:
			took = 700
		}
		probe.Acks = append(probe.Acks, Ack{At: t0.Add(time.Duration(ms) * time.Millisecond).UnixMilli(), MS: took})
	}
	join, steady := crowd.Part(partJoin).Beside(probe), crowd.Part(partSteady).Beside(probe)
	if join.N != 1000 || join.Max != 700 || join.P50 != 20 || steady.N != 1000 || steady.Max != 20 {
		t.Errorf("join %+v, steady %+v", join, steady)
	}
	var table, points bytes.Buffer
	Figures(&table, crowd, probe)
	Points(&points, crowd, probe)
	t.Logf("\n%s%s%s", figuresHead, &table, &points)
	for _, want := range []string{"| 9 | join | ", "20 / 20 / 700 (1000)", "4321 / 5000", "50 / 51 / 52 / 53", "9 of 9"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q", want)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(figuresHead+table.String()), "\n") {
		if n := strings.Count(line, "|"); n != 14 {
			t.Errorf("%d bars in %q", n, line)
		}
	}
	if points.String() != "9 0.00 0.00 52.0 20.0 20.0\n" {
		t.Errorf("%q", &points)
	}
}
