package main

import (
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"

	"voxtide/render"
	"voxtide/scene"
	"voxtide/window"
)

// stage is the window and what is drawn into it. The main goroutine owns it.
type stage struct {
	win    *window.Window
	r      *render.Renderer
	forced render.Config // what the environment says
	cfg    render.Config // in force
}

// openStage opens the window and makes its renderer ready.
func openStage(cfg window.Config, p *pictures) (*stage, error) {
	w, err := window.Open(cfg)
	switch {
	case errors.Is(err, window.ErrNoOpenGL):
		return nil, fmt.Errorf("%w; update the graphics driver, or let the processor draw: LIBGL_ALWAYS_SOFTWARE=1", err)
	case errors.Is(err, window.ErrNoDisplay):
		return nil, fmt.Errorf("%w; --headless plays without a window", err)
	case err != nil:
		return nil, err
	}
	draw, err := drawBy(os.Getenv(drawVariable))
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
	return &stage{win: w, r: r, forced: draw, cfg: draw}, nil
}

// drawVariable forces how sections are drawn and where their light is kept, which is otherwise tested at the start: words
// such as "loop" or "offset texture".
const drawVariable = "VOXTIDE_DRAW"

// drawBy reads such words.
func drawBy(words string) (cfg render.Config, err error) {
	for _, word := range strings.Fields(words) {
		path, isPath := render.PathOf(word)
		cells, isCells := render.CellsOf(word)
		switch {
		case isPath:
			cfg.Path = path
		case isCells:
			cfg.Cells = cells
		default:
			return cfg, fmt.Errorf("%s: %q is none of multi, loop, offset, buffer, texture, auto", drawVariable, word)
		}
	}
	return cfg, nil
}

func (s *stage) close() {
	s.r.Close()
	s.win.Close()
}

// draw draws a scene as seen at an angle, in degrees from the lower to the upper edge, and so far, in blocks. Finish has
// to follow.
func (s *stage) draw(sc *scene.Scene, fov, view float64) (width, height int) {
	width, height = s.win.FramebufferSize()
	sc.Camera.FOV = float32(fov / 180 * math.Pi)
	sc.Camera.View = float32(view)
	s.r.Draw(sc, width, height)
	return width, height
}

// shot writes what was drawn to a file.
func (s *stage) shot(path string) error {
	width, height := s.win.FramebufferSize()
	return saved(path, s.r.Shot(width, height))
}

// saved writes a picture to a file, and the folders above it.
func saved(path string, m image.Image) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = encode(f, path, m)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
