// Package terrain meshes the sections that a client shows.
//
// Data flow of a frame: sections that came and went (load.go) and blocks that changed (edits.go, relight.go) invalidate the
// meshes that may depend on them (queue.go). The builder (builder.go) gives copies of pending sections to workers
// (workers.go), nearest and in view first, and offers a finished mesh to the renderer (uploads.go) if it differs from the
// mesh that the renderer has; the first ones at the surface of a column are held until they can be shown together (hold.go). The player's own edits are meshed before the frame is drawn.
//
// Owner: one goroutine, that of the client. Workers get copies that never change; a mesh that they hand back counts unless
// a newer one was offered in the meantime.
//
// Invariants: a section is meshed when all sections around it are loaded or lie outside the world's height; at most one
// worker has it; once nothing is pending and no worker has anything, the mesh that the renderer was last offered of each
// such section is that of its blocks.
package terrain

import (
	"time"

	"voxtide/predict"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
)

// View is the terrain that a client shows: copies of its sections, and their meshes.
type View struct {
	grid    grid
	queue   queue
	uploads uploads
	hold    hold
	loader  loader
	editor  editor
	builder builder
	covered covered
	detail  Detail
}

// NewView returns an empty view with a number of workers, which Close ends.
func NewView(faces *mesh.BlockFaces, workers int) *View {
	v := &View{grid: newGrid(), covered: covered{columns: &scene.Columns{}}}
	v.queue.grid = &v.grid
	v.hold = hold{grid: &v.grid, uploads: &v.uploads, now: time.Now}
	v.loader = loader{grid: &v.grid, queue: &v.queue, uploads: &v.uploads, hold: &v.hold}
	v.editor = editor{grid: &v.grid, queue: &v.queue}
	v.builder = builder{
		grid: &v.grid, queue: &v.queue, uploads: &v.uploads, hold: &v.hold, palette: newTintPalette(), workers: newWorkerPool(faces, workers),
		mesher: mesher{mesh: mesh.New(faces)},
	}
	return v
}

// Update follows a frame: sections that came and went, and blocks that look different, as seen by a camera. What the
// renderer is to do is in Uploads and Unloads afterwards.
func (v *View) Update(w Source, moved []predict.SectionChange, changed []predict.BlockChange, eye *scene.Camera) {
	changes := len(moved) > 0 || len(changed) > 0 || !v.Idle()
	v.uploads.begin(&v.grid)
	for _, m := range moved {
		if blocks := w.Section(m.Section); !m.Gone && blocks != nil {
			v.loader.load(m.Section, blocks, m.Biomes)
		} else {
			v.loader.unload(m.Section, w.Awaited(m.Section))
			if v.grid.columns[[2]int32{m.Section.X, m.Section.Z}] == nil {
				v.covered.set(m.Section.X, m.Section.Z, false)
			}
		}
	}
	v.loader.dropAbandoned(w)
	v.loader.rebuildHeightmaps()
	v.editor.apply(w, changed, eye.Pos)
	v.builder.meshUrgent(v.editor.urgent)
	v.builder.takeFinished()
	v.hold.follow(eye)
	v.builder.dispatch(eye)
	v.covered.follow(&v.grid, eye.Pos, changes || !v.Idle())
}

// Uploads returns the meshes for the renderer, which notes in each whether it has copied it. Valid until the next Update.
func (v *View) Uploads() []scene.Upload { return v.uploads.list }

// Unloads returns the sections that the renderer is to forget before it takes Uploads. Valid until the next Update.
func (v *View) Unloads() [][3]int32 { return v.uploads.unloads }

// LightAt estimates the light at a cell, 0 to 255 of the sky and of blocks.
func (v *View) LightAt(p world.Pos) [2]uint8 { return v.grid.lightAt(p) }

// Torches returns the cells of torches in a section, at most torchesMax. Valid until the section changes.
func (v *View) Torches(p world.SectionPos) []world.Pos { return v.grid.torches(p) }

// BiomeAt returns the name of the biome at a block, empty where no section is loaded.
func (v *View) BiomeAt(p world.Pos) string { return v.grid.biomeAt(p) }

// SetDetail sets how finely far sections are meshed. Loaded sections follow at once.
func (v *View) SetDetail(d Detail) {
	v.detail = d
	v.queue.setDetail(d)
}

// Detail returns how finely far sections are meshed.
func (v *View) Detail() Detail { return v.detail }

// Reset forgets everything: another session begins.
func (v *View) Reset() {
	v.hold.reset()
	v.uploads.reset(&v.grid)
	v.covered.reset()
	clear(v.grid.sections)
	clear(v.grid.columns)
	clear(v.grid.awaited)
	v.queue.pending, v.queue.sorted = v.queue.pending[:0], 0
}

// Idle reports whether every loaded section is meshed and the renderer has copied the meshes.
func (v *View) Idle() bool {
	return len(v.queue.pending) == 0 && v.builder.workers.busy() == 0 && len(v.hold.waiting) == 0 && len(v.uploads.list) == 0
}

// WorkersBusy reports whether a worker still builds a mesh. A finished mesh that Update has not taken does not count.
func (v *View) WorkersBusy() bool { return v.builder.workers.building() }

// Close ends the workers.
func (v *View) Close() { v.builder.workers.close() }
