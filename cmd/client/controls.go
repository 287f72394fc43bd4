package main

import (
	"math"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/effects"
	"voxtide/ui"
	"voxtide/world"
)

// controls turns control events and mouse motion into the input of frames.
type controls struct {
	yaw, pitch float64 // degrees; positive pitch is up
	keys       world.Keys
	tapped     world.Keys // pressed since the last frame: they count in the next one, however short the press was
	breaking   heldButton
	placing    heldButton
	picking    bool // pick block was pressed
	flying     bool
	sprinting  bool // forward was pressed twice: sprint until its release
	zooming    bool
	view       effects.View
	mouseMoved bool // the mouse has moved: from then on a script no longer turns the camera

	jumpAt    time.Duration // last press of jump
	forwardAt time.Duration // last press of forward
	breakAt   time.Duration // when the next block may be broken
	placeAt   time.Duration // when the next block may be placed
	strikeAt  time.Duration // when the next player may be struck
	striking  bool          // this press of break struck somebody
	mining    bool
	eating    bool // what is being eaten was begun with the button
	target    client.Hit
	opened    openedBlock
	actions   []actions.Action
}

const (
	// repeatEvery is the time between two blocks while a button is held. The rules refuse a shorter one.
	repeatEvery = 220 * time.Millisecond
	// strikeEvery is the time between two strikes. The rules refuse a shorter one in the long run.
	strikeEvery = 250 * time.Millisecond
	// doubleTap is the longest time between two taps of jump that start or stop flying, or of forward that start sprinting.
	doubleTap = 300 * time.Millisecond
	// zoomFactor is the magnification of the zoom. The mouse turns the camera slower by the same factor.
	zoomFactor = 4.0
	// degreesPerPixel is how far one pixel of mouse motion turns the camera at a sensitivity of 1, in degrees.
	degreesPerPixel = 0.12
)

// zoomedFOV returns the field of view of the zoom for one without it, in degrees.
func zoomedFOV(fov float64) float64 {
	return math.Atan(math.Tan(fov/360*math.Pi)/zoomFactor) / math.Pi * 360
}

// heldKeys are the controls that the game knows as held keys.
var heldKeys = map[string]world.Keys{
	"forward": world.KeyForward, "back": world.KeyBack, "left": world.KeyLeft, "right": world.KeyRight,
	"jump": world.KeyJump, "sneak": world.KeySneak, "sprint": world.KeySprint,
}

// heldButton is a control that is active while it is held, and for one frame after each press, however short.
type heldButton struct{ down, pressed bool }

// set handles its press or release, and returns the time from which on it is active.
func (b *heldButton) set(down bool, now, from time.Duration) time.Duration {
	if b.down = down; down {
		b.pressed = true
		return now
	}
	return from
}

// active reports whether it is active in this frame.
func (b *heldButton) active() bool { return b.down || b.pressed }

// control handles a control event.
func (h *controls) control(p ui.ControlEvent, now time.Duration) {
	if k := heldKeys[p.Control]; k != 0 {
		h.keys &^= k
		if p.Down {
			h.keys |= k
			h.tapped |= k
		}
	}
	switch {
	case p.Control == "break":
		h.breakAt = h.breaking.set(p.Down, now, h.breakAt)
	case p.Control == "place":
		h.placeAt = h.placing.set(p.Down, now, h.placeAt)
	case p.Control == "pick" && p.Down:
		h.picking = true
	case p.Control == "view" && p.Down:
		h.view = h.view.Next()
	case p.Control == "zoom":
		h.zooming = p.Down
	case p.Control == "forward" && p.Down:
		h.sprinting = h.forwardAt > 0 && now-h.forwardAt < doubleTap
		h.forwardAt = now
	case p.Control == "forward":
		h.sprinting = false
	case p.Control == "jump" && p.Down:
		if now-h.jumpAt < doubleTap {
			h.flying = !h.flying
			now = 0 // a third tap is a first one
		}
		h.jumpAt = now
	}
}

// turn turns the camera by a motion of the mouse, in pixels.
func (h *controls) turn(x, y float32, sensitivity float64, invert bool) {
	h.mouseMoved = h.mouseMoved || x != 0 || y != 0
	if h.zooming {
		sensitivity /= zoomFactor
	}
	h.yaw += float64(x) * degreesPerPixel * sensitivity
	up := -float64(y) * degreesPerPixel * sensitivity
	if invert {
		up = -up
	}
	h.pitch = max(-90, min(90, h.pitch+up))
	for ; h.yaw < 0; h.yaw += 360 {
	}
	for ; h.yaw >= 360; h.yaw -= 360 {
	}
}

