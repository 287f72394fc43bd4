package compare

import (
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/splitmix"
	"voxtide/lab/perception"
	"voxtide/world"
)

// quietTime is how long the keys are released at the end of a tape, so that everything that is late has come.
const quietTime = 3 * time.Second

// touched is a cell that a builder changed, and when.
type touched struct {
	cell world.Pos
	at   time.Duration
}

// leaveAlone is how long a builder leaves a cell as it is, so that the slowest method has shown one change before the next.
const leaveAlone = 5 * time.Second

// quarter is a quarter turn of a yaw.
const quarter = 1 << 14

// player is a simulated player who makes a track. It looks at the screen of a run at zero delay.
type player struct {
	rng    splitmix.Source
	home   world.Vec
	length time.Duration
	play   func(p *player, now time.Duration, v *perception.View, done []actions.Action) []actions.Action

	keys   world.Keys
	yaw    uint16
	pitch  int16
	nextAt time.Duration // of the next decision
	phase  int
	actAt  time.Duration // of the next block
	placed []touched     // own blocks, oldest first
	broken []touched     // cells that it emptied again
	begun  bool
}

// roles are what players can be.
var roles = []struct {
	name, about string
	play        func(p *player, now time.Duration, v *perception.View, done []actions.Action) []actions.Action
}{
	{"walker", "starts, turns, stops, runs into a wall; then walks, sprints, jumps, and stands still for two seconds in between", (*player).walk},
	{"builder", "places blocks while walking and standing, and breaks them again", (*player).build},
	{"hunter", "strafes, turns with its target, and charges", (*player).hunt},
	{"dodger", "changes its direction several times a second, and jumps", (*player).dodge},
}

// RoleNames returns the names of the roles.
func RoleNames() (names []string) {
	for _, r := range roles {
		names = append(names, r.name)
	}
	return names
}

// below draws from 0 to n-1.
func (p *player) below(n int) int { return int(p.rng.Uint64() >> 33 % uint64(n)) }

// between draws a time in milliseconds.
func (p *player) between(lo, hi int) time.Duration {
	return time.Duration(lo+p.below(hi-lo+1)) * time.Millisecond
}

// frame decides what the player does in a frame.
func (p *player) frame(now time.Duration, v *perception.View, in *client.Input) {
	if now < p.length {
		in.Actions = p.play(p, now, v, in.Actions)
	} else {
		p.keys = 0
	}
	in.Keys, in.Yaw, in.Pitch = p.keys, p.yaw, float64(p.pitch)/100
}

// figure is the beginning of a walker's track: start, turn about, stop, start, wall. Kazap's page draws such a
// path, along one axis.
var figure = []struct {
	at   time.Duration
	what string
	keys world.Keys
	yaw  uint16
}{
	{500 * time.Millisecond, "start", world.KeyForward, 2 * quarter},
	{1100 * time.Millisecond, "turn", world.KeyForward, 0},
	{1700 * time.Millisecond, "stop", 0, 0},
	{2300 * time.Millisecond, "start", world.KeyForward, 0},
	{4200 * time.Millisecond, "wall", world.KeyForward, 0},
}

// figureEnd is when the figure is over.
const figureEnd = 5 * time.Second

// walk is the role of a walker.
func (p *player) walk(now time.Duration, v *perception.View, done []actions.Action) []actions.Action {
	if now < figureEnd {
		for _, f := range figure {
			if now >= f.at {
				p.keys, p.yaw = f.keys, f.yaw
			}
		}
		if now >= figureEnd-400*time.Millisecond {
			p.keys = 0
		}
		p.nextAt = figureEnd + 2*time.Second
		return done
	}
	if now < p.nextAt {
		return done
	}
	switch p.phase++; p.phase % 3 {
	case 1: // off, in one of 16 directions, home if it is far
		p.yaw, p.keys = uint16(p.below(16))<<12, world.KeyForward
		if v.Far(p.home, 6) {
			p.yaw = v.Towards(p.home)
		}
		if p.below(4) == 0 {
			p.keys |= world.KeySprint
		}
		p.nextAt = now + p.between(500, 1200)
	case 2: // a turn, a strafe or a jump on the way
		switch p.below(3) {
		case 0:
			p.yaw += uint16(quarter/2 + p.below(quarter))
		case 1:
			p.keys |= world.KeyLeft
		case 2:
			p.keys |= world.KeyJump
		}
		p.nextAt = now + p.between(300, 900)
	case 0: // long enough for every method to come to rest
		p.keys, p.nextAt = 0, now+2*time.Second
	}
	return done
}

