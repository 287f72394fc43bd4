package terrain

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
	"voxtide/world/light"
)

// Standalone is a View without a session: its sections and blocks come from its owner instead of a server. It lights and
// meshes with the workers, budgets and order of a session, for the menu's background, measurements and tests.
//
// Owner: one goroutine. Close ends the workers.
type Standalone struct {
	view     *View
	sections map[world.SectionPos]*world.Section
	moved    []predict.SectionChange
	changed  []predict.BlockChange
}

// NewStandalone returns an empty terrain with a number of workers.
func NewStandalone(faces *mesh.BlockFaces, workers int) *Standalone {
	return &Standalone{view: NewView(faces, workers), sections: map[world.SectionPos]*world.Section{}}
}

// Load adds a section, which the caller must not change any more. It shows from the next frame on.
func (l *Standalone) Load(p world.SectionPos, s *world.Section, b protocol.Biomes) {
	l.sections[p] = s
	l.moved = append(l.moved, predict.SectionChange{Section: p, Biomes: b})
}

// Unload removes a section.
func (l *Standalone) Unload(p world.SectionPos) {
	if l.sections[p] != nil {
		delete(l.sections, p)
		l.moved = append(l.moved, predict.SectionChange{Section: p, Gone: true})
	}
}

// Section returns a section that must not be changed, nil if it is not loaded.
func (l *Standalone) Section(p world.SectionPos) *world.Section { return l.sections[p] }

// Awaited returns false: Unload does not say whether a section will be loaded again.
func (l *Standalone) Awaited(world.SectionPos) bool { return false }

// Watch says how far from the eye columns are looked at for Covered, in sections; 0 for not at all.
func (l *Standalone) Watch(sections int) { l.view.Watch(sections) }

// Covered returns which columns are drawn whole: see View.Covered.
func (l *Standalone) Covered() (columns *scene.Columns, version uint64) {
	return l.view.Covered()
}

// Ground returns the height of the ground at a place: see View.Ground.
func (l *Standalone) Ground(x, z, below, low int32) int32 { return l.view.Ground(x, z, below, low) }

// SectionCount returns the number of loaded sections.
func (l *Standalone) SectionCount() int { return len(l.sections) }

// Positions returns the positions of the loaded sections, in no order. The caller must not load or unload meanwhile.
func (l *Standalone) Positions() iter.Seq[world.SectionPos] { return maps.Keys(l.sections) }

// DrawnCount returns how many sections draw something.
func (l *Standalone) DrawnCount() (n int) {
	for _, s := range l.view.grid.sections {
		if s.drawn {
			n++
		}
	}
	return n
}

// Block returns a block, air where no section is loaded.
func (l *Standalone) Block(p world.Pos) world.Block {
	if s := l.sections[p.Section()]; s != nil {
		return s.Get(p.Index())
	}
	return world.Air
}

// SetBlock changes a block, as an edit does. It does nothing where no section is loaded.
func (l *Standalone) SetBlock(p world.Pos, b world.Block) {
	s := l.sections[p.Section()]
	if s == nil || s.Get(p.Index()) == b {
		return
	}
	var cells [world.SectionCells]world.Block
	s.Cells(&cells)
	l.changed = append(l.changed, predict.BlockChange{Pos: p, Before: cells[p.Index()]})
	cells[p.Index()] = b
	l.sections[p.Section()] = world.SectionOf(&cells)
}

// Frame takes over the changes since the last frame and fills in the meshes of a scene, as seen by its camera.
func (l *Standalone) Frame(sc *scene.Scene) {
	l.view.Update(l, l.moved, l.changed, &sc.Camera)
	l.moved, l.changed = l.moved[:0], l.changed[:0]
	sc.Uploads, sc.Unloads, sc.OnePlane = l.view.Uploads(), l.view.Unloads(), l.view.detail.OnePlane()
}

// SetDetail sets how finely far sections are meshed.
func (l *Standalone) SetDetail(d Detail) { l.view.SetDetail(d) }

// Meshed reports whether every loaded section that can be meshed is meshed, and the renderer has copied the meshes.
func (l *Standalone) Meshed() bool {
	return len(l.moved) == 0 && len(l.changed) == 0 && l.view.Idle()
}

// PendingCount returns how many sections wait for a mesh, or are held, or with the workers or the renderer.
func (l *Standalone) PendingCount() int {
	return len(l.view.queue.pending) + l.view.builder.workers.busy() + l.view.hold.count() + len(l.view.uploads.list)
}

// Close ends the workers.
func (l *Standalone) Close() { l.view.Close() }

// MeshTiming is how long the mesh of one section took, and its size.
type MeshTiming struct {
	Fill, Light, Mesh time.Duration
	Quads, Models     int
}

// MeasureMeshing meshes at most limit sections that draw something, spread over the terrain, one after the other on the
// caller's goroutine. Nothing that is shown changes.
func (l *Standalone) MeasureMeshing(limit int) []MeshTiming {
	sections, b := l.view.grid.sections, &l.view.builder
	var all []world.SectionPos
	for p, s := range sections {
		if s.neighbours == neighboursAll && s.drawn {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b world.SectionPos) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z), cmp.Compare(a.X, b.X))
	})
	step := max(1, (len(all)+limit-1)/max(limit, 1))
	out := make([]MeshTiming, 0, len(all)/step+1)
	for i := 0; i < len(all); i += step {
		j := b.job(all[i], sections[all[i]])
		out = append(out, b.mesher.buildTimed(j))
		b.uploads.release(j.mesh)
		b.workers.recycle(j)
	}
	return out
}

// buildTimed is build with the time of each part.
func (m *mesher) buildTimed(j *job) MeshTiming {
	a := time.Now()
	m.padded.Fill((*mesh.Neighbourhood)(&j.around.Sections))
	b := time.Now()
	m.light.Compute((*[light.Cells]uint8)(&m.padded.Light), &j.around)
	c := time.Now()
	m.mesh.Build(j.mesh, j.pos, &m.padded, j.tints)
	return MeshTiming{
		Fill: b.Sub(a), Light: c.Sub(b), Mesh: time.Since(c),
		Quads: len(j.mesh.Quads) / (4 * scene.QuadWords), Models: len(j.mesh.Models) / (4 * scene.ModelWords),
	}
}
