package client

import (
	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// longest is how far back input may be stamped: after a longer pause between two pictures it counts from here on.
const longest = 400 * timestream.Millisecond

// input turns what the player holds and did into actions between the last picture's time and this one's. All are
// stamped 1 µs after the last picture, so that a press moves the body in this very picture; a heading that goes on
// changing is stamped 1 µs before the mark, so that the mark uses it.
func (c *Client) input(in Input, last, to timestream.Time) {
	events := c.strategy.Happened()
	if to <= last { // no time has passed: what was done waits for the next picture
		return
	}
	at := min(to, max(last, to.Add(-longest), c.received())+1) // never in time that is taken
	for haves := events.Arrived; len(haves) > 0; {
		n := min(len(haves), actions.HaveMax)
		c.act(&actions.Action{Kind: actions.Have, Haves: haves[:n]}, at)
		haves = haves[n:]
	}
	events.Arrived = events.Arrived[:0]

	w := c.strategy.World()
	slot := w.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return
	}
	m := w.Entity(slot).Motion
	keys, yaw := in.Keys&world.KeysAll, in.Yaw&^15
	if m.Flags&world.Creative == 0 {
		keys &^= world.KeyFly
	}
	turn := c.differs(actions.Heading, uint64(yaw), uint64(c.yaw), uint64(m.Yaw))
	if press := c.differs(actions.Controls, uint64(keys), uint64(c.keys), uint64(m.Keys)); press {
		if turn {
			c.act(&actions.Action{Kind: actions.Heading, Yaw: yaw}, at)
			c.yaw, turn = yaw, false
		}
		c.act(&actions.Action{Kind: actions.Controls, Keys: keys}, at)
		c.keys = keys
	}
	for i := range in.Do {
		c.act(&in.Do[i], at)
	}
	if mark := at.NextMark(); turn && mark <= to && mark-1 >= at {
		c.act(&actions.Action{Kind: actions.Heading, Yaw: yaw}, mark-1)
		c.yaw = yaw
	}
}

// differs tells whether a wish must be told: it is not what was told last, or it is not what the body shows although
// nothing of the kind is un-acked (the server released the controls of a stalled stream).
func (c *Client) differs(k actions.Kind, wish, told, shown uint64) bool {
	if wish != told {
		return true
	}
	if wish == shown {
		return false
	}
	pending := false
	c.strategy.Each(func(a *actions.Action) { pending = pending || a.Kind == k })
	return !pending
}

// act numbers an action, stamps it, keeps it and sends it. One that would be more than a server holds is not done.
func (c *Client) act(a *actions.Action, at timestream.Time) {
	if !a.Kind.Free() && c.strategy.Counted() >= unackedMax {
		return
	}
	one := *a
	one.Number, one.At = c.next, at
	one.Frame, _ = c.strategy.Progress()
	c.next++
	c.acted = at
	c.stats.Actions++
	c.strategy.Push(&one)
	if one.Kind.Predictable() {
		c.born = append(c.born, birth{one.Number, c.pictures})
	}
	c.send(&one)
	if c.onAction != nil {
		c.onAction(&one)
	}
}

// idle tells that nothing of the own stream moves or waits: its time is told less often then.
func (c *Client) idle() bool {
	if c.keys != 0 || c.strategy.Unacked() > 0 {
		return false
	}
	w := c.strategy.World()
	for _, s := range w.Bodies(c.stream) {
		if w.Entity(s).Motion.Vel != (world.Vec{}) {
			return false
		}
	}
	st := w.Stream(c.stream)
	return st != nil && len(st.Checks) == 0
}
