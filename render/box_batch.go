package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// boxVertex is a vertex of shaders/solid.glsl.
type boxVertex struct {
	pos    mgl32.Vec3
	tex    mgl32.Vec3 // z: layer, below 0 for none
	colour [4]uint8   // times light; of bodies, the last is what a shadow takes of it, see surfaceLight.shadowed
	tint   [4]uint8   // the texture is multiplied by it where its tint holds
}

const boxVertexBytes = int(unsafe.Sizeof(boxVertex{}))

var boxLayout = []glutil.Attribute{
	{Size: 3, Kind: gl.FLOAT},
	{Size: 3, Kind: gl.FLOAT, Offset: unsafe.Offsetof(boxVertex{}.tex)},
	{Size: 4, Kind: gl.UNSIGNED_BYTE, Normalized: true, Offset: unsafe.Offsetof(boxVertex{}.colour)},
	{Size: 4, Kind: gl.UNSIGNED_BYTE, Normalized: true, Offset: unsafe.Offsetof(boxVertex{}.tint)},
}

// boxBatch collects boxes and sprites that move, once a frame, and draws them at once.
type boxBatch struct {
	buffer   glutil.VertexBuffer
	vertices []boxVertex
	layers   [scene.MeshFaces]uint16 // of the box that is being added, for callers that have none in memory
}

func (s *boxBatch) init(ibo uint32) { s.buffer.Init(ibo, boxVertexBytes, boxLayout) }

// flush draws the collected quads with the program in use, and empties the batch.
func (s *boxBatch) flush() {
	if len(s.vertices) == 0 {
		return
	}
	s.buffer.Fill(len(s.vertices)*boxVertexBytes, unsafe.Pointer(&s.vertices[0]), gl.STREAM_DRAW)
	s.buffer.Draw(0, len(s.vertices)/4)
	s.vertices = s.vertices[:0]
}

var (
	noTint      = [4]uint8{255, 255, 255, 255}
	opaqueWhite = mgl32.Vec4{1, 1, 1, 1}
)

// boxStyle is the colour of a box.
type boxStyle struct {
	colour    mgl32.Vec4 // without light; the last is the opacity, where it is unshaded
	light     surfaceLight
	layers    *[scene.MeshFaces]uint16
	tint      [4]uint8
	textured  bool  // layers and tint hold; otherwise the colour alone
	stretched bool  // each face shows all of its layer, however large it is
	limb      bool  // and its ends show what its sides have there, where all faces have one layer
	mirror    uint8 // a bit for each face whose texture runs backwards
	unshaded  bool  // all faces equally bright, without light
}

// addBox adds a box from low to high, moved by m. Texture coordinates run as on a block, so a part of a block shows its part
// of the texture.
func (s *boxBatch) addBox(m *mgl32.Mat4, low, high mgl32.Vec3, p *boxStyle) {
	edge := [2]mgl32.Vec3{low, high}
	tint := p.tint
	if !p.textured {
		tint = noTint
	}
	for f := range scene.MeshFaces {
		var n mgl32.Vec3
		axis := scene.FaceAxis[f]
		for i := range n {
			n[i] = m[axis*4+i]
		}
		if f&1 == 0 {
			n = n.Mul(-1)
		}
		shine, last := p.colour.Vec3(), p.colour[3]
		if !p.unshaded {
			last = p.light.shadowed
			by := p.light.onNormal(n.Normalize())
			for i := range shine {
				shine[i] *= by[i]
			}
		}
		c := toBytes(shine, last)
		uv := &scene.FaceTexAxes[f]
		for _, k := range scene.FaceCorners[f] {
			at := mgl32.Vec3{edge[k[0]][0], edge[k[1]][1], edge[k[2]][2]}
			tex := mgl32.Vec3{at[uv.S], at[uv.T], -1}
			if p.stretched {
				tex[0], tex[1] = float32(k[uv.S]), float32(k[uv.T])
			}
			if uv.FlipS != (p.mirror>>f&1 != 0) {
				tex[0] = 1 - tex[0]
			}
			if uv.FlipT {
				tex[1] = 1 - tex[1]
			}
			if p.textured {
				tex[2] = float32(p.layers[f])
			}
			if p.limb && axis == 1 {
				tex[1] = limbEnd(tex[1], f)
			}
			s.vertices = append(s.vertices, boxVertex{mgl32.TransformCoordinate(at, *m), tex, c, tint})
		}
	}
}

// limbEndShare is the part of the side of a limb that its ends show.
const limbEndShare = 1. / 8

// limbEnd returns the row of a texture at a row of a limb's lower or upper end.
func limbEnd(row float32, face int) float32 {
	if row *= limbEndShare; face == 0 {
		row += 1 - limbEndShare
	}
	return row
}

// addSprite adds a square of side 1 around the origin of m, in its X and Y plane, seen from both sides. The last of its colour is what a
// shadow takes of it.
func (s *boxBatch) addSprite(m *mgl32.Mat4, layer uint16, colour mgl32.Vec4, tint [4]uint8) {
	c := toBytes(colour.Vec3(), colour[3])
	for _, turn := range [2][4]int{{0, 1, 2, 3}, {1, 0, 3, 2}} {
		for _, i := range turn {
			x, y := float32(i&1), float32(i>>1)
			at := mgl32.TransformCoordinate(mgl32.Vec3{x - 0.5, y - 0.5, 0}, *m)
			s.vertices = append(s.vertices, boxVertex{at, mgl32.Vec3{x, 1 - y, float32(layer)}, c, tint})
		}
	}
}

// A sprite has a little depth: it is spriteSheets sheets, spriteDepth blocks apart in all, of which the outer two are lit fully.
const (
	spriteSheets = 5
	spriteDepth  = 1. / 16
)

// addThick adds a sprite with some depth, as addSprite adds a flat one.
func (s *boxBatch) addThick(m *mgl32.Mat4, layer uint16, light *surfaceLight, tint [4]uint8) {
	for k := range spriteSheets {
		shade := float32(1)
		if k > 0 && k < spriteSheets-1 {
			shade = 0.72
		}
		at := m.Mul4(mgl32.Translate3D(0, 0, spriteDepth*(float32(k)/(spriteSheets-1)-0.5)))
		s.addSprite(&at, layer, light.colour.Mul(shade).Vec4(light.shadowed), tint)
	}
}

// addBlock adds a block or a thing by itself: its boxes within the unit cube of m, or its sprite.
func (s *boxBatch) addBlock(blocks *blockTextures, m *mgl32.Mat4, block uint16, light surfaceLight) {
	l := blocks.look(block)
	if l.Glow {
		light = uniformLight(mgl32.Vec3{1, 1, 1})
	}
	tint := blocks.dye(&l)
	if l.Flat {
		at := m.Mul4(mgl32.Translate3D(.5, .5, .5))
		s.addThick(&at, l.Layers[0], &light, tint)
		return
	}
	for i := range l.Parts {
		p := &l.Parts[i]
		s.layers = p.Layers
		s.addBox(m, sixteenths(p.Low), sixteenths(p.High), &boxStyle{colour: opaqueWhite, light: light, layers: &s.layers, tint: tint, textured: true, mirror: p.Mirror})
	}
	if len(l.Parts) > 0 {
		return
	}
	low, high := l.bounds()
	s.layers = l.Layers
	s.addBox(m, low, high, &boxStyle{colour: opaqueWhite, light: light, layers: &s.layers, tint: tint, textured: true})
}
