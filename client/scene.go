package client

import (
	"slices"

	"voxtide/client/effects"
	"voxtide/client/far"
	"voxtide/client/hearing"
	"voxtide/physics"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// fillScene fills in the scene of a frame.
func (c *Client) fillScene(in Input) *scene.Scene {
	sc := &c.scene
	*sc = scene.Scene{State: c.state.String(), Entities: sc.Entities[:0], BlockChanges: sc.BlockChanges[:0], Chat: sc.Chat[:0], Inventory: sc.Inventory[:0], Refusals: sc.Refusals[:0], Struck: sc.Struck[:0], Preview: sc.Preview, PreviewVersion: sc.PreviewVersion,
		Marks: scene.Marks{Outlines: sc.Outlines[:0], Cracks: sc.Cracks[:0], Blobs: sc.Blobs[:0]}, Particles: sc.Particles[:0], Signs: sc.Signs[:0], Sounds: scene.Sounds{Begin: sc.Sounds.Begin[:0]}}
	if c.strategy == nil || !c.strategy.Base().Complete() {
		return sc
	}
	w, ev := c.strategy.World(), c.strategy.Base().PendingEvents()
	sc.Time = int64(c.strategy.Now())
	sc.Unacked = c.strategy.Base().UnackedCount()
	for _, n := range c.stats.Corrections {
		sc.Corrections += n
	}
	if c.cfg.NoScene {
		c.strategy.VisibleChanges(c.strategy.Now())
		c.fillRefusals(sc, ev)
		c.fillStruck(sc, ev.Struck)
		ev.Struck, ev.Emotes = ev.Struck[:0], ev.Emotes[:0]
		c.own.drawnUpdate, _ = c.strategy.Base().Progress()
		ev.Displacements, ev.Samples, ev.SectionChanges = ev.Displacements[:0], ev.Samples[:0], ev.SectionChanges[:0]
		return sc
	}
	f := effects.Frame{Scene: sc, World: w, Now: c.strategy.Now(), Own: c.stream, RoundTrip: c.roundTrip("ewma")}
	if c.terrain != nil {
		f.Land = c.terrain
	}
	c.skins.BeginFrame()
	c.noteDisplacements(ev)
	c.effects.Begin(ev, f.Now)
	c.fillEntities(&f, in)
	c.noteBodies(sc)
	c.noteLinks()
	changed := c.strategy.VisibleChanges(c.strategy.Now())
	c.fillCamera(&f, in)
	effects.FillBlobs(f.Scene, f.World)
	if c.terrain != nil {
		c.source = worldSource{w, c.stream, f.Now}
		c.terrain.Update(&c.source, ev.SectionChanges, changed, &sc.Camera)
		ev.SectionChanges = ev.SectionChanges[:0]
		sc.Uploads, sc.Unloads, sc.OnePlane = c.terrain.Uploads(), c.terrain.Unloads(), c.terrain.Detail().OnePlane()
	}
	for _, v := range changed {
		b, _ := w.BlockAt(v.Pos, f.Now)
		sc.BlockChanges = append(sc.BlockChanges, scene.BlockChange{X: v.Pos.X, Y: v.Pos.Y, Z: v.Pos.Z, Before: uint16(v.Before), After: uint16(b)})
	}
	c.fillInventory(sc, w)
	c.fillChat(sc, w, ev)
	c.fillSaid(sc)
	c.fillRefusals(sc, ev)
	c.fillStruck(sc, ev.Struck)
	ev.Struck = ev.Struck[:0]
	c.own.drawnUpdate, _ = c.strategy.Base().Progress()
	c.effects.AddParticles(&f, changed)
	c.hear(&f, changed)
	sc.HeldItem.Skin = c.skins.SlotOf(c.stream)
	sc.Skins = c.skins.Uploads()
	c.askSkin()
	c.askPack()
	for i := range changed {
		c.far.Changed(c.now, changed[i].Pos)
	}
	c.fillFar(sc)
	return sc
}

// fillFar fills in the land beyond the view, and asks for what is missing of it: also while nothing is seen from inside a block, as the renderer
// forgets what is not offered and needs a second or more to copy it again.
func (c *Client) fillFar(sc *scene.Scene) {
	if c.terrain == nil {
		return
	}
	if rows := c.far.Ask(c.now, sc.Camera.Pos); len(rows) > 0 && c.link.conn != nil && c.link.welcomed {
		c.link.buf = protocol.AppendAskFar(c.link.buf[:0], rows)
		c.stats.BytesUp += len(c.link.buf)
		c.sendMessage(c.link.buf)
	}
	c.watchTerrain()
	columns, version := c.terrain.Covered()
	sc.Far = c.far.Update(far.Covered{Columns: columns, Version: version, Ground: c.terrain, Eye: sc.Camera.Pos})
	sc.Camera.Reach = c.far.Clear(c.now)
}

// watchTerrain has the terrain say which columns it draws, if something is drawn elsewhere.
func (c *Client) watchTerrain() {
	switch {
	case !c.far.Shows():
		c.terrain.Watch(0)
	case c.cfg.ViewDistance > 0:
		c.terrain.Watch(c.cfg.ViewDistance + 1)
	default:
		c.terrain.Watch(protocol.ViewDistanceMax + 1)
	}
}

// SetDrawnView says how far sections are drawn, in blocks: there far land begins.
func (c *Client) SetDrawnView(blocks int) { c.far.SetView(blocks) }

// FarWaiting returns how many tiles of land beyond the view are wanted and not drawn yet.
func (c *Client) FarWaiting() int { return c.far.Waiting() }

// SetFarReach changes how far land is shown beyond the view, in blocks; 0: not at all.
func (c *Client) SetFarReach(blocks int) { c.far.SetReach(blocks) }

// hear fills in what the frame sounds like.
func (c *Client) hear(f *effects.Frame, changed []predict.BlockChange) {
	if !c.effects.Options().Sounds {
		c.ears.Miss()
		return
	}
	base := c.strategy.Base()
	h := hearing.Frame{Scene: f.Scene, World: f.World, Now: f.Now, Own: f.Own, Changed: changed, Unacked: base.Unacked(), Acked: base.LastAcked(),
		Corrected: len(base.PendingEvents().Corrections) > 0}
	c.ears.Hear(&h)
}

// fillEntities fills in the entities, the own one apart from the others.
func (c *Client) fillEntities(f *effects.Frame, in Input) {
	w := f.World
	for i := range w.StreamCount() {
		for _, s := range w.Bodies(w.StreamAt(i).Stream) {
			e := w.Entity(s)
			b := sceneEntity(e)
			c.effects.Place(f, &b, e)
			if e.ID == world.AvatarID(c.stream) {
				c.fillOwn(f, &b, e, in)
			} else {
				c.effects.Animate(f, &b, e, c.PitchOf(e.Stream))
				c.addNameAndLight(&b, e)
				f.Scene.Entities = append(f.Scene.Entities, b)
			}
		}
	}
}

// fillOwn fills in the own entity, and its body where a camera sees that: its head follows the look in each frame, not at ticks.
func (c *Client) fillOwn(f *effects.Frame, b *scene.Entity, e *world.Entity, in Input) {
	if in.View == effects.FirstPerson {
		c.effects.Animate(f, b, e, c.PitchOf(e.Stream))
		f.Scene.OwnEntity = *b
		return
	}
	yaw := b.Yaw
	b.Yaw = in.Yaw
	c.effects.Animate(f, b, e, pitchDegrees(in.Pitch))
	f.Scene.OwnBody = *b
	f.Scene.OwnBody.Skin = c.skins.SlotOf(c.stream)
	c.addLight(&f.Scene.OwnBody, e)
	if e.Motion.Flags&world.Lying == 0 {
		b.Yaw = yaw
	}
	f.Scene.OwnEntity = *b
}

// sceneEntity returns an entity as it is simulated, with the progress of the block that it breaks.
func sceneEntity(e *world.Entity) scene.Entity {
	m := &e.Motion
	b := scene.Entity{ID: uint64(e.ID), Kind: scene.EntityKind(e.Kind), Block: uint16(e.Block), Yaw: m.Yaw}
	if e.Kind != world.KindFallingBlock {
		b.Block = uint16(e.Stack.Item)
	}
	for i := range b.Simulated {
		b.Simulated[i] = float64(m.Pos[i]) / float64(world.Unit)
	}
	if m.BreakingBlock != world.Air {
		b.BreakPos = [3]int32{m.BreakingPos.X, m.BreakingPos.Y, m.BreakingPos.Z}
		if h := m.BreakingBlock.BreakTime(e.Stack); h > 0 {
			b.BreakProgress = min(1, float64(e.At.Sub(m.BreakingSince))/float64(h))
		}
	}
	return b
}

// fillCracks fills in the cracks of the blocks that entities break.
func fillCracks(sc *scene.Scene, w *world.World) {
	for i := -1; i < len(sc.Entities); i++ {
		b := &sc.OwnEntity
		if i >= 0 {
			b = &sc.Entities[i]
		}
		if b.BreakProgress > 0 {
			p := b.BreakPos
			block, _ := w.Block(world.Pos{X: p[0], Y: p[1], Z: p[2]})
			sc.Cracks = append(sc.Cracks, scene.Crack{Pos: p, Block: uint16(block), Progress: b.BreakProgress})
		}
	}
}

// addNameAndLight gives an entity other than the own avatar its name and its light.
func (c *Client) addNameAndLight(b *scene.Entity, e *world.Entity) {
	if c.terrain != nil && e.Kind == world.KindAvatar {
		b.Name = c.strategy.World().Stream(e.Stream).Name
		b.Skin = c.skins.SlotOf(e.Stream)
	}
	c.addLight(b, e)
}

// addLight gives an entity its light.
func (c *Client) addLight(b *scene.Entity, e *world.Entity) {
	if c.terrain == nil {
		return
	}
	at := e.Motion.Pos.Block()
	if e.Kind == world.KindAvatar {
		at = at.Above() // the feet may be in the ground
	}
	b.Light = c.terrain.LightAt(at)
}

// fillCamera fills in the sky, the camera with the hand, the cracks, and the outlines of the block that the player looks at.
func (c *Client) fillCamera(f *effects.Frame, in Input) {
	f.Scene.Sky = scene.Sky{TimeOfDay: timeOfDay(f.World, f.Now), CloudDrift: float64(f.Now) / 1e6}
	slot := f.World.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return
	}
	e, far := f.World.Entity(slot), float64(Reach)
	if h, ok := Raycast(f.World, physics.EyePos(&e.Motion), Direction(in.Yaw, in.Pitch), Reach); ok {
		far = h.distance(physics.EyePos(&e.Motion))
		b, _ := f.World.Block(h.Pos)
		for _, box := range b.Outline() {
			f.Scene.Outlines = append(f.Scene.Outlines, boxOutline(h.Pos, &box))
		}
	}
	fillCracks(f.Scene, f.World)
	fillSigns(f.Scene, f.World, physics.EyePos(&e.Motion))
	if c.moveWatchingCamera(f) {
		return
	}
	c.effects.MoveCamera(f, e, effects.Look{Yaw: in.Yaw, Pitch: in.Pitch, View: in.View, Far: far}, in.Actions)
}

