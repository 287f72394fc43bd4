package mesh_test

import (
	"testing"

	"voxtide/render/mesh"
	"voxtide/world"
	"voxtide/world/light"
	"voxtide/world/worldgen"
)

// landColumns is the edge of the generated terrain in columns; the outermost columns are only neighbours.
const landColumns = 10

// generatedLand returns each section of a generated terrain that has neighbours on all sides, with its neighbours.
func generatedLand(seed uint64) (out []*light.Neighbourhood) {
	const low, high = world.MinY / 16, world.MaxY/16 + 1
	g := worldgen.Of(2, seed)
	spawn := g.Spawn(0).Block().Section()
	cx, cz := spawn.X-landColumns/2, spawn.Z-landColumns/2
	sections := map[world.SectionPos]*world.Section{}
	tops := map[[2]int32]*light.Heightmap{}
	for x := range int32(landColumns) {
		for z := range int32(landColumns) {
			t := &light.Heightmap{}
			t.Reset()
			done := false
			for y := int32(high) - 1; y >= low; y-- {
				s := g.Section(world.SectionPos{X: cx + x, Y: y, Z: cz + z})
				sections[world.SectionPos{X: x, Y: y, Z: z}] = s
				done = done || t.AddBelow(y, s)
			}
			tops[[2]int32{x, z}] = t
		}
	}
	for x := range int32(landColumns - 2) {
		for z := range int32(landColumns - 2) {
			for y := int32(low); y < high; y++ {
				a := &light.Neighbourhood{Y: y}
				for i := range a.Sections {
					a.Sections[i] = sections[world.SectionPos{X: x + int32(i%3), Y: y + int32(i/9) - 1, Z: z + int32(i/3%3)}]
				}
				for i := range a.Heightmaps {
					a.Heightmaps[i] = tops[[2]int32{x + int32(i%3), z + int32(i/3)}]
				}
				out = append(out, a)
			}
		}
	}
	return out
}

// BenchmarkWorld measures the work for the sections of a generated terrain that draw something, and for all of them.
func BenchmarkWorld(b *testing.B) {
	w := &worker{mesh: mesh.New(&mesh.BlockFaces{})}
	t := &mesh.Tints{}
	all := generatedLand(1)
	var drawn []*light.Neighbourhood
	cells, quads, models := 0, 0, 0
	for _, a := range all {
		w.meshSection(a, t)
		if !w.dst.Empty() {
			drawn = append(drawn, a)
			cells += len(w.dst.Cells) / 2
			quads += len(w.dst.Quads) / 12
			models += len(w.dst.Models) / 16
		}
	}
	n := float64(len(drawn))
	b.Logf("%d sections, %d drawn: %.0f cells, %.0f quads, %.0f quads of models each", len(all), len(drawn), float64(cells)/n, float64(quads)/n, float64(models)/n)
	for _, c := range []struct {
		name string
		do   func(*light.Neighbourhood)
		of   []*light.Neighbourhood
	}{
		{"fill", func(a *light.Neighbourhood) { w.p.Fill((*mesh.Neighbourhood)(&a.Sections)) }, drawn},
		{"fill-mesh", func(a *light.Neighbourhood) {
			w.p.Fill((*mesh.Neighbourhood)(&a.Sections))
			w.mesh.Build(&w.dst, world.SectionPos{}, &w.p, t)
		}, drawn},
		{"light", func(a *light.Neighbourhood) { w.light.Compute(&w.p.Light, a) }, drawn},
		{"all", func(a *light.Neighbourhood) { w.meshSection(a, t) }, drawn},
		{"all-with-empty", func(a *light.Neighbourhood) { w.meshSection(a, t) }, all},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				c.do(c.of[n%len(c.of)])
			}
		})
	}
}
