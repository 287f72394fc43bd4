package client

import (
	"time"

	"voxtide/actions"
	"voxtide/client/effects"
	"voxtide/client/terrain"
	"voxtide/physics"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Stream returns the own stream; 0 before the server has given one.
func (c *Client) Stream() timestream.Stream { return c.stream }

// State returns the state of the session.
func (c *Client) State() State { return c.state }

// Queued returns where the player waits for a place in a full world, zero while he does not.
func (c *Client) Queued() protocol.Queued { return c.link.queued }

// Reason returns why the session ended or the connection was lost.
func (c *Client) Reason() string { return c.reason }

// InspectReceived calls f with the received state, without predictions.
func (c *Client) InspectReceived(f func(w *world.World)) {
	if c.strategy != nil {
		inspectReceived(c.strategy, f)
	}
}

// PitchOf returns how far up another player looks, in degrees, as far as it is known.
func (c *Client) PitchOf(of timestream.Stream) int8 {
	if c.strategy == nil {
		return 0
	}
	if k, ok := c.direct.looks[of]; ok {
		if st := c.World().Stream(of); st != nil && k.stamp > st.Stamp {
			return k.pitch
		}
	}
	return c.strategy.Base().PitchOf(of)
}

// UnackedCount returns the number of own actions that are not acked.
func (c *Client) UnackedCount() int {
	if c.strategy == nil {
		return 0
	}
	return c.strategy.Base().UnackedCount()
}

// OnAction sets a function that is called with every own action as it is sent, for laboratories.
func (c *Client) OnAction(f func(a *actions.Action)) { c.own.onAction = f }

// PeerChanges counts the changes of what shows of linked players' actions before the server tells of them.
func (c *Client) PeerChanges() uint64 {
	if c.strategy == nil {
		return 0
	}
	return c.strategy.Base().PeerChanges()
}

// OldestPeerAction returns the time of the oldest action of a linked player that shows without the server's word; 0 for none.
func (c *Client) OldestPeerAction(s timestream.Stream) timestream.Time {
	if c.strategy == nil {
		return 0
	}
	return c.strategy.Base().OldestPeerAction(s)
}

// Stats returns the counters.
func (c *Client) Stats() Stats {
	s := c.stats
	if c.strategy != nil {
		ev := c.strategy.Base().PendingEvents()
		s.Acked = c.strategy.Base().LastAcked()
		s.Desyncs, s.FirstDesync, s.BrokenLaw = ev.Desyncs, ev.FirstDesync, ev.BrokenLaw
	}
	return s
}

// StrategyStats returns what the strategy counts of its own work; false if it counts nothing.
func (c *Client) StrategyStats() (predict.StrategyStats, bool) {
	if s, ok := c.strategy.(interface{ Stats() predict.StrategyStats }); ok {
		return s.Stats(), true
	}
	return predict.StrategyStats{}, false
}

// Hashes returns the hashes of the loaded sections that are not as they were generated, as received and as shown. When no
// action is un-acked and the client has all such sections, both are the server's.
func (c *Client) Hashes() (received, shown uint64) {
	if c.strategy == nil {
		return 0, 0
	}
	b := c.strategy.Base()
	shown = b.ChangedHash()
	inspectReceived(c.strategy, func(*world.World) { received = b.ChangedHash() })
	return received, shown
}

// avatar returns the own body in the world as it is shown, nil while there is none.
func (c *Client) avatar() *world.Entity {
	w := c.World()
	if w == nil {
		return nil
	}
	slot := w.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return nil
	}
	return w.Entity(slot)
}

// Avatar returns the own body as it is shown; false while there is none.
func (c *Client) Avatar() (world.Entity, bool) {
	e := c.avatar()
	if e == nil {
		return world.Entity{}, false
	}
	return *e, true
}

// Playable reports whether the player stands in a world whose surrounding sections are loaded.
func (c *Client) Playable() bool {
	e := c.avatar()
	return e != nil && c.state == Playing && e.Motion.Flags&world.Suspended == 0
}

// Target returns the block that the player looks at within reach, in the last frame.
func (c *Client) Target(yaw uint16, pitch float64) (Hit, bool) {
	return c.TargetWithin(yaw, pitch, Reach)
}

// TargetWithin returns the block that the player looks at within a distance in blocks, in the last frame.
func (c *Client) TargetWithin(yaw uint16, pitch, reach float64) (Hit, bool) {
	e := c.avatar()
	if e == nil {
		return Hit{}, false
	}
	return Raycast(c.World(), physics.EyePos(&e.Motion), Direction(yaw, pitch), reach)
}

// ScoopAction returns the action that fills the bucket in the hand with the water at which the player looks; false if there is none in
// reach.
func (c *Client) ScoopAction(yaw uint16, pitch float64) (a actions.Action, ok bool) {
	w, e := c.World(), c.avatar()
	if e == nil || !actions.HoldsBucket(e.Stack) {
		return a, false
	}
	h, ok := raycast(w, physics.EyePos(&e.Motion), Direction(yaw, pitch), Reach, true)
	return actions.Action{Kind: actions.Scoop, Pos: h.Pos, Aim: h.Aim}, ok && actions.Scoopable(w, h.Pos)
}

// SectionCount returns the number of loaded sections.
func (c *Client) SectionCount() int {
	if w := c.World(); w != nil {
		return w.SectionCount()
	}
	return 0
}

// BiomeAt returns the name of the biome at a block, empty where no section is loaded or nothing is drawn.
func (c *Client) BiomeAt(p world.Pos) string {
	if c.terrain == nil {
		return ""
	}
	return c.terrain.BiomeAt(p)
}

// TerrainMeshed reports whether every loaded section that can be meshed is meshed, and the renderer has copied the meshes.
func (c *Client) TerrainMeshed() bool { return c.terrain == nil || c.terrain.Idle() }

// SetDetail sets how finely far sections are meshed. Loaded sections follow at once.
func (c *Client) SetDetail(d terrain.Detail) {
	if c.terrain != nil {
		c.terrain.SetDetail(d)
	}
}

// Detail returns what SetDetail set; nothing where nothing is drawn.
func (c *Client) Detail() terrain.Detail {
	if c.terrain == nil {
		return terrain.Detail{}
	}
	return c.terrain.Detail()
}

// SetEffects changes the effects of the next frames.
func (c *Client) SetEffects(o effects.Options) { c.effects.SetOptions(o) }

// RoundTrip returns the smoothed round trip of the clock's questions, 0 before the first answer.
func (c *Client) RoundTrip() time.Duration {
	return time.Duration(c.roundTrip("ewma")) * time.Microsecond
}
