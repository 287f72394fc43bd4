package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// ghosts are blocks that are not there, as the buffer holds them: sides that may be seen, counted from an anchor. They are
// made anew when the scene says that they have changed, or when the eye has gone far from the anchor.
type ghosts struct {
	buf     stream
	v       []solidVertex
	there   map[[3]int32]bool // where one fills its block
	version uint64            // of those in the buffer
	anchor  [3]int32
	offset  mgl32.Vec4 // of the anchor from the origin
	quads   int
}

const (
	ghostsMax  = 16384 // drawn, the first of a scene
	ghostStray = 256   // blocks, along an axis, that the eye goes from the anchor before they are made anew
	ghostReach = viewMax + ghostStray
)

// Colours of what would come and of what would go: told apart without red and green, too.
var (
	ghostComes = [4]uint8{64, 200, 255, 255}
	ghostGoes  = [4]uint8{255, 96, 32, 255}
)

func (g *ghosts) init(ibo uint32) { g.buf.init(ibo, solidBytes, solidLayout) }

// drawGhosts draws the ghosts over what is there: of those behind each other the nearest, its depth first and then its
// colour. Water is drawn after them, so they are seen through it.
func (r *Renderer) drawGhosts(sc *scene.Scene, v *view) {
	g := &r.ghosts
	if len(sc.Ghosts) == 0 {
		g.quads, g.version = 0, 0
		return
	}
	if g.version != sc.GhostsVersion || g.strayed(v) {
		r.makeGhosts(sc, v)
	}
	if g.quads == 0 {
		return
	}
	for i := range g.anchor {
		g.offset[i] = float32(g.anchor[i] - v.origin[i])
	}
	p := &r.programs[progGhosts]
	p.use()
	gl.Uniform4fv(p.offset, 1, &g.offset[0])
	gl.ColorMask(false, false, false, false)
	g.buf.draw(0, g.quads)
	gl.ColorMask(true, true, true, true)
	gl.DepthMask(false)
	gl.DepthFunc(gl.EQUAL)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
	g.buf.draw(0, g.quads)
	gl.Disable(gl.BLEND)
	gl.DepthMask(true)
	gl.DepthFunc(gl.LESS)
}

// strayed tells whether the eye is so far from the anchor that what is near it may be missing.
func (g *ghosts) strayed(v *view) bool {
	for i := range g.anchor {
		if d := int64(v.origin[i]) - int64(g.anchor[i]); max(d, -d) > ghostStray {
			return true
		}
	}
	return false
}

// makeGhosts fills the buffer. Of neighbours that fill their blocks the sides between them are left out.
func (r *Renderer) makeGhosts(sc *scene.Scene, v *view) {
	g := &r.ghosts
	g.version, g.anchor, g.v = sc.GhostsVersion, v.origin, g.v[:0]
	if g.there == nil {
		g.there = map[[3]int32]bool{}
	}
	clear(g.there)
	all := sc.Ghosts[:min(len(sc.Ghosts), ghostsMax)]
	for i := range all {
		if r.ghostFills(all[i].Block) {
			g.there[all[i].Pos] = true
		}
	}
	for i := range all {
		if at, near := g.from(all[i].Pos); near {
			r.ghost(&all[i], at)
		}
	}
	if g.quads = len(g.v) / 4; g.quads > 0 {
		g.buf.fill(len(g.v)*solidBytes, unsafe.Pointer(&g.v[0]), gl.STATIC_DRAW)
	}
}

// from returns a block as counted from the anchor; false if it is out of sight.
func (g *ghosts) from(p [3]int32) (at mgl32.Vec3, near bool) {
	for i := range p {
		d := int64(p[i]) - int64(g.anchor[i])
		if max(d, -d) > ghostReach {
			return at, false
		}
		at[i] = float32(d)
	}
	return at, true
}

// ghostFills tells whether the ghost of a block fills it.
func (r *Renderer) ghostFills(block uint16) bool {
	l := r.look(block)
	return block == 0 || !l.Flat && l.Low == [3]uint8{} && l.High == [3]uint8{16, 16, 16}
}

// ghost adds the sides of one.
func (r *Renderer) ghost(h *scene.Ghost, at mgl32.Vec3) {
	g := &r.ghosts
	low, high := mgl32.Vec3{}, mgl32.Vec3{1, 1, 1}
	colour, tint, look := ghostGoes, white, r.look(h.Block)
	if h.Block != 0 {
		colour, tint = ghostComes, r.tint(look.Tint)
		if !look.Flat {
			low, high = look.box()
		}
	}
	edge := [2]mgl32.Vec3{low.Add(at), high.Add(at)}
	for f := range faceCount {
		d := faceSteps[f]
		if g.there[h.Pos] && g.there[[3]int32{h.Pos[0] + d[0], h.Pos[1] + d[1], h.Pos[2] + d[2]}] {
			continue
		}
		layer := float32(-1)
		if h.Block != 0 {
			layer = float32(look.Layers[f])
		}
		uv := &faceUV[f]
		for _, k := range faceCorners[f] {
			tex := mgl32.Vec3{float32(k[uv.s]), float32(k[uv.t]), layer}
			if uv.flipS {
				tex[0] = 1 - tex[0]
			}
			if uv.flipT {
				tex[1] = 1 - tex[1]
			}
			g.v = append(g.v, solidVertex{mgl32.Vec3{edge[k[0]][0], edge[k[1]][1], edge[k[2]][2]}, tex, colour, tint})
		}
	}
}
