package mesh_test

import (
	"testing"

	"voxtide/light"
	"voxtide/mesh"
	"voxtide/world"
	"voxtide/worldgen"
)

// wideColumns is the edge of a generated land in columns, the outermost of which are only neighbours.
const wideColumns = 10

// generated is the Around of each section of a generated land that has neighbours on all sides.
func generated(seed uint64) (out []*light.Around) {
	const low, high = world.MinY / 16, world.MaxY/16 + 1
	g := worldgen.New(seed)
	spawn := g.Spawn(0).Block().Section()
	cx, cz := spawn.X-wideColumns/2, spawn.Z-wideColumns/2
	sections := map[world.SectionPos]*world.Section{}
	tops := map[[2]int32]*light.Tops{}
	for x := range int32(wideColumns) {
		for z := range int32(wideColumns) {
			t := &light.Tops{}
			t.Clear()
			done := false
			for y := int32(high) - 1; y >= low; y-- {
				s := g.Section(world.SectionPos{X: cx + x, Y: y, Z: cz + z})
				sections[world.SectionPos{X: x, Y: y, Z: z}] = s
				done = done || t.Cover(y, s)
			}
			tops[[2]int32{x, z}] = t
		}
	}
	for x := range int32(wideColumns - 2) {
		for z := range int32(wideColumns - 2) {
			for y := int32(low); y < high; y++ {
				a := &light.Around{Y: y}
				for i := range a.Sections {
					a.Sections[i] = sections[world.SectionPos{X: x + int32(i%3), Y: y + int32(i/9) - 1, Z: z + int32(i/3%3)}]
				}
				for i := range a.Tops {
					a.Tops[i] = tops[[2]int32{x + int32(i%3), z + int32(i/3)}]
				}
				out = append(out, a)
			}
		}
	}
	return out
}

// BenchmarkWorld is the work for the sections of a generated land that have something to draw, and for all of them.
func BenchmarkWorld(b *testing.B) {
	w := &worker{mesh: mesh.New(&mesh.Looks{})}
	t := &mesh.Tints{}
	all := generated(1)
	var drawn []*light.Around
	cells, quads, models := 0, 0, 0
	for _, a := range all {
		w.section(a, t)
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
		do   func(*light.Around)
		of   []*light.Around
	}{
		{"fill", func(a *light.Around) { w.p.Fill((*mesh.Around)(&a.Sections)) }, drawn},
		{"fill-mesh", func(a *light.Around) {
			w.p.Fill((*mesh.Around)(&a.Sections))
			w.mesh.Build(&w.dst, world.SectionPos{}, &w.p, t)
		}, drawn},
		{"light", func(a *light.Around) { w.light.Compute(&w.p.Light, a) }, drawn},
		{"all", func(a *light.Around) { w.section(a, t) }, drawn},
		{"all-with-empty", func(a *light.Around) { w.section(a, t) }, all},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				c.do(c.of[n%len(c.of)])
			}
		})
	}
}
