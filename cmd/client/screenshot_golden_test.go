package main

import (
	"context"
	"flag"
	"path/filepath"
	"runtime"
	"testing"

	"voxtide/render/golden"
	"voxtide/window"
)

var update = flag.Bool("update", false, "write the golden files again")

// places are the places of golden screenshots, in the world of seed 1.
var places = []struct {
	name, at, look, time string
	coarse               int
}{
	{"meadow-noon", "8,42,8", "30,-5", "noon", 0},
	{"coast-noon", "8.5,90,8.5", "30,-25", "noon", 0},
	{"peaks-noon", "-448,130,420", "20,-15", "noon", 0},
	{"badlands-dusk", "-240,60,-920", "120,0", "dusk", 0},
	{"swamp-night", "-80,44,-620", "300,-12", "night", 0},
	{"swamp-dawn", "-80,44,-620", "200,-8", "dawn", 0},
	{"forest-noon", "-728,92,-1000", "90,-25", "noon", 0},
	{"coarse-noon", "-728,92,-1000", "90,-25", "noon", 48},
}

// TestGoldenPlaces renders screenshots of fixed places, as client shoot does, and compares them with ones that a person has
// looked at.
func TestGoldenPlaces(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread()
	by := driverName(t)
	t.Log("drawn by", by)
	for _, p := range places {
		out := filepath.Join(t.TempDir(), p.name+".png")
		c := screenshotCmd{Seed: 1, At: p.at, Look: p.look, Time: []string{p.time}, Out: out, View: 96, LODDistance: p.coarse, FOV: 70, Width: 480, Height: 270}
		at, _ := parseFloats(p.at, 3)
		look, _ := parseFloats(p.look, 2)
		if err := c.render(context.Background(), at, look); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		got, err := golden.Load(out)
		if err != nil {
			t.Fatal(err)
		}
		if err := golden.Check(filepath.Join("testdata", p.name+".png"), got, golden.DefaultTolerance, by, *update); err != nil {
			t.Error(err)
		}
	}
}

// driverName names what draws.
func driverName(t *testing.T) string {
	s, err := openDisplay(window.Config{Width: 320, Height: 240, Hidden: true}, buildAssets(nil))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	return s.renderer.Driver().String()
}
