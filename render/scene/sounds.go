package scene

import "voxtide/sound"

// Sounds are what a frame sounds like.
type Sounds struct {
	Begin []Sound             // the sounds that begin with the frame
	Beds  [sound.BedCount]Bed // what goes on
}

// Sound is a sound that begins.
type Sound struct {
	ID      sound.ID
	Pos     [3]float64
	Own     bool    // the player's own: heard at the ear itself, from no side
	Level   float32 // times the usual one; above 0
	Muffled float32 // by what lies between it and the eye, 0 to 1
}

// Bed is how strongly a bed goes on.
type Bed struct {
	Level  float32 // 0 to 1; 0 is silence
	Placed bool    // it comes from a place; else it is all around
	Pos    [3]float64
}
