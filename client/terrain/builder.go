package terrain

import (
	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
)

// urgentMax is how many sections with own edits are meshed before a frame is drawn. Workers mesh the others.
const urgentMax = 8

// builder has the pending sections meshed, and offers the meshes to the renderer.
type builder struct {
	grid    *grid
	queue   *queue
	uploads *uploads
	palette *tintPalette
	workers *workerPool
	mesher  mesher // for urgent sections, on the owner's goroutine
}

// job returns the job of a section as it is now.
func (b *builder) job(p world.SectionPos, s *section) *job {
	j := b.workers.newJob()
	j.pos, j.section, j.version = p, s, s.version
	j.lightOnly, j.lightHash = s.shownVersion >= s.shapeVersion, s.lightHash
	b.grid.around(p, &j.around)
	j.tints = b.tints(p, b.grid.column(p))
	s.lod = b.queue.isFar(p, s)
	j.lod = s.lod
	j.mesh = b.uploads.newMesh()
	return j
}

// tints returns the tints of a column, which it computes once.
func (b *builder) tints(p world.SectionPos, c *column) *mesh.Tints {
	if c.tints != nil {
		return c.tints
	}
	var around [9]*protocol.Biomes
	for i := range around {
		x, z := p.X+int32(i%3)-1, p.Z+int32(i/3)-1
		if s := b.grid.sections[world.SectionPos{X: x, Y: p.Y, Z: z}]; s != nil {
			around[i] = &s.biomes
		}
	}
	c.tints = &mesh.Tints{}
	b.palette.blend(c.tints, &around)
	return c.tints
}

// offer offers the mesh of a finished job to the renderer, unless the section is unloaded, a newer mesh was offered, or the
// mesh is unchanged. It requests another mesh if the section has changed since the job was made.
func (b *builder) offer(j *job, urgent bool) {
	s := j.section
	loaded := b.grid.sections[j.pos] == s
	if loaded && !urgent {
		s.inFlight = false
	}
	if loaded && j.version > s.shownVersion {
		s.shownVersion = j.version
		if !j.unchanged {
			s.lightHash, s.hidden = j.lightHash, j.lod && j.visible && j.mesh.Empty()
			if j.meshHash != s.meshHash {
				s.meshHash, s.drawn = j.meshHash, !j.mesh.Empty()
				j.mesh.Version = j.version
				b.uploads.offer(j.mesh, urgent)
				j.mesh = nil
			}
		}
	}
	switch {
	case loaded && s.followsLOD() && b.queue.isFar(j.pos, s) != s.lod: // the camera has moved since, while a worker had it or it drew nothing
		b.queue.invalidate(j.pos)
	case loaded && s.version != s.shownVersion:
		b.queue.enqueue(j.pos, s)
	}
	b.uploads.release(j.mesh)
	b.workers.recycle(j)
}

// meshUrgent meshes the sections that the player has just changed, before the frame is drawn.
func (b *builder) meshUrgent(sections []world.SectionPos) {
	for i, p := range sections {
		if s := b.grid.sections[p]; i < urgentMax && s != nil && s.neighbours == neighboursAll {
			j := b.job(p, s)
			b.mesher.build(j)
			b.offer(j, true)
		}
	}
}

// takeFinished offers the meshes that workers have built.
func (b *builder) takeFinished() {
	had := b.workers.busy()
	for j := b.workers.finished(); j != nil; j = b.workers.finished() {
		b.offer(j, false)
	}
	b.workers.adapt(had)
}

// dispatch gives the most urgent pending sections to the workers.
func (b *builder) dispatch(eye *scene.Camera) {
	b.queue.sort(eye)
	for !b.workers.full() {
		p, s := b.queue.next()
		if s == nil {
			return
		}
		s.inFlight = true
		b.workers.submit(b.job(p, s))
	}
}
