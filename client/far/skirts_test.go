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
		build := func(p protocol.FarPlace) (m *scene.FarMesh, heights *[side * side]float32) {
			tile := &protocol.FarTile{Place: p, Covers: []protocol.FarCover{{Block: world.Grass, Biome: 5}}}
			x0, z0 := p.Corner()
			for i := range tile.Heights {
				tile.Heights[i] = heightAt(x0+int32(i%side)*p.Cell(), z0+int32(i/side)*p.Cell())
			}
			return b.build(tile)
		}
		level := uint8(r.IntN(protocol.FarLevels - 1))
		left := protocol.FarPlace{Level: level, X: int32(r.IntN(20)-10)*2 + 1, Z: int32(r.IntN(20)-10) * 2}
		right := protocol.FarPlace{Level: level, X: left.X + 1, Z: left.Z}
		if r.IntN(2) == 0 {
			right = protocol.FarPlace{Level: level + 1, X: right.X / 2, Z: right.Z / 2}
		}
		lm, lh := build(left)
		rm, rh := build(right)
		cell := left.Cell()
		bottom := func(m *scene.FarMesh, x int32) func(z int32) float32 { // of the skirt at an x, by z
			type piece struct{ z0, z1, y0, y1 float32 }
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
					pieces = append(pieces, piece{min(at[1][2], at[2][2]), max(at[1][2], at[2][2]), at[1][1], at[2][1]})
					if p := &pieces[len(pieces)-1]; at[1][2] > at[2][2] {
						p.y0, p.y1 = p.y1, p.y0
					}
				}
			}
			return func(z int32) float32 {
				for _, p := range pieces {
					if f := float32(z); f >= p.z0 && f <= p.z1 {
						return p.y0 + (p.y1-p.y0)*(f-p.z0)/max(p.z1-p.z0, 1)
					}
				}
				t.Fatalf("there is no skirt at %d", z)
				return 0
			}
		}
		lb, rb := bottom(lm, lm.Width), bottom(rm, 0)
		shift := (left.Z*left.Width() - right.Z*right.Width())
		for i := range int32(side) {
			l := lh[side-1+i*side]
			z := i*cell + shift // in the right tile
			k, part := z/right.Cell(), float32(z%right.Cell())/float32(right.Cell())
			h := rh[k*side]
			if part > 0 {
				h += (rh[(k+1)*side] - h) * part
			}
			places++
			const unit = 1. / scene.FarHeightUnits // to which heights are cut
			switch {
			case h > l && rb(z) > l+unit && right.Level > level && part > 0: // between corners of the coarser one: of steep land it may guess too little
				if !steep {
					open++
				}
			case l > h && lb(i*cell) > h+unit || h > l && rb(z) > l+unit:
				t.Errorf("%v and %v at %d: %v with a skirt to %v, and %v to %v", left, right, i, l, lb(i*cell), h, rb(z))
			case l != h:
				most++
			}
			if !steep {
				deep, old = deep+l-lb(i*cell), old+4+2*float32(cell)
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
