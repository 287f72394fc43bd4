package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server/host"
	"voxtide/settings"
)

// TestFirstStart: a first start without flags measures, chooses a preset and saves it; the next start does not measure, and
// neither does one with --preset or --view-distance. Each logs the resolution scale.
func TestFirstStart(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	home := t.TempDir()
	opened := func(c playCmd) (*app, string) {
		t.Helper()
		var log bytes.Buffer
		c.Data, c.Width, c.Height, c.Name = home, 320, 240, "ann"
		s := &app{cmd: &c, log: slog.New(slog.NewTextHandler(&log, nil))}
		if err := s.open(context.Background()); err != nil {
			t.Fatal(err)
		}
		defer s.display.close()
		if n := s.display.renderer.Stats().Loaded; n != 0 {
			t.Errorf("%d sections of the measured scene are left", n)
		}
		s.save(time.Hour)
		if !strings.Contains(log.String(), "resolution_scale=") {
			t.Errorf("the resolution scale is not logged:\n%s", &log)
		}
		return s, log.String()
	}
	s, log := opened(playCmd{Options: optionValues{"preset": "low"}})
	if q := s.options; q.Preset != "low" || q.ViewDistance != 112 || s.display.config.ResolutionScale != 0.75 || !s.display.config.ForceReduced || !s.display.config.NoClouds || strings.Contains(log, "chosen") {
		t.Errorf("--preset low: %+v, %+v\n%s", q, s.display.config, log)
	}
	s, log = opened(playCmd{Options: optionValues{"view_distance": "48"}})
	if s.options.ViewDistance != 48 || s.options.Preset != settings.Custom || s.display.config.ResolutionScale != 1 || strings.Contains(log, "chosen") {
		t.Errorf("--view-distance 48: %+v\n%s", s.options, log)
	}
	begin := time.Now()
	s, log = opened(playCmd{})
	chosen := s.options.Preset
	if ok := slices.Contains(settings.Presets, chosen); !ok && time.Since(begin) < measureMax || !strings.Contains(log, "preset chosen") && chosen != "" {
		t.Fatalf("%q after %v\n%s", chosen, time.Since(begin), log)
	}
	if chosen == "" {
		if kept, err := settings.ReadClient(filepath.Join(home, "client.toml"), nil); err == nil && kept.Preset != "" {
			t.Errorf("nothing was measured, and %q is kept", kept.Preset)
		}
		return // too slow to measure anything: the next start measures again
	}
	kept, err := settings.ReadClient(filepath.Join(home, "client.toml"), nil)
	if err != nil || kept.Preset != chosen {
		t.Fatalf("%q is kept, %v", kept.Preset, err)
	}
	if s, log = opened(playCmd{}); s.options.Preset != chosen || strings.Contains(log, "preset chosen") {
		t.Errorf("measured again: %q\n%s", s.options.Preset, log)
	}
}

// TestOpensAhead: the world of the flags is being opened when the window is there, but not while the machine is measured; and it is entered. With a window that does not
// open no world is begun.
func TestOpensAhead(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	home := t.TempDir()
	c := playCmd{Data: home, Width: 320, Height: 240, Name: "ann", World: "w", Options: optionValues{"preset": "low"}}
	s := &app{cmd: &c, log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	if err := s.open(context.Background()); err != nil {
		t.Fatal(err)
	}
	if c.opening == nil {
		t.Fatal("the world is not being opened")
	}
	ahead, err := c.opening.Take()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.enter(); err != nil {
		t.Fatal(err)
	}
	if s.session.host != ahead || c.opening != nil {
		t.Error("another world was entered than the one that was opened")
	}
	if err := s.leave(); err != nil {
		t.Fatal(err)
	}
	if err := s.enter(); err != nil || s.session.host == ahead { // from the menu, later
		t.Fatalf("entered again: %v", err)
	}
	if err := s.leave(); err != nil {
		t.Fatal(err)
	}
	s.options.Preset, c.Options = "", nil
	if err := s.openAhead(); err != nil || c.opening != nil {
		t.Errorf("a world was begun before the machine is measured: %v", err)
	}
	s.display.close()
	t.Setenv(drawEnv, "nothing of the kind")
	failed := playCmd{Data: home, Width: 320, Height: 240, Name: "ann", World: "w", Options: optionValues{"preset": "low"}}
	if _, _, err := (&app{cmd: &failed, log: s.log}).run(context.Background()); err == nil || failed.opening == nil {
		t.Fatalf("a renderer that cannot be made: %v", err)
	}
	failed.opening = nil
	g, err := failed.open(s.log, client.Config{ViewDistance: 3})
	if err != nil {
		t.Fatalf("the world that was begun is not closed: %v", err)
	}
	g.client.Close()
	if err := g.close(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	no := playCmd{Data: home, Width: 320, Height: 240, Name: "ann", World: "no", Options: optionValues{"preset": "low"}}
	s = &app{cmd: &no, log: s.log}
	if _, _, err := s.run(context.Background()); err == nil || host.IsWorld(filepath.Join(home, "worlds", "no")) {
		t.Errorf("without a display: %v", err)
	}
}

// TestMayMeasure: a start with graphics flags, or that no person watches, does not measure.
func TestMayMeasure(t *testing.T) {
	for _, c := range []playCmd{{World: "w", Name: "ann"}, {Options: optionValues{"fov": "90"}}} {
		if !c.mayMeasure() {
			t.Errorf("%+v does not choose", c)
		}
	}
	for _, c := range []playCmd{{Options: optionValues{"view_distance": "64"}}, {Options: optionValues{"preset": "high"}}, {Options: optionValues{"clouds": "false"}}, {Script: "x"}, {Screenshot: "x"}, {Stats: "x"}, {ExitAfter: 1}} {
		if c.mayMeasure() {
			t.Errorf("%+v chooses", c)
		}
	}
	for _, c := range []struct {
		ms   float64
		want string
	}{{0.5, "ultra"}, {3, "high"}, {20, "medium"}, {60, "low"}, {500, "potato"}} {
		if got := presetForTime(c.ms); got != c.want {
			t.Errorf("%v ms: %s", c.ms, got)
		}
	}
}
