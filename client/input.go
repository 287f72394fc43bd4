package client

import (
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// inputSpanMax is how far back input may be stamped. After a longer frame, input counts from here on.
const inputSpanMax = 400 * timestream.Millisecond

// Time between two declared stamps.
const (
	declareEvery     = time.Second / 125
	declareIdleEvery = time.Second / 20 // while nothing of the own stream moves
)

// performInput turns what the player holds and did into actions between the last frame's time and this one's. They are
// stamped 1 µs after the last frame, so that a key press moves the body in this frame. A yaw that keeps changing is stamped
// 1 µs before the tick that uses it.
func (c *Client) performInput(in Input, last, to timestream.Time) {
	if to <= last { // no time has passed: input waits for the next frame
		return
	}
	at := min(to, max(last, to.Add(-inputSpanMax), c.receivedStamp(c.stream))+1) // never before the received stamp
	c.own.look = in.Yaw
	c.confirmSections(at)
	if c.watch != 0 {
		in = c.watchInput(in)
	}
	w := c.strategy.World()
	slot := w.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return
	}
	m := w.Entity(slot).Motion
	keys, yaw := in.Keys&world.KeysAll, in.Yaw&^15
	if m.Flags&world.Creative == 0 {
		keys &^= world.KeyFly
	}
	byActions := c.judged.Judge != protocol.JudgeTicks // else sendTicks sends what is held
	turn := byActions && c.mustSend(actions.SetYaw, uint64(yaw), uint64(c.own.yaw), uint64(m.Yaw))
	if byActions && c.mustSend(actions.SetKeys, uint64(keys), uint64(c.own.keys), uint64(m.Keys)) {
		if turn {
			c.perform(&actions.Action{Kind: actions.SetYaw, Yaw: yaw}, at)
			c.own.yaw, turn = yaw, false
		}
		c.perform(&actions.Action{Kind: actions.SetKeys, Keys: keys}, at)
		c.own.keys = keys
	}
	for i := range in.Actions {
		c.perform(&in.Actions[i], at)
	}
	if tick := at.NextTick(); turn && tick <= to && tick-1 >= at {
		c.perform(&actions.Action{Kind: actions.SetYaw, Yaw: yaw}, tick-1)
		c.own.yaw = yaw
	}
}

// confirmSections confirms the sections that have arrived.
func (c *Client) confirmSections(at timestream.Time) {
	events := c.strategy.Base().PendingEvents()
	for arrived := events.ArrivedSections; len(arrived) > 0; {
		n := min(len(arrived), actions.ConfirmMax)
		c.perform(&actions.Action{Kind: actions.ConfirmSections, Sections: arrived[:n]}, at)
		arrived = arrived[n:]
	}
	events.ArrivedSections = events.ArrivedSections[:0]
}

// mustSend reports whether a value must be sent by an action of a kind: it differs from the value that was sent last, or from
// that of the body while no action of the kind is un-acked (the server has released the keys of a stalled stream).
func (c *Client) mustSend(k actions.Kind, value, sent, shown uint64) bool {
	if value != sent {
		return true
	}
	if value == shown {
		return false
	}
	pending := false
	c.strategy.Base().EachUnacked(func(a *actions.Action) { pending = pending || a.Kind == k })
	return !pending
}

// perform numbers, stamps, adds and sends an action. At unackedMax un-acked actions it drops it.
func (c *Client) perform(a *actions.Action, at timestream.Time) {
	if !a.Kind.Unmetered() && c.strategy.Base().MeteredUnackedCount() >= unackedMax {
		return
	}
	one := *a
	one.Number, one.At = c.own.nextAction, at
	one.LastUpdate, _ = c.strategy.Base().Progress()
	if one.Kind == actions.Place {
		one.Yaw = actions.QuarterTurn(c.own.look)
	}
	if one.Kind == actions.Hit {
		one.LastUpdate = c.own.drawnUpdate // the player aims at what the last frame showed
	}
	c.own.nextAction++
	c.own.lastAction = at
	c.stats.Actions++
	c.strategy.AddAction(&one)
	if one.Kind.Predictable() {
		c.own.unshown = append(c.own.unshown, unshownAction{one.Number, c.frames})
		c.noteTaken(one.Number)
	}
	if !c.losesWhileAsking() {
		c.sendAction(&one)
	}
	if c.own.onAction != nil {
		c.own.onAction(&one)
	}
}

// sendAction sends an action. Without a connection it is sent when the session is resumed.
func (c *Client) sendAction(a *actions.Action) {
	c.link.buf = protocol.AppendAction(c.link.buf[:0], a)
	c.stats.BytesUp += len(c.link.buf)
	if c.link.welcomed && !c.own.resend {
		c.sendMessage(c.link.buf)
	}
}

// declare sends the frame's time with the last action before it, and how far up the player looks.
func (c *Client) declare(to timestream.Time, pitch float64) {
	if c.link.conn == nil || !c.link.welcomed || to <= c.own.declared {
		return
	}
	gap := declareEvery
	if c.idle() {
		gap = declareIdleEvery
	}
	if c.now-c.own.declaredAt < gap-time.Millisecond {
		return
	}
	c.own.declared, c.own.declaredAt = to, c.now
	c.link.buf = protocol.AppendDeclare(c.link.buf[:0], protocol.Declare{Stamp: to, LastAction: c.own.nextAction - 1,
		Pitch: pitchDegrees(pitch)})
	c.stats.BytesUp += len(c.link.buf)
	c.link.conn.Value(protocol.SlotStamp, c.link.buf)
}

// idle reports whether nothing of the own stream moves or waits.
func (c *Client) idle() bool {
	if c.own.keys != 0 || c.strategy.Base().UnackedCount() > 0 {
		return false
	}
	w := c.strategy.World()
	for _, s := range w.Bodies(c.stream) {
		if w.Entity(s).Motion.Vel != (world.Vec{}) {
			return false
		}
	}
	st := w.Stream(c.stream)
	return st != nil && len(st.SupportChecks) == 0
}
