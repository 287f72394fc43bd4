package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// previewPass draws the blocks that a rollback would set or clear. Its buffer holds their faces relative to an anchor. It is
// rebuilt when the scene says that the blocks have changed, or when the eye has moved far from the anchor.
type previewPass struct {
	buffer   glutil.VertexBuffer
	vertices []boxVertex
	filled   map[[3]int32]bool // positions at which a block fills its cell
	version  uint64            // of the blocks in the buffer
	anchor   [3]int32
	offset   mgl32.Vec4 // of the anchor from the origin
	quads    int
}

const (
	previewMax         = 16384 // blocks that are drawn, the first of a scene
	previewAnchorDrift = 256   // blocks, along an axis, that the eye may move from the anchor
	previewReach       = camera.ViewDistanceMax + previewAnchorDrift
)

// Colours of the blocks that would be set and cleared. They are distinct for people who cannot distinguish red from green, too.
var (
	previewSetColour   = [4]uint8{64, 200, 255, 255}
	previewClearColour = [4]uint8{255, 96, 32, 255}
)

func (g *previewPass) init(ibo uint32) { g.buffer.Init(ibo, boxVertexBytes, boxLayout) }

// draw draws the preview over the world: of faces behind each other the nearest, its depth first and then its colour. Water
// is drawn afterwards, so the preview is seen through it.
func (g *previewPass) draw(f *frameState) {
	sc, v := f.scene, &f.camera
	if len(sc.Preview) == 0 {
		g.quads, g.version = 0, 0
		return
	}
	if g.version != sc.PreviewVersion || g.anchorTooFar(v) {
		g.build(f)
	}
	if g.quads == 0 {
		return
	}
	for i := range g.anchor {
		g.offset[i] = float32(g.anchor[i] - v.Origin[i])
	}
	p := &f.programs[progPreview]
	p.Use()
	gl.Uniform4fv(p.offset, 1, &g.offset[0])
	gl.ColorMask(false, false, false, false)
	g.buffer.Draw(0, g.quads)
	gl.ColorMask(true, true, true, true)
	gl.DepthMask(false)
	gl.DepthFunc(gl.EQUAL)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	g.buffer.Draw(0, g.quads)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
	gl.DepthFunc(gl.LESS)
}

// anchorTooFar reports whether the eye is so far from the anchor that blocks near the eye may be missing.
func (g *previewPass) anchorTooFar(v *camera.View) bool {
	for i := range g.anchor {
		if d := int64(v.Origin[i]) - int64(g.anchor[i]); max(d, -d) > previewAnchorDrift {
			return true
		}
	}
	return false
}

// build fills the buffer. It leaves out the faces between neighbours that fill their cells.
func (g *previewPass) build(f *frameState) {
	sc := f.scene
	g.version, g.anchor, g.vertices = sc.PreviewVersion, f.camera.Origin, g.vertices[:0]
	if g.filled == nil {
		g.filled = map[[3]int32]bool{}
	}
	clear(g.filled)
	all := sc.Preview[:min(len(sc.Preview), previewMax)]
	for i := range all {
		if previewFills(&f.blocks, all[i].Block) {
			g.filled[all[i].Pos] = true
		}
	}
	for i := range all {
		if at, near := g.relative(all[i].Pos); near {
			g.addBlock(&f.blocks, &all[i], at)
		}
	}
	if g.quads = len(g.vertices) / 4; g.quads > 0 {
		g.buffer.Fill(len(g.vertices)*boxVertexBytes, unsafe.Pointer(&g.vertices[0]), gl.STATIC_DRAW)
	}
}

// relative returns a position relative to the anchor, and whether it may be in sight.
func (g *previewPass) relative(p [3]int32) (at mgl32.Vec3, near bool) {
	for i := range p {
		d := int64(p[i]) - int64(g.anchor[i])
		if max(d, -d) > previewReach {
			return at, false
		}
		at[i] = float32(d)
	}
	return at, true
}

// previewFills reports whether the preview of a block fills its cell.
func previewFills(blocks *blockTextures, block uint16) bool {
	l := blocks.look(block)
	return block == 0 || !l.Flat && l.Low == [3]uint8{} && l.High == [3]uint8{16, 16, 16}
}

// addBlock adds the faces of a block.
func (g *previewPass) addBlock(blocks *blockTextures, h *scene.PreviewBlock, at mgl32.Vec3) {
	low, high := mgl32.Vec3{}, mgl32.Vec3{1, 1, 1}
	colour, tint, look := previewClearColour, noTint, blocks.look(h.Block)
	if h.Block != 0 {
		colour, tint = previewSetColour, blocks.tint(look.Tint)
		if !look.Flat {
			low, high = look.bounds()
		}
	}
	edge := [2]mgl32.Vec3{low.Add(at), high.Add(at)}
	for f := range scene.MeshFaces {
		d := scene.FaceNormals[f]
		if g.filled[h.Pos] && g.filled[[3]int32{h.Pos[0] + d[0], h.Pos[1] + d[1], h.Pos[2] + d[2]}] {
			continue
		}
		layer := float32(-1)
		if h.Block != 0 {
			layer = float32(look.Layers[f])
		}
		uv := &scene.FaceTexAxes[f]
		for _, k := range scene.FaceCorners[f] {
			tex := mgl32.Vec3{float32(k[uv.S]), float32(k[uv.T]), layer}
			if uv.FlipS {
				tex[0] = 1 - tex[0]
			}
			if uv.FlipT {
				tex[1] = 1 - tex[1]
			}
			g.vertices = append(g.vertices, boxVertex{mgl32.Vec3{edge[k[0]][0], edge[k[1]][1], edge[k[2]][2]}, tex, colour, tint})
		}
	}
}

func (g *previewPass) free() { g.buffer.Free() }
