package terrain

import (
	"cmp"
	"slices"

	"voxtide/render/scene"
	"voxtide/world"
)

// uploads are the meshes that the renderer is offered and the sections that it is to forget.
type uploads struct {
	list       []scene.Upload
	unloads    [][3]int32
	oldUnloads [][3]int32    // sections of the previous session, listed in the next frame
	free       []*scene.Mesh // unused meshes, at most freeMax
}

// freeMax is how many unused meshes are kept for the next ones. More wait for the renderer while a world is entered: a thousand, of 15 MB.
const freeMax = 64

// begin begins a frame: it takes back the meshes that the renderer has copied, and notes in the sections that it has.
func (u *uploads) begin(g *grid) {
	rest := u.list[:0]
	for _, up := range u.list {
		if up.Uploaded {
			p := world.SectionPos{X: up.Mesh.Section[0], Y: up.Mesh.Section[1], Z: up.Mesh.Section[2]}
			if s := cmp.Or(g.sections[p], g.awaited[p]); s != nil {
				s.copied = true
			}
			u.release(up.Mesh)
		} else {
			rest = append(rest, up)
		}
	}
	clear(u.list[len(rest):])
	u.list = rest
	u.unloads = append(u.unloads[:0], u.oldUnloads...)
	u.oldUnloads = u.oldUnloads[:0]
}

// newMesh returns an unused mesh.
func (u *uploads) newMesh() *scene.Mesh {
	n := len(u.free)
	if n == 0 {
		return &scene.Mesh{}
	}
	m := u.free[n-1]
	u.free = u.free[:n-1]
	return m
}

// release takes a mesh back that nobody uses any more.
func (u *uploads) release(m *scene.Mesh) {
	if m != nil && len(u.free) < freeMax {
		u.free = append(u.free, m)
	}
}

// offer offers a mesh to the renderer. It replaces an older mesh of the section that the renderer has not copied.
func (u *uploads) offer(m *scene.Mesh, urgent bool) {
	for i := range u.list {
		if up := &u.list[i]; up.Mesh.Section == m.Section {
			u.release(up.Mesh)
			*up = scene.Upload{Mesh: m, Urgent: urgent || up.Urgent}
			return
		}
	}
	u.list = append(u.list, scene.Upload{Mesh: m, Urgent: urgent})
}

// drop makes the renderer forget a section.
func (u *uploads) drop(p world.SectionPos) {
	key := [3]int32{p.X, p.Y, p.Z}
	u.unloads = append(u.unloads, key)
	u.list = slices.DeleteFunc(u.list, func(up scene.Upload) bool { return up.Mesh.Section == key })
}

// reset makes the renderer forget all sections of a grid with the next frame: another session begins.
func (u *uploads) reset(g *grid) {
	for p := range g.sections {
		u.unloads = append(u.unloads, [3]int32{p.X, p.Y, p.Z})
	}
	for p := range g.awaited {
		u.unloads = append(u.unloads, [3]int32{p.X, p.Y, p.Z})
	}
	for _, up := range u.list {
		u.release(up.Mesh)
	}
	u.list = u.list[:0]
	u.oldUnloads = append(u.oldUnloads, u.unloads...)
}