// moveWatchingCamera puts the camera into the eyes of the player who is watched; false if there is none.
func (c *Client) moveWatchingCamera(f *effects.Frame) bool {
	if c.watch == 0 || c.Frozen() {
		return false
	}
	slot := f.World.Find(world.AvatarID(c.watch))
	if slot == world.NoEntity {
		return false
	}
	e, sc := f.World.Entity(slot), f.Scene
	i := slices.IndexFunc(sc.Entities, func(b scene.Entity) bool { return b.ID == uint64(e.ID) })
	if i < 0 {
		return false
	}
	own, hand := sc.OwnEntity, sc.HeldItem
	sc.OwnEntity = sc.Entities[i]
	sc.Entities = slices.Delete(sc.Entities, i, i+1)
	sc.Outlines, sc.Cracks = sc.Outlines[:0], sc.Cracks[:0]
	fillCracks(sc, f.World)
	c.effects.MoveCamera(f, e, effects.Look{Yaw: sc.OwnEntity.Yaw, Pitch: float64(c.PitchOf(c.watch)), View: effects.FirstPerson, Far: Reach}, nil)
	sc.OwnEntity, sc.HeldItem = own, hand
	sc.HeldItem.Shown = false
	return true
}

// timeOfDay returns the time of day in a world: 0 sunrise, 0.25 noon, 0.5 sunset, 0.75 midnight.
func timeOfDay(w *world.World, t timestream.Time) float64 {
	return float64(w.SinceSunrise(t)) / float64(world.DayLength)
}

