package terrain

import (
	"slices"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/world"
)

// standaloneHarness is a standalone terrain with its meshes as a renderer keeps them.
type standaloneHarness struct {
	t      *testing.T
	l      *Standalone
	sc     scene.Scene
	meshes map[[3]int32]*scene.Mesh
}

func newStandaloneHarness(t *testing.T, wide int32) *standaloneHarness {
	g := &standaloneHarness{t: t, l: NewStandalone(BlockFaces(textures.All()), 2), meshes: map[[3]int32]*scene.Mesh{}}
	t.Cleanup(g.l.Close)
	for x := -wide; x <= wide; x++ {
		for z := -wide; z <= wide; z++ {
			for y := int32(-3); y <= 2; y++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				g.l.Load(p, hills(p), protocol.Biomes{})
			}
		}
	}
	return g
}

// settle makes frames until all sections are meshed.
func (g *standaloneHarness) settle() {
	g.t.Helper()
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		g.l.Frame(&g.sc)
		for _, p := range g.sc.Unloads {
			delete(g.meshes, p)
		}
		g.take()
		if g.l.Meshed() && len(g.sc.Uploads) == 0 {
			return
		}
		time.Sleep(time.Millisecond) // the workers' time is real
	}
	g.t.Fatal("frames never settled")
}

// agrees checks all meshes against those of a fresh view, and their level of detail.
func (g *standaloneHarness) agrees(levels levelOfDetail) (far int) {
	g.t.Helper()
	fresh := NewView(BlockFaces(textures.All()), 0)
	fresh.queue.priority.eyeSection = g.l.view.queue.priority.eyeSection
	for p, s := range g.l.sections {
		fresh.loader.load(p, s, protocol.Biomes{})
	}
	for p, s := range fresh.grid.sections {
		if s.neighbours < neighboursAll {
			continue
		}
		here := g.l.view.grid.sections[p]
		x, y, z := p.X-fresh.queue.priority.eyeSection.X, p.Y-fresh.queue.priority.eyeSection.Y, p.Z-fresh.queue.priority.eyeSection.Z
		d := x*x + y*y + z*z
		low, high := mesh.LevelFull, mesh.LevelFull // as near as a walk away leaves it, and as far as a walk near does
		for i, c := range levels.distances {
			if to := mesh.Level(i + 1); c > 0 && d >= c*c {
				if high = to; d >= (c+1)*(c+1) {
					low = to
				}
			}
		}
		if low == mesh.LevelClosed && !s.mayHaveLeaves {
			low = mesh.LevelFull
		}
		if here.lod == mesh.LevelClosed && !here.mayHaveLeaves {
			g.t.Fatalf("%v has no leaves to close", p)
		}
		if here.drawn && (here.lod < low || here.lod > high) {
			g.t.Fatalf("%v is at level %d, at %d sections squared", p, here.lod, d)
		}
		j := fresh.builder.job(p, s)
		j.lod = here.lod
		fresh.builder.mesher.build(j)
		got, want := g.meshes[[3]int32{p.X, p.Y, p.Z}], j.mesh
		if got == nil {
			got = &scene.Mesh{Connected: scene.ConnectedAll}
		}
		if !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Models, want.Models) || !slices.Equal(got.Cells, want.Cells) || got.Connected != want.Connected || got.Solid != want.Solid || got.Closed != want.Closed {
			g.t.Fatalf("the mesh of %v (at level %d) is not that of its blocks", p, here.lod)
		}
		if here.lod > mesh.LevelFull && here.drawn {
			far++
		}
	}
	return far
}

// take takes the meshes that a frame offers.
func (g *standaloneHarness) take() {
	for i := range g.sc.Uploads {
		u := &g.sc.Uploads[i]
		m := *u.Mesh
		m.Quads, m.Models, m.Cells = slices.Clone(m.Quads), slices.Clone(m.Models), slices.Clone(m.Cells)
		g.meshes[m.Section] = &m
		u.Uploaded = true
	}
}
