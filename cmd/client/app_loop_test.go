package main

import (
	"io"
	"log/slog"
	"math"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server/host"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// comeAndGo is a player who comes into a world of his own, plays as the loop of the program does, and goes again.
type comeAndGo struct {
	t *testing.T
	c playCmd
	*app
}

// come enters the world, and waits until it is playable and the camera was turned.
func (p *comeAndGo) come() {
	p.t.Helper()
	g, err := p.c.open(slog.New(slog.NewTextHandler(io.Discard, nil)), client.Config{ViewDistance: 3, NetStats: netNotes()})
	if err != nil {
		p.t.Fatal(err)
	}
	p.app = &app{cmd: &p.c, session: g}
	p.play("the world is playable", func() bool { return g.looked && g.client.Playable() })
}

// play makes frames as the program's loop does, until a condition holds.
func (p *comeAndGo) play(condition string, done func() bool) {
	p.t.Helper()
	playWith(p.t, p.session, func(now time.Duration) client.Input {
		p.lookAround(p.session)
		return p.controls.input(p.session.client, now)
	}, condition, done)
}

// wait plays for a time.
func (p *comeAndGo) wait(d time.Duration) {
	p.t.Helper()
	from := host.Monotonic()
	p.play("some time has passed", func() bool { return host.Monotonic()-from > d })
}

// feet returns the height of the player's body, in blocks.
func (p *comeAndGo) feet() float64 {
	e, _ := p.session.client.Avatar()
	return float64(e.Motion.Pos[world.AxisY]) / float64(world.Unit)
}

// looksTo reports whether camera and body look in a direction, in degrees, as far as a body's direction is exact.
func (p *comeAndGo) looksTo(yaw float64) bool {
	e, _ := p.session.client.Avatar()
	return math.Abs(p.controls.yaw-yaw) < 0.1 && math.Abs(float64(e.Motion.Yaw)/65536*360-yaw) < 0.1
}

// leave leaves at once and closes the world.
func (p *comeAndGo) leave() {
	p.t.Helper()
	p.session.leave()
	if err := p.session.close(); err != nil {
		p.t.Error(err)
	}
}

// TestComesBackAsHeLeft: a new player looks where the land says that there is most to see. Who left in the air is there again when he is back, however short he played, looks where he looked, and flies on; who left on
// his feet stands there and looks where he looked.
func TestComesBackAsHeLeft(t *testing.T) {
	seed := uint64(1)
	p := &comeAndGo{t: t, c: playCmd{World: t.TempDir() + "/own", Data: t.TempDir(), Name: "ann", Patience: time.Minute, Seed: &seed}}
	p.come()
	var views [3]float64 // by where the sun is
	seen := false
	for i := range views {
		views[i] = float64(worldgen.Of(worldgen.NewWorlds, seed).SpawnYaw(0, i-1)) / 65536 * 360
		seen = seen || p.looksTo(views[i])
		if views[i] == 0 {
			t.Fatal("this seed cannot tell a view from none")
		}
	}
	if p.wait(200 * time.Millisecond); !seen || p.controls.flying {
		t.Errorf("a new player looks to %.1f, not to one of %.1f; he flies: %v", p.controls.yaw, views, p.controls.flying)
	}
	ground := p.feet()
	p.controls.flying, p.controls.yaw, p.controls.keys = true, 90, world.KeyJump
	p.play("the body has risen", func() bool { return p.feet() > ground+20 })
	p.controls.keys = 0
	p.wait(time.Second) // what is left of its speed
	left := p.feet()
	p.leave()

	p.come()
	p.wait(time.Second)
	if !p.controls.flying || math.Abs(p.feet()-left) > 0.1 || !p.looksTo(90) {
		t.Errorf("flying %v at %.2f, looking to %.1f; left at %.2f, looking to 90", p.controls.flying, p.feet(), p.controls.yaw, left)
	}
	p.controls.flying, p.controls.yaw = false, 200
	p.play("the body is down", func() bool { return math.Abs(p.feet()-ground) < 0.1 })
	p.wait(time.Second)
	p.leave()

	p.come()
	p.wait(time.Second)
	if p.controls.flying || math.Abs(p.feet()-ground) > 0.1 || !p.looksTo(200) {
		t.Errorf("flying %v at %.2f, looking to %.1f; left on the ground at %.2f, looking to 200", p.controls.flying, p.feet(), p.controls.yaw, ground)
	}
	p.leave()
	t.Logf("views %.1f; left %.2f blocks above the ground", views, left-ground)
}
