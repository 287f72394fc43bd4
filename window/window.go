// Package window opens the one window with its OpenGL 4.1 core context and turns its input into plain values.
// It alone knows GLFW.
//
// Owner: the main goroutine, locked to the main thread (init does that, because macOS lets no other thread touch
// windows); nothing here may be called from elsewhere. The context that Open makes is current on that thread from
// then on, so the renderer lives there, too.
//
// Invariants: at most one window is open at a time; events are in the order in which they happened; a key that is down when
// the window loses its focus comes up first.
package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Window is the open window.
type Window struct {
	glfw         *glfw.Window
	events       []Event
	width        int // of the window, in screen coordinates
	height       int
	fbWidth      int // of the framebuffer, in pixels
	fbHeight     int
	scale        float32
	captured     bool
	focused      bool
	minimised    bool
	skipMove     bool // the next motion is a jump of the cursor, not a motion of the mouse
	lastX        float64
	lastY        float64
	keysDown     [KeyCount]bool
	windowedRect [4]int // x, y, width and height before full screen
}

// Close closes the window and ends the library. Everything that was made in its context is gone.
func (w *Window) Close() {
	w.glfw.Destroy()
	glfw.Terminate()
}

// Swap shows the frame. With VSync it waits for the screen.
func (w *Window) Swap() { w.glfw.SwapBuffers() }

// SetVSync sets whether Swap waits for the screen.
func (w *Window) SetVSync(on bool) { glfw.SwapInterval(pick(on, 1, 0)) }

// Size returns the size of the window in screen coordinates, in which the mouse moves.
func (w *Window) Size() (width, height int) { return w.width, w.height }

// FramebufferSize returns the size of the framebuffer in pixels: more than Size on a dense screen, 0 by 0 for a minimised
// window.
func (w *Window) FramebufferSize() (width, height int) {
	if w.minimised { // some systems leave the size as it was
		return 0, 0
	}
	return w.fbWidth, w.fbHeight
}

// ContentScale returns the pixels for a point of text that the system asks for: 1, or more on a dense screen.
func (w *Window) ContentScale() float32 { return w.scale }

// Focused reports whether the keyboard belongs to the window.
func (w *Window) Focused() bool { return w.focused }

// Time returns the seconds since the window was opened.
func (w *Window) Time() float64 { return glfw.GetTime() }

// SetTitle changes the title.
func (w *Window) SetTitle(title string) { w.glfw.SetTitle(title) }

// Show makes a hidden window visible.
func (w *Window) Show() { w.glfw.Show() }

// Clipboard returns the text in the system's clipboard, empty if there is none.
func (w *Window) Clipboard() string { return w.glfw.GetClipboardString() }

// SetClipboard puts a text into the system's clipboard.
func (w *Window) SetClipboard(text string) { w.glfw.SetClipboardString(text) }

// pick returns yes or no, by b.
func pick(b bool, yes, no int) int {
	if b {
		return yes
	}
	return no
}
