package sections

import (
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/scene"
)

// section is a section on the GPU: how it is drawn, and which of its faces see each other.
type section struct {
	key         [3]int32
	live        bool
	page        int32 // -1 if it draws nothing
	alloc       allocation
	connected   uint16   // as in scene.Mesh
	min, max    [3]uint8 // bounds of its faces, in blocks
	fadeStamp   uint8    // when it came, see fade.go; 0 for long ago
	fadeStart   float64  // the same in seconds
	lampLit     bool     // a lamp shines on some of its faces
	leavesOnly  bool     // all its cut-outs are tinted: leaves, and no glass
	closed      bool     // as in scene.Mesh
	ranges      meshRanges
	translucent []translucentFace // none if their order does not matter
	solid       *scene.Solid      // nil if it hides nothing
	boxes       []quadBox         // of its quads, see findBoxes
	around      quadBox           // all of them
}

// meshRanges are the ranges of a scene.Mesh, counted from the start of the page.
type meshRanges struct {
	opaque, cutout           [scene.MeshFaces]scene.Range
	water, translucent       scene.Range
	modelOpaque, modelCutout scene.Range
	planes                   [scene.Diagonals]scene.Range
}

// sectionStore holds the meshes of all sections on the GPU.
type sectionStore struct {
	indexBuffer  uint32
	lightStorage LightStorage
	texels       int // that a texture buffer may hold
	pages        []*sectionPage
	sections     []section
	freeSlots    []int32 // unused elements of sections
	byKey        map[[3]int32]int32
	grid         sectionGrid
	retired      []retiredAlloc
	fences       []fence
	count        int              // live sections
	now          func() time.Time // by which the copying of a frame ends
	seconds      float64          // time of the frame; 0 for a frame without time
	fading       []int32          // sections that have just come, the oldest first
	changed      bool             // since the draw list was built
	version      uint64           // grows with every change
}

// retiredAlloc is an allocation that frames in flight may still read.
type retiredAlloc struct {
	page  int32
	alloc allocation
}

// fence is passed once the GPU has drawn all frames that may read the first count retired allocations.
type fence struct {
	sync  uintptr
	count int
}

func (s *sectionStore) init(ibo uint32, light LightStorage, texels int) {
	s.indexBuffer, s.lightStorage, s.texels, s.now = ibo, light, texels, time.Now
	s.byKey = map[[3]int32]int32{}
	s.grid.init(32, 64)
}

// put copies a mesh. With fade, a section that is new fades in. It returns false if there is no room, which MaxPages and
// gridSideMax bound.
func (s *sectionStore) put(m *scene.Mesh, fade bool) bool {
	i, known := s.byKey[m.Section]
	if !known {
		var ok bool
		if i, ok = s.add(m.Section); !ok {
			return false
		}
		if fade {
			s.startFade(i)
		}
	}
	at, pg := allocation{}, int32(-1)
	if !m.Empty() {
		var ok bool
		if at, pg, ok = s.allocate(m); !ok {
			return false
		}
		s.pages[pg].write(at, m, s.sections[i].fadeStamp)
	}
	s.retire(&s.sections[i])
	sec := &s.sections[i]
	sec.page, sec.alloc = pg, at
	sec.connected, sec.min, sec.max = m.Connected, m.Low, m.High
	sec.lampLit, sec.leavesOnly = hasLampLight(m), hasOnlyLeaves(m)
	sec.closed = m.Closed
	sec.ranges = rangesInPage(m, at)
	sec.translucent = translucentFaces(sec.translucent, m)
	sec.keepSolid(&m.Solid)
	sec.findBoxes(m)
	s.changed = true
	s.version++
	return true
}

// allocate finds room for a mesh in a page, and makes a new page if need be.
func (s *sectionStore) allocate(m *scene.Mesh) (allocation, int32, bool) {
	quads := uint32(len(m.Quads) / (4 * scene.QuadWords))
	models := uint32(len(m.Models) / (4 * scene.ModelWords))
	cells := uint32(len(m.Cells) / scene.CellWords)
	for i, p := range s.pages {
		if at, ok := p.alloc(quads, models, cells); ok {
			return at, int32(i), true
		}
	}
	if len(s.pages) == MaxPages {
		return allocation{}, 0, false
	}
	s.pages = append(s.pages, newPage(s.indexBuffer, s.lightStorage, s.texels))
	at, ok := s.pages[len(s.pages)-1].alloc(quads, models, cells)
	return at, int32(len(s.pages) - 1), ok
}

