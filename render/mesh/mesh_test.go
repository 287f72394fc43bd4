package mesh_test

import (
	"math/rand/v2"
	"testing"

	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
	"voxtide/world/light"
)

// testLand is 3 by 3 columns of 3 sections: hills with trees, the surface in the middle.
func testLand(r *rand.Rand) *light.Neighbourhood {
	a := &light.Neighbourhood{}
	ax, az := r.IntN(5)-2, r.IntN(5)-2
	block := func(x, y, z int) world.Block { // from the corner of the lowest
		h := 22 + (x*ax+z*az)/9 + ((x-24)*(x-24)+(z-24)*(z-24))/150
		trunk := (x/7*31+z/7*17)%4 == 0 && x%7 == 3 && z%7 == 3
		crown := (x/7*31+z/7*17)%4 == 0 && (x%7-3)*(x%7-3)+(z%7-3)*(z%7-3) < 6
		switch {
		case y < h-3:
			return world.Stone
		case y < h:
			return world.Dirt
		case y == h:
			return world.Grass
		case trunk && y < h+5:
			return world.Log
		case crown && y > h+3 && y < h+7:
			return world.Leaves
		case y == h+1 && (x*7+z*13)%11 == 0:
			return world.TallGrass
		}
		return world.Air
	}
	for i := range a.Sections {
		var cells [world.SectionCells]world.Block
		for k := range cells {
			cells[k] = block(i%3*16+k&15, i/9*16+k>>8, i/3%3*16+k>>4&15)
		}
		a.Sections[i] = world.SectionOf(&cells)
	}
	for i := range a.Heightmaps {
		a.Heightmaps[i] = &light.Heightmap{}
		a.Heightmaps[i].Reset()
		for y := 2; y >= 0 && !a.Heightmaps[i].AddBelow(int32(y-1), a.Sections[i+9*y]); y-- {
		}
	}
	return a
}

// worker holds the memory of a client's mesh worker.
type worker struct {
	light light.Scratch
	mesh  *mesh.Mesher
	p     mesh.Padded
	dst   scene.Mesh
}

// meshSection lights and meshes a section.
func (w *worker) meshSection(a *light.Neighbourhood, t *mesh.Tints) {
	w.p.Fill((*mesh.Neighbourhood)(&a.Sections))
	w.light.Compute(&w.p.Light, a)
	w.mesh.Build(&w.dst, world.SectionPos{Y: a.Y}, &w.p, t)
}

// TestLightAndMesh: light and mesh fit each other. On open ground the upper faces are in full sunlight; under trees they are
// darker.
func TestLightAndMesh(t *testing.T) {
	w := &worker{mesh: mesh.New(&mesh.BlockFaces{})}
	full, shade := 0, 0
	for seed := range uint64(4) {
		w.meshSection(testLand(rand.New(rand.NewPCG(seed, 1))), &mesh.Tints{})
		r := w.dst.Opaque[world.Up]
		first, last := w.dst.Quads[r.Start*12+1], w.dst.Quads[(r.Start+r.Count-1)*12+1]
		for c := first & 0xffffff; c < last&0xffffff; c++ {
			switch sky := w.dst.Cells[2*c]; {
			case sky == 0xffffffff:
				full++
			case sky&0xff == 0:
				t.Fatalf("a dark top: %x", sky)
			default:
				shade++
			}
		}
	}
	if full < 100 || shade < 100 {
		t.Fatalf("%d tops in the sun, %d in the shade", full, shade)
	}
}

// BenchmarkSection measures the work for a section of hills with trees.
func BenchmarkSection(b *testing.B) {
	w := &worker{mesh: mesh.New(&mesh.BlockFaces{})}
	var lands []*light.Neighbourhood
	for seed := range uint64(8) {
		lands = append(lands, testLand(rand.New(rand.NewPCG(seed, 1))))
	}
	t := &mesh.Tints{}
	for _, c := range []struct {
		name string
		do   func(*light.Neighbourhood)
	}{
		{"all", func(a *light.Neighbourhood) { w.meshSection(a, t) }},
		{"fill", func(a *light.Neighbourhood) { w.p.Fill((*mesh.Neighbourhood)(&a.Sections)) }},
		{"light", func(a *light.Neighbourhood) { w.light.Compute(&w.p.Light, a) }},
		{"fill-mesh", func(a *light.Neighbourhood) {
			w.p.Fill((*mesh.Neighbourhood)(&a.Sections))
			w.mesh.Build(&w.dst, world.SectionPos{}, &w.p, t)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			cells, n := 0, 0
			for b.Loop() {
				c.do(lands[n%len(lands)])
				cells += len(w.dst.Cells) / 2
				n++
			}
			b.ReportMetric(float64(cells)/float64(n), "cells/op")
		})
	}
}
