package effects

import (
	"math"
	"testing"

	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*max(1, math.Abs(b)) }

// TestChaseFormula: p += (ghost - p) * smoothing * dt in each frame, Jimenez Morales' lerp, and 1 - exp(-smoothing*dt) if exact.
func TestChaseFormula(t *testing.T) {
	o := OwnDrawing{Kind: OwnChase, Smoothing: 10, SnapDistance: 2, SnapAngle: 45}
	after := func(frames int, o OwnDrawing) float64 { // 0.1 s on the way to a ghost that was corrected by 1 block
		var c chase
		c.follow([3]float64{}, 0, 0, &o)
		at := [3]float64{}
		for range frames {
			at, _ = c.follow([3]float64{1}, 0, 0.1/float64(frames), &o)
		}
		return at[0]
	}
	for frames, want := range map[int]float64{1: 1, 2: 0.75, 10: 1 - math.Pow(0.9, 10)} {
		if got := after(frames, o); !near(got, want) {
			t.Errorf("after 0.1 s in %d frames at %v, want %v", frames, got, want)
		}
	}
	o.Exact = true
	for _, frames := range []int{1, 2, 10} {
		if got := after(frames, o); !near(got, 1-math.Exp(-1)) {
			t.Errorf("exact: after 0.1 s in %d frames at %v, want %v", frames, got, 1-math.Exp(-1))
		}
	}
	o = OwnDrawing{Smoothing: 30, SnapDistance: 2, SnapAngle: 45}
	if got := after(1, o); got != 1 {
		t.Errorf("a share of 3 passes the ghost: %v", got)
	}

	var c chase // a ghost at steady speed is followed v/smoothing*(1 - smoothing*dt) behind
	o.Smoothing = 10
	ghost, at := [3]float64{}, [3]float64{}
	for range 600 {
		ghost[0] += 4.0 / 60
		at, _ = c.follow(ghost, 0, 1.0/60, &o)
	}
	if got, want := ghost[0]-at[0], 0.4*(1-10.0/60); !near(got, want) {
		t.Errorf("%v behind at steady speed, want %v", got, want)
	}
	t.Logf("at 4 m/s and 60 frames a second drawn %.3f m behind the ghost", ghost[0]-at[0])
}

// TestChaseSnap: from snapDistance and snapAngle on the body jumps, and yaw goes the short way round.
func TestChaseSnap(t *testing.T) {
	o := OwnDrawing{Kind: OwnChase, Smoothing: 10, SnapDistance: 2, SnapAngle: 45}
	var c chase
	if at, yaw := c.follow([3]float64{5, 6, 7}, 65000, 0.01, &o); at != [3]float64{5, 6, 7} || yaw != 65000 {
		t.Errorf("begins at %v, %d", at, yaw)
	}
	if _, yaw := c.follow([3]float64{5, 6, 7}, 1000, 0.05, &o); yaw != 232 { // half of 1536, over north
		t.Errorf("turned to %d, want 232", yaw)
	}
	if at, _ := c.follow([3]float64{5, 6, 8.99}, 1000, 0.05, &o); !near(at[2], 7.995) {
		t.Errorf("a ghost 1.99 blocks away is met at %v", at)
	}
	if at, yaw := c.follow([3]float64{5, 8, 7.995}, 1000, 0.05, &o); at != [3]float64{5, 8, 7.995} || yaw != 1000 {
		t.Errorf("a ghost 2 blocks away: %v, %d", at, yaw)
	}
	if at, yaw := c.follow([3]float64{5, 8.5, 7.995}, 1000+8192, 0.05, &o); at[1] != 8.5 || yaw != 1000+8192 {
		t.Errorf("a ghost that turned by 45 degrees: %v, %d", at, yaw)
	}
}

