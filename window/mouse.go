package window

import "github.com/go-gl/glfw/v3.3/glfw"

// CaptureMouse hides the cursor for turning the camera: motion events carry the motion of the mouse, raw where the system
// offers it, and the cursor never meets an edge. ReleaseMouse ends it.
func (w *Window) CaptureMouse() {
	if w.captured {
		return
	}
	w.captured, w.skipMove = true, true
	w.glfw.SetInputMode(glfw.CursorMode, glfw.CursorDisabled)
	if glfw.RawMouseMotionSupported() {
		w.glfw.SetInputMode(glfw.RawMouseMotion, glfw.True)
	}
}

// ReleaseMouse shows the cursor again, in the middle of the window.
func (w *Window) ReleaseMouse() {
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

// MouseCaptured reports whether the mouse is captured.
func (w *Window) MouseCaptured() bool { return w.captured }

// cursorMoved adds the event of a new position of the cursor.
func (w *Window) cursorMoved(x, y float64) {
	dx, dy := x-w.lastX, y-w.lastY
	w.lastX, w.lastY = x, y
	if w.skipMove {
		w.skipMove = false
		dx, dy = 0, 0
	}
	w.events = append(w.events, Event{Kind: MouseMove, X: float32(x), Y: float32(y), DX: float32(dx), DY: float32(dy)})
}
