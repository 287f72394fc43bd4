package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"testing"

	"voxtide/benchscene"
	"voxtide/client"
	"voxtide/render/golden"
	"voxtide/window"
)

// When the picture of a scene is taken: in a flight after so many seconds, in a storm after so many changes.
const (
	flownFor = 2.0
	stormed  = 90
)

// TestGoldenScenes takes a picture of each scene of bench when all its land is there, and compares it with the one that was
// looked at: what is measured is what is meant.
func TestGoldenScenes(t *testing.T) {
	display(t)
	runtime.LockOSThread() // the window's
	by := driver(t)
	look := paint()
	for _, s := range benchscene.All() {
		out := filepath.Join(t.TempDir(), s.Name+".png")
		if err := portrait(&s, look, out); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		got, err := golden.Load(out)
		if err != nil {
			t.Fatal(err)
		}
		if err := golden.Check(filepath.Join("testdata", "scene-"+s.Name+".png"), got, golden.Usual, by, *update); err != nil {
			t.Error(err)
		}
	}
}

// portrait writes a picture of a scene.
func portrait(s *benchscene.Scene, look *pictures, path string) (err error) {
	b := &bench{cmd: &benchCmd{View: 64, Workers: 1}, ctx: context.Background(), scene: s, tell: io.Discard, out: &benchScene{}}
	if b.stage, err = openStage(window.Config{Width: 480, Height: 270, Hidden: true}, look); err != nil {
		return err
	}
	defer b.stage.close()
	b.land = client.NewLand(look.looks, b.cmd.Workers)
	defer b.land.Close()
	p := &s.Phases[0]
	at := p.Way(flownFor, 0)
	b.home = sectionOf(at)
	b.feed = benchscene.NewFeed(s, b.view(), b.home)
	defer func() { b.feed.Close() }()
	if err := b.ready(at); err != nil {
		return err
	}
	changed := 0
	for n := 0; p.Storm > 0 && n < stormed; n++ {
		if where, block, ok := p.Change(n, at, b.land.Block); ok {
			b.land.Change(where, block)
			changed++
		}
	}
	if p.Storm > 0 && changed < stormed/4 {
		return fmt.Errorf("%d of %d changes of the storm were made", changed, stormed)
	}
	if err := b.ready(at); err != nil {
		return err
	}
	b.shot = path
	return b.picture(at)
}
