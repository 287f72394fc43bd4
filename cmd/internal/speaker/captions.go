package speaker

import (
	"math"

	"voxtide/render/scene"
	"voxtide/sound"
)

// Caption is a sound that begins, to be written.
type Caption struct {
	Text string
	Side int // -1 from the left, 1 from the right
}

// Captions writes down the sounds of scenes. It needs no card.
type Captions struct {
	list []Caption
	beds [sound.BedCount]bool // that are heard
}

// A bed is written when it rises above bedHeard, and again after it has fallen below bedGone.
const (
	bedHeard = 0.22
	bedGone  = 0.1
)

// Of returns the sounds that begin with a scene, valid until the next call. What is hardly heard is left out, and what the screens show
// anyway.
func (c *Captions) Of(sc *scene.Scene) []Caption {
	c.list = c.list[:0]
	for i := range sc.Sounds.Begin {
		if s := &sc.Sounds.Begin[i]; s.Muffled < 0.9 && s.ID.Group() != sound.Interface {
			c.list = append(c.list, Caption{s.ID.Subtitle(), sideOf(sc, s.Own, s.Pos)})
		}
	}
	for i := range sc.Sounds.Beds {
		b, of := &sc.Sounds.Beds[i], sound.Bed(i)
		if b.Level > bedHeard && !c.beds[i] {
			c.beds[i] = true
			c.list = append(c.list, Caption{of.Subtitle(), sideOf(sc, !b.Placed, b.Pos)})
		} else if b.Level < bedGone {
			c.beds[i] = false
		}
	}
	return c.list
}

// sideOf returns the side of the camera at which a point lies; a third of the way round ahead and behind is in the middle.
func sideOf(sc *scene.Scene, own bool, at [3]float64) int {
	dx, dz := at[0]-sc.Camera.Pos[0], at[2]-sc.Camera.Pos[2]
	far := math.Hypot(dx, dz)
	if own || far < 1 {
		return 0
	}
	sin, cos := math.Sincos(float64(sc.Camera.Yaw))
	switch side := (dx*cos + dz*sin) / far; {
	case side > 0.5:
		return 1
	case side < -0.5:
		return -1
	}
	return 0
}
