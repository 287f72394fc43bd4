package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Fullscreen reports whether the window covers a screen.
func (w *Window) Fullscreen() bool { return w.glfw.GetMonitor() != nil }

// SetFullscreen covers the screen that holds most of the window, in that screen's own mode, or restores the window's size and
// position. It does nothing without a screen.
func (w *Window) SetFullscreen(on bool) {
	if on == w.Fullscreen() {
		return
	}
	if !on {
		p := w.windowedRect
		w.glfw.SetMonitor(nil, p[0], p[1], p[2], p[3], glfw.DontCare)
		return
	}
	m := w.monitor()
	if m == nil || m.GetVideoMode() == nil {
		return
	}
	x, y := w.glfw.GetPos()
	w.windowedRect = [4]int{x, y, w.width, w.height}
	v := m.GetVideoMode()
	w.glfw.SetMonitor(m, 0, 0, v.Width, v.Height, v.RefreshRate)
	w.skipMove = true
}

// monitor returns the screen that holds most of the window.
func (w *Window) monitor() *glfw.Monitor {
	x, y := w.glfw.GetPos()
	best, most := glfw.GetPrimaryMonitor(), 0
	for _, m := range glfw.GetMonitors() {
		v := m.GetVideoMode()
		if v == nil {
			continue
		}
		mx, my := m.GetPos()
		wide := min(x+w.width, mx+v.Width) - max(x, mx)
		high := min(y+w.height, my+v.Height) - max(y, my)
		if wide > 0 && high > 0 && wide*high > most {
			best, most = m, wide*high
		}
	}
	return best
}
