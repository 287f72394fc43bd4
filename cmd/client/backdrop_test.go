package main

import (
	"context"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"voxtide/scene"
	"voxtide/script"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/window"
)

// TestBackdrop: there is land behind the menu; of it nothing is left in a world that is entered, and of that world nothing
// behind the menu.
func TestBackdrop(t *testing.T) {
	display(t)
	t.Setenv(settings.HomeVariable, t.TempDir())
	runtime.LockOSThread() // the window's
	c := &playCmd{Name: "ann", ViewDistance: 48, Width: 320, Height: 240, Patience: 20 * time.Second}
	if err := c.Net.check(); err != nil {
		t.Fatal(err)
	}
	s := &shell{cmd: c, log: slog.New(slog.DiscardHandler), lines: script.Script{}}
	known := func() int { return s.stage.r.Stats().Known }
	at := 0
	s.shown = func([]window.Event, *scene.Scene) {
		drawn := s.stage.r.Stats().Sections
		switch {
		case at%2 == 0 && s.game == nil && drawn > 20:
			if m := s.stage.r.Shot(320, 240); at == 0 && colours(m.Pix) < 100 {
				t.Errorf("%d sections behind the menu, and %d colours", drawn, colours(m.Pix))
			}
			if at++; at == 3 {
				s.quit = true
				return
			}
			if err := s.wish(ui.Wish{Want: ui.WantCreate, Text: "w", Seed: "1"}); err != nil || s.game == nil || s.behind != nil || known() != 0 {
				t.Errorf("the world: %v; %d sections of what was behind the menu are left", err, known())
				s.quit = true
			}
		case at == 1 && s.game != nil && s.game.entered && drawn > 10:
			at++
			if err := s.wish(ui.Wish{Want: ui.WantLeave}); err != nil || s.game != nil || known() != 0 {
				t.Errorf("the menu: %v; %d sections of the world are left", err, known())
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, _, err := s.play(ctx); err != nil || at != 3 {
		t.Fatalf("%v; got to %d of 3 within the time", err, at)
	}
}
