package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// solidVertex is a vertex of what is made anew for each picture.
type solidVertex struct {
	pos    mgl32.Vec3
	tex    mgl32.Vec3 // z: layer, below 0 for none
	colour [4]uint8   // times light
	tint   [4]uint8   // what textures are multiplied by where their tint holds
}

const solidBytes = int(unsafe.Sizeof(solidVertex{}))

var solidLayout = []attribute{
	{size: 3, kind: gl.FLOAT},
	{size: 3, kind: gl.FLOAT, offset: unsafe.Offsetof(solidVertex{}.tex)},
	{size: 4, kind: gl.UNSIGNED_BYTE, unit: true, offset: unsafe.Offsetof(solidVertex{}.colour)},
	{size: 4, kind: gl.UNSIGNED_BYTE, unit: true, offset: unsafe.Offsetof(solidVertex{}.tint)},
}

// solid collects quads and draws them at once.
type solid struct {
	buf stream
	v   []solidVertex
}

func (s *solid) init(ibo uint32) { s.buf.init(ibo, solidBytes, solidLayout) }

// flush draws what was collected with the program in use, and empties it.
func (s *solid) flush() {
	if len(s.v) == 0 {
		return
	}
	s.buf.fill(len(s.v)*solidBytes, unsafe.Pointer(&s.v[0]), gl.STREAM_DRAW)
	s.buf.draw(0, len(s.v)/4)
	s.v = s.v[:0]
}

var (
	white = [4]uint8{255, 255, 255, 255}
	plain = mgl32.Vec4{1, 1, 1, 1}
)

// paint is how a box is coloured.
type paint struct {
	colour  mgl32.Vec4 // without light
	light   lit        // nothing for none but the colour
	layers  *[faceCount]uint16
	tint    [4]uint8
	texture bool // layers and tint hold; otherwise the colour alone
	whole   bool // each side shows all of its layer, however large it is
	even    bool // all faces equally bright, without light
}

// faceCorners are the corners of each face of a box in the order that the indices need, with the axes that its texture
// coordinates follow: a 1 picks the high side. As in scene.Mesh.
var faceCorners = [faceCount][4][3]uint8{
	{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}},
	{{0, 1, 0}, {0, 1, 1}, {1, 1, 0}, {1, 1, 1}},
	{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}},
	{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}},
	{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}},
	{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}},
}

// faceUV says which axes are s and t, and whether they run backwards.
var faceUV = [faceCount]struct {
	s, t         int
	flipS, flipT bool
}{{0, 2, false, true}, {0, 2, false, false}, {0, 1, true, true}, {0, 1, false, true}, {2, 1, false, true}, {2, 1, true, true}}

// box adds a box from low to high, moved by m; uv runs as on a block, so a part of a block shows that part of it.
func (s *solid) box(m *mgl32.Mat4, low, high mgl32.Vec3, p *paint) {
	edge := [2]mgl32.Vec3{low, high}
	tint := p.tint
	if !p.texture {
		tint = white
	}
	for f := range faceCount {
		var n mgl32.Vec3
		axis := faceAxis[f]
		for i := range n {
			n[i] = m[axis*4+i]
		}
		if f&1 == 0 {
			n = n.Mul(-1)
		}
		shine := p.colour.Vec3()
		if !p.even {
			by := p.light.on(n.Normalize())
			for i := range shine {
				shine[i] *= by[i]
			}
		}
		c := bytesOf(shine, p.colour[3])
		uv := &faceUV[f]
		for _, k := range faceCorners[f] {
			at := mgl32.Vec3{edge[k[0]][0], edge[k[1]][1], edge[k[2]][2]}
			tex := mgl32.Vec3{at[uv.s], at[uv.t], -1}
			if p.whole {
				tex[0], tex[1] = float32(k[uv.s]), float32(k[uv.t])
			}
			if uv.flipS {
				tex[0] = 1 - tex[0]
			}
			if uv.flipT {
				tex[1] = 1 - tex[1]
			}
			if p.texture {
				tex[2] = float32(p.layers[f])
			}
			s.v = append(s.v, solidVertex{mgl32.TransformCoordinate(at, *m), tex, c, tint})
		}
	}
}

// sprite adds a square picture of side 1 around the origin of m, in its X and Y plane, seen from both sides.
func (s *solid) sprite(m *mgl32.Mat4, layer uint16, colour mgl32.Vec4, tint [4]uint8) {
	c := bytesOf(colour.Vec3(), colour[3])
	for _, turn := range [2][4]int{{0, 1, 2, 3}, {1, 0, 3, 2}} {
		for _, i := range turn {
			x, y := float32(i&1), float32(i>>1)
			at := mgl32.TransformCoordinate(mgl32.Vec3{x - 0.5, y - 0.5, 0}, *m)
			s.v = append(s.v, solidVertex{at, mgl32.Vec3{x, 1 - y, float32(layer)}, c, tint})
		}
	}
}

func bytesOf(c mgl32.Vec3, alpha float32) [4]uint8 {
	b := func(x float32) uint8 { return uint8(min(max(x, 0), 1)*255 + 0.5) }
	return [4]uint8{b(c[0]), b(c[1]), b(c[2]), b(alpha)}
}

// ptr is for handing a value to the driver.
func ptr[T any](v *T) unsafe.Pointer { return unsafe.Pointer(v) }

const (
	frameBytes   = unsafe.Sizeof(frameBlock{})
	paletteBytes = unsafe.Sizeof(paletteBlock{})
)