// hunt is the role of a hunter.
func (p *player) hunt(now time.Duration, v *perception.View, done []actions.Action) []actions.Action {
	p.yaw += uint16(p.phase%5) * 96
	if now < p.nextAt {
		return done
	}
	p.nextAt = now + p.between(500, 1300)
	switch p.phase++; p.phase % 4 {
	case 0:
		p.keys, p.nextAt = 0, now+2*time.Second
	case 1:
		p.keys = world.KeyLeft
	case 2:
		p.keys = world.KeyRight
	case 3:
		p.keys = world.KeyForward | world.KeySprint
	}
	if v.Far(p.home, 6) && p.keys != 0 {
		p.yaw, p.keys = v.Towards(p.home), world.KeyForward
	}
	return done
}

// dodge is the role of a dodger.
func (p *player) dodge(now time.Duration, v *perception.View, done []actions.Action) []actions.Action {
	if now < p.nextAt {
		return done
	}
	p.phase++
	if p.phase%12 == 0 {
		p.keys, p.nextAt = 0, now+2*time.Second
		return done
	}
	p.nextAt = now + p.between(150, 500)
	p.keys = [...]world.Keys{world.KeyLeft, world.KeyRight, world.KeyForward, world.KeyBack, world.KeyLeft | world.KeyForward,
		world.KeyRight | world.KeyForward | world.KeySprint}[p.below(6)]
	if p.below(3) == 0 {
		p.keys |= world.KeyJump
	}
	if v.Far(p.home, 5) {
		p.yaw, p.keys = v.Towards(p.home), world.KeyForward
	}
	return done
}

// build is the role of a builder, in creative mode.
func (p *player) build(now time.Duration, v *perception.View, done []actions.Action) []actions.Action {
	if !p.begun {
		p.begun = true
		done = append(done, actions.Action{Kind: actions.SelectSlot, Slot: 0})
		p.nextAt, p.actAt = now+time.Second, now+time.Second
		return done
	}
	if now >= p.nextAt {
		if p.phase++; p.phase%3 == 0 {
			p.keys, p.nextAt = 0, now+2*time.Second
		} else {
			p.yaw, p.keys, p.nextAt = uint16(p.below(16))<<12, world.KeyForward, now+p.between(400, 900)
			if v.Far(p.home, 5) {
				p.yaw = v.Towards(p.home)
			}
		}
	}
	if now < p.actAt {
		return done
	}
	p.actAt = now + p.between(220, 500)
	if len(p.placed) > 6 && p.below(2) == 0 {
		for k, one := range p.placed { // the oldest own block in sight is broken
			aim, ok := v.Aim(one.cell, p.below(6))
			if ok && now > one.at+leaveAlone {
				p.placed, p.broken = slices.Delete(p.placed, k, k+1), append(p.broken, touched{one.cell, now})
				return append(done, actions.Action{Kind: actions.FinishBreak, Pos: one.cell, Aim: aim})
			}
		}
	}
	return p.placeOne(now, v, done)
}

// placeOne places a block on the ground near the player, in sight and where nobody stands.
func (p *player) placeOne(now time.Duration, v *perception.View, done []actions.Action) []actions.Action {
	feet := v.Feet()
	for range 6 {
		at := world.Pos{X: feet.X + int32(p.below(9)-4), Y: feet.Y, Z: feet.Z + int32(p.below(9)-4)}
		dx, dz := at.X-feet.X, at.Z-feet.Z
		if dx*dx+dz*dz < 5 || !world.Blocks[v.Block(at)].Replaceable || v.Blocked(at) {
			continue
		}
		face, ok := v.Support(at, int(world.Down))
		aim, seen := v.Aim(at, p.below(6))
		if !ok || !seen {
			continue
		}
		if slices.ContainsFunc(p.broken, func(t touched) bool { return t.cell == at && now < t.at+leaveAlone }) {
			continue
		}
		p.placed = append(p.placed, touched{at, now})
		return append(done, actions.Action{Kind: actions.Place, Pos: at, Face: face, Aim: aim})
	}
	return done
}
