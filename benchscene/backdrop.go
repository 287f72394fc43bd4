package benchscene

import "math"

// Backdrop is what lies behind the main menu: a river between a wood and snow soon after sunrise, looked at to and fro. It is
// none of the scenes that are measured.
func Backdrop() Scene {
	return Scene{"backdrop", "a river at sunrise, behind the main menu", sunrise, 0, []Phase{{Name: "sway", Way: func(t, _ float64) Look {
		return Look{[3]float64{-143.5, 59.6, 480.5}, 62 + 26*math.Sin(t*2*math.Pi/swayFor), -5 + 2*math.Sin(t*2*math.Pi/swayFor*0.7)}
	}}}, generated}
}

const (
	sunrise = 0.018
	swayFor = 150 // seconds to and fro
)
