package render

import (
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/scene"
)

// Budget of a picture for copying meshes that are not urgent. At least one is copied.
const (
	UploadBudget = time.Millisecond
	UploadBytes  = 2 << 20

	sectionSide = 16
)

// section is what is known of one section: how it is drawn and through which sides it can be seen.
type section struct {
	key    [3]int32
	live   bool
	page   int32 // -1 if it draws nothing
	at     place
	open   uint16
	low    [3]uint8
	high   [3]uint8
	born   uint8   // when it came, see fade.go; 0 for long ago
	since  float64 // the same in seconds
	lamps  bool    // some of its sides have light of lamps
	leaves bool    // its cut-outs are all tinted: leaves, and no glass
	ranges meshRanges
	panes  []pane // the translucent sides; none if their order does not matter
}

// meshRanges are the ranges of a scene.Mesh, from the start of the page.
type meshRanges struct {
	opaque, cutout           [faceCount]scene.Range
	water, translucent       scene.Range
	modelOpaque, modelCutout scene.Range
}

// store holds the meshes of all sections on the GPU.
type store struct {
	ibo      uint32
	cells    Cells // where pages have their light cells: a buffer or a texture
	texels   int
	pages    []*page
	sections []section
	spare    []int32 // unused places in sections
	byKey    map[[3]int32]int32
	grid     grid
	leaving  []leaving
	fences   []fence
	live     int
	seconds  float64 // of the picture under way; 0 for one without time
	fading   []int32 // sections that have just come, the oldest first
	changed  bool    // since the draw list was made
}

// leaving is a place that pictures under way may still read.
type leaving struct {
	page int32
	at   place
}

// fence is passed once the GPU has done all pictures that may read the first count of what is leaving.
type fence struct {
	sync  uintptr
	count int
}

func (s *store) init(ibo uint32, cells Cells, texels int) {
	s.ibo, s.cells, s.texels = ibo, cells, texels
	s.byKey = map[[3]int32]int32{}
	s.grid.init(32, 64)
}

// put copies a mesh; with fade one of a section that was not here comes in slowly. It returns false if there is no room for it, which MaxPages and gridMax bound.
func (s *store) put(m *scene.Mesh, fade bool) bool {
	i, known := s.byKey[m.Section]
	if !known {
		var ok bool
		if i, ok = s.add(m.Section); !ok {
			return false
		}
		if fade {
			s.comes(i)
		}
	}
	at, pg := place{}, int32(-1)
	if !m.Empty() {
		var ok bool
		if at, pg, ok = s.room(m); !ok {
			return false
		}
		s.pages[pg].write(at, m, s.sections[i].born)
	}
	s.leave(&s.sections[i])
	sec := &s.sections[i]
	sec.page, sec.at = pg, at
	sec.open, sec.low, sec.high = m.Open, m.Low, m.High
	sec.lamps, sec.leaves = lampsOf(m), leavesOf(m)
	sec.ranges = rangesOf(m, at)
	sec.panes = panesOf(sec.panes, m)
	s.changed = true
	return true
}

// room finds a place for a mesh in a page, a new one if need be.
func (s *store) room(m *scene.Mesh) (place, int32, bool) {
	quads := uint32(len(m.Quads) / (4 * scene.QuadWords))
	models := uint32(len(m.Models) / (4 * scene.ModelWords))
	cells := uint32(len(m.Cells) / scene.CellWords)
	for i, p := range s.pages {
		if at, ok := p.take(quads, models, cells); ok {
			return at, int32(i), true
		}
	}
	if len(s.pages) == MaxPages {
		return place{}, 0, false
	}
	s.pages = append(s.pages, newPage(s.ibo, s.cells, s.texels))
	at, ok := s.pages[len(s.pages)-1].take(quads, models, cells)
	return at, int32(len(s.pages) - 1), ok
}

// lampsOf tells whether a side of a mesh has light of lamps, or gives light itself.
func lampsOf(m *scene.Mesh) bool {
	for i := 1; i < len(m.Cells); i += scene.CellWords {
		if m.Cells[i] != 0 {
			return true
		}
	}
	for i := 2; i < len(m.Quads); i += 4 * scene.QuadWords {
		if m.Quads[i]&scene.QuadGlow != 0 {
			return true
		}
	}
	return false
}

