package effects

import (
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// Land is what effects need to know of the terrain beside its blocks.
type Land interface {
	// LightAt estimates the light at a cell, 0 to 255 of the sky and of blocks.
	LightAt(p world.Pos) [2]uint8
	// Torches returns the cells of torches in a section.
	Torches(p world.SectionPos) []world.Pos
}

// Frame is the frame that effects are added to.
type Frame struct {
	Scene *scene.Scene
	World *world.World // as it is predicted for the frame
	Land  Land         // nil where nothing is drawn: then everything is lit by the full sky
	Now   timestream.Time
	Own   timestream.Stream
	// RoundTrip is the estimate of the network's round trip, 0 within the process. Nothing but draw=converge reads it.
	RoundTrip timestream.Duration
}

// block returns a block, air where no section is loaded.
func (f *Frame) block(p world.Pos) world.Block {
	b, _ := f.World.BlockAt(p, f.Now)
	return b
}

// lightAt estimates the light at a cell.
func (f *Frame) lightAt(p world.Pos) [2]uint8 {
	if f.Land == nil {
		return [2]uint8{255, 0}
	}
	return f.Land.LightAt(p)
}
