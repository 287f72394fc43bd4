package window

import "github.com/go-gl/glfw/v3.3/glfw"

// EventKind is the kind of an Event, which decides the fields that are set.
type EventKind uint8

// The kinds of events, with the fields that are set.
const (
	KeyDown        EventKind = iota // Key, Mods
	KeyUp                           // Key, Mods
	KeyRepeat                       // Key, Mods: the system repeats a key that is held
	Typed                           // Rune: text, after the keyboard's layout
	MouseDown                       // Key (a mouse button), Mods, X, Y
	MouseUp                         // Key (a mouse button), Mods, X, Y
	MouseMove                       // X, Y, DX, DY
	Scrolled                        // DX, DY: in notches, up and right positive
	Focused                         // the keyboard belongs to the window again
	Unfocused                       // the keyboard belongs to another window; KeyUp of all keys that were down came before
	Resized                         // ask for Size and FramebufferSize
	CloseRequested                  // the user asked to close; nothing closes by itself
)

// Event is an event of the window.
type Event struct {
	Kind   EventKind
	Key    Key
	Mods   Mods
	Rune   rune
	X, Y   float32 // the cursor in framebuffer pixels from the upper left; meaningless while captured
	DX, DY float32 // the motion in framebuffer pixels, or the notches of a wheel
}

// Mods is a set of modifier keys that are held.
type Mods uint8

// The modifier keys.
const (
	Shift Mods = 1 << iota
	Control
	Alt
	Super // the key of the system: command on macOS
)

func modifiersOf(m glfw.ModifierKey) (out Mods) {
	for _, r := range modifierTable {
		if m&r.glfw != 0 {
			out |= r.mods
		}
	}
	return out
}

var modifierTable = []struct {
	glfw glfw.ModifierKey
	mods Mods
}{{glfw.ModShift, Shift}, {glfw.ModControl, Control}, {glfw.ModAlt, Alt}, {glfw.ModSuper, Super}}
