package far

import (
	"voxtide/protocol"
	"voxtide/render/scene"
)

// joinFrom is how far beyond the drawn sections a tile is whose skirts are left out, in blocks: what columns are cut out of has other edges. The tiles are chosen again where the eye has moved by much less.
const joinFrom = 32

// join hides the skirts between tiles that are drawn beyond the sections where both have the same piece of edge: between such no pixel is open. A plain driver is the only one to which they cost anything.
func (v *View) join(drawn map[*scene.FarMesh]bool) {
	for _, m := range v.shown.scene.Draw {
		clear(m.Hidden)
	}
	if v.detail != Plain || v.view == 0 {
		return
	}
	for p, t := range v.tiles {
		if !v.joins(p, t, drawn) {
			continue
		}
		x, z := p.Corner()
		for s := range sides {
			v.joinSide(p, t, s, [2]int32{x, z}, drawn)
		}
	}
}

// joins reports whether skirts of a tile, which may be none, may be hidden.
func (v *View) joins(p protocol.FarPlace, t *tile, drawn map[*scene.FarMesh]bool) bool {
	return t != nil && t.mesh != nil && drawn[t.mesh] && p.Distance(v.eye[0], v.eye[1]) > int64(v.view+joinFrom)
}

// joinSide hides the skirts of a tile on a side; corner is the tile's.
func (v *View) joinSide(p protocol.FarPlace, t *tile, s int, corner [2]int32, drawn map[*scene.FarMesh]bool) {
	wide := p.Width()
	axis := int(sides[s].outX & 1) // along which the side lies: 0 X, 1 Z
	for along := int32(0); along < wide; {
		next := along + protocol.FarPlace{}.Width()
		at := corner // of a block beyond
		at[axis] += along
		at[1-axis] += [...]int32{-1, wide}[(sides[s].outX+sides[s].outZ+1)/2]
		for level := range uint8(protocol.FarLevels) {
			q := placeAt(at, level)
			n := v.tiles[q]
			if !v.joins(q, n, drawn) {
				continue
			}
			x, z := q.Corner()
			from := [2]int32{x, z}[axis] - corner[axis]
			joinPieces(t, t.edges[s], n.edges[(s+2)%len(sides)], from)
			next = from + q.Width()
			break
		}
		along = next
	}
}

// joinPieces hides the skirts of the pieces of a tile's edge that another edge has, too, which begins at a place along the former.
func joinPieces(t *tile, edge, other []edgePiece, from int32) {
	for i, k := 0, 0; i < len(edge) && k < len(other); {
		p, q := &edge[i], other[k].ends
		q[0].along += from
		q[1].along += from
		switch {
		case p.ends[0].along < q[0].along:
			i++
		case p.ends[0].along > q[0].along:
			k++
		default:
			if p.ends == q {
				t.mesh.Hide(p.first)
				t.mesh.Hide(p.first + 1)
			}
			i++
			k++
		}
	}
}
