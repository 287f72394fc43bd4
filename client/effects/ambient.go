package effects

import (
	"voxtide/client/cell"
	"voxtide/timestream"
	"voxtide/world"
)

// ambient adds the particles of the surroundings: torches burn, leaves fall, and fireflies rise by night.
type ambient struct {
	tries     float64 // cells that are still to be looked at
	lastFrame timestream.Time
}

const (
	triesPerSecond     = 260 // cells looked at
	ambientDistanceMax = 14  // blocks from the eye, on each axis, within which cells are looked at
	ambientSpanMax     = 0.1 // the most seconds that are made up for after a long frame
	nightBegins        = 0.56
	nightEnds          = 0.94
)

// add adds the particles since the last frame.
func (a *ambient) add(f *Frame, d *particles) {
	span := max(0, min(float64(f.Now.Sub(a.lastFrame))/float64(timestream.Second), ambientSpanMax))
	a.lastFrame = f.Now
	d.burnTorches(f, span)
	a.tries += triesPerSecond * span
	night := f.Scene.Sky.TimeOfDay > nightBegins && f.Scene.Sky.TimeOfDay < nightEnds
	for ; a.tries >= 1; a.tries-- {
		eye := f.Scene.Camera.Pos
		at := [3]float64{eye[0] + d.randomWithin(ambientDistanceMax), eye[1] + d.randomWithin(ambientDistanceMax), eye[2] + d.randomWithin(ambientDistanceMax)}
		p := cell.At(at)
		b := f.block(p)
		switch i := b.Info(); {
		case i.Tint == world.TintLeaves && i.Shape == world.ShapeFull:
			if under, ok := f.World.Block(p.Below()); ok && under == world.Air {
				at[1] = float64(p.Y) - 0.1
				d.add(particle{pos: at, kind: leaf, size: flyingSize * 1.2, block: b, light: f.lightAt(p), lifetime: 6})
			}
		case night && i.Tint == world.TintGrass && i.NeedsFloor:
			if d.random() < 0.15 {
				at[1] = float64(p.Y) + 1
				d.add(particle{pos: at, kind: firefly, size: flyingSize, block: world.Lamp, light: [2]uint8{255, 255}, lifetime: 7})
			}
		}
	}
}
