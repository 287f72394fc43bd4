package bots

import (
	"math"
	"time"

	"voxtide/actions"
	"voxtide/physics"
	"voxtide/world"
)

// above is how far over the spawn a bot appears at its place, in blocks; it falls to the ground from there.
const above = 48

// A bot whose place is in a mountain, or is washed away, is sent again from higher up; after the last try it begins where it is.
const (
	placePatience = 8 * time.Second
	placeTries    = 4
)

// ownPlace returns the place where a bot begins: in a square around the spawn, Config.Apart from the next one. False
// for bots that stay where they are.
func (b *Bot) ownPlace() (world.Pos, bool) {
	if b.cfg.Apart == 0 || b.task != walking && b.task != building && b.task != flying || !b.view.Has(world.Creative) {
		return world.Pos{}, false
	}
	side := int(math.Ceil(math.Sqrt(float64(b.cfg.Players))))
	p := b.shared.meetingPlace()
	p.X += int32((b.number%side - side/2) * b.cfg.Apart)
	p.Z += int32((b.number/side - side/2) * b.cfg.Apart)
	return p, true
}

// goToPlace sends a bot to its place once it is in the world.
func (b *Bot) goToPlace(out *intent) {
	p, ok := b.ownPlace()
	if !ok || !b.client.Playable() {
		b.play.sentAt = b.frameAt // its land has yet to come
		return
	}
	if b.play.teleports > 0 && b.frameAt < b.play.sentAt+placePatience {
		return
	}
	b.play.teleports++
	b.play.sentAt = b.frameAt
	p.Y = min(p.Y+above*int32(b.play.teleports), world.MaxY)
	out.actions = append(out.actions, actions.Action{Kind: actions.Teleport, Pos: p, Aim: actions.Aim{8, 0, 8}})
}

// atPlace reports whether a bot is at its place, on the ground or in water.
func (b *Bot) atPlace() bool {
	p, ok := b.ownPlace()
	if !ok {
		return true
	}
	lands := b.view.Has(world.OnGround) || world.Blocks[b.view.block(b.view.Feet())].Liquid
	return b.play.teleports > 0 && lands && (!b.view.far(p, 2) || b.play.teleports >= placeTries && b.frameAt > b.play.sentAt+placePatience/2)
}

// With Config.Returning each bot visits its place before anything is measured, so that it comes back as a player of another evening does:
// to where it left, and not to where new players appear. A visit sees visitView sections far and leaves the land around to the join that is measured.
const visitView = 1

// viewDistance returns how far a session sees that begins in a phase, in sections.
func (b *Bot) viewDistance(ph runPhase) int {
	if ph == phaseVisit {
		return visitView
	}
	return b.cfg.View
}

// leaveTrace moves a stack to another slot of the inventory, or exchanges it for what is there: a server forgets a newcomer of whom there is nothing to keep.
func (b *Bot) leaveTrace(out *intent) {
	if b.play.trace {
		return
	}
	slots := b.view.Player.Slots[:]
	from, to := -1, -1
	for i, s := range slots {
		if s.Count > 0 && from < 0 {
			from = i
		} else if from >= 0 && s != slots[from] {
			to = i
		}
	}
	if from < 0 || to < 0 {
		b.failed = "there is nothing in the inventory that a visit could move, and the server would forget it"
		return
	}
	b.play.trace = true
	out.actions = append(out.actions, actions.Action{Kind: actions.MoveItem, Slot: uint8(from), ToSlot: uint8(to), Count: slots[from].Count})
}

// arrive notes that the bot is at its place, and leaves the world from there once its trace is acknowledged: its next session begins there.
func (b *Bot) arrive() {
	b.play.arrived = true
	if !b.play.trace || b.client.UnackedCount() > 0 {
		return
	}
	b.leave()
	b.timers.beginAt = b.cfg.beginAt(b.number)
	b.releaseJoinSlot()
	b.shared.status[b.number].visited.Store(true)
}

// commuteState is a way between two places. The gate is where the first bot stood; the two places are commuteHalf to its west and east.
type commuteState struct {
	back      bool // to the west
	throughIt bool // the gate has been passed on this way
	passes    int
	held      int // decisions during which something stopped the bot
	flies     bool
	last      world.Vec
}

const (
	commuteHalf = 30 // blocks
	gateWidth   = 2  // blocks to each side, within which the gate is passed
	heldMax     = 4  // decisions without a block's way, after which it flies over what stops it
)

