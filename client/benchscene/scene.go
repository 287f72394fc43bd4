// Package benchscene holds the fixed scenes by which frames are measured: each has a terrain, the paths of a camera through
// it, and the edits of blocks meanwhile. A scene has no parameters, so that every measurement draws the same.
//
// Owner: the goroutine that measures; a Loader has its own goroutine, which generates sections. Invariants: no camera is ever
// in rock or under water, for which the tests follow all paths; a section is the same in whatever order sections are asked for.
package benchscene

import (
	"math"

	"voxtide/world"
	"voxtide/world/worldgen"
)

// seed is the world seed of all scenes.
const seed = 1

// Land is the land of the scenes on usual terrain.
var Land = worldgen.Land{Seed: seed, Generator: worldgen.Default}

// Generator generates a section of a scene. One goroutine uses it.
type Generator func(p world.SectionPos) *world.Section

// CameraPose is the position and look of a camera: yaw in degrees clockwise from north, pitch in degrees, positive up.
type CameraPose struct {
	Pos        [3]float64
	Yaw, Pitch float64
}

// Phase is a part of a scene that is measured by itself.
type Phase struct {
	Name string
	// Path returns the camera's pose after t seconds, which are a share u (0 to 1) of the phase.
	Path func(t, u float64) CameraPose
	// EditsPerSecond is how often Edit changes a block; 0 for never.
	EditsPerSecond int
	// Edit returns the n-th change around a camera; ok is false for a change that is skipped.
	Edit func(n int, at CameraPose, block func(world.Pos) world.Block) (p world.Pos, b world.Block, ok bool)
	// Speed is how fast the camera moves, in blocks a second. Above 0, sections are loaded on the way.
	Speed float64
}

// Turns reports whether the camera turns around in one place, where nothing else changes.
func (p *Phase) Turns() bool {
	from, to := p.Path(0, 0), p.Path(0, 0.5)
	return from.Pos == to.Pos && from.Yaw != to.Yaw && p.EditsPerSecond == 0
}

// Scene is one of the scenes.
type Scene struct {
	Name, About  string
	Day          float64 // time of day, as in scene.Sky
	Dark         float32 // adaptation to the dark, as in scene.Camera
	Phases       []Phase
	NewGenerator func() Generator
	FarLand      int // how far its land is drawn beyond the view distance, in blocks: Land's
}

// standAndTurn returns two phases from one place: standing still, and turning once around.
func standAndTurn(l CameraPose) []Phase {
	return []Phase{
		{Name: "still", Path: func(float64, float64) CameraPose { return l }},
		{Name: "turn", Path: func(_, u float64) CameraPose {
			l := l
			l.Yaw = math.Mod(l.Yaw+360*u, 360)
			return l
		}},
	}
}
