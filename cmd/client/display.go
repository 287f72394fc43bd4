package main

import (
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"

	"voxtide/client/far"
	"voxtide/client/terrain"
	"voxtide/cmd/internal/framerate"
	"voxtide/cmd/internal/speaker"
	"voxtide/render"
	"voxtide/render/scene"
	"voxtide/render/sections"
	"voxtide/settings"
	"voxtide/window"
)

// display is the window with its renderer, and what is heard. The main goroutine owns it.
type display struct {
	window   *window.Window
	renderer *render.Renderer
	env      render.Config    // as the environment variable forces it
	config   render.Config    // in use
	sounds   *speaker.Screens // nil where nothing is heard
	guard    framerate.Guard
	governor framerate.Governor
	height   int // of the window, in pixels, when it was seen last
}

// openDisplay opens a window and creates its renderer.
func openDisplay(cfg window.Config, p *assets) (*display, error) {
	w, err := openWindow(cfg)
	if err != nil {
		return nil, err
	}
	return newDisplay(w, p)
}

// openWindow opens a window, and says what helps where that fails.
func openWindow(cfg window.Config) (*window.Window, error) {
	w, err := window.Open(cfg)
	switch {
	case errors.Is(err, window.ErrNoOpenGL):
		err = fmt.Errorf("%w; update the graphics driver, or let the processor draw: LIBGL_ALWAYS_SOFTWARE=1", err)
	case errors.Is(err, window.ErrNoDisplay):
		err = fmt.Errorf("%w; --headless plays without a window", err)
	}
	return w, err
}

// newDisplay creates the renderer of a window. If that fails the window is closed.
func newDisplay(w *window.Window, p *assets) (*display, error) {
	draw, err := parseDrawConfig(os.Getenv(drawEnv))
	if err != nil {
		w.Close()
		return nil, err
	}
	r, err := render.New(draw)
	if err == nil {
		if err = r.SetTextures(&p.gpu); err != nil {
			r.Close()
		}
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return &display{window: w, renderer: r, env: draw, config: draw}, nil
}

// drawEnv is the environment variable that forces how sections are drawn and where their light is stored, which the
// renderer otherwise tests at the start: words such as "loop" or "offset texture".
const drawEnv = "VOXTIDE_DRAW"

// parseDrawConfig parses the words of drawEnv.
func parseDrawConfig(words string) (cfg render.Config, err error) {
	for _, word := range strings.Fields(words) {
		path, isPath := sections.ParseDrawPath(word)
		cells, isCells := sections.ParseLightStorage(word)
		switch {
		case isPath:
			cfg.DrawPath = path
		case isCells:
			cfg.LightStorage = cells
		default:
			return cfg, fmt.Errorf("%s: %q is none of multi, loop, offset, buffer, texture, auto", drawEnv, word)
		}
	}
	return cfg, nil
}

func (s *display) close() {
	if s.sounds != nil {
		s.sounds.Close()
	}
	s.renderer.Close()
	s.window.Close()
}

// terrainDetail returns how finely far sections are meshed with a distance of levels of detail, in blocks; 0 for none.
func (s *display) terrainDetail(lodDistance int) terrain.Detail {
	return terrain.Detail{LODDistance: lodDistance, PlainLeaves: s.renderer.Reduced()}
}

// detailOf returns how finely far sections are meshed with a player's options, for the window as it is.
func (s *display) detailOf(o *settings.Client) terrain.Detail {
	lod := o.LODDistance
	if lod == settings.Automatic {
		if _, height := s.window.FramebufferSize(); height > 0 { // else it is minimised: nothing changes
			s.height = height
		}
		lod = terrain.AutomaticLOD(int(float64(s.height)*o.ResolutionScale), float64(o.FOV))
	}
	return s.terrainDetail(lod)
}

// farDetail returns how finely land beyond the view is drawn.
func (s *display) farDetail() far.Detail {
	if d := s.renderer.Driver(); d.Software {
		return far.Plain
	}
	return far.Fine
}

// draw draws a scene with a field of view, in degrees from the lower to the upper edge, and a view distance in blocks. The
// caller calls Finish afterwards.
func (s *display) draw(sc *scene.Scene, fov, view float64) (width, height int) {
	width, height = s.window.FramebufferSize()
	sc.Camera.FOV = float32(fov / 180 * math.Pi)
	sc.Camera.ViewDistance = float32(view)
	s.renderer.Draw(sc, width, height)
	return width, height
}

// show shows the drawn frame. A driver on the CPU would wait for the end of the frame within the call that shows it, for longer than Go's scheduler takes well.
func (s *display) show() {
	if s.renderer.Driver().Software {
		s.renderer.WaitForGPU()
	}
	s.window.Swap()
}

// screenshotFile is a picture of a frame that is to be written.
type screenshotFile struct {
	path  string
	byKey bool // the player asked for it: the game says where it is, and goes on if it cannot be written
}

// writeScreenshots writes the pictures that were asked for of the drawn frame.
func (s *app) writeScreenshots() error {
	for _, f := range s.screenshots {
		err := s.display.screenshot(f.path)
		switch {
		case err != nil && !f.byKey:
			return err
		case err != nil:
			s.log.Warn("a screenshot could not be written", "file", f.path, "error", err)
			s.sayInWorld("the screenshot could not be written: " + err.Error())
		case f.byKey:
			s.sayInWorld("screenshot saved as " + f.path)
		}
	}
	s.screenshots = s.screenshots[:0]
	return nil
}

// sayInWorld is say where there is a chat.
func (s *app) sayInWorld(line string) {
	if s.session != nil {
		s.say(line)
	}
}

// clearView takes out of the scene what would lie over the picture: with the HUD hidden, and behind the page of a world that is loading, the hand and the outlines, and at
// a zoom the hand, which a narrow field of view would draw at the edge.
func (s *app) clearView(sc *scene.Scene) {
	if s.session == nil {
		return
	}
	hidden := s.ui.HUDHidden() || !s.session.entered
	if hidden || s.controls.zooming {
		sc.HeldItem.Shown = false
	}
	if hidden {
		sc.Outlines = sc.Outlines[:0]
	}
}

// screenshot writes the drawn frame to a file.
func (s *display) screenshot(path string) error {
	width, height := s.window.FramebufferSize()
	return saveImage(path, s.renderer.Screenshot(width, height))
}

// saveImage writes an image to a file, and creates the folders above it.
func saveImage(path string, m image.Image) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = encodeImage(f, path, m)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// apply makes the next frames with the options of graphics.
func (s *display) apply(c *settings.Client) error {
	s.governor = framerate.Governor{}
	return s.configure(renderConfig(s.env, c))
}

// setScale makes the next frames with a resolution scale.
func (s *display) setScale(scale float64) error {
	config := s.config
	config.ResolutionScale = float32(scale)
	return s.configure(config)
}

func (s *display) configure(config render.Config) error {
	if config == s.config {
		return nil
	}
	s.config = config
	return s.renderer.SetConfig(config)
}
