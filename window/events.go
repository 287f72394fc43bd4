package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Kind says what an Event tells and which of its fields hold something.
type Kind uint8

// The kinds of events.
const (
	KeyDown   Kind = iota // Key, Mods
	KeyUp                 // Key, Mods
	KeyRepeat             // Key, Mods: the system repeats a key that is held
	Typed                 // Rune: text, after the keyboard's layout
	MouseDown             // Key (a mouse button), Mods, X, Y
	MouseUp               // Key (a mouse button), Mods, X, Y
	MouseMove             // X, Y, DX, DY
	Scrolled              // DX, DY: in notches, up and right positive
	Focused               // the keyboard belongs to the window again
	Unfocused             // it belongs to another one; keys that were down came up before
	Resized               // ask for Size and FramebufferSize
	Closed                // the user asked to close; nothing closes by itself
)

// Event is something that happened, in the order of happening.
type Event struct {
	Kind   Kind
	Key    Key
	Mods   Mods
	Rune   rune
	X, Y   float32 // the cursor in framebuffer pixels from the upper left; meaningless while captured
	DX, DY float32 // the motion in framebuffer pixels, or the notches of a wheel
}

// Mods is a set of keys held with another one.
type Mods uint8

// The members of Mods.
const (
	Shift Mods = 1 << iota
	Control
	Alt
	Super // the key of the system: command on macOS
)

// Poll takes in what happened since the last call. The slice is valid until the next one.
func (w *Window) Poll() []Event {
	w.events = w.events[:0]
	glfw.PollEvents()
	return w.events
}

// listen sets the callbacks, all of which run within Poll on the main thread.
func (w *Window) listen() {
	w.glfw.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, a glfw.Action, m glfw.ModifierKey) {
		w.pressed(keyOf(key), actions[a], m)
	})
	w.glfw.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		w.clicked(b, a, m)
	})
	w.glfw.SetCharCallback(func(_ *glfw.Window, r rune) {
		w.events = append(w.events, Event{Kind: Typed, Rune: r})
	})
	w.glfw.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		w.moved(x*w.dense(), y*w.dense())
	})
	w.glfw.SetScrollCallback(func(_ *glfw.Window, x, y float64) {
		w.events = append(w.events, Event{Kind: Scrolled, DX: float32(x), DY: float32(y)})
	})
	w.glfw.SetFocusCallback(func(_ *glfw.Window, on bool) { w.focus(on) })
	w.glfw.SetSizeCallback(func(_ *glfw.Window, width, height int) {
		w.width, w.height = width, height
		w.skipMove = w.captured // the cursor is put into the middle of the new size
		w.resized()
	})
	w.glfw.SetFramebufferSizeCallback(func(_ *glfw.Window, width, height int) {
		w.fbWidth, w.fbHeight = width, height
		w.resized()
	})
	w.glfw.SetIconifyCallback(func(_ *glfw.Window, away bool) { w.iconified(away) })
	w.glfw.SetContentScaleCallback(func(_ *glfw.Window, x, _ float32) {
		w.scale = x
		w.resized()
	})
	w.glfw.SetCloseCallback(func(g *glfw.Window) {
		g.SetShouldClose(false)
		w.events = append(w.events, Event{Kind: Closed})
	})
}

// actions maps what the library calls an action.
var actions = map[glfw.Action]Kind{glfw.Press: KeyDown, glfw.Release: KeyUp, glfw.Repeat: KeyRepeat}

// dense returns the framebuffer pixels per screen coordinate.
func (w *Window) dense() float64 {
	if w.width == 0 || w.fbWidth == 0 {
		return 1
	}
	return float64(w.fbWidth) / float64(w.width)
}

func (w *Window) pressed(k Key, kind Kind, m glfw.ModifierKey) {
	if k == KeyNone {
		return
	}
	w.down[k] = kind != KeyUp
	w.events = append(w.events, Event{Kind: kind, Key: k, Mods: modsOf(m)})
}

func (w *Window) clicked(b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
	k := MouseLeft + Key(b)
	if b < 0 || k > Mouse8 {
		return
	}
	kind := MouseDown
	if a == glfw.Release {
		kind = MouseUp
	}
	w.down[k] = kind == MouseDown
	w.events = append(w.events, Event{Kind: kind, Key: k, Mods: modsOf(m), X: float32(w.lastX), Y: float32(w.lastY)})
}

// focus says that the focus changed. Keys that are down when it goes come up, as nobody will say so later.
func (w *Window) focus(on bool) {
	w.focused = on
	if on {
		w.skipMove = true
		w.events = append(w.events, Event{Kind: Focused})
		return
	}
	for k, down := range w.down {
		if !down {
			continue
		}
		w.down[k] = false
		kind := KeyUp
		if Key(k).Mouse() {
			kind = MouseUp
		}
		w.events = append(w.events, Event{Kind: kind, Key: Key(k)})
	}
	w.events = append(w.events, Event{Kind: Unfocused})
}

// iconified says that the window was put away, or is back.
func (w *Window) iconified(away bool) {
	w.away = away
	w.resized()
}

// resized says so once, however many sizes changed.
func (w *Window) resized() {
	if n := len(w.events); n == 0 || w.events[n-1].Kind != Resized {
		w.events = append(w.events, Event{Kind: Resized})
	}
}

func modsOf(m glfw.ModifierKey) (out Mods) {
	for _, r := range mods {
		if m&r.glfw != 0 {
			out |= r.mods
		}
	}
	return out
}

var mods = []struct {
	glfw glfw.ModifierKey
	mods Mods
}{{glfw.ModShift, Shift}, {glfw.ModControl, Control}, {glfw.ModAlt, Alt}, {glfw.ModSuper, Super}}
