package effects

import (
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// fakeLand is a Land under the open sky without torches.
type fakeLand struct{}

func (fakeLand) LightAt(world.Pos) [2]uint8           { return [2]uint8{255, 0} }
func (fakeLand) Torches(world.SectionPos) []world.Pos { return nil }

// hillsWorld returns a world with something to see: stone with a grass top in steps, lamps and tall grass on it.
func hillsWorld() *world.World {
	w := world.New()
	for x := int32(-2); x <= 2; x++ {
		for z := int32(-2); z <= 2; z++ {
			for y := int32(-2); y <= 2; y++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				w.SetSection(p, hills(p))
			}
		}
	}
	return w
}

func hills(p world.SectionPos) *world.Section {
	var cells [world.SectionCells]world.Block
	for i := range cells {
		at := p.PosAt(i)
		top := (at.X*at.X/9+at.Z*5/3)%5 - 2
		switch {
		case at.Y < top:
			cells[i] = world.Stone
		case at.Y == top:
			cells[i] = world.Grass
		case at.Y == top+1 && at.X%7 == 3 && at.Z%5 == 2:
			cells[i] = world.Lamp
		case at.Y == top+1 && at.X%5 == 1 && at.Z%3 == 1:
			cells[i] = world.TallGrass
		}
	}
	return world.SectionOf(&cells)
}

// viewer makes frames of a world with effects, seen from above its middle.
type viewer struct {
	fx  *Effects
	w   *world.World
	sc  scene.Scene
	now timestream.Time
}

func newViewer(o Options) *viewer {
	return &viewer{fx: New(o, Drawing{Own: OwnDrawing{Kind: OwnOffset}, Others: OthersDrawing{Kind: OthersStreams}}), w: hillsWorld()}
}

// frame makes the next frame, 16 ms after the last one, with changed blocks.
func (v *viewer) frame(changed ...predict.BlockChange) *scene.Scene {
	v.now = v.now.Add(16 * timestream.Millisecond)
	v.sc = scene.Scene{Particles: v.sc.Particles[:0], Camera: scene.Camera{Pos: [3]float64{7.5, 7.6, 7.5}}}
	v.fx.AddParticles(&Frame{Scene: &v.sc, World: v.w, Land: fakeLand{}, Now: v.now}, changed)
	return &v.sc
}
