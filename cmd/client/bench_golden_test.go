package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"testing"

	"voxtide/client/benchscene"
	"voxtide/client/terrain"
	"voxtide/render/golden"
	"voxtide/window"
)

// When the frame of a scene is taken: seconds into a flight, edits into a storm.
const (
	flownFor = 2.0
	stormed  = 90
)

// TestGoldenScenes renders each scene of bench with all its terrain, and compares the frame with one that a person has
// looked at: the bench measures what it should.
func TestGoldenScenes(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	by := driverName(t)
	look := buildAssets(nil)
	for _, s := range benchscene.All() {
		out := filepath.Join(t.TempDir(), s.Name+".png")
		if err := renderScene(&s, look, out); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		got, err := golden.Load(out)
		if err != nil {
			t.Fatal(err)
		}
		if err := golden.Check(filepath.Join("testdata", "scene-"+s.Name+".png"), got, golden.DefaultTolerance, by, *update); err != nil {
			t.Error(err)
		}
	}
}

// renderScene writes a frame of a scene.
func renderScene(s *benchscene.Scene, look *assets, path string) (err error) {
	b := &bench{params: &benchParams{view: 64, farLand: -1, workers: 1}, ctx: context.Background(), scene: s, stderr: io.Discard, out: &benchScene{}}
	if b.display, err = openDisplay(window.Config{Width: 480, Height: 270, Hidden: true}, look); err != nil {
		return err
	}
	defer b.display.close()
	b.terrain = terrain.NewStandalone(look.faces, b.params.workers)
	defer b.terrain.Close()
	b.beginFar()
	defer b.far.Close()
	p := &s.Phases[0]
	at := p.Path(flownFor, 0)
	b.home = sectionOf(at)
	b.loader = benchscene.NewLoader(s, b.viewSections(), b.home)
	defer func() { b.loader.Close() }()
	if err := b.loadTerrain(at); err != nil {
		return err
	}
	changed := 0
	for n := 0; p.EditsPerSecond > 0 && n < stormed; n++ {
		if where, block, ok := p.Edit(n, at, b.terrain.Block); ok {
			b.terrain.SetBlock(where, block)
			changed++
		}
	}
	if p.EditsPerSecond > 0 && changed < stormed/4 {
		return fmt.Errorf("%d of %d changes of the storm were made", changed, stormed)
	}
	if err := b.loadTerrain(at); err != nil {
		return err
	}
	b.screenshot = path
	return b.frame(at)
}
