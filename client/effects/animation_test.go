package effects

import (
	"math"
	"testing"
	"time"

	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// yawOf returns the yaw of an angle in radians.
func yawOf(r float64) uint16 { return uint16(int64(math.Round(r/(2*math.Pi)*65536)) & 0xffff) }

// TestHeadsTurnFirst: a standing body follows the look late and not all the way, the shorter way round.
func TestHeadsTurnFirst(t *testing.T) {
	for _, c := range []struct{ from, to float64 }{{0.1, -0.4}, {3, -3}, {0, 2.5}, {6.2, 0.3}} {
		k := &animation{bodyYaw: c.from}
		b := &scene.Entity{Yaw: yawOf(c.to)}
		k.turnBody(b, 0.016, 0, 0, 0)
		way := math.Remainder(c.to-c.from, 2*math.Pi)
		if got := float64(b.HeadTurn); math.Abs(got) > math.Abs(way)+1e-3 || got*way < 0 || math.Abs(got) > 1.5 {
			t.Errorf("%+v: the head is turned by %v at first", c, got)
		}
		for range 200 {
			k.turnBody(b, 0.016, 0, 0, 0)
		}
		if got := math.Abs(float64(b.HeadTurn)); got > headTurnMax+0.01 || got < math.Min(headTurnMax, math.Abs(way))-0.01 {
			t.Errorf("%+v: the head is turned by %v in the end", c, got)
		}
	}
}

// TestBodiesTurnToWhereTheyGo: a body that walks ahead faces the look, one that walks sideways turns partly to its direction,
// and one that walks backwards turns as if it walked forwards. The head never turns more than 1.5 radians.
func TestBodiesTurnToWhereTheyGo(t *testing.T) {
	for _, c := range []struct{ look, way, want float64 }{ // radians; the way from the look
		{0, 0, 0}, {1, 0, 0}, {-3, math.Pi / 4, sidewaysTurnMax}, {2, 0.3, 0.3}, {0, math.Pi / 2, sidewaysTurnMax}, {4, -math.Pi / 2, -sidewaysTurnMax},
		{0, math.Pi, 0}, {1, 3 * math.Pi / 4, -sidewaysTurnMax}, {1, math.Pi - 0.3, -0.3},
	} {
		for _, from := range []float64{0, 2, 4} {
			k := &animation{bodyYaw: from, pace: 0.7}
			b := &scene.Entity{Yaw: yawOf(c.look)}
			for range 200 {
				k.turnBody(b, 0.016, 0.1*math.Sin(c.look+c.way), -0.1*math.Cos(c.look+c.way), 0)
				if math.Abs(float64(b.HeadTurn)) > 1.5 {
					t.Fatalf("%+v: the head is turned by %v", c, b.HeadTurn)
				}
			}
			if got := -float64(b.HeadTurn); math.Abs(got-c.want) > 0.01 {
				t.Errorf("%+v: the body is turned by %v", c, got)
			}
		}
	}
}

// TestHeadsNod: a head reaches the player's pitch without a jump.
func TestHeadsNod(t *testing.T) {
	k, b := &animation{}, &scene.Entity{}
	last := 0.0
	for range 100 {
		k.turnBody(b, 0.016, 0, 0, -60)
		if now := float64(b.Pitch); now > last || last-now > 0.2 {
			t.Fatalf("the head goes from %v to %v", last, now)
		}
		last = float64(b.Pitch)
	}
	if math.Abs(last+math.Pi/3) > 0.01 {
		t.Errorf("it ends at %v", last)
	}
}

// TestPoses: a sneaking avatar crouches, a flying or swimming one leans with its speed, and none does two of these.
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
		{"flies", world.Motion{Flags: world.Creative, Keys: world.KeyFly}, false, 1, 0, leanFlying},
		{"hovers", world.Motion{Flags: world.Creative, Keys: world.KeyFly}, false, 0, 0, 0},
		{"flies down", world.Motion{Flags: world.Creative, Keys: world.KeyFly | world.KeySneak}, false, 0.5, 0, leanFlying / 2},
		{"wishes to fly", world.Motion{Keys: world.KeyFly}, false, 1, 0, 0},
		{"swims", world.Motion{Keys: world.KeySneak}, true, 0.5, 0, leanSwimming},
	} {
		k, b := &animation{pace: c.pace, crouch: 0.5, lean: 0.3}, &scene.Entity{}
		for range 200 {
			k.pose(b, &world.Entity{Motion: c.m}, c.swims, 0.016)
		}
		if math.Abs(float64(b.Crouch)-c.crouch) > 0.01 || math.Abs(float64(b.Lean)-c.lean) > 0.01 {
			t.Errorf("%s: crouch %v, lean %v", c.name, b.Crouch, b.Lean)
		}
	}
}

// TestArmsSwing: the arm of a player who changed a block swings once, and a change during a swing starts none.
func TestArmsSwing(t *testing.T) {
	var x animations
	e := &world.Entity{ID: world.AvatarID(2), Kind: world.KindAvatar, Stream: 2}
	at := func(now time.Duration) float32 {
		b := scene.Entity{}
		x.animate(&b, e, 0, false, timestream.Time(now.Microseconds()))
		return b.ArmSwing
	}
	by := []timestream.Stream{2, 9}
	x.swingArms(by, timestream.Time(timestream.Second)) // their avatars have not been drawn yet
	for _, c := range []struct {
		ms   time.Duration
		hit  bool
		want float32
	}{{2000, false, 0}, {3000, true, 0}, {3125, true, 0.5}, {3200, false, 0.8}, {3250, false, 0}, {3250, true, 0}, {3375, false, 0.5}, {3600, false, 0}} {
		now := c.ms * time.Millisecond
		if c.hit {
			x.swingArms(by, timestream.Time(now.Microseconds()))
		}
		if got := at(now); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("at %v the arm is at %v, want %v", now, got, c.want)
		}
	}
}
