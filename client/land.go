package client

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"voxtide/light"
	"voxtide/mesh"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/world"
)

// Land is what a client shows of the land, without a session: sections and blocks come from its owner instead of a server.
// It lights and meshes with the same workers, budgets and order as a session does, for measurements and tests.
//
// Owner: one goroutine. Close ends the workers.
type Land struct {
	view    *view
	held    map[world.SectionPos]*world.Section
	moved   []predict.Moved
	changed []predict.Cell
}

// NewLand returns an empty land whose sections that many workers mesh.
func NewLand(looks *mesh.Looks, workers int) *Land {
	return &Land{view: newView(looks, workers), held: map[world.SectionPos]*world.Section{}}
}

// Come takes a section over, which the caller must not change any more. It shows with the next pictures.
func (l *Land) Come(p world.SectionPos, s *world.Section, b protocol.Biomes) {
	l.held[p] = s
	l.moved = append(l.moved, predict.Moved{Section: p, Biomes: b})
}

// Go forgets a section.
func (l *Land) Go(p world.SectionPos) {
	if l.held[p] != nil {
		delete(l.held, p)
		l.moved = append(l.moved, predict.Moved{Section: p, Gone: true})
	}
}

// Section returns a section to be read only, nil for one that is not here.
func (l *Land) Section(p world.SectionPos) *world.Section { return l.held[p] }

// Awaited returns false: whoever takes a section away does not say whether it comes again.
func (l *Land) Awaited(world.SectionPos) bool { return false }

// Sections returns how many sections are here.
func (l *Land) Sections() int { return len(l.held) }

// All returns the places of the sections that are here, in no order. Nothing may come or go meanwhile.
func (l *Land) All() iter.Seq[world.SectionPos] { return maps.Keys(l.held) }

// Drawn returns how many sections draw something.
func (l *Land) Drawn() (n int) {
	for _, s := range l.view.seen {
		if s.drawn {
			n++
		}
	}
	return n
}

// Block returns a block, air where no section is.
func (l *Land) Block(p world.Pos) world.Block {
	if s := l.held[p.Section()]; s != nil {
		return s.Get(p.Index())
	}
	return world.Air
}

// Change puts blocks in place, as an edit does. Where no section is nothing happens.
func (l *Land) Change(p world.Pos, b world.Block) {
	s := l.held[p.Section()]
	if s == nil || s.Get(p.Index()) == b {
		return
	}
	var cells [world.SectionCells]world.Block
	s.Cells(&cells)
	l.changed = append(l.changed, predict.Cell{Pos: p, Before: cells[p.Index()]})
	cells[p.Index()] = b
	l.held[p.Section()] = world.SectionOf(&cells)
}

// Picture follows what has come, gone and changed since the last one, and fills in the meshes of a scene for its camera.
func (l *Land) Picture(sc *scene.Scene) {
	l.view.update(l, l.moved, l.changed, &sc.Camera)
	l.moved, l.changed = l.moved[:0], l.changed[:0]
	sc.Uploads, sc.Drops = l.view.uploads, l.view.drops
}

// Settled tells whether all that is here and can be meshed has been, and the renderer has it.
func (l *Land) Settled() bool { return len(l.moved) == 0 && len(l.changed) == 0 && l.view.idle() }

// Waiting returns how many sections are to be meshed, or are with the workers or the renderer.
func (l *Land) Waiting() int { return len(l.view.pending) + l.view.crew.busy() + len(l.view.uploads) }

// Close ends the workers.
func (l *Land) Close() { l.view.crew.close() }

// Spent is what the mesh of one section took.
type Spent struct {
	Fill, Light, Mesh time.Duration
	Quads, Models     int
}

// Spent meshes the sections that draw something anew, one after the other on the caller's goroutine, at most so many, spread
// over the land, and returns what each took. Nothing that is shown changes.
func (l *Land) Spent(most int) []Spent {
	v := l.view
	var all []world.SectionPos
	for p, s := range v.seen {
		if s.near == 26 && s.drawn {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b world.SectionPos) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z), cmp.Compare(a.X, b.X))
	})
	step := max(1, (len(all)+most-1)/max(most, 1))
	out := make([]Spent, 0, len(all)/step+1)
	for i := 0; i < len(all); i += step {
		j := v.job(all[i], v.seen[all[i]])
		out = append(out, v.hand.timed(j))
		v.free = append(v.free, j.mesh)
		v.crew.done(j)
	}
	return out
}

// timed is make with a look at the clock after each part.
func (m *mesher) timed(j *job) Spent {
	a := time.Now()
	m.padded.Fill((*mesh.Around)(&j.around.Sections))
	b := time.Now()
	m.light.Compute((*[light.Cells]uint8)(&m.padded.Light), &j.around)
	c := time.Now()
	m.mesh.Build(j.mesh, j.at, &m.padded, j.tints)
	return Spent{
		Fill: b.Sub(a), Light: c.Sub(b), Mesh: time.Since(c),
		Quads: len(j.mesh.Quads) / (4 * scene.QuadWords), Models: len(j.mesh.Models) / (4 * scene.ModelWords),
	}
}
