package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Poll returns the events since the last call, in order. The slice is valid until the next call.
func (w *Window) Poll() []Event {
	w.events = w.events[:0]
	glfw.PollEvents()
	return w.events
}

// listen sets the callbacks, all of which run within Poll on the main thread.
func (w *Window) listen() {
	w.glfw.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, a glfw.Action, m glfw.ModifierKey) {
		w.keyChanged(keyFromGLFW(key), actionKinds[a], m)
	})
	w.glfw.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		w.buttonChanged(b, a, m)
	})
	w.glfw.SetCharCallback(func(_ *glfw.Window, r rune) {
		w.events = append(w.events, Event{Kind: Typed, Rune: r})
	})
	w.glfw.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		w.cursorMoved(x*w.pixelsPerUnit(), y*w.pixelsPerUnit())
	})
	w.glfw.SetScrollCallback(func(_ *glfw.Window, x, y float64) {
		w.events = append(w.events, Event{Kind: Scrolled, DX: float32(x), DY: float32(y)})
	})
	w.glfw.SetFocusCallback(func(_ *glfw.Window, on bool) { w.focusChanged(on) })
	w.glfw.SetSizeCallback(func(_ *glfw.Window, width, height int) {
		w.width, w.height = width, height
		w.skipMove = w.captured // the cursor is moved to the middle of the new size
		w.sizeChanged()
	})
	w.glfw.SetFramebufferSizeCallback(func(_ *glfw.Window, width, height int) {
		w.fbWidth, w.fbHeight = width, height
		w.sizeChanged()
	})
	w.glfw.SetIconifyCallback(func(_ *glfw.Window, away bool) { w.minimisedChanged(away) })
	w.glfw.SetContentScaleCallback(func(_ *glfw.Window, x, _ float32) {
		w.scale = x
		w.sizeChanged()
	})
	w.glfw.SetCloseCallback(func(g *glfw.Window) {
		g.SetShouldClose(false)
		w.events = append(w.events, Event{Kind: CloseRequested})
	})
}

// actionKinds maps the actions of the library.
var actionKinds = map[glfw.Action]EventKind{glfw.Press: KeyDown, glfw.Release: KeyUp, glfw.Repeat: KeyRepeat}

// pixelsPerUnit returns the framebuffer pixels per screen coordinate.
func (w *Window) pixelsPerUnit() float64 {
	if w.width == 0 || w.fbWidth == 0 {
		return 1
	}
	return float64(w.fbWidth) / float64(w.width)
}

func (w *Window) keyChanged(k Key, kind EventKind, m glfw.ModifierKey) {
	if k == KeyNone {
		return
	}
	w.keysDown[k] = kind != KeyUp
	w.events = append(w.events, Event{Kind: kind, Key: k, Mods: modifiersOf(m)})
}

func (w *Window) buttonChanged(b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
	k := MouseLeft + Key(b)
	if b < 0 || k > Mouse8 {
		return
	}
	kind := MouseDown
	if a == glfw.Release {
		kind = MouseUp
	}
	w.keysDown[k] = kind == MouseDown
	w.events = append(w.events, Event{Kind: kind, Key: k, Mods: modifiersOf(m), X: float32(w.lastX), Y: float32(w.lastY)})
}

// focusChanged adds the events of a changed focus. When the window loses it, keys that are down come up: no later event would
// say so.
func (w *Window) focusChanged(on bool) {
	w.focused = on
	if on {
		w.skipMove = true
		w.events = append(w.events, Event{Kind: Focused})
		return
	}
	for k, down := range w.keysDown {
		if !down {
			continue
		}
		w.keysDown[k] = false
		kind := KeyUp
		if Key(k).IsMouse() {
			kind = MouseUp
		}
		w.events = append(w.events, Event{Kind: kind, Key: Key(k)})
	}
	w.events = append(w.events, Event{Kind: Unfocused})
}

// minimisedChanged notes that the window was minimised or restored.
func (w *Window) minimisedChanged(away bool) {
	w.minimised = away
	w.sizeChanged()
}

// sizeChanged adds one event, however many sizes changed.
func (w *Window) sizeChanged() {
	if n := len(w.events); n == 0 || w.events[n-1].Kind != Resized {
		w.events = append(w.events, Event{Kind: Resized})
	}
}
