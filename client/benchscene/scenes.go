package benchscene

import "math"

// All returns the scenes, in the order in which they are measured.
func All() []Scene {
	return []Scene{
		{"plains", "a meadow at eye level", noon, 0, standAndTurn(CameraPose{[3]float64{8.5, 40.6, 8.5}, 30, -5}), defaultTerrain, 0},
		{"forest", "a wood from above", noon, 0, standAndTurn(CameraPose{[3]float64{-727.5, 93.6, -999.5}, 90, -25}), defaultTerrain, 0},
		{"caves", "within a cavern with torches", noon, 1, standAndTurn(cavePose), caveTerrain, 0},
		{"city", "towers of 30 kinds of blocks", noon, 0, standAndTurn(CameraPose{[3]float64{8.5, 46.5, 8.5}, 40, -20}), cityTerrain, 0},
		{"ruins", "broken walls, stairs and pillars on a meadow", noon, 0, standAndTurn(CameraPose{[3]float64{8.5, 47.6, 8.5}, 30, -14}), ruinsTerrain, 0},
		{"checker", "a board in three dimensions: nothing merges", noon, 0, standAndTurn(CameraPose{[3]float64{-20.5, 34.5, -20.5}, 135, -25}), checkerTerrain, 0},
		{"coast", "a bay with a wood, and hills behind it", noon, 0, standAndTurn(coastPose), defaultTerrain, 0},
		{"far", "land to two kilometres from a hill", noon, 0, standAndTurn(farPose), defaultTerrain, 2048},
		{"fly", "20 blocks a second, low over terrain that is loaded on the way", noon, 0, []Phase{flight(20)}, defaultTerrain, 0},
		{"torches", "20 torches a second are placed and broken at night", night, 0, []Phase{torchStorm}, defaultTerrain, 0},
		{"edits", "60 blocks a second are placed and broken close by", noon, 0, []Phase{editStorm}, defaultTerrain, 0},
	}
}

// Poses of cameras.
var (
	coastPose = CameraPose{[3]float64{44.5, 46.5, -54.5}, 30, -14}
	farPose   = CameraPose{[3]float64{8.5, 96.5, 8.5}, 30, -8}
)

// Times of the day.
const (
	noon  = 0.25
	night = 0.75
)

// Find returns a scene by name.
func Find(name string) (Scene, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return Scene{}, false
}

// MenuScene is the background of the main menu: a river between a wood and snow soon after sunrise, with a camera that sways
// to and fro. It is not one of the measured scenes.
func MenuScene() Scene {
	return Scene{"backdrop", "a river at sunrise, behind the main menu", sunrise, 0, []Phase{{Name: "sway", Path: func(t, _ float64) CameraPose {
		return CameraPose{[3]float64{-143.5, 59.6, 480.5}, 62 + 26*math.Sin(t*2*math.Pi/swayPeriod), -5 + 2*math.Sin(t*2*math.Pi/swayPeriod*0.7)}
	}}}, defaultTerrain, 0}
}

const (
	sunrise    = 0.018
	swayPeriod = 150 // seconds to and fro
)
