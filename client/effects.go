package client

import (
	"math"

	"voxtide/predict"
	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// Effects are what is seen of something that happened, once: pieces of a block that was broken, dust of one that was
// placed, of somebody who lands, water that splashes. They follow what looks different, own actions in the picture that
// takes them; what the server confirms looks the same, and what it takes back is told by a refusal and shows nothing.

// played is an effect that was played at a cell: the same one is not played again soon, if a correction takes it back and
// it comes again.
type played struct {
	at          world.Pos
	before, now world.Block
	time        timestream.Time
}

const (
	playedMax  = 64
	playedFor  = 300 * timestream.Millisecond // less than anybody can break, place and break again
	brokenSide = 3                            // pieces of a broken block along an edge
	burstsMax  = 24                           // effects in a picture: a land that comes is no effect
	digEvery   = 0.09                         // seconds between two chips of what is being dug
	landSpeed  = 6.5                          // blocks a second at which a landing raises dust
	splashFrom = 3.0                          // blocks a second
)

// again tells whether an effect was played just now, and notes that it is.
func (d *dust) again(e played) bool {
	for i := range d.played {
		if p := &d.played[i]; p.at == e.at && p.before == e.before && p.now == e.now && p.time > 0 && e.time.Sub(p.time) < playedFor {
			return true
		}
	}
	d.played[d.playing] = e
	d.playing = (d.playing + 1) % playedMax
	return false
}

// effects plays what happened since the last picture.
func (c *Client) effects(sc *scene.Scene, changed []predict.Cell) {
	d, w, now := &c.dust, c.strategy.World(), c.strategy.Now()
	if d.most == 0 {
		return
	}
	d.step(w, now)
	if len(sc.Refused) == 0 && len(changed) <= burstsMax {
		for i := range changed {
			c.burst(sc, &changed[i])
		}
	}
	for i := -1; i < len(sc.Bodies); i++ {
		b := &sc.Own
		if i >= 0 {
			b = &sc.Bodies[i]
		}
		if k := c.eyes.walks[world.EntityID(b.ID)]; k != nil && near(cellOf(b.Drawn), sc.Camera.Pos, dustFar) {
			c.treads(b, k)
			c.chips(b, k)
		}
	}
	c.floats(sc, now)
	d.show(sc)
}

// burst plays a block that looks different.
func (c *Client) burst(sc *scene.Scene, cell *predict.Cell) {
	d, w := &c.dust, c.strategy.World()
	b, ok := w.Block(cell.Pos)
	was, is := cell.Before.Info(), b.Info()
	gone := cell.Before != world.Air && !was.Liquid && (b == world.Air || is.Liquid)
	put := b != world.Air && !is.Liquid && (cell.Before == world.Air || was.Liquid || was.Replaceable)
	if !ok || gone == put || !near(cell.Pos, sc.Camera.Pos, dustFar) {
		return
	}
	if d.again(played{cell.Pos, cell.Before, b, c.strategy.Now()}) {
		return
	}
	light := c.lightAt(cell.Pos)
	low := [3]float64{float64(cell.Pos.X), float64(cell.Pos.Y), float64(cell.Pos.Z)}
	if put {
		for range 8 {
			x, z := d.spread(0.55), d.spread(0.55)
			d.add(mote{
				at: [3]float64{low[0] + 0.5 + x, low[1] + 0.06, low[2] + 0.5 + z}, vel: [3]float64{2 * x, 0.6 + d.random(), 2 * z},
				size: 0.06, block: b, light: light, life: 0.3 + 0.2*float32(d.random()),
			})
		}
		return
	}
	if was.Falls && falling(sc, cell.Before, low) {
		return // it is no more there, but whole
	}
	for i := range brokenSide * brokenSide * brokenSide {
		var at, vel [3]float64
		for a, n := range [3]int{i % brokenSide, i / brokenSide % brokenSide, i / brokenSide / brokenSide} {
			by := (float64(n) + 0.5) / brokenSide
			at[a] = low[a] + by
			vel[a] = (by-0.5)*4 + d.spread(0.9)
		}
		vel[1] += 1.6
		d.add(mote{at: at, vel: vel, size: 0.08 + 0.06*float32(d.random()), block: cell.Before, light: light, life: 0.5 + 0.6*float32(d.random())})
	}
}

// falling tells whether a falling block of a kind is about where it began to fall.
func falling(sc *scene.Scene, b world.Block, low [3]float64) bool {
	for i := range sc.Bodies {
		body := &sc.Bodies[i]
		if body.Kind == uint8(world.KindFalling) && body.Block == uint16(b) &&
			math.Abs(body.Drawn[0]-low[0]-0.5) < 0.6 && math.Abs(body.Drawn[2]-low[2]-0.5) < 0.6 && math.Abs(body.Drawn[1]-low[1]) < 2 {
			return true
		}
	}
	return false
}

// treads plays what the feet of a player do: landing, running, and going into water.
func (c *Client) treads(b *scene.Body, k *walk) {
	d, w := &c.dust, c.strategy.World()
	feet := cellOf(b.Drawn)
	in, _ := w.Block(feet)
	wet := in.Info().Liquid
	if wet && !k.wet && k.fell > splashFrom {
		d.ring(b.Drawn, world.Water, c.lightAt(feet), int(min(24, 6+2*k.fell)), 1.6, 2.6)
	}
	k.wet = wet
	if !k.landed && !k.stepped {
		return
	}
	on, _ := w.Block(cellOf([3]float64{b.Drawn[0], b.Drawn[1] - 0.1, b.Drawn[2]}))
	if on.Info().Liquid || on == world.Air || wet {
		return
	}
	light := c.lightAt(feet)
	if k.landed && k.fell > landSpeed {
		d.ring(b.Drawn, on, light, int(min(20, k.fell)), 1.8, 0.8)
	}
	if k.stepped && k.pace > 0.85 {
		d.ring(b.Drawn, on, light, 2, 0.7, 1.2)
	}
}

// ring adds pieces that fly off a point to all sides.
func (d *dust) ring(at [3]float64, b world.Block, light [2]uint8, n int, out, up float64) {
	for range n {
		a := d.random() * 2 * math.Pi
		x, z := math.Cos(a), math.Sin(a)
		by := out * (0.4 + 0.6*d.random())
		d.add(mote{
			at: [3]float64{at[0] + 0.3*x, at[1] + 0.08, at[2] + 0.3*z}, vel: [3]float64{by * x, up * (0.5 + d.random()), by * z},
			size: 0.05 + 0.04*float32(d.random()), block: b, light: light, life: 0.35 + 0.3*float32(d.random()),
		})
	}
}

// chips plays what comes off a block that somebody digs, on the side that is turned to them.
func (c *Client) chips(b *scene.Body, k *walk) {
	d := &c.dust
	if b.Digging <= 0 {
		k.chipped = 0
		return
	}
	if k.chipped -= k.span; k.chipped > 0 {
		return
	}
	k.chipped = digEvery
	p := world.Pos{X: b.DigPos[0], Y: b.DigPos[1], Z: b.DigPos[2]}
	block, _ := c.strategy.World().Block(p)
	mid := [3]float64{float64(p.X) + 0.5, float64(p.Y) + 0.5, float64(p.Z) + 0.5}
	eye := [3]float64{b.Drawn[0], b.Drawn[1] + 1.5, b.Drawn[2]}
	axis := 0
	for i := range eye {
		if math.Abs(eye[i]-mid[i]) > math.Abs(eye[axis]-mid[axis]) {
			axis = i
		}
	}
	side := math.Copysign(1, eye[axis]-mid[axis])
	m := mote{size: 0.06 + 0.03*float32(d.random()), block: block, life: 0.4 + 0.3*float32(d.random())}
	for i := range m.at {
		m.at[i], m.vel[i] = mid[i]+d.spread(0.42), d.spread(0.8)
	}
	m.at[axis], m.vel[axis] = mid[axis]+side*0.56, side*(0.6+d.random())
	m.vel[1] += 0.8
	m.light = c.lightAt(cellOf(m.at))
	d.add(m)
}

// What floats in the air: how many cells are looked at a second, how far from the eye they lie, and when it is night.
const (
	floatTries  = 260
	floatFar    = 14
	floatSpan   = 0.1 // seconds that are made up for at most
	nightBegins = 0.56
	nightEnds   = 0.94
)

// floats lets leaves fall from trees, and fireflies rise from grass by night.
func (c *Client) floats(sc *scene.Scene, now timestream.Time) {
	d, w := &c.dust, c.strategy.World()
	span := max(0, min(float64(now.Sub(c.floated))/float64(timestream.Second), floatSpan))
	c.floated = now
	c.flames(sc, span)
	d.tries += floatTries * span
	night := sc.Sky.Day > nightBegins && sc.Sky.Day < nightEnds
	for ; d.tries >= 1; d.tries-- {
		eye := sc.Camera.Pos
		at := [3]float64{eye[0] + d.spread(floatFar), eye[1] + d.spread(floatFar), eye[2] + d.spread(floatFar)}
		p := cellOf(at)
		b, _ := w.Block(p)
		switch i := b.Info(); {
		case i.Tint == world.TintLeaves && i.Shape == world.ShapeFull:
			if under, ok := w.Block(world.Pos{X: p.X, Y: p.Y - 1, Z: p.Z}); ok && under == world.Air {
				at[1] = float64(p.Y) - 0.1
				d.add(mote{at: at, kind: leaf, size: flyingSize * 1.2, block: b, light: c.lightAt(p), life: 6})
			}
		case night && i.Tint == world.TintGrass && i.Rooted:
			if d.random() < 0.15 {
				at[1] = float64(p.Y) + 1
				d.add(mote{at: at, kind: firefly, size: flyingSize, block: world.Lamp, light: [2]uint8{255, 255}, life: 7})
			}
		}
	}
}