// boxOutline returns the outline of a box of the block at a cell.
func boxOutline(p world.Pos, b *world.Box) (o scene.Outline) {
	for i, low := range [3]int32{p.X, p.Y, p.Z} {
		o.Low[i] = float64(low) + float64(b.Lo[i])/16
		o.High[i] = float64(low) + float64(b.Hi[i])/16
	}
	return o
}

// fillInventory fills in the own inventory.
func (c *Client) fillInventory(sc *scene.Scene, w *world.World) {
	p := w.Player(c.stream)
	if p == nil {
		return
	}
	sc.SelectedSlot = p.Selected
	for _, s := range p.Slots {
		sc.Inventory = append(sc.Inventory, scene.Stack{Item: uint16(s.Item), Count: s.Count, Wear: s.Wear})
	}
}

// fillChat fills in the lines that were said since the last frame.
func (c *Client) fillChat(sc *scene.Scene, w *world.World, ev *predict.Events) {
	for _, s := range ev.Chat {
		line := scene.ChatLine{Stream: uint32(s.Stream), Text: s.Text}
		if st := w.Stream(s.Stream); st != nil {
			line.Name = st.Name
		}
		sc.Chat = append(sc.Chat, line)
	}
}

// fillRefusals fills in the refusals since the last frame, and clears the lists of chat and refusals.
func (c *Client) fillRefusals(sc *scene.Scene, ev *predict.Events) {
	for _, r := range ev.Refused {
		c.stats.Refused[r.Why]++
		if r.Lost {
			c.stats.LostMoves++
		}
		if r.First != "" {
			c.stats.ToldWho++
		}
		sc.Refusals = append(sc.Refusals, r.Text())
	}
	ev.Chat, ev.Refused = ev.Chat[:0], ev.Refused[:0]
}
