// Package window opens the one window with its OpenGL 4.1 core context and turns what its user does into plain values.
// It alone knows GLFW.
//
// Owner: the main goroutine, locked to the main thread (init does that, because macOS lets no other thread touch
// windows); nothing here may be called from elsewhere. The context that Open makes is current on that thread from
// then on, so the renderer lives there, too.
//
// Invariants: at most one window is open at a time; events come in the order in which they happened; a key that is
// down when the window loses its focus comes up first.
package window

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
)

func init() { runtime.LockOSThread() }

// What Open returns, wrapped with what the system said.
var (
	ErrNoDisplay = errors.New("window: no display to open a window on (set DISPLAY, or use xvfb-run)")
	ErrNoOpenGL  = errors.New("window: this machine offers no OpenGL 4.1")
)

// Sizes that a window keeps within, in screen coordinates.
const (
	MinWidth, MinHeight = 320, 240
	MaxSide             = 16384
)

// Config says how a window opens. The zero value opens one of 1280x720.
type Config struct {
	Title         string
	Width, Height int // of the window, in screen coordinates; 0 for 1280 and 720
	Fullscreen    bool
	Hidden        bool // for tests and for pictures taken without anybody looking
	VSync         bool
}

// Window is the open window.
type Window struct {
	glfw     *glfw.Window
	events   []Event
	width    int // of the window, in screen coordinates
	height   int
	fbWidth  int // of what is drawn into, in pixels
	fbHeight int
	scale    float32
	captured bool
	focused  bool
	away     bool // put away: nobody sees what is drawn
	skipMove bool // the next motion is a jump of the cursor, not of the hand
	lastX    float64
	lastY    float64
	down     [KeyCount]bool
	place    [4]int // x, y, width and height before full screen
}

// Open opens a window and makes its context current. Close it before another one is opened.
func Open(c Config) (w *Window, err error) {
	if err := hasDisplay(); err != nil {
		return nil, err
	}
	defer func() { // the binding panics on what it does not expect
		if p := recover(); p != nil {
			w, err = nil, fmt.Errorf("%w: %v", ErrNoDisplay, p)
		}
	}()
	glfw.InitHint(glfw.CocoaChdirResources, glfw.False)
	if err := start(); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNoDisplay, err)
	}
	c = c.sane()
	for _, h := range hints {
		glfw.WindowHint(h.hint, h.value)
	}
	glfw.WindowHint(glfw.Visible, choose(c.Hidden, glfw.False, glfw.True))
	g, err := glfw.CreateWindow(c.Width, c.Height, c.Title, nil, nil)
	if err != nil {
		glfw.Terminate()
		return nil, fmt.Errorf("%w: %v", ErrNoOpenGL, err)
	}
	if g == nil {
		glfw.Terminate()
		return nil, ErrNoOpenGL
	}
	g.MakeContextCurrent()
	glfw.SwapInterval(choose(c.VSync, 1, 0))
	g.SetSizeLimits(MinWidth, MinHeight, glfw.DontCare, glfw.DontCare)
	w = &Window{glfw: g, focused: true}
	w.width, w.height = g.GetSize()
	w.fbWidth, w.fbHeight = g.GetFramebufferSize()
	w.scale, _ = g.GetContentScale()
	w.listen()
	if c.Fullscreen {
		w.SetFullscreen(true)
	}
	return w, nil
}

// hints ask for the context that render is written for: what macOS offers at most.
var hints = []struct {
	hint  glfw.Hint
	value int
}{
	{glfw.ClientAPI, glfw.OpenGLAPI},
	{glfw.ContextVersionMajor, 4},
	{glfw.ContextVersionMinor, 1},
	{glfw.OpenGLProfile, glfw.OpenGLCoreProfile},
	{glfw.OpenGLForwardCompatible, glfw.True},
	{glfw.DepthBits, 24},
	{glfw.StencilBits, 0},
	{glfw.AlphaBits, 0},
	{glfw.Samples, 0},
	{glfw.DoubleBuffer, glfw.True},
	{glfw.ScaleToMonitor, glfw.True},
	{glfw.CocoaRetinaFramebuffer, glfw.True},
}

// start starts the library. A screen that nobody sees starts anew when its last window closes, and refuses whoever
// comes in that moment: hence the tries after the first.
func start() (err error) {
	for range 5 {
		if err = startOnce(); err == nil {
			return nil
		}
		time.Sleep(40 * time.Millisecond)
	}
	return err
}

// startOnce also finds the failure that the binding only logs: the next call into the library panics then.
func startOnce() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	if err := glfw.Init(); err != nil {
		return err
	}
	glfw.DefaultWindowHints()
	return nil
}

// hasDisplay looks for what the library needs: without it, it fails in silence and panics at the next call.
func hasDisplay() error {
	switch runtime.GOOS {
	case "darwin", "windows":
		return nil
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return ErrNoDisplay
	}
	return nil
}

// sane fills the sizes that are not given and bounds those that are.
func (c Config) sane() Config {
	if c.Width == 0 {
		c.Width = 1280
	}
	if c.Height == 0 {
		c.Height = 720
	}
	c.Width = min(max(c.Width, MinWidth), MaxSide)
	c.Height = min(max(c.Height, MinHeight), MaxSide)
	return c
}

// Close closes the window and lets go of the library. What was made in its context is gone.
func (w *Window) Close() {
	w.glfw.Destroy()
	glfw.Terminate()
}

// Swap shows what was drawn. It waits for the screen where VSync is on.
func (w *Window) Swap() { w.glfw.SwapBuffers() }

// SetVSync says whether Swap waits for the screen.
func (w *Window) SetVSync(on bool) { glfw.SwapInterval(choose(on, 1, 0)) }

// Size returns the size of the window in screen coordinates, in which the mouse moves.
func (w *Window) Size() (width, height int) { return w.width, w.height }

// FramebufferSize returns the size of what is drawn into, in pixels: more than Size on a dense screen, 0 by 0 for a
// window that is put away.
func (w *Window) FramebufferSize() (width, height int) {
	if w.away { // some systems leave its size as it was
		return 0, 0
	}
	return w.fbWidth, w.fbHeight
}

// Scale returns the pixels that the system wants for a point of text: 1, or more on a dense screen.
func (w *Window) Scale() float32 { return w.scale }

// Focused tells whether the keyboard belongs to the window.
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

func choose(b bool, yes, no int) int {
	if b {
		return yes
	}
	return no
}
