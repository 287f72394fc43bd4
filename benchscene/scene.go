// Package benchscene holds what pictures are measured by: fixed scenes of land, each with the ways that a camera takes
// through it and what is built there meanwhile. A scene is a function of nothing: everybody who measures it draws the same.
//
// Owner: the goroutine that measures; a Feed has a goroutine of its own that makes land. Invariants: no camera is ever in
// rock or under water, which the tests walk all ways for; land is the same whatever is asked for first.
package benchscene

import (
	"math"

	"voxtide/world"
	"voxtide/worldgen"
)

// seed is that of the generated land in all scenes.
const seed = 1

// Maker makes sections of a scene. One goroutine uses it.
type Maker func(p world.SectionPos) *world.Section

// Look is where a camera is and looks: degrees, as the game counts them; positive pitch is up.
type Look struct {
	Pos        [3]float64
	Yaw, Pitch float64
}

// Phase is a part of a scene that is measured by itself.
type Phase struct {
	Name string
	// Way returns the camera's look after t seconds, which are a share u (0 to 1) of the phase.
	Way func(t, u float64) Look
	// Storm is how many blocks change in a second, by Change; 0 for none.
	Storm int
	// Change returns the n-th change of a storm around a look; ok is false for one that is left out.
	Change func(n int, at Look, block func(world.Pos) world.Block) (p world.Pos, b world.Block, ok bool)
	// Speed is how fast the camera moves, in blocks a second: where it is above 0, land is made on the way.
	Speed float64
}

// Scene is one of the scenes.
type Scene struct {
	Name, About string
	Day         float64 // as scene.Sky counts it
	Dark        float32 // as scene.Camera counts it
	Phases      []Phase
	Maker       func() Maker // a new one
}

// All returns the scenes, in the order in which they are measured.
func All() []Scene {
	return []Scene{
		{"plains", "a meadow at eye level", noon, 0, spin(Look{[3]float64{8.5, 40.6, 8.5}, 30, -5}), generated},
		{"forest", "a wood from above", noon, 0, spin(Look{[3]float64{-727.5, 93.6, -999.5}, 90, -25}), generated},
		{"caves", "within a cavern with torches", noon, 1, spin(caveLook), torched},
		{"city", "towers of 30 kinds of blocks", noon, 0, spin(Look{[3]float64{8.5, 46.5, 8.5}, 40, -20}), built},
		{"checker", "a board in three dimensions: nothing merges", noon, 0, spin(Look{[3]float64{-20.5, 34.5, -20.5}, 135, -25}), checkered},
		{"fly", "20 blocks a second, low over land that is made on the way", noon, 0, []Phase{flight(20)}, generated},
		{"torches", "20 torches a second are put and taken at night", night, 0, []Phase{torchStorm}, generated},
		{"edits", "60 blocks a second are put and taken close by", noon, 0, []Phase{editStorm}, generated},
	}
}

// Times of the day.
const (
	noon  = 0.25
	night = 0.75
)

// Find returns the scene of a name.
func Find(name string) (Scene, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return Scene{}, false
}

// spin are two phases from one place: at rest, and turning once around.
func spin(l Look) []Phase {
	return []Phase{
		{Name: "still", Way: func(float64, float64) Look { return l }},
		{Name: "turn", Way: func(_, u float64) Look {
			l := l
			l.Yaw = math.Mod(l.Yaw+360*u, 360)
			return l
		}},
	}
}

// generated is the land that the game is played on.
func generated() Maker { return worldgen.New(seed).Section }