// commute walks to the gate, on to one of the two places, and back. What stops it is jumped over, in creative mode flown over.
func (b *Bot) commute(out *intent) {
	c := &b.play.commute
	gate := b.shared.meetingPlace()
	goal := gate
	if c.throughIt {
		goal.X += commuteHalf
		if c.back {
			goal.X -= 2 * commuteHalf
		}
	}
	if !b.view.far(goal, gateWidth) {
		if c.throughIt {
			c.back, c.throughIt = !c.back, false
		} else {
			c.throughIt = true
			c.passes++
		}
		b.timers.thinkAt = 0
		c.held, c.flies = 0, false
	}
	if b.decides(250, 500) {
		if at := b.view.Self.Motion.Pos; b.view.Far(c.last, 1) {
			c.held, c.last = 0, at
			c.flies = c.flies && b.rng.IntN(4) > 0
		} else if c.held++; c.held >= heldMax {
			c.flies = b.view.Has(world.Creative)
		}
		b.play.yaw = b.view.Towards(world.BottomCentre(goal))
		b.play.keys = b.play.keys&world.KeyJump | world.KeyForward
		if b.rng.IntN(3) == 0 {
			b.play.keys |= world.KeySprint
		}
	}
	b.hop()
	if c.flies {
		b.play.keys |= world.KeyFly | world.KeyJump
	} else {
		b.play.keys &^= world.KeyFly
	}
	out.keys, out.yaw = b.play.keys, b.play.yaw
}

// flightState is a flight along a straight line.
type flightState struct {
	flies bool
	from  world.Vec
	yaw   uint16
	flown float64 // blocks along the line, as planned
	at    time.Duration

	movedAt time.Duration
	trips   int // lines that are over, out and back counted each
}

const (
	flightSpeed  = 20.0                   // blocks a second
	flightReach  = 480                    // blocks out: more than the widest view, so that all land is new to the bot when it turns
	flightAbove  = 64                     // blocks above the place where it begins
	flightBehind = 8.0                    // blocks behind the plan at which it is moved on
	flightAhead  = 24.0                   // most blocks of the plan that the body is behind
	moveEvery    = 300 * time.Millisecond // at the least between two teleports: a light client sees its own after the ack
	nextLine     = 25032                  // of 65536: the golden angle, by which no line comes near an earlier one for long
)

// fly flies out and back. A body flies at 11 m/s; where it has come flightBehind behind a plan at flightSpeed it is moved on by a
// teleport, so that the server has to show new land as for a body of that speed. Where the land does not come in time the body stands, and the plan waits.
// Before the steady part it stands where it came in and looks about: nobody in flight ever has a full view.
func (b *Bot) fly(out *intent) {
	f := &b.play.flight
	if !b.shared.steady() {
		if b.decides(300, 1500) {
			b.play.yaw = uint16(b.rng.Uint32())
			b.play.keys ^= world.KeySneak
		}
		out.keys, out.yaw = b.play.keys, b.play.yaw
		return
	}
	if !f.flies {
		f.flies, f.at = true, b.frameAt
		f.from, f.yaw = world.BottomCentre(b.home), uint16(b.number*nextLine)
		f.from[world.AxisY] += min(flightAbove, int64(world.MaxY-b.home.Y)) * world.Unit
	}
	x, z := physics.HeadingVector(f.yaw)
	along := func(axis int) float64 {
		return float64(b.view.Self.Motion.Pos[axis]-f.from[axis]) / float64(world.Unit)
	}
	own := (along(world.AxisX)*float64(x) + along(world.AxisZ)*float64(z)) / headingLength
	f.flown = min(f.flown+flightSpeed*(b.frameAt-f.at).Seconds(), max(own, 0)+flightAhead)
	f.at = b.frameAt
	low := f.from[world.AxisY]-b.view.Self.Motion.Pos[world.AxisY] > flightBehind*world.Unit
	if (f.flown-own > flightBehind || low) && b.client.Playable() && b.frameAt >= f.movedAt+moveEvery {
		f.movedAt = b.frameAt
		at := f.from
		at[world.AxisX] += int64(f.flown * float64(x) / headingLength * float64(world.Unit))
		at[world.AxisZ] += int64(f.flown * float64(z) / headingLength * float64(world.Unit))
		out.actions = append(out.actions, actions.Action{Kind: actions.Teleport, Pos: at.Block(), Aim: actions.Aim{8, 0, 8}})
	}
	if own >= flightReach {
		f.turn()
	}
	out.keys, out.yaw = world.KeyFly|world.KeyForward, f.yaw
}

// turn begins the next line: back, or out in a direction in which the bot has not been for long.
func (f *flightState) turn() {
	f.trips++
	x, z := physics.HeadingVector(f.yaw)
	f.from[world.AxisX] += flightReach * x * world.Unit / headingLength
	f.from[world.AxisZ] += flightReach * z * world.Unit / headingLength
	f.yaw, f.flown = f.yaw+1<<15, 0
	if f.trips%2 == 0 {
		f.yaw += nextLine + 1<<15
	}
}

// headingLength is the length of a physics.HeadingVector.
const headingLength = 1 << 16
