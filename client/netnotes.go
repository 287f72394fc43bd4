package client

import (
	"math"
	"time"

	"voxtide/client/links"
	"voxtide/client/netstats"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// This file takes the notes of Config.NetStats. Without it every function does nothing, and nothing here changes what the
// client does.

// cmPerUnit is the length of a position unit in cm: a block is a metre.
const cmPerUnit = 100 / float64(world.Unit)

// noteTime returns the frame's time for the notes.
func (c *Client) noteTime() timestream.Duration { return timestream.Duration(c.now / time.Microsecond) }

// predictTo advances the strategy to a frame's time, and notes what that cost after an update.
func (c *Client) predictTo(to timestream.Time) (predict.Correction, bool) {
	n := c.cfg.NetStats
	if n == nil || n.Clock == nil || c.notedUpdates == c.stats.Updates {
		return c.strategy.AdvanceTo(to)
	}
	c.notedUpdates = c.stats.Updates
	began := n.Clock()
	correction, ok := c.strategy.AdvanceTo(to)
	n.Replayed(c.noteTime(), n.Clock()-began)
	return correction, ok
}

// noteTaken notes that this frame takes an own action.
func (c *Client) noteTaken(number uint64) {
	if n := c.cfg.NetStats; n != nil {
		n.Took(c.noteTime(), number)
	}
}

// noteShown notes that this frame shows the own actions up to a number, and how late each stream is in it.
func (c *Client) noteShown(number uint64) {
	n := c.cfg.NetStats
	if n == nil {
		return
	}
	c.noteSeen()
	now, w := c.noteTime(), c.strategy.World()
	n.Shown(now, number)
	n.Frame(now, c.strategy.Base().UnackedCount())
	frame := c.strategy.Now()
	if st := w.Stream(c.stream); st != nil {
		n.Late(now, uint32(c.stream), "own", frame.Sub(st.Stamp))
	}
	for i := range w.StreamCount() {
		switch st := w.StreamAt(i); st.Stream {
		case c.stream:
		case timestream.Server:
			n.Late(now, uint32(st.Stream), "server", frame.Sub(st.Stamp))
		default:
			n.Late(now, uint32(st.Stream), st.Name, frame.Sub(st.Stamp))
		}
	}
}

// noteSeen notes how late this frame shows the oldest of the actions that came over direct links since the last one.
func (c *Client) noteSeen() {
	at := c.direct.oldest
	c.direct.oldest = 0
	if n := c.cfg.NetStats; n != nil && at != 0 {
		n.SeenDirectly(c.noteTime(), c.strategy.Now().Sub(at))
	}
}

// noteJump notes a correction.
func (c *Client) noteJump(correction *predict.Correction) {
	n := c.cfg.NetStats
	if n == nil {
		return
	}
	jump := 0.0
	if correction.Kind == predict.KindBody {
		jump = lengthOf(world.Vec{correction.Is.Pos[0] - correction.Was.Pos[0], correction.Is.Pos[1] - correction.Was.Pos[1],
			correction.Is.Pos[2] - correction.Was.Pos[2]})
	}
	n.Corrected(c.noteTime(), correction.Cause, correction.Kind.String(), jump)
}

// noteDisplacements notes how far updates moved the bodies of others, as they were predicted for the last frame.
func (c *Client) noteDisplacements(ev *predict.Events) {
	n := c.cfg.NetStats
	if n == nil {
		return
	}
	for _, d := range ev.Displacements {
		if d.ID != world.AvatarID(c.stream) {
			n.Moved(c.noteTime(), lengthOf(d.Delta))
		}
	}
}

// noteUpdate notes an update that was just applied, while the world is the received state: where it has the players.
func (c *Client) noteUpdate(u *protocol.Update, bytes int) {
	n := c.cfg.NetStats
	if n == nil {
		return
	}
	now, acks := c.noteTime(), 0
	for i := range u.Entries {
		if e := &u.Entries[i]; e.Kind == protocol.EntryAck && e.Stream == c.stream {
			acks += n.Acked(now, e.Number)
		}
	}
	full := len(u.Entries) > 0 && u.Entries[0].Kind == protocol.EntryReset
	n.Updated(now, u.Number, bytes, len(u.Entries), acks, full)
	w, frame := c.strategy.World(), c.strategy.Now()
	c.eachAvatar(w, func(e *world.Entity) {
		n.Told(now, uint64(e.ID), e.Stream == c.stream, frame, e.At, blocksOf(e.Motion.Pos))
	})
}

// noteBodies notes where this frame has the players.
func (c *Client) noteBodies(sc *scene.Scene) {
	n := c.cfg.NetStats
	if n == nil {
		return
	}
	frame, own := c.strategy.Now(), &sc.OwnEntity
	if own.ID != 0 {
		n.Drew(own.ID, true, own.Crouch > 0.5, frame, own.Simulated, own.Drawn)
	}
	for i := range sc.Entities {
		if e := &sc.Entities[i]; e.Kind == scene.EntityAvatar {
			n.Drew(e.ID, false, e.Crouch > 0.5, frame, e.Simulated, e.Drawn)
		}
	}
}

// noteLinks notes the direct links as they are in this frame.
func (c *Client) noteLinks() {
	n := c.cfg.NetStats
	if n == nil {
		return
	}
	var all [netstats.LinksKept]netstats.Link
	count := 0
	for _, l := range c.DirectLinks() {
		if count == len(all) {
			break
		}
		all[count] = netstats.Link{Name: l.Name, How: l.How, RoundTrip: float64(l.RoundTrip) / float64(time.Millisecond), Loss: l.Loss,
			Seen: float64(l.Seen) / float64(time.Millisecond), Lies: l.Lies}
		if l.State != links.Linked {
			all[count].State = l.State.String()
		}
		count++
	}
	n.Linked(all[:count])
}

// eachAvatar calls f with the bodies of the players in a world, the own one first.
func (c *Client) eachAvatar(w *world.World, f func(e *world.Entity)) {
	if slot := w.Find(world.AvatarID(c.stream)); slot != world.NoEntity {
		f(w.Entity(slot))
	}
	for i := range w.StreamCount() {
		st := w.StreamAt(i).Stream
		if st == c.stream || st == timestream.Server {
			continue
		}
		if slot := w.Find(world.AvatarID(st)); slot != world.NoEntity {
			f(w.Entity(slot))
		}
	}
}

func blocksOf(v world.Vec) (out [3]float64) {
	for i := range v {
		out[i] = float64(v[i]) / float64(world.Unit)
	}
	return out
}

// lengthOf returns the length of a distance in cm.
func lengthOf(v world.Vec) float64 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	return math.Sqrt(x*x+y*y+z*z) * cmPerUnit
}
