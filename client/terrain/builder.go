package terrain

import (
	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
)

// urgentMax is how many sections are meshed before a frame is drawn for own edits, with those in which edits of others wait that are to be shown with
// them: a corner's eight, and as many. Workers mesh the others. jointMax is how many sections a worker meshes at once, to be shown together, putMax
// how many wait in a frame for one that a worker has.
const (
	urgentMax = 16
	jointMax  = 32
	putMax    = 32
)

// builder has the pending sections meshed, and offers the meshes to the renderer.
type builder struct {
	grid    *grid
	queue   *queue
	uploads *uploads
	hold    *hold
	palette *tintPalette
	workers *workerPool
	mesher  mesher             // for urgent sections, on the owner's goroutine
	joint   joint              // sections that are shown together
	put     []world.SectionPos // back into the queue, of dispatch
}

// job returns the job of a section as it is now.
func (b *builder) job(p world.SectionPos, s *section) *job {
	j := b.workers.newJob()
	j.pos, j.section, j.version = p, s, s.version
	j.lightOnly, j.lightHash = s.shownVersion >= s.shapeVersion, s.lightHash
	b.grid.around(p, &j.around)
	j.tints = b.tints(p, b.grid.column(p))
	s.lod = b.queue.levelOf(p, s)
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
	if loaded && j.version > s.shownVersion {
		s.shownVersion, s.meshed = j.version, true
		if !j.unchanged {
			s.lightHash, s.hidden = j.lightHash, j.lod > mesh.LevelFull && j.visible && j.mesh.Empty()
			if j.meshHash != s.meshHash {
				s.meshHash, s.drawn = j.meshHash, !j.mesh.Empty()
				j.mesh.Version = j.version
				b.hold.offer(j.pos, s, j.mesh, urgent)
				j.mesh = nil
			}
		}
	}
	switch {
	case loaded && s.followsLOD() && b.queue.levelOf(j.pos, s) != s.lod: // the camera has moved since, while a worker had it or it drew nothing
		b.queue.invalidate(j.pos)
	case loaded && s.version != s.shownVersion:
		b.queue.enqueue(j.pos, s)
	}
	b.uploads.release(j.mesh)
	b.workers.recycle(j)
}

// meshUrgent meshes the sections that the player has just changed, before the frame is drawn, and with them what else has to be shown with them.
func (b *builder) meshUrgent(sections []world.SectionPos) {
	if len(sections) == 0 {
		return
	}
	for _, p := range b.joint.all(b.grid, sections, urgentMax) {
		j := b.job(p, b.grid.sections[p])
		b.mesher.build(j)
		b.offer(j, true)
	}
}

// takeFinished offers the meshes that workers have built.
func (b *builder) takeFinished() {
	had := b.workers.busy()
	for j := b.workers.finished(); j != nil; j = b.workers.finished() {
		with := j.with
		j.section.inFlight = false
		b.offer(j, len(with) > 0)
		for _, w := range with {
			w.section.inFlight = false
			b.offer(w, true)
		}
	}
	b.workers.adapt(had)
}

// dispatch gives the most urgent pending sections to the workers.
func (b *builder) dispatch(eye *scene.Camera) {
	b.queue.sort(eye)
	b.put = b.put[:0]
	for !b.workers.full() {
		p, s := b.queue.next()
		if s == nil {
			break
		}
		alone := !s.editWaits() || len(b.put) == putMax // of a great many each is shown by itself: looking for those together would take the frame's time
		if j := b.jointJob(p, s, alone); j != nil {
			b.workers.submit(j)
		} else {
			b.put = append(b.put, p)
		}
	}
	b.queue.again(b.put)
}

// jointJob returns the job of a section and, unless it is done alone, of those with which it has to be shown in one frame; nil while a worker has one of them.
func (b *builder) jointJob(p world.SectionPos, s *section, alone bool) *job {
	if alone {
		s.inFlight = true
		return b.job(p, s)
	}
	lead := (*job)(nil)
	for _, q := range b.joint.ofIdle(b.grid, p, jointMax) {
		t := b.grid.sections[q]
		t.inFlight = true
		if j := b.job(q, t); lead == nil {
			lead = j
		} else {
			lead.with = append(lead.with, j)
		}
	}
	return lead
}
