package client

import (
	"math"
	"testing"
	"time"

	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// yawOf returns a heading of so many radians.
func yawOf(r float64) uint16 { return uint16(int64(math.Round(r/(2*math.Pi)*65536)) & 0xffff) }

// TestHeadsTurnFirst: a body that stands follows the look late and not all the way, the shorter way round.
func TestHeadsTurnFirst(t *testing.T) {
	for _, c := range []struct{ from, to float64 }{{0.1, -0.4}, {3, -3}, {0, 2.5}, {6.2, 0.3}} {
		k := &walk{facing: c.from}
		b := &scene.Body{Yaw: yawOf(c.to)}
		k.turns(b, 0.016, 0, 0, 0)
		way := math.Remainder(c.to-c.from, 2*math.Pi)
		if got := float64(b.Turn); math.Abs(got) > math.Abs(way)+1e-3 || got*way < 0 || math.Abs(got) > 1.5 {
			t.Errorf("%+v: the head is turned by %v at first", c, got)
		}
		for range 200 {
			k.turns(b, 0.016, 0, 0, 0)
		}
		if got := math.Abs(float64(b.Turn)); got > neck+0.01 || got < math.Min(neck, math.Abs(way))-0.01 {
			t.Errorf("%+v: the head is turned by %v in the end", c, got)
		}
	}
}

// TestBodiesTurnToWhereTheyGo: ahead they face where they look, sideways they turn that way in part, and backwards as if
// it were forwards. Nobody's head comes off.
func TestBodiesTurnToWhereTheyGo(t *testing.T) {
	for _, c := range []struct{ look, way, want float64 }{ // radians; the way from the look
		{0, 0, 0}, {1, 0, 0}, {-3, math.Pi / 4, sideways}, {2, 0.3, 0.3}, {0, math.Pi / 2, sideways}, {4, -math.Pi / 2, -sideways},
		{0, math.Pi, 0}, {1, 3 * math.Pi / 4, -sideways}, {1, math.Pi - 0.3, -0.3},
	} {
		for _, from := range []float64{0, 2, 4} {
			k := &walk{facing: from, pace: 0.7}
			b := &scene.Body{Yaw: yawOf(c.look)}
			for range 200 {
				k.turns(b, 0.016, 0.1*math.Sin(c.look+c.way), -0.1*math.Cos(c.look+c.way), 0)
				if math.Abs(float64(b.Turn)) > 1.5 {
					t.Fatalf("%+v: the head is turned by %v", c, b.Turn)
				}
			}
			if got := -float64(b.Turn); math.Abs(got-c.want) > 0.01 {
				t.Errorf("%+v: the body is turned by %v", c, got)
			}
		}
	}
}

// TestHeadsNod: a head comes to where its player looks, without a jump.
func TestHeadsNod(t *testing.T) {
	k, b := &walk{}, &scene.Body{}
	last := 0.0
	for range 100 {
		k.turns(b, 0.016, 0, 0, -60)
		if now := float64(b.Pitch); now > last || last-now > 0.2 {
			t.Fatalf("the head goes from %v to %v", last, now)
		}
		last = float64(b.Pitch)
	}
	if math.Abs(last+math.Pi/3) > 0.01 {
		t.Errorf("it ends at %v", last)
	}
}

// TestPoses: who sneaks crouches, who flies or swims leans the more the faster, and nobody does two of these.
func TestPoses(t *testing.T) {
	for _, c := range []struct {
		name         string
		m            world.Motion
		swims        bool
		pace         float64
		crouch, lean float64
	}{
		{"stands", world.Motion{Flags: world.OnGround}, false, 0, 0, 0},
		{"runs", world.Motion{Flags: world.OnGround}, false, 1, 0, 0},
		{"sneaks", world.Motion{Flags: world.OnGround, Keys: world.KeySneak}, false, 0.2, 1, 0},
		{"flies", world.Motion{Flags: world.Creative, Keys: world.KeyFly}, false, 1, 0, leanFlies},
		{"hovers", world.Motion{Flags: world.Creative, Keys: world.KeyFly}, false, 0, 0, 0},
		{"flies down", world.Motion{Flags: world.Creative, Keys: world.KeyFly | world.KeySneak}, false, 0.5, 0, leanFlies / 2},
		{"wishes to fly", world.Motion{Keys: world.KeyFly}, false, 1, 0, 0},
		{"swims", world.Motion{Keys: world.KeySneak}, true, 0.5, 0, leanSwims},
	} {
		k, b := &walk{pace: c.pace, crouch: 0.5, lean: 0.3}, &scene.Body{}
		for range 200 {
			k.poses(b, &world.Entity{Motion: c.m}, c.swims, 0.016)
		}
		if math.Abs(float64(b.Crouch)-c.crouch) > 0.01 || math.Abs(float64(b.Lean)-c.lean) > 0.01 {
			t.Errorf("%s: crouch %v, lean %v", c.name, b.Crouch, b.Lean)
		}
	}
}

// TestArmsStrike: the arm of who changed a block strikes once, and a change within a stroke begins none.
func TestArmsStrike(t *testing.T) {
	var x eyes
	e := &world.Entity{ID: world.AvatarID(2), Kind: world.KindAvatar, Stream: 2}
	at := func(now time.Duration) float32 {
		b := scene.Body{}
		x.gait(&b, e, 0, false, timestream.Time(now.Microseconds()))
		return b.Arm
	}
	by := []timestream.Stream{2, 9}
	x.strokes(by, timestream.Time(timestream.Second)) // nobody has seen them yet
	for _, c := range []struct {
		ms   time.Duration
		hit  bool
		want float32
	}{{2000, false, 0}, {3000, true, 0}, {3125, true, 0.5}, {3200, false, 0.8}, {3250, false, 0}, {3250, true, 0}, {3375, false, 0.5}, {3600, false, 0}} {
		now := c.ms * time.Millisecond
		if c.hit {
			x.strokes(by, timestream.Time(now.Microseconds()))
		}
		if got := at(now); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("at %v the arm is at %v, want %v", now, got, c.want)
		}
	}
}
