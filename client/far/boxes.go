package far

import "voxtide/render/scene"

// faceShades is the brightness of the faces of boxes: two of them are never alike side by side.
var faceShades = [scene.MeshFaces]float32{0, 1, 0.82, 0.82, 0.72, 0.72}

// addBoxes adds what was built, without the undersides.
func (b *meshBuilder) addBoxes() {
	for _, x := range b.t.Boxes {
		base := colourOf(x.Block, b.biomeAt(int(x.X), int(x.Z)))
		low := [3]float32{float32(x.X), float32(x.Low), float32(x.Z)}
		size := [3]float32{float32(x.Width), float32(x.Height), float32(x.Depth)}
		for face := 1; face < scene.MeshFaces; face++ {
			var v [4]uint16
			colour := packed(base, faceShades[face])
			for i, c := range scene.FaceCorners[face] {
				v[i] = b.vertex(int(low[0]+float32(c[0])*size[0]), int(low[2]+float32(c[2])*size[2]), low[1]+float32(c[1])*size[1], scene.FarOwnColour, colour)
			}
			b.quad(v[0], v[1], v[2], v[3])
		}
	}
}

// biomeAt returns the biome at a place, in blocks from the tile's corner.
func (b *meshBuilder) biomeAt(x, z int) uint8 {
	c := int(b.t.Place.Cell())
	return b.t.Covers[b.t.Cells[x/c+z/c*(side-1)]].Biome
}
