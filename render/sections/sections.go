// Package sections holds the sections on the GPU, and draws the sections that may be in sight.
//
// Job: meshes are copied into pages (page.go, store.go), found by their coordinates (grid.go), culled (culling.go; what opaque blocks hide by package occlusion, quad by quad, boxes.go; kept where the eye only turns, turn.go), listed as
// runs of quads by pass (draw_list.go), and handed to the driver in the way that it handles best (draw_path.go). Which program
// draws a pass is the caller's matter. Owner: the goroutine whose thread holds the OpenGL context. Invariants: a section's
// allocation in a page never moves; memory that a frame in flight may read is written to only after its fence; sections that do
// not change allocate nothing, however the camera moves.
package sections

import (
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/camera"
	"voxtide/render/glutil"
	"voxtide/render/occlusion"
	"voxtide/render/scene"
)

// Sections are the sections on the GPU. A frame is Begin, Update, Draw for each pass, and End.
type Sections struct {
	// FlushQuads is the number of quads after which the driver is flushed, so that it begins with the pixels; 0 for never.
	FlushQuads int

	// LeaveOutHidden says that what opaque blocks hide is not handed to the driver. It is looked for again whenever the eye moves; where it only turns, what was
	// found is kept.
	LeaveOutHidden bool

	// OnePlane is the distance from which on one of the two planes of a plant is drawn at reduced quality, in blocks; 0: nowhere.
	OnePlane float32

	// FrameTime is how long the last frame took, from its begin to that of the next; 0: that is not known. A long one copies more meshes.
	FrameTime time.Duration

	store   sectionStore
	list    drawList
	casters drawList // what throws shadows
	path    DrawPath
	zeros   []uintptr // the index offsets of a multi-draw: all 0, and no pointers for the collector to look at
	chunk   multiDraw // that is being drawn: kept here, because a local variable would be allocated

	sinceFlush int // quads handed to the driver since it was last flushed
	stats      Stats
}

// SoftwareFlushQuads is the FlushQuads for a driver that computes on the CPU. Without flushing it waits for the end of the
// frame, and all but one of its threads are idle until then.
const SoftwareFlushQuads = 8000

// Stats describes a frame.
type Stats struct {
	Drawn       int // sections
	Loaded      int // sections on the GPU
	Fading      int // of them, not yet drawn as they are
	Quads       int // handed to the driver
	SubDraws    int
	DrawCalls   int
	Meshes      int // copied
	MeshBytes   int // of them
	Pages       int
	ListRebuilt bool
}

// Init makes an empty store; ibo is the index buffer that all quads share, and texels the number of texels that a texture
// buffer of the driver may hold.
func (s *Sections) Init(ibo uint32, light LightStorage, texels int) {
	s.store.init(ibo, light, texels)
	s.zeros = make([]uintptr, zerosInitial)
}

const zerosInitial = 4096

// SetPath sets the way in which sections are handed to the driver.
func (s *Sections) SetPath(p DrawPath) {
	if p == DrawPathOffset {
		glutil.FillQuadIndices(s.store.indexBuffer, max(pageQuads, glutil.IndexQuads))
	}
	s.path = p
}

// Begin begins a frame at a time in seconds, 0 for one without time: it removes sections, copies meshes, and sets Uploaded in
// the uploads that it copied. Sections fade in unless far land stands where they come.
func (s *Sections) Begin(seconds float64, unloads [][3]int32, uploads []scene.Upload, far *scene.Far) {
	s.stats = Stats{}
	s.store.seconds = seconds
	s.store.reclaim()
	s.store.endFades()
	for _, k := range unloads {
		s.store.remove(k)
	}
	s.stats.Meshes, s.stats.MeshBytes = s.store.upload(uploads, far, s.FrameTime)
}