// leavesOf tells whether all cut-outs of a mesh are tinted.
func leavesOf(m *scene.Mesh) bool {
	for _, r := range m.Cutout {
		for q := r.Start; q < r.Start+r.Count; q++ {
			if m.Quads[q*4*scene.QuadWords+1]>>24 == 0 {
				return false
			}
		}
	}
	return true
}

// rangesOf returns where the parts of a mesh lie in its page.
func rangesOf(m *scene.Mesh, at place) (r meshRanges) {
	quads := func(in scene.Range) scene.Range {
		return scene.Range{Start: in.Start + at.quads.start, Count: in.Count}
	}
	models := func(in scene.Range) scene.Range {
		return scene.Range{Start: in.Start + at.models.start, Count: in.Count}
	}
	for f := range r.opaque {
		r.opaque[f] = quads(m.Opaque[f])
		r.cutout[f] = quads(m.Cutout[f])
	}
	r.water, r.translucent = quads(m.Water), quads(m.Translucent)
	r.modelOpaque, r.modelCutout = models(m.ModelOpaque), models(m.ModelCutout)
	return r
}

// add makes the entry of a section that was not known: one that draws nothing and hides nothing.
func (s *store) add(key [3]int32) (int32, bool) {
	var i int32
	if n := len(s.spare); n > 0 {
		i, s.spare = s.spare[n-1], s.spare[:n-1]
	} else {
		s.sections = append(s.sections, section{})
		i = int32(len(s.sections) - 1)
	}
	s.sections[i] = section{key: key, live: true, page: -1, open: scene.OpenAll, panes: s.sections[i].panes[:0]}
	if !s.grid.set(key, i) && !s.grid.grow(s.sections) {
		s.sections[i].live = false
		s.spare = append(s.spare, i)
		return 0, false
	}
	s.byKey[key] = i
	s.live++
	return i, true
}

// drop forgets a section.
func (s *store) drop(key [3]int32) {
	i, ok := s.byKey[key]
	if !ok {
		return
	}
	s.leave(&s.sections[i])
	s.sections[i].live = false
	delete(s.byKey, key)
	s.grid.clear(key, i)
	s.spare = append(s.spare, i)
	s.live--
	s.changed = true
}

// leave notes that a section's place is free once no picture under way reads it.
func (s *store) leave(sec *section) {
	if sec.page >= 0 {
		s.leaving = append(s.leaving, leaving{sec.page, sec.at})
	}
	sec.page = -1
}

// settle takes back the places that no picture reads any more. It never waits.
func (s *store) settle() {
	for len(s.fences) > 0 {
		f := s.fences[0]
		state := gl.ClientWaitSync(f.sync, 0, 0)
		if state != gl.ALREADY_SIGNALED && state != gl.CONDITION_SATISFIED {
			return
		}
		gl.DeleteSync(f.sync)
		for _, l := range s.leaving[:f.count] {
			s.pages[l.page].give(l.at)
		}
		s.leaving = append(s.leaving[:0], s.leaving[f.count:]...)
		s.fences = append(s.fences[:0], s.fences[1:]...)
	}
}

// fence sets a fence behind the picture just drawn if something left before it.
func (s *store) fence() {
	n := len(s.leaving)
	for _, f := range s.fences {
		n -= f.count
	}
	if n > 0 {
		s.fences = append(s.fences, fence{gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0), n})
	}
}

// take copies the meshes that a scene offers: the urgent ones, and of the others, in order, as many as the budget allows.
func (s *store) take(uploads []scene.Upload, st *Stats) {
	for i := range uploads {
		if uploads[i].Urgent {
			s.copy(&uploads[i], st)
		}
	}
	begin, first := time.Now(), true
	bytes := 0
	for i := range uploads {
		u := &uploads[i]
		if u.Urgent || u.Taken {
			continue
		}
		if !first && (bytes >= UploadBytes || time.Since(begin) >= UploadBudget) {
			return
		}
		first = false
		bytes += s.copy(u, st)
	}
}

// copy copies one mesh and returns its bytes.
func (s *store) copy(u *scene.Upload, st *Stats) int {
	if u.Taken || !s.put(u.Mesh, !u.Urgent) {
		return 0
	}
	u.Taken = true
	n := 4 * (len(u.Mesh.Quads) + len(u.Mesh.Models) + len(u.Mesh.Cells))
	st.Uploaded++
	st.Bytes += n
	return n
}

func (s *store) free() {
	for _, f := range s.fences {
		gl.DeleteSync(f.sync)
	}
	for _, p := range s.pages {
		p.free()
	}
	*s = store{}
}
