package main

import (
	"context"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"voxtide/client/script"
	"voxtide/render/scene"
	"voxtide/settings"
	"voxtide/ui"
	"voxtide/window"
)

// TestMenuBackground: there is terrain behind the menu; no section of it is left in a world, and none of the world behind the
// menu.
func TestMenuBackground(t *testing.T) {
	needDisplay(t)
	t.Setenv(settings.HomeEnv, t.TempDir())
	runtime.LockOSThread() // the window's
	c := &playCmd{Name: "ann", Options: optionValues{"view_distance": "48"}, Width: 320, Height: 240, Patience: 2 * time.Minute}
	if err := c.Net.check(); err != nil {
		t.Fatal(err)
	}
	s := &app{cmd: c, log: slog.New(slog.DiscardHandler), lines: script.Script{}}
	known := func() int { return s.display.renderer.Stats().Loaded }
	at := 0
	s.afterDraw = func([]window.Event, *scene.Scene) {
		drawn := s.display.renderer.Stats().Sections
		switch {
		case at%2 == 0 && s.session == nil && drawn > 20:
			if m := s.display.renderer.Screenshot(320, 240); at == 0 && countColours(m.Pix) < 100 {
				t.Errorf("%d sections behind the menu, and %d colours", drawn, countColours(m.Pix))
			}
			if at++; at == 3 {
				s.quit = true
				return
			}
			if err := s.request(ui.Request{Kind: ui.RequestCreateWorld, Text: "w", Seed: "1"}); err != nil || s.session == nil || s.background != nil || known() != 0 {
				t.Errorf("the world: %v; %d sections of what was behind the menu are left", err, known())
				s.quit = true
			}
		case at == 1 && s.session != nil && s.session.entered && drawn > 10:
			at++
			if err := s.request(ui.Request{Kind: ui.RequestLeave}); err != nil || s.session != nil || known() != 0 {
				t.Errorf("the menu: %v; %d sections of the world are left", err, known())
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	if _, _, err := s.run(ctx); err != nil || at != 3 {
		t.Fatalf("%v; got to %d of 3 within the time", err, at)
	}
}