// hasLampLight reports whether a lamp shines on a face of a mesh, or a face gives light itself.
func hasLampLight(m *scene.Mesh) bool {
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

// hasOnlyLeaves reports whether all cut-outs of a mesh are tinted.
func hasOnlyLeaves(m *scene.Mesh) bool {
	for _, r := range m.Cutout {
		for q := r.Start; q < r.Start+r.Count; q++ {
			if m.Quads[q*4*scene.QuadWords+1]>>24 == 0 {
				return false
			}
		}
	}
	return true
}

// rangesInPage returns the ranges of a mesh, counted from the start of its page.
func rangesInPage(m *scene.Mesh, at allocation) (r meshRanges) {
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
	for d := range r.planes {
		r.planes[d] = models(m.Planes[d])
	}
	return r
}

// add makes the entry of a new section, which draws nothing and hides nothing.
func (s *sectionStore) add(key [3]int32) (int32, bool) {
	var i int32
	if n := len(s.freeSlots); n > 0 {
		i, s.freeSlots = s.freeSlots[n-1], s.freeSlots[:n-1]
	} else {
		s.sections = append(s.sections, section{})
		i = int32(len(s.sections) - 1)
	}
	s.sections[i] = section{key: key, live: true, page: -1, connected: scene.ConnectedAll, translucent: s.sections[i].translucent[:0], boxes: s.sections[i].boxes[:0]}
	if !s.grid.insert(key, i) && !s.growGrid() {
		s.sections[i].live = false
		s.freeSlots = append(s.freeSlots, i)
		return 0, false
	}
	s.byKey[key] = i
	s.count++
	return i, true
}

// growGrid makes the grid larger than the spread of the sections, so that each has a cell of its own. It returns false, and
// leaves the grid as it is, if that would exceed gridSideMax.
func (s *sectionStore) growGrid() bool {
	low, high := [3]int32{1 << 30, 1 << 30, 1 << 30}, [3]int32{-1 << 30, -1 << 30, -1 << 30}
	for i := range s.sections {
		if s.sections[i].live {
			for a, v := range s.sections[i].key {
				low[a], high[a] = min(low[a], v), max(high[a], v)
			}
		}
	}
	width, height, ok := s.grid.sizeFor(low, high)
	if ok {
		s.rebuildGrid(width, height)
	}
	return ok
}

// rebuildGrid makes a grid of a size that holds the sections.
func (s *sectionStore) rebuildGrid(width, height int32) {
	s.grid.init(width, height)
	for i := range s.sections {
		if s.sections[i].live {
			s.grid.insert(s.sections[i].key, int32(i))
		}
	}
}

// growGridToReach makes the grid wide enough that a walk of reach sections in each direction meets no cell twice.
func (s *sectionStore) growGridToReach(reach int32) {
	if width := s.grid.widthFor(reach); width != s.grid.width {
		s.rebuildGrid(width, s.grid.height)
	}
}

// remove removes a section.
func (s *sectionStore) remove(key [3]int32) {
	i, ok := s.byKey[key]
	if !ok {
		return
	}
	s.retire(&s.sections[i])
	s.sections[i].live = false
	delete(s.byKey, key)
	s.grid.remove(key, i)
	s.freeSlots = append(s.freeSlots, i)
	s.count--
	s.changed = true
	s.version++
}

// clear removes all sections.
func (s *sectionStore) clear() {
	for key := range s.byKey {
		s.remove(key)
	}
}

// retire makes a section's allocation free as soon as no frame in flight reads it.
func (s *sectionStore) retire(sec *section) {
	if sec.page >= 0 {
		s.retired = append(s.retired, retiredAlloc{sec.page, sec.alloc})
	}
	sec.page = -1
}

// reclaim releases the retired allocations that no frame in flight reads. It never waits.
func (s *sectionStore) reclaim() {
	for len(s.fences) > 0 {
		f := s.fences[0]
		state := gl.ClientWaitSync(f.sync, 0, 0)
		if state != gl.ALREADY_SIGNALED && state != gl.CONDITION_SATISFIED {
			return
		}
		gl.DeleteSync(f.sync)
		for _, r := range s.retired[:f.count] {
			s.pages[r.page].release(r.alloc)
		}
		s.retired = append(s.retired[:0], s.retired[f.count:]...)
		s.fences = append(s.fences[:0], s.fences[1:]...)
	}
}

// fence sets a fence behind the frame that was just drawn if anything was retired before it.
func (s *sectionStore) fence() {
	n := len(s.retired)
	for _, f := range s.fences {
		n -= f.count
	}
	if n > 0 {
		s.fences = append(s.fences, fence{gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0), n})
	}
}