// TestConvergeFormula: E = P + v*L*M and t = dt/(L*(1+M)) with Kazap's numbers, by hand for two frames.
func TestConvergeFormula(t *testing.T) {
	o := OwnDrawing{Kind: OwnConverge, Multiplier: 0.05}
	var c converge
	v := [3]float64{10}
	c.move([3]float64{}, v, 0, 0.1, &o)
	// P = 0 before the frame: E = 0 + 10*0.1*0.05 = 0.05, t = 0.02/(0.1*1.05) = 0.190476, R = 0.05*t
	if at := c.move([3]float64{0.2}, v, 0.02, 0.1, &o); !near(at[0], 0.05*0.02/0.105) {
		t.Errorf("first frame: %v", at)
	}
	r := 0.05 * 0.02 / 0.105
	if at := c.move([3]float64{0.4}, v, 0.02, 0.1, &o); !near(at[0], r+(0.25-r)*0.02/0.105) {
		t.Errorf("second frame: %v", at)
	}
	if at := c.move([3]float64{0.6}, v, 5, 0.1, &o); !near(at[0], 0.45) { // t is at most 1
		t.Errorf("after a long frame at %v, want the goal, 0.45", at)
	}
	if at := c.move([3]float64{0.6}, v, 0.02, 0, &o); at[0] != 0.6 {
		t.Errorf("without a round trip at %v", at)
	}
	if at := c.move([3]float64{100.6}, v, 0.02, 0.1, &o); at[0] != 100.6 {
		t.Errorf("after a jump at %v", at)
	}
}

// TestConvergeSteady: at steady speed the drawn body is at P - v*L whatever the multiplier, which is where the received one is;
// Kazap's "1 unit at 10 units a second and 100 ms". With goal=present it is half of that behind.
func TestConvergeSteady(t *testing.T) {
	for _, c := range []struct {
		o                 OwnDrawing
		speed, trip, want float64
	}{
		{OwnDrawing{Multiplier: 0}, 10, 0.1, 1}, {OwnDrawing{Multiplier: 0.05}, 10, 0.1, 1}, {OwnDrawing{Multiplier: 0.5}, 10, 0.1, 1},
		{OwnDrawing{Multiplier: 0.05}, 4.3, 0.2, 0.86}, {OwnDrawing{Multiplier: 0.05, Present: true}, 4.3, 0.2, 0.43},
		{OwnDrawing{Multiplier: 0.5, Present: true}, 10, 0.1, 0.5},
	} {
		var d converge
		p, v, at := [3]float64{}, [3]float64{c.speed}, [3]float64{}
		d.move(p, [3]float64{}, 0, c.trip, &c.o)
		seconds90 := 0.0
		for frame := 1; frame <= 600; frame++ {
			p[0] += c.speed / 60
			before := at[0]
			at = d.move(p, v, 1.0/60, c.trip, &c.o)
			if seconds90 == 0 && (at[0]-before)*60 >= 0.9*c.speed {
				seconds90 = float64(frame) / 60
			}
		}
		if got := p[0] - at[0]; math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%+v at %v m/s and %v s: P - drawn = %v, want %v", c.o, c.speed, c.trip, got, c.want)
		}
		t.Logf("multiplier %.2f present %-5v %4.1f m/s, round trip %3.0f ms: drawn %.3f m behind P, 90%% of the speed after %3.0f ms",
			c.o.Multiplier, c.o.Present, c.speed, c.trip*1000, p[0]-at[0], seconds90*1000)
	}
}

// TestReckoning: the wiki's "100 ms at 500 units a second is 50 units", at most the reach, and with acceleration.
func TestReckoning(t *testing.T) {
	var p tracks
	id := world.AvatarID(2)
	const perSecond = world.Unit / int64(timestream.Second)
	p.add(predict.Sample{ID: id, Stream: 2, At: 900 * ms, Vel: world.Vec{300 * perSecond}}, 1000*ms)
	p.add(predict.Sample{ID: id, Stream: 2, At: 1000 * ms, Pos: world.Vec{7 * world.Unit}, Vel: world.Vec{500 * perSecond}, Yaw: 9}, 1050*ms)
	o := OthersDrawing{Kind: OthersReckon, Reach: 250 * timestream.Millisecond}
	for _, c := range []struct {
		now   timestream.Time
		accel bool
		want  float64
		at    timestream.Time
	}{
		{1100 * ms, false, 57, 1100 * ms},
		{1250 * ms, false, 132, 1250 * ms},
		{5000 * ms, false, 132, 1250 * ms}, // no further than the reach
		{990 * ms, false, 7, 1000 * ms},    // never back
		{1100 * ms, true, 67, 1100 * ms},   // + 2000 units/s^2 * 0.1^2 / 2
	} {
		o.Accel = c.accel
		s, ok := p.at(id, &o, c.now)
		if got := blocks(s.pos)[0]; !ok || !near(got, c.want) || s.at != c.at || s.yaw != 9 {
			t.Errorf("at %d: %v, time %d, yaw %d; want %v, %d", c.now, got, s.at, s.yaw, c.want, c.at)
		}
	}
}

