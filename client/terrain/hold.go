package terrain

import (
	"slices"
	"time"

	"voxtide/client/cell"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// hold keeps the first meshes of sections at the surface of a column until those of all of them are there, so that they are shown together: of a tree that
// reaches into two sections one would see the inside else, which is dark. Below the surface nothing is held.
//
// Invariants: a held mesh is the newest of its section, which the renderer was offered nothing of; a column is in waiting, once, exactly while it
// holds a mesh; nothing is held longer than holdMost after the last first mesh that came to its column.
type hold struct {
	grid    *grid
	uploads *uploads
	waiting [][2]int32       // columns that hold meshes, in the order in which they began to
	layers  [2]int32         // the lowest and the highest layer that can be meshed around the eye
	now     func() time.Time // the clock
}

// holdMost is how long meshes are held when no more come to their column: what is missing may never come.
const holdMost = time.Second

// offer offers a mesh to the renderer, or holds it. An urgent one is not held, nor one of a section that the renderer has been offered before.
func (h *hold) offer(p world.SectionPos, s *section, m *scene.Mesh, urgent bool) {
	if s.offered || urgent {
		h.uploads.release(h.take(p))
		s.offered = true
		h.uploads.offer(m, urgent)
		return
	}
	c := h.grid.column(p)
	if len(c.held.meshes) == 0 {
		h.waiting = append(h.waiting, [2]int32{p.X, p.Z})
	}
	for i, old := range c.held.meshes {
		if old.Section == m.Section {
			h.uploads.release(old)
			c.held.meshes[i] = m
			return
		}
	}
	c.held.meshes, c.held.since = append(c.held.meshes, m), h.now()
}

// take returns the mesh of a section that is held, and holds it no longer; nil if none is.
func (h *hold) take(p world.SectionPos) *scene.Mesh {
	c := h.grid.column(p)
	if c == nil {
		return nil
	}
	i := slices.IndexFunc(c.held.meshes, func(m *scene.Mesh) bool { return m.Section[1] == p.Y })
	if i < 0 {
		return nil
	}
	m := c.held.meshes[i]
	if c.held.meshes = slices.Delete(c.held.meshes, i, i+1); len(c.held.meshes) == 0 {
		h.waiting = slices.DeleteFunc(h.waiting, func(k [2]int32) bool { return k == [2]int32{p.X, p.Z} })
	}
	return m
}

// unload forgets the held mesh of a section that goes; of one that is being resent the renderer gets it, as it keeps those that it has.
func (h *hold) unload(p world.SectionPos, s *section, awaited bool) {
	m := h.take(p)
	if m != nil && awaited {
		s.offered = true
		h.uploads.offer(m, false)
		return
	}
	h.uploads.release(m)
}

// follow offers the held meshes of columns whose surface is meshed, as seen from an eye, column by column.
func (h *hold) follow(eye *scene.Camera) {
	if len(h.waiting) == 0 {
		return
	}
	low, high := protocol.ViewBounds(cell.At(eye.Pos).Section().Y, protocol.ViewHeight)
	h.layers = [2]int32{max(low, world.MinY>>4), min(high, world.MaxY>>4)}
	if low > world.MinY>>4 {
		h.layers[0]++
	}
	if high < world.MaxY>>4 {
		h.layers[1]--
	}
	now, rest := h.now(), h.waiting[:0]
	for _, key := range h.waiting {
		c := h.grid.columns[key]
		upTo := h.upTo(key, c)
		if now.Sub(c.held.since) > holdMost {
			upTo = world.MaxY >> 4
		}
		if h.release(c, upTo); len(c.held.meshes) > 0 {
			rest = append(rest, key)
		}
	}
	h.waiting = rest
}

// upTo returns up to which layer meshes of a column can be shown: all that is meshed above the surface, if the surface is, or else what is below it.
func (h *hold) upTo(key [2]int32, c *column) int32 {
	from, to := c.surface()
	y := max(from, h.layers[0])
	for ; y <= h.layers[1]; y++ {
		if s := h.grid.sections[world.SectionPos{X: key[0], Y: y, Z: key[1]}]; s == nil || !s.meshed {
			break
		}
	}
	if y <= min(to, h.layers[1]) {
		return from - 1
	}
	return y - 1
}

// release offers the meshes of a column up to a layer.
func (h *hold) release(c *column, upTo int32) {
	rest := c.held.meshes[:0]
	for _, m := range c.held.meshes {
		if m.Section[1] > upTo {
			rest = append(rest, m)
			continue
		}
		h.grid.sections[world.SectionPos{X: m.Section[0], Y: m.Section[1], Z: m.Section[2]}].offered = true
		h.uploads.offer(m, false)
	}
	clear(c.held.meshes[len(rest):])
	c.held.meshes = rest
}

// reset forgets all: another session begins.
func (h *hold) reset() {
	for _, key := range h.waiting {
		for _, m := range h.grid.columns[key].held.meshes {
			h.uploads.release(m)
		}
	}
	h.waiting = h.waiting[:0]
}

// count returns the number of held meshes.
func (h *hold) count() (n int) {
	for _, key := range h.waiting {
		n += len(h.grid.columns[key].held.meshes)
	}
	return n
}
