package far

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// TestSkirts: between two tiles side by side, of one level or of two that follow, nothing is open: where the land of one lies below that of the other, the skirt of the
// higher one reaches down to it. And skirts are not much deeper than that has to be. Some land is so rough that more has to be than is ever guessed.
func TestSkirts(t *testing.T) {
	r := testrand.New(t)
	var b meshBuilder
	places, open, most := 0, 0, 0
	deep, old := float32(0), float32(0)
	for range testrand.Rounds(40) {
		b.detail = Detail(r.IntN(2))
		rough, steep, seed := int32(r.IntN(4)), r.IntN(2) == 0, r.Uint32()
		if steep {
			rough = 16 + int32(r.IntN(16))
		}
		heightAt := func(x, z int32) int16 { // hills, of which some are steep, with bumps of some blocks
			h := int32(hills(x, z))
			if rough > 0 {
				bump := uint32(x>>2)*0x9E3779B1 ^ uint32(z>>2)*0x85EBCA6B ^ seed
				bump = (bump ^ bump>>15) * 0x2C1B3C6D
				h += int32(bump>>16) % (rough + 1)
			}
			return int16(h)
		}
		build := func(p protocol.FarPlace) *scene.FarMesh {
			tile := &protocol.FarTile{Place: p, Covers: []protocol.FarCover{{Block: world.Grass, Biome: 5}}}
			x0, z0 := p.Corner()
			for i := range tile.Heights {
				tile.Heights[i] = heightAt(x0+int32(i%side)*p.Cell(), z0+int32(i/side)*p.Cell())
			}
			m, _ := b.build(tile)
			return m
		}
		level := uint8(r.IntN(protocol.FarLevels - 1))
		left := protocol.FarPlace{Level: level, X: int32(r.IntN(20)-10)*2 + 1, Z: int32(r.IntN(20)-10) * 2}
		right := protocol.FarPlace{Level: level, X: left.X + 1, Z: left.Z}
		if r.IntN(2) == 0 {
			right = protocol.FarPlace{Level: level + 1, X: right.X / 2, Z: right.Z / 2}
		}
		lm, rm := build(left), build(right)
		cell := left.Cell()
		skirt := func(m *scene.FarMesh, x int32) func(z int32) (top, bottom float32) { // at an x, by z
			type end struct{ z, top, bottom float32 }
			type piece [2]end
			var pieces []piece
			for i := 0; i < len(m.Indices); i += 3 {
				var at [3][3]float32
				flat := true
				for k, n := range m.Indices[i : i+3] {
					w := m.Vertices[int(n)*scene.FarVertexWords:]
					at[k] = [3]float32{float32(w[0] & 0xFFFF), float32(int16(w[1])) / scene.FarHeightUnits, float32(w[0] >> 16)}
					flat = flat && at[k][0] == float32(x)
				}
				if flat && i > 0 && m.Indices[i] == m.Indices[i-1] && m.Indices[i+1] == m.Indices[i-2] { // the second of a quad: b, a, d as v2, v1, v3 of which v1 and v3 are below
					w := m.Vertices[int(m.Indices[i-3])*scene.FarVertexWords:]
					p := piece{{at[1][2], float32(int16(w[1])) / scene.FarHeightUnits, at[1][1]}, {at[2][2], at[0][1], at[2][1]}}
					if p[0].z > p[1].z {
						p[0], p[1] = p[1], p[0]
					}
					pieces = append(pieces, p)
				}
			}
			return func(z int32) (top, bottom float32) {
				for _, p := range pieces {
					if f := float32(z); f >= p[0].z && f <= p[1].z {
						part := (f - p[0].z) / (p[1].z - p[0].z)
						return p[0].top + (p[1].top-p[0].top)*part, p[0].bottom + (p[1].bottom-p[0].bottom)*part
					}
				}
				t.Fatalf("there is no skirt at %d", z)
				return 0, 0
			}
		}
		ls, rs := skirt(lm, lm.Width), skirt(rm, 0)
		shift := (left.Z*left.Width() - right.Z*right.Width())
		for i := range int32(side) {
			z := i*cell + shift // in the right tile
			l, lb := ls(i * cell)
			h, rb := rs(z)
			part := z % right.Cell()
			places++
			const unit = 1. / scene.FarHeightUnits // to which heights are cut
			switch {
			case h > l && rb > l+unit && right.Level > level && part > 0: // between corners of the coarser one: of steep land it may guess too little
				if !steep {
					open++
				}
			case l > h && lb > h+unit || h > l && rb > l+unit:
				t.Errorf("%v and %v at %d: %v with a skirt to %v, and %v to %v", left, right, i, l, lb, h, rb)
			case l != h:
				most++
			}
			if !steep {
				deep, old = deep+l-lb, old+4+2*float32(cell)
			}
		}
	}
	if most == 0 || open > places/2000 {
		t.Errorf("of %d places where edges differ %d are open", most, open)
	}
	if deep > 0.7*old {
		t.Errorf("skirts are %.2f of what they may be", deep/old)
	}
	t.Logf("%d places, %d where both differ, %d open; skirts are %.2f of the deepest", places, most, open, deep/old)
}