// TestInterpolateFixed: from t = 1000 to 1100 what happened from 900 to 1000 is shown (Gambetta III), and then nothing.
func TestInterpolateFixed(t *testing.T) {
	var p tracks
	id := world.AvatarID(2)
	o := OthersDrawing{Kind: OthersInterpolate, Fixed: true, Delay: 100 * timestream.Millisecond}
	p.add(predict.Sample{ID: id, Stream: 2, At: 900 * ms, Yaw: 65530}, 900*ms)
	if s, _ := p.at(id, &o, 950*ms); s.at != 900*ms {
		t.Errorf("a single state is drawn at %d", s.at)
	}
	p.add(predict.Sample{ID: id, Stream: 2, At: 1000 * ms, Pos: world.Vec{world.Unit}, Yaw: 14}, 1000*ms)
	for now, want := range map[timestream.Time]float64{1000 * ms: 0, 1025 * ms: 0.25, 1100 * ms: 1, 1400 * ms: 1} {
		s, _ := p.at(id, &o, now)
		if got := blocks(s.pos)[0]; got != want || s.at != 900*ms+timestream.Time(want*100)*ms || s.yaw != 65530+uint16(20*want) {
			t.Errorf("at %d: %v, time %d, yaw %d", now, got, s.at, s.yaw)
		}
	}
}

// TestDrawingAxes places the own body and another under each kind: own and others are chosen apart.
func TestDrawingAxes(t *testing.T) {
	own := world.Entity{ID: world.AvatarID(1), Stream: 1, Motion: world.Motion{Pos: world.Vec{world.Unit}}}
	other := world.Entity{ID: world.AvatarID(2), Stream: 2, Motion: world.Motion{Pos: world.Vec{5 * world.Unit}}}
	const perSecond = world.Unit / int64(timestream.Second)
	sample := predict.Sample{ID: other.ID, Stream: 2, At: 900 * ms, Pos: world.Vec{3 * world.Unit}, Vel: world.Vec{10 * perSecond}}
	place := func(d Drawing) (a, b float64, seen timestream.Time) {
		x := New(Options{}, Drawing{})
		x.SetDrawing(d)
		f := &Frame{Now: 1000 * ms, Own: 1, RoundTrip: 100 * timestream.Millisecond}
		ev := predict.Events{Samples: []predict.Sample{sample}}
		x.Begin(&ev, f.Now)
		ev.Displacements = []predict.Displacement{{ID: own.ID, Delta: world.Vec{world.Unit / 2}}, {ID: other.ID, Delta: world.Vec{world.Unit / 2}}}
		place := func(e *world.Entity) float64 {
			s := scene.Entity{ID: uint64(e.ID), Simulated: blocks(e.Motion.Pos)}
			x.Place(f, &s, e)
			return s.Drawn[0]
		}
		place(&own)
		x.Begin(&ev, f.Now)
		return place(&own), place(&other), x.SeenAt(other.ID)
	}
	for _, c := range []struct {
		d    Drawing
		a, b float64
		seen timestream.Time
	}{
		{Drawing{}, 1, 3, 900 * ms},
		{Drawing{Others: OthersDrawing{Kind: OthersStreams}}, 1, 4.5, 0},
		{Drawing{Own: OwnDrawing{Kind: OwnOffset}}, 0.5, 3, 900 * ms},
		{Drawing{Own: OwnDrawing{Kind: OwnOffset}, Others: OthersDrawing{Kind: OthersReckon, Reach: 50 * timestream.Millisecond}}, 0.5, 3.5, 950 * ms},
		{Drawing{Own: OwnDrawing{Kind: OwnChase, Smoothing: 1, SnapDistance: 2, SnapAngle: 45}, Others: OthersDrawing{Kind: OthersInterpolate, Delay: 0}}, 1, 3, 900 * ms},
		{Drawing{Own: OwnDrawing{Kind: OwnConverge}}, 1, 3, 900 * ms},
	} {
		if a, b, seen := place(c.d); a != c.a || b != c.b || seen != c.seen {
			t.Errorf("%+v: own at %v, other at %v, seen at %d; want %v, %v, %d", c.d, a, b, seen, c.a, c.b, c.seen)
		}
	}
}
