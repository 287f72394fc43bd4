package far

// edges are the four edges of a tile as they are drawn, in the order of sides: each its pieces in the order of X or Z.
type edges [4][]edgePiece

// edgePiece is a piece of an edge between two corners that are drawn, from which a skirt hangs.
type edgePiece struct {
	ends  [2]edgeEnd
	first int32 // of the two triangles of the skirt, their number in the mesh
	own   bool  // they have a colour of their own
}

// edgeEnd is an end of a piece: where along the edge it is, in blocks from the tile's corner, and its height in scene.FarHeightUnits.
type edgeEnd struct {
	along int32
	y     int16
}

// number numbers skirts: the triangles with the colours of the texture come after some others, and those with their own after some.
func (e *edges) number(land, own int) {
	for _, pieces := range e {
		for i := range pieces {
			if p := &pieces[i]; p.own {
				p.first += int32(own)
			} else {
				p.first += int32(land)
			}
		}
	}
}
