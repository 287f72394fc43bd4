package mesh

import (
	"math/rand/v2"
	"testing"

	"voxtide/render/scene"
	"voxtide/world"
)

// testFaces gives each block and face a layer of its own.
func testFaces() *BlockFaces {
	l := &BlockFaces{}
	for b := range l {
		for f := range l[b] {
			s := &l[b][f]
			s.Layer = uint16((b*world.FaceCount + f) % 2048)
			s.Varied = b%3 == 0
			s.Animated = infoOf(world.Block(b)).Liquid
			s.Tint = infoOf(world.Block(b)).Tint
			s.Varied = s.Varied && !s.Animated
		}
	}
	l[world.Grass][world.North].Tint = world.TintNone
	return l
}

// testTints gives stripes of tints.
func testTints(r *rand.Rand) *Tints {
	t := &Tints{}
	n := 1 + r.IntN(3)
	for k := range t {
		for i := range t[k] {
			t[k][i] = uint8(1 + k*10 + i%16*n/16)
		}
	}
	return t
}

// blockPicker returns a source of random blocks: of few kinds, so that faces merge, or of all kinds, so that all of them meet.
func blockPicker(r *rand.Rand) func() world.Block {
	palette := make([]world.Block, 1+r.IntN(world.BlockCount))
	if r.IntN(2) == 0 {
		palette = palette[:1+r.IntN(min(4, len(palette)))]
	}
	for i := range palette {
		palette[i] = world.Block(r.IntN(world.BlockCount))
	}
	air := r.IntN(100)
	return func() world.Block {
		if r.IntN(100) < air {
			return world.Air
		}
		return palette[r.IntN(len(palette))]
	}
}

// randomPadded returns a padded section of random blocks, in lumps, and random light.
func randomPadded(r *rand.Rand) *Padded {
	p := &Padded{}
	draw := blockPicker(r)
	var b world.Block
	lump := 1 + r.IntN(8)
	for i := range p.Blocks {
		if r.IntN(lump) == 0 {
			b = draw()
		}
		p.Blocks[i] = b
		p.Light[i] = uint8(r.Uint32())
	}
	return p
}

// hillPadded returns a padded section with a surface of grass, dirt and stone, some water and plants.
func hillPadded(r *rand.Rand) *Padded {
	p := &Padded{}
	ax, az := 1+r.IntN(3), 1+r.IntN(3)
	for z := -1; z <= 16; z++ {
		for x := -1; x <= 16; x++ {
			h := 5 + (x*ax+z*az)/8 + (x*x+z*z)/70
			for y := -1; y <= 16; y++ {
				i := CellIndex(x, y, z)
				switch {
				case y < h-3:
					p.Blocks[i] = world.Stone
				case y < h:
					p.Blocks[i] = world.Dirt
				case y == h:
					p.Blocks[i] = world.Grass
				case y <= 6:
					p.Blocks[i] = world.Water
				case y == h+1 && r.IntN(8) == 0:
					p.Blocks[i] = world.TallGrass
				}
				if y > h {
					p.Light[i] = 0xf0
				}
			}
		}
	}
	return p
}

func BenchmarkMesh(b *testing.B) {
	for _, c := range []struct {
		name string
		make func(*rand.Rand) *Padded
	}{{"hills", hillPadded}, {"noise", noisyPadded}, {"blocks", randomPadded}} {
		b.Run(c.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			ps := make([]*Padded, 16)
			for i := range ps {
				ps[i] = c.make(r)
			}
			m, t, dst := New(testFaces()), testTints(r), &scene.Mesh{}
			quads, cells := 0, 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				m.Build(dst, world.SectionPos{}, ps[i%16], t)
				quads += len(dst.Quads) / 12
				cells += len(dst.Cells) / 2
			}
			b.ReportMetric(float64(quads)/float64(b.N), "quads/op")
			b.ReportMetric(float64(cells)/float64(b.N), "cells/op")
		})
	}
}

// noisyPadded returns a padded section of stone, a third of which is air at random.
func noisyPadded(r *rand.Rand) *Padded {
	p := &Padded{}
	for i := range p.Blocks {
		if r.IntN(3) > 0 {
			p.Blocks[i] = world.Stone
		}
		p.Light[i] = uint8(r.Uint32())
	}
	return p
}
