package main

import (
	"math"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/ui"
	"voxtide/world"
)

// hands turns what the player presses and turns into the input of pictures.
type hands struct {
	yaw, pitch float64 // degrees; positive pitch is up
	keys       world.Keys
	taps       world.Keys // that went down since the last picture: they count in the next one, however short they were
	breaking   button
	placing    button
	picking    bool // what is seen is to be taken in hand
	fly        bool
	rush       bool // forward was pressed twice: it runs until it is let go
	zoom       bool
	turned     bool // the mouse has moved: a script turns the head no more

	jumpAt  time.Duration // when jump was last pressed
	stepAt  time.Duration // when forward was
	breakAt time.Duration // when the next block may be broken
	placeAt time.Duration // when the next block may be placed
	digging bool
	dug     client.Hit
	do      []actions.Action
}

const (
	// again is the time between two blocks while a button is held; below it the rules would refuse.
	again = 220 * time.Millisecond
	// doubleTap is the longest time between two taps of jump that take off or land, or of forward that run.
	doubleTap = 300 * time.Millisecond
	// zoomBy is how much nearer things look while one looks closer; the mouse turns the head as much less.
	zoomBy = 4.0
	// turnBy is how far a pixel of the mouse turns the head, in degrees, at a sensitivity of 1.
	turnBy = 0.12
)

// closer returns an angle of view, in degrees, with which all looks zoomBy times as near.
func closer(fov float64) float64 {
	return math.Atan(math.Tan(fov/360*math.Pi)/zoomBy) / math.Pi * 360
}

// held are the controls that are keys of the game.
var held = map[string]world.Keys{
	"forward": world.KeyForward, "back": world.KeyBack, "left": world.KeyLeft, "right": world.KeyRight,
	"jump": world.KeyJump, "sneak": world.KeySneak, "run": world.KeyRun,
}

// button is a control that works while it is held, and once for each press however short.
type button struct{ down, pressed bool }

// press takes that it went down or up, and returns from when on it works.
func (b *button) press(down bool, now, from time.Duration) time.Duration {
	if b.down = down; down {
		b.pressed = true
		return now
	}
	return from
}

// works tells whether it works in this picture.
func (b *button) works() bool { return b.down || b.pressed }

// press takes a control that went down or up.
func (h *hands) press(p ui.Press, now time.Duration) {
	if k := held[p.Control]; k != 0 {
		h.keys &^= k
		if p.Down {
			h.keys |= k
			h.taps |= k
		}
	}
	switch {
	case p.Control == "break":
		h.breakAt = h.breaking.press(p.Down, now, h.breakAt)
	case p.Control == "place":
		h.placeAt = h.placing.press(p.Down, now, h.placeAt)
	case p.Control == "pick" && p.Down:
		h.picking = true
	case p.Control == "zoom":
		h.zoom = p.Down
	case p.Control == "forward" && p.Down:
		h.rush = h.stepAt > 0 && now-h.stepAt < doubleTap
		h.stepAt = now
	case p.Control == "forward":
		h.rush = false
	case p.Control == "jump" && p.Down:
		if now-h.jumpAt < doubleTap {
			h.fly = !h.fly
			now = 0 // a third tap begins anew
		}
		h.jumpAt = now
	}
}

// turn takes a motion of the mouse, in pixels.
func (h *hands) turn(x, y float32, sensitivity float64, invert bool) {
	h.turned = h.turned || x != 0 || y != 0
	if h.zoom {
		sensitivity /= zoomBy
	}
	h.yaw += float64(x) * turnBy * sensitivity
	up := -float64(y) * turnBy * sensitivity
	if invert {
		up = -up
	}
	h.pitch = max(-90, min(90, h.pitch+up))
	for ; h.yaw < 0; h.yaw += 360 {
	}
	for ; h.yaw >= 360; h.yaw -= 360 {
	}
}

// input returns the input of a picture.
func (h *hands) input(c *client.Client, now time.Duration) client.Input {
	in := client.Input{Keys: h.keys | h.taps, Yaw: yaw(h.yaw), Pitch: h.pitch}
	if h.rush && in.Keys&world.KeyForward != 0 {
		in.Keys |= world.KeyRun
	}
	h.taps = 0
	e, ok := c.Avatar()
	if !ok {
		h.do, h.picking = h.do[:0], false
		return in
	}
	creative := e.Motion.Flags&world.Creative != 0
	if h.fly = h.fly && creative; h.fly {
		in.Keys |= world.KeyFly
	}
	if h.breaking.works() || h.placing.works() || h.digging {
		hit, meets := c.Target(in.Yaw, in.Pitch)
		h.work(c, &e, hit, meets, creative, now)
	}
	h.breaking.pressed, h.placing.pressed = false, false
	if h.picking {
		h.picking = false
		if hit, meets := c.Target(in.Yaw, in.Pitch); meets {
			b, _ := c.World().Block(hit.Pos)
			h.do = pick(h.do, c.World().Player(c.Stream()), b)
		}
	}
	in.Do = append(in.Do, h.do...)
	h.do = h.do[:0]
	return in
}

// work breaks and places what the look meets.
func (h *hands) work(c *client.Client, e *world.Entity, hit client.Hit, meets, creative bool, now time.Duration) {
	if h.digging && (!h.breaking.works() || !meets || hit.Pos != h.dug.Pos) {
		h.digging = false
		h.do = append(h.do, actions.Action{Kind: actions.Undig})
	}
	if h.placing.works() && meets && now >= h.placeAt {
		h.placeAt = now + again
		h.do = append(h.do, hit.Against(c.World()))
	}
	if !h.breaking.works() || !meets {
		return
	}
	switch m := &e.Motion; {
	case creative && now >= h.breakAt:
		h.breakAt = now + again
		h.do = append(h.do, hit.Break(actions.Dug))
	case creative:
	case !h.digging && now >= h.breakAt:
		h.digging, h.dug = true, hit
		h.do = append(h.do, hit.Break(actions.Dig))
	case h.digging && m.DigPos == hit.Pos && m.DigBlock != world.Air && e.At.Sub(m.DigAt) >= world.Blocks[m.DigBlock].Hardness:
		h.digging, h.breakAt = false, now+again
		h.do = append(h.do, hit.Break(actions.Dug))
	}
}
