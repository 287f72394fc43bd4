package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Capture hides the cursor and turns motion into turning: motion events carry how far the hand moved, raw where the
// system can tell, and the cursor never meets an edge. Release ends it.
func (w *Window) Capture() {
	if w.captured {
		return
	}
	w.captured, w.skipMove = true, true
	w.glfw.SetInputMode(glfw.CursorMode, glfw.CursorDisabled)
	if glfw.RawMouseMotionSupported() {
		w.glfw.SetInputMode(glfw.RawMouseMotion, glfw.True)
	}
}

// Release gives the cursor back, in the middle of the window.
func (w *Window) Release() {
	if !w.captured {
		return
	}
	if glfw.RawMouseMotionSupported() {
		w.glfw.SetInputMode(glfw.RawMouseMotion, glfw.False)
	}
	w.glfw.SetInputMode(glfw.CursorMode, glfw.CursorNormal)
	w.glfw.SetCursorPos(float64(w.width)/2, float64(w.height)/2)
	w.captured, w.skipMove = false, true
}

// Captured tells whether the mouse turns instead of pointing.
func (w *Window) Captured() bool { return w.captured }

// moved turns the place of the cursor into an event.
func (w *Window) moved(x, y float64) {
	dx, dy := x-w.lastX, y-w.lastY
	w.lastX, w.lastY = x, y
	if w.skipMove {
		w.skipMove = false
		dx, dy = 0, 0
	}
	w.events = append(w.events, Event{Kind: MouseMove, X: float32(x), Y: float32(y), DX: float32(dx), DY: float32(dy)})
}
