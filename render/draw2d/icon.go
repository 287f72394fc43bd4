package draw2d

// brightest is the fraction behind a layer's number with which the shader draws the layer at full brightness.
const brightest = 0.9

// BlockTexture adds a layer of the block textures, with a colour for its tint.
func (b *Batch) BlockTexture(x, y, w, h int, layer int, c Colour) {
	v := b.appendRect(progBlocks, x, y, w, h)
	for i := range v {
		v[i].U, v[i].V, v[i].W, v[i].Colour = float32(i&1), float32(i>>1), float32(layer)+brightest, c
	}
}

// Icon sizes, as parts of a side: how far the corners of a cube seen from above stand out.
const (
	iconWidth  = 0.46
	iconRise   = 0.235
	iconHeight = 0.5
)

// Icon adds a block within a square, seen from a corner above; a flat block as its texture. A block without an icon shows
// the first layer on a full box.
func (b *Batch) Icon(x, y, size int, block uint16) {
	icon := BlockIcon{Max: [3]float32{1, 1, 1}, Tint: Colour{255, 255, 255, 255}}
	if int(block) < len(b.icons) {
		icon = b.icons[block]
	}
	if icon.Flat {
		b.BlockTexture(x, y, size, size, int(icon.Layers[0]), icon.Tint)
		return
	}
	s := float32(size)
	project := func(px, py, pz float32) (float32, float32) { // x to the right and down, z to the left and down, y up
		return float32(x) + s*(0.5+(px-pz)*iconWidth), float32(y) + s*(0.5-iconHeight/2+(px+pz)*iconRise-iconRise+iconHeight-py*iconHeight)
	}
	for i := range iconFaces {
		f := &iconFaces[i]
		v := b.appendQuad(progBlocks)
		if v == nil {
			return
		}
		for c, k := range f.corners {
			at := icon.Min
			for a := range at {
				if k[a] == 1 {
					at[a] = icon.Max[a]
				}
			}
			sx, sy := project(at[0], at[1], at[2])
			v[c] = Vertex{X: sx, Y: sy, U: at[f.s], V: at[f.t], W: float32(icon.Layers[f.face]) + f.shade*brightest, Colour: icon.Tint}
			if f.flipT {
				v[c].V = 1 - v[c].V
			}
			if f.flipS {
				v[c].U = 1 - v[c].U
			}
		}
	}
}

// iconFaces are the three faces that an icon shows: the number of the face, its brightness, its corners (a 1 picks the high
// side of an axis), and the axes that its texture coordinates follow, some of them backwards, as in scene.Mesh.
var iconFaces = []struct {
	face         int
	shade        float32
	corners      [4][3]uint8
	s, t         int
	flipS, flipT bool
}{
	{1, 1, [4][3]uint8{{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {1, 1, 1}}, 0, 2, false, false},
	{3, 0.8, [4][3]uint8{{0, 1, 1}, {1, 1, 1}, {0, 0, 1}, {1, 0, 1}}, 0, 1, false, true},
	{5, 0.62, [4][3]uint8{{1, 1, 1}, {1, 1, 0}, {1, 0, 1}, {1, 0, 0}}, 2, 1, true, true},
}