// upload copies the meshes that a scene offers: all urgent ones, and of the others, in order, as many as the budget allows.
// It returns the number of meshes and their bytes.
func (s *sectionStore) upload(uploads []scene.Upload, far *scene.Far, frame time.Duration) (meshes, bytes int) {
	budget, bytesMost := time.Duration(InFrame(int(UploadBudget), frame)), InFrame(UploadBytes, frame)
	for i := range uploads {
		if uploads[i].Urgent {
			if n := s.uploadOne(&uploads[i], far); n >= 0 {
				meshes, bytes = meshes+1, bytes+n
			}
		}
	}
	begin, urgent := s.now(), bytes
	for i, first := 0, true; i < len(uploads); i++ {
		u := &uploads[i]
		if u.Urgent || u.Uploaded {
			continue
		}
		if !first && (bytes-urgent >= bytesMost || s.now().Sub(begin) >= budget) {
			break
		}
		first = false
		if n := s.uploadOne(u, far); n >= 0 {
			meshes, bytes = meshes+1, bytes+n
		}
	}
	return meshes, bytes
}

// uploadOne copies one mesh and returns its bytes; below 0 if it was copied before or there is no room.
func (s *sectionStore) uploadOne(u *scene.Upload, far *scene.Far) int {
	if u.Uploaded || !s.put(u.Mesh, !u.Urgent && !far.Stands(u.Mesh.Section[0]*Side, u.Mesh.Section[2]*Side)) {
		return -1
	}
	u.Uploaded = true
	return 4 * (len(u.Mesh.Quads) + len(u.Mesh.Models) + len(u.Mesh.Cells))
}

// startFade notes that a section has just come.
func (s *sectionStore) startFade(i int32) {
	if s.seconds <= 0 {
		return
	}
	s.sections[i].fadeStamp = fadeStampAt(s.seconds)
	s.sections[i].fadeStart = s.seconds
	s.fading = append(s.fading, i)
}

// endFades clears the stamps of the sections that are drawn as they are. Frames in flight may read a slot while it is
// written: both stamps draw the same.
func (s *sectionStore) endFades() {
	n := 0
	for ; n < len(s.fading); n++ {
		sec := &s.sections[s.fading[n]]
		if sec.fadeStamp == 0 {
			continue // the section was removed, or replaced by another one
		}
		if !fadeEnded(sec.fadeStart, s.seconds) {
			break
		}
		sec.fadeStamp = 0
		if sec.page >= 0 {
			s.pages[sec.page].writeSlot(sec.alloc, sec.key, 0)
		}
	}
	s.fading = s.fading[:copy(s.fading, s.fading[n:])]
}

// memory returns the bytes that sections use, and all bytes of the pages.
func (s *sectionStore) memory() (used, reserved int) {
	for _, p := range s.pages {
		u, r := p.memory()
		used, reserved = used+u, reserved+r
	}
	return used, reserved
}

func (s *sectionStore) free() {
	for _, f := range s.fences {
		gl.DeleteSync(f.sync)
	}
	for _, p := range s.pages {
		p.free()
	}
	*s = sectionStore{}
}