// Update rebuilds the draw list if it does not hold for a view. shine is how far a light in the hand reaches, in blocks; 0 for none.
func (s *Sections) Update(v *camera.View, reduced bool, shine float32) {
	if reduced && (shine > 0) != (s.list.shine > 0) {
		s.list.valid = false
	}
	s.list.reduced, s.list.shine = reduced, shine
	onePlane := float32(0)
	if reduced {
		onePlane = s.OnePlane * s.OnePlane
	}
	if onePlane != s.list.asked.onePlane {
		s.list.asked.onePlane, s.list.valid = onePlane, false
	}
	if s.LeaveOutHidden != (s.list.walk.panorama != nil) {
		s.list.valid, s.list.walk.panorama = false, nil
		if s.LeaveOutHidden {
			s.list.walk.panorama = &occlusion.Panorama{}
		}
	}
	s.stats.ListRebuilt = s.list.update(&s.store, v)
	s.reserveZeros(&s.list)
	s.stats.Drawn, s.stats.Quads = s.list.sections, s.list.quads
	s.sinceFlush = 0
}

// reserveZeros makes the index offsets enough for the runs of a list.
func (s *Sections) reserveZeros(l *drawList) {
	for len(s.zeros) < l.runsMost {
		s.zeros = make([]uintptr, 2*len(s.zeros))
	}
}

// Invalidate has the draw list rebuilt in the next frame.
func (s *Sections) Invalidate() { s.list.valid = false }

// HasPass reports whether a pass draws anything.
func (s *Sections) HasPass(pass int) bool { return s.list.hasPass(pass) }

// Draw draws one pass of all pages with the program in use.
func (s *Sections) Draw(pass int) { s.draw(&s.list, pass) }

// draw draws one pass of a list.
func (s *Sections) draw(l *drawList, pass int) {
	models := pass == PassModelOpaque || pass == PassModelCutout
	for i := range l.pages {
		d := &l.pages[i].passes[pass]
		if len(d.counts) == 0 {
			continue
		}
		p := s.store.pages[i]
		glutil.BindTexture(glutil.UnitSectionSlots, gl.TEXTURE_BUFFER, p.slotTex)
		glutil.BindTexture(glutil.UnitLightCells, s.store.lightStorage.textureTarget(), p.cellTex)
		if models {
			gl.BindVertexArray(p.modelVAO)
		} else {
			gl.BindVertexArray(p.quadVAO)
		}
		s.stats.SubDraws += len(d.counts)
		if s.FlushQuads == 0 {
			s.stats.DrawCalls += drawPaths[s.path].draw(d, s.zeros)
			continue
		}
		for from := 0; from < len(d.counts); {
			s.chunk = s.nextChunk(d, from)
			s.stats.DrawCalls += drawPaths[s.path].draw(&s.chunk, s.zeros)
			from += len(s.chunk.counts)
			if s.sinceFlush == 0 {
				gl.Flush()
			}
		}
	}
}

// nextChunk returns the draws from one on until a chunk is full. It sets sinceFlush to 0 if the chunk is full.
func (s *Sections) nextChunk(d *multiDraw, from int) multiDraw {
	to := from
	for to < len(d.counts) {
		s.sinceFlush += int(d.counts[to]) / glutil.IndicesPerQuad
		to++
		if s.sinceFlush >= s.FlushQuads {
			s.sinceFlush = 0
			break
		}
	}
	return multiDraw{d.counts[from:to], d.bases[from:to]}
}

// End ends a frame: memory that left during it is free once the GPU has drawn it.
func (s *Sections) End() { s.store.fence() }

// Stats describes the frame.
func (s *Sections) Stats() Stats {
	st := s.stats
	st.Loaded, st.Fading, st.Pages = s.store.count, len(s.store.fading), len(s.store.pages)
	return st
}

// Clear removes all sections.
func (s *Sections) Clear() { s.store.clear() }

// MemoryUsage returns the bytes on the GPU that sections use, and all bytes of the pages.
func (s *Sections) MemoryUsage() (used, reserved int) { return s.store.memory() }

// Free frees everything on the GPU.
func (s *Sections) Free() { s.store.free() }
