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

// Errors of Open, wrapped with the error of the system.
var (
	ErrNoDisplay = errors.New("window: no display to open a window on (set DISPLAY, or use xvfb-run)")
	ErrNoOpenGL  = errors.New("window: this machine offers no OpenGL 4.1")
)

// Bounds of the size of a window, in screen coordinates.
const (
	MinWidth, MinHeight = 320, 240
	MaxSide             = 16384
)

// Config configures a window. The zero value opens a window of 1280x720.
type Config struct {
	Title         string
	Width, Height int // of the window, in screen coordinates; 0 for 1280 and 720
	Fullscreen    bool
	Hidden        bool // for tests and screenshots
	VSync         bool
}

// Open opens a window and makes its context current. Close it before another one is opened.
func Open(c Config) (w *Window, err error) {
	if err := checkDisplay(); err != nil {
		return nil, err
	}
	defer func() { // the binding panics on an error that it does not expect
		if p := recover(); p != nil {
			w, err = nil, fmt.Errorf("%w: %v", ErrNoDisplay, p)
		}
	}()
	glfw.InitHint(glfw.CocoaChdirResources, glfw.False)
	if err := initGLFW(); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNoDisplay, err)
	}
	c = c.withDefaults()
	for _, h := range hints {
		glfw.WindowHint(h.hint, h.value)
	}
	glfw.WindowHint(glfw.Visible, pick(c.Hidden, glfw.False, glfw.True))
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
	glfw.SwapInterval(pick(c.VSync, 1, 0))
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

// hints ask for the context that package render is written for: the newest that macOS offers.
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

// initGLFW initialises the library, in several tries: a virtual screen restarts when its last window closes, and refuses
// connections at that moment.
func initGLFW() (err error) {
	for range 5 {
		if err = tryInitGLFW(); err == nil {
			return nil
		}
		time.Sleep(40 * time.Millisecond)
	}
	return err
}

// tryInitGLFW also detects a failure that the binding only logs: after it the next call into the library panics.
func tryInitGLFW() (err error) {
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

// checkDisplay reports a missing display as an error. Without a display the library fails silently and panics at the next
// call.
func checkDisplay() error {
	switch runtime.GOOS {
	case "darwin", "windows":
		return nil
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return ErrNoDisplay
	}
	return nil
}

// withDefaults fills in the sizes that are 0, and brings all sizes within their bounds.
func (c Config) withDefaults() Config {
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
