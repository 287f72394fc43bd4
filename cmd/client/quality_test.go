package main

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"voxtide/settings"
)

// TestFirstStart: a start that nobody has said anything for measures, chooses and keeps what it chose; the next one measures
// nothing, and neither does one with --preset or --view-distance. The resolution scale is told each time.
func TestFirstStart(t *testing.T) {
	display(t)
	runtime.LockOSThread() // the window's
	home := t.TempDir()
	opened := func(c playCmd) (*shell, string) {
		t.Helper()
		var log bytes.Buffer
		c.Data, c.Width, c.Height, c.Name = home, 320, 240, "ann"
		s := &shell{cmd: &c, log: slog.New(slog.NewTextHandler(&log, nil))}
		if err := s.open(context.Background()); err != nil {
			t.Fatal(err)
		}
		defer s.stage.close()
		if n := s.stage.r.Stats().Known; n != 0 {
			t.Errorf("%d sections of what was measured are left", n)
		}
		s.save(time.Hour)
		if !strings.Contains(log.String(), "resolution_scale=") {
			t.Errorf("the resolution scale is not told:\n%s", &log)
		}
		return s, log.String()
	}
	s, log := opened(playCmd{Preset: "low"})
	if q := s.saved.Quality(); s.saved.Preset != "low" || q.View != 112 || s.stage.cfg.Scale != 0.75 || !s.stage.cfg.Plain || !s.stage.cfg.NoClouds || strings.Contains(log, "chosen") {
		t.Errorf("--preset low: %+v, %+v\n%s", q, s.stage.cfg, log)
	}
	s, log = opened(playCmd{ViewDistance: 48})
	if s.saved.View != 48 || s.saved.Preset != settings.Custom || s.stage.cfg.Scale != 1 || strings.Contains(log, "chosen") {
		t.Errorf("--view-distance 48: %+v\n%s", s.saved, log)
	}
	begin := time.Now()
	s, log = opened(playCmd{})
	chosen := s.saved.Preset
	if _, ok := settings.FindPreset(chosen); !ok && time.Since(begin) < measureMost || !strings.Contains(log, "quality chosen") && chosen != "" {
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
	if s, log = opened(playCmd{}); s.saved.Preset != chosen || strings.Contains(log, "quality chosen") {
		t.Errorf("measured again: %q\n%s", s.saved.Preset, log)
	}
}

// TestChooses: whatever depends on the quality, or is not watched by a person, measures nothing.
func TestChooses(t *testing.T) {
	if !(&playCmd{World: "w", Name: "ann"}).chooses() {
		t.Error("a plain start does not choose")
	}
	for _, c := range []playCmd{{ViewDistance: 64}, {Preset: "high"}, {Script: "x"}, {Screenshot: "x"}, {Stats: "x"}, {ExitAfter: 1}} {
		if c.chooses() {
			t.Errorf("%+v chooses", c)
		}
	}
	for _, c := range []struct {
		ms   float64
		want string
	}{{0.5, "ultra"}, {3, "high"}, {20, "medium"}, {60, "low"}, {500, "potato"}} {
		if got := presetFor(c.ms); got != c.want {
			t.Errorf("%v ms: %s", c.ms, got)
		}
	}
}

// TestOptionsKeepQuality: what the screens change is what is set, presets by name; what they leave alone stays unchosen.
func TestOptionsKeepQuality(t *testing.T) {
	c := settings.DefaultClient()
	first := c.Quality()
	o := optionsOf(&c)
	o.FOV = 80
	if takeOptions(&c, o); c.Preset != "" || c.FOV != 80 || c.Quality() != first {
		t.Errorf("%+v", c)
	}
	for i, p := range presets() {
		o.View, o.Resolution, o.Detail, o.Clouds, o.Coarse = p.View, p.Resolution, p.Detail, p.Clouds, p.Coarse
		if takeOptions(&c, o); c.Preset != p.Name || c.Quality() != settings.Presets[i].Quality || c.Check() != nil {
			t.Errorf("%s: %+v", p.Name, c)
		}
	}
	o.View = 96
	if takeOptions(&c, o); c.Preset != settings.Custom || c.Check() != nil {
		t.Errorf("%+v", c)
	}
}