// input returns the input of a frame.
func (h *controls) input(c *client.Client, now time.Duration) client.Input {
	in := client.Input{Keys: h.keys | h.tapped, Yaw: yawOf(h.yaw), Pitch: h.pitch, View: h.view}
	if h.sprinting && in.Keys&world.KeyForward != 0 {
		in.Keys |= world.KeySprint
	}
	h.tapped = 0
	e, ok := c.Avatar()
	if !ok {
		h.actions, h.picking = h.actions[:0], false
		return in
	}
	creative := e.Motion.Flags&world.Creative != 0
	if h.flying = h.flying && creative; h.flying {
		in.Keys |= world.KeyFly
	}
	if h.breaking.active() && h.strike(c, in.Yaw, in.Pitch, now) {
		h.breaking.pressed = false
	}
	if h.eat(c, &e, in.Yaw, in.Pitch) {
		h.placing.pressed = false
	} else if h.breaking.active() && !h.striking || h.placing.active() || h.mining {
		hit, meets := c.Target(in.Yaw, in.Pitch)
		h.breakAndPlace(c, &e, hit, meets, creative, now)
	}
	h.breaking.pressed, h.placing.pressed = false, false
	if h.picking {
		h.picking = false
		if hit, meets := c.Target(in.Yaw, in.Pitch); meets {
			b, _ := c.World().Block(hit.Pos)
			h.actions = pickBlock(h.actions, c.World().Player(c.Stream()), b, creative)
		}
	}
	for _, a := range h.actions {
		if !e.Motion.Needs.AtBrink() || !a.Kind.Persistent() { // what lasts would be undone if this is death
			in.Actions = append(in.Actions, a)
		}
	}
	h.actions = h.actions[:0]
	return in
}

// eat eats what is in the hand as long as the button is held, unless the look meets what it uses, and reports whether it does.
func (h *controls) eat(c *client.Client, e *world.Entity, yaw uint16, pitch float64) bool {
	n := &e.Motion.Needs
	wants := h.placing.active() && e.Stack.Item.Info().Food > 0 && e.Stack.Count > 0
	if wants && n.Eating == 0 {
		hit, meets := c.Target(yaw, pitch)
		b, _ := c.World().Block(hit.Pos)
		_, usable := hit.UseAction(c.World())
		if wants = !meets || h.keys&world.KeySneak != 0 || !usable && !ui.HasPage(b.Class()); !wants {
			return false
		}
	}
	switch {
	case !wants && n.Eating != 0 && h.eating: // what a script eats goes on
		h.eating = false
		h.actions = append(h.actions, actions.Action{Kind: actions.CancelEat})
	case !wants:
	case n.Eating == 0:
		if h.placing.pressed || n.Hunger > 0 { // who is not hungry is told so once
			h.eating = true
			h.actions = append(h.actions, actions.Action{Kind: actions.StartEat})
		}
	case e.At.Sub(n.EatingSince) >= actions.EatTime:
		h.actions = append(h.actions, actions.Action{Kind: actions.FinishEat})
	}
	return wants
}

// strike strikes the player whom the look meets, once for each press, and reports whether it did. A press that struck breaks nothing
// until it ends.
func (h *controls) strike(c *client.Client, yaw uint16, pitch float64, now time.Duration) bool {
	if !h.breaking.pressed || h.mining || now < h.strikeAt {
		return false
	}
	a, ok := c.TargetBody(yaw, pitch)
	if h.striking = ok; ok {
		h.strikeAt = now + strikeEvery
		h.actions = append(h.actions, a)
	}
	return ok
}

// scoop fills the bucket in the hand with the water at which the player looks, once for each press, and reports whether it did.
func (h *controls) scoop(c *client.Client) bool {
	a, ok := c.ScoopAction(yawOf(h.yaw), h.pitch)
	if ok {
		h.actions = append(h.actions, a)
	}
	return ok
}

// breakAndPlace breaks the target block, and places one against it.
func (h *controls) breakAndPlace(c *client.Client, e *world.Entity, hit client.Hit, meets, creative bool, now time.Duration) {
	if h.mining && (!h.breaking.active() || !meets || hit.Pos != h.target.Pos) {
		h.mining = false
		h.actions = append(h.actions, actions.Action{Kind: actions.CancelBreak})
	}
	if h.placing.pressed && h.scoop(c) {
		h.placing.pressed = false
	} else if h.placing.active() && meets && now >= h.placeAt {
		h.placeAt = now + repeatEvery
		use, usable := hit.UseAction(c.World())
		b, _ := c.World().Block(hit.Pos)
		sneaking := h.keys&world.KeySneak != 0
		switch {
		case ui.HasPage(b.Class()) && !sneaking:
			if h.placing.pressed {
				h.opened.wanted = &hit.Pos
			}
		case !usable || sneaking:
			a := hit.PlaceHeldAction(c.World(), actions.Placed(e.Stack))
			h.actions = append(h.actions, a)
			if e.Stack.Block().HasText() {
				h.opened.placed = &a.Pos
			}
		case h.placing.pressed: // once for each press
			h.actions = append(h.actions, use)
		}
	}
	if !h.breaking.active() || !meets {
		return
	}
	switch m := &e.Motion; {
	case creative && now >= h.breakAt:
		h.breakAt = now + repeatEvery
		h.actions = append(h.actions, hit.BreakAction(actions.FinishBreak))
	case creative:
	case !h.mining && now >= h.breakAt:
		h.mining, h.target = true, hit
		h.actions = append(h.actions, hit.BreakAction(actions.StartBreak))
	case h.mining && m.BreakingPos == hit.Pos && m.BreakingBlock != world.Air && e.At.Sub(m.BreakingSince) >= m.BreakingBlock.BreakTime(e.Stack):
		h.mining, h.breakAt = false, now+repeatEvery
		h.actions = append(h.actions, hit.BreakAction(actions.FinishBreak))
	}
}
