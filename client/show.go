package client

import (
	"voxtide/predict"
	"voxtide/scene"
	"voxtide/world"
)

// show fills the scene of a picture.
func (c *Client) show(in Input) *scene.Scene {
	sc := &c.scene
	*sc = scene.Scene{State: c.state.String(), Bodies: sc.Bodies[:0], Blocks: sc.Blocks[:0], Said: sc.Said[:0], Slots: sc.Slots[:0], Refused: sc.Refused[:0], Ghosts: sc.Ghosts, GhostsVersion: sc.GhostsVersion,
		Targets: sc.Targets[:0], Cracks: sc.Cracks[:0], Particles: sc.Particles[:0]}
	if c.strategy == nil || !c.strategy.Complete() {
		return sc
	}
	w, ev := c.strategy.World(), c.strategy.Happened()
	sc.Time = int64(c.strategy.Now())
	sc.Unacked = c.strategy.Unacked()
	for _, n := range c.stats.Corrections {
		sc.Corrections += n
	}
	now := c.strategy.Now()
	if c.cfg.Blind {
		c.strategy.Visible()
		c.answered(sc, ev)
		ev.Jumps, ev.Samples, ev.Moved = ev.Jumps[:0], ev.Samples[:0], ev.Moved[:0]
		return sc
	}
	c.smooth.step(ev.Jumps, now)
	if c.cfg.Interpolate {
		for _, sm := range ev.Samples {
			c.past.take(sm, now)
		}
		ev.Samples = ev.Samples[:0]
		c.past.forget(now)
	}
	c.eyes.strokes(ev.Struck, now)
	ev.Struck = ev.Struck[:0]
	for i := range w.StreamCount() {
		for _, s := range w.Bodies(w.StreamAt(i).Stream) {
			b := c.body(w.Entity(s))
			c.eyes.gait(&b, w.Entity(s), c.strategy.Pitch(w.Entity(s).Stream), swims(w, &b), now)
			if w.Entity(s).ID == world.AvatarID(c.stream) {
				sc.Own = b
			} else {
				c.dress(&b, w.Entity(s))
				sc.Bodies = append(sc.Bodies, b)
			}
		}
	}
	visible := c.strategy.Visible()
	c.look(sc, in)
	if c.view != nil {
		c.lookup = lookup{w, c.stream}
		c.view.update(&c.lookup, ev.Moved, visible, &sc.Camera)
		ev.Moved = ev.Moved[:0]
		sc.Uploads, sc.Drops = c.view.uploads, c.view.drops
	}
	for _, v := range visible {
		b, _ := w.Block(v.Pos)
		sc.Blocks = append(sc.Blocks, scene.Change{X: v.Pos.X, Y: v.Pos.Y, Z: v.Pos.Z, Before: uint16(v.Before), Now: uint16(b)})
	}
	if p := w.Player(c.stream); p != nil {
		sc.Selected = p.Selected
		for _, s := range p.Slots {
			sc.Slots = append(sc.Slots, scene.Stack{Block: uint16(s.Block), Count: s.Count})
		}
	}
	for _, s := range ev.Said {
		line := scene.Line{Stream: uint32(s.Stream), Text: s.Text}
		if st := w.Stream(s.Stream); st != nil {
			line.Name = st.Name
		}
		sc.Said = append(sc.Said, line)
	}
	c.answered(sc, ev)
	c.effects(sc, visible)
	return sc
}

// answered shows what was refused.
func (c *Client) answered(sc *scene.Scene, ev *predict.Events) {
	for _, r := range ev.Refused {
		c.stats.Refused[r.Why]++
		sc.Refused = append(sc.Refused, r.Why.String())
	}
	ev.Said, ev.Refused = ev.Said[:0], ev.Refused[:0]
}

// body returns a body as it is drawn.
func (c *Client) body(e *world.Entity) scene.Body {
	m := &e.Motion
	b := scene.Body{ID: uint64(e.ID), Kind: uint8(e.Kind), Block: uint16(e.Block), Yaw: m.Yaw}
	if e.Kind != world.KindFalling {
		b.Block = uint16(e.Stack.Block)
	}
	for i := range b.Ghost {
		b.Ghost[i] = float64(m.Pos[i]) / float64(world.Unit)
	}
	if at, ok := c.past.place(e.ID, c.strategy.Now()); ok {
		for i := range b.Drawn {
			b.Drawn[i] = float64(at[i]) / float64(world.Unit)
		}
		return c.dig(b, e)
	}
	for i, by := range c.smooth.of(e.ID) {
		b.Drawn[i] = b.Ghost[i] + by
	}
	return c.dig(b, e)
}

// dig adds the progress of what a body digs.
func (c *Client) dig(b scene.Body, e *world.Entity) scene.Body {
	m := &e.Motion
	if m.DigBlock != world.Air {
		b.DigPos = [3]int32{m.DigPos.X, m.DigPos.Y, m.DigPos.Z}
		if h := world.Blocks[m.DigBlock].Hardness; h > 0 {
			b.Digging = min(1, float64(e.At.Sub(m.DigAt))/float64(h))
		}
	}
	return b
}

// dress gives the body of somebody or something else its name and its light.
func (c *Client) dress(b *scene.Body, e *world.Entity) {
	if c.view == nil {
		return
	}
	if e.Kind == world.KindAvatar {
		b.Name = c.strategy.World().Stream(e.Stream).Name
	}
	at := e.Motion.Pos.Block()
	if e.Kind == world.KindAvatar {
		at = at.Above() // the feet may be in the ground
	}
	b.Light = c.view.lightAt(at)
}

// lightAt returns the light of the sky and of lamps at a cell, 0 to 255, as well as it is known without a flood: open sky
// or shade, and the nearest lamp in the sections around.
func (c *Client) lightAt(p world.Pos) [2]uint8 {
	if c.view == nil {
		return [2]uint8{255, 0}
	}
	return c.view.lightAt(p)
}
