package terrain

import (
	"voxtide/client/cell"
	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
)

// queue holds the sections that need a new mesh, and knows which change each mesh depends on.
type queue struct {
	grid     *grid
	pending  []waiting // sections that need a mesh, each once
	sorted   int       // the first of pending that are in order
	priority priority  // the order of pending
	lod      levelOfDetail
	version  uint64 // of the last change
}

// invalidate requests a new mesh of a section whose shape may have changed.
func (q *queue) invalidate(p world.SectionPos) {
	if s := q.grid.sections[p]; s != nil {
		q.version++
		s.version, s.shapeVersion = q.version, q.version
		q.enqueue(p, s)
	}
}

// edit requests a new mesh of a section in which, or touching which, a block has changed.
func (q *queue) edit(p world.SectionPos) {
	q.invalidate(p)
	if s := q.grid.sections[p]; s != nil {
		s.editVersion = s.version
	}
}

// relight requests a new mesh of a section in which at most the light has changed. A section that draws nothing shows no
// light, and a section with missing neighbours is invalidated when they come.
func (q *queue) relight(p world.SectionPos) {
	if s := q.grid.sections[p]; s != nil && s.neighbours == neighboursAll && !s.drawsNothing() {
		q.version++
		s.version = q.version
		q.enqueue(p, s)
	}
}

// enqueue makes a section pending, unless a worker has it: its mesh is checked when it comes back.
func (q *queue) enqueue(p world.SectionPos, s *section) {
	if !s.pending && !s.inFlight && s.neighbours == neighboursAll {
		s.pending = true
		q.pending = append(q.pending, waiting{q.priority.distance(q.grid, p), p})
	}
}

// next takes the most urgent section that needs a mesh off the queue, nil if there is none. Those that workers have already are left out.
func (q *queue) next() (p world.SectionPos, s *section) {
	for len(q.pending) > 0 {
		p = q.pending[len(q.pending)-1].pos
		q.pending = q.pending[:len(q.pending)-1]
		q.sorted = min(q.sorted, len(q.pending))
		if s = q.grid.sections[p]; s == nil {
			continue
		}
		s.pending = false
		if s.outdated() && !s.inFlight {
			return p, s
		}
	}
	return p, nil
}

// again puts back sections that next took.
func (q *queue) again(sections []world.SectionPos) {
	for _, p := range sections {
		q.enqueue(p, q.grid.sections[p])
	}
}

// sort follows the camera: it sorts the pending sections and changes the level of detail of sections that became near or far.
func (q *queue) sort(eye *scene.Camera) {
	here := cell.At(eye.Pos).Section()
	moved := here != q.priority.eyeSection
	if moved {
		q.moveEye(here)
	}
	q.priority.sort(q.grid, q.pending, q.sorted, eye, moved)
	q.sorted = len(q.pending)
}

// moveEye sets the section of the camera and invalidates the sections whose level of detail changes by it. What nobody sees from there is left as it is: after
// a jump it goes, and what comes would wait for it.
func (q *queue) moveEye(here world.SectionPos) {
	q.priority.eyeSection = here
	for p, s := range q.grid.sections {
		if protocol.InView(p.X-here.X, p.Z-here.Z, protocol.ViewDistanceMax+1) && (!q.lod.none() || s.lod > mesh.LevelFull) && s.followsLOD() && q.levelOf(p, s) != s.lod {
			q.invalidate(p)
		}
	}
}

// levelOf returns the level at which a section is to be meshed. Without leaves there is nothing to close.
func (q *queue) levelOf(p world.SectionPos, s *section) mesh.Level {
	to := q.lod.level(q.priority.eyeSection, p, s.lod)
	if to == mesh.LevelClosed && !s.mayHaveLeaves {
		return mesh.LevelFull
	}
	return to
}

// setDetail sets how finely sections are meshed, and invalidates those that it changes.
func (q *queue) setDetail(d Detail) {
	if to := levelsOf(d); to != q.lod {
		q.lod = to
		q.moveEye(q.priority.eyeSection)
	}
}
