package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// The passes over sections, in the order in which they are drawn: what is near before what is far, and leaves before what
// they hide.
const (
	passOpaque     = iota
	passCutoutDark // of slow machines: no lamp shines there
	passOpaqueDark // likewise
	passLeavesFar  // of slow machines: far away, where they are filled in
	passOpaqueFar  // of slow machines: far away, and no lamp shines there
	passModelOpaque
	passCutout
	passModelCutout
	passWater
	passTranslucent
	passCount
)

// drawList is what is drawn of the sections, until the camera leaves its slack or a section changes.
type drawList struct {
	graph graph
	made  view
	valid bool
	pages []pageDraws
	order []paneAt  // of the translucent sides of the section under way
	zeros []uintptr // the index offsets of a multi-draw: all 0, and no pointers for the collector to look at

	plain bool // leave out what a slow machine cannot afford

	sections, quads int
	unsent          int   // quads handed to the driver since it was told to begin
	most            int   // of them: then it is told again
	part            draws // under way: kept here, as a variable would be memory for each picture
}

// pageDraws are the draws of one page.
type pageDraws struct{ pass [passCount]draws }

// draws are the arrays of a multi-draw.
type draws struct{ counts, bases []int32 }

// plantsPlain is how far slow machines draw plants, in blocks: beyond it they are a few pixels large, and as dear as
// large quads.
const plantsPlain = 88

// farFrom is from where on slow machines draw what is far, in blocks. Leaves are filled in there: testing each pixel for a
// hole is dear, and holes are smaller than pixels.
const farFrom = 48

const zerosFirst = 4096

func (l *drawList) init() { l.zeros, l.most = make([]uintptr, zerosFirst), chunkQuads }

// update makes the list anew if it does not hold for a view, and tells whether it did.
func (l *drawList) update(s *store, v *view) bool {
	if l.valid && !s.changed && l.made.near(v) {
		return false
	}
	l.made, l.valid, s.changed = *v, true, false
	for len(l.pages) < len(s.pages) {
		l.pages = append(l.pages, pageDraws{})
	}
	for i := range l.pages {
		for p := range l.pages[i].pass {
			d := &l.pages[i].pass[p]
			d.counts, d.bases = d.counts[:0], d.bases[:0]
		}
	}
	l.sections, l.quads = 0, 0
	if v.reach <= 0 {
		return true
	}
	f := v.frustum()
	l.graph.walk(s, v, &f)
	for _, i := range l.graph.found {
		l.add(&s.sections[i], v, &f)
	}
	for n := len(l.graph.found) - 1; n >= 0; n-- {
		if sec := &s.sections[l.graph.found[n]]; sec.ranges.translucent.Count > 0 {
			l.translucent(sec, v)
		}
	}
	return true
}

// add lists what may be seen of a section.
func (l *drawList) add(sec *section, v *view, f *frustum) {
	var low, high [3]float32 // of what it draws, from the eye
	var mid, half mgl32.Vec3
	for a := range low {
		base := float32(sec.key[a]*sectionSide-v.origin[a]) - v.eye[a]
		low[a], high[a] = base+float32(sec.low[a]), base+float32(sec.high[a])
		mid[a], half[a] = (low[a]+high[a])/2, (high[a]-low[a])/2
	}
	if !f.holds(mid, half) {
		return
	}
	l.sections++
	r := &sec.ranges
	faces := seenFaces(&low, &high)
	away := mid.Dot(mid)
	opaque, cutout := passOpaque, passCutout
	if l.plain && !sec.lamps {
		opaque, cutout = passOpaqueDark, passCutoutDark
		if away > farFrom*farFrom {
			opaque = passOpaqueFar
			if sec.leaves {
				cutout = passLeavesFar
			}
		}
	}
	l.faces(sec, opaque, &r.opaque, faces)
	l.faces(sec, cutout, &r.cutout, faces)
	l.run(sec, passModelOpaque, r.modelOpaque)
	if !l.plain || away < plantsPlain*plantsPlain {
		l.run(sec, passModelCutout, r.modelCutout)
	}
	l.run(sec, passWater, r.water)
}

// seenFaces returns the set of faces that a box can turn towards the eye.
func seenFaces(low, high *[3]float32) (set uint8) {
	for face, axis := range faceAxis {
		if face&1 == 0 && high[axis] > -slackMove || face&1 == 1 && low[axis] < slackMove {
			set |= 1 << face
		}
	}
	return set
}

// faces lists the ranges of the faces in a set; those that follow each other in memory become one draw.
func (l *drawList) faces(sec *section, pass int, ranges *[faceCount]scene.Range, set uint8) {
	var open scene.Range
	for f, r := range ranges {
		if set&(1<<f) == 0 || r.Count == 0 {
			continue
		}
		if open.Count > 0 && open.Start+open.Count == r.Start {
			open.Count += r.Count
			continue
		}
		l.run(sec, pass, open)
		open = r
	}
	l.run(sec, pass, open)
}

// run lists one range.
func (l *drawList) run(sec *section, pass int, r scene.Range) {
	if r.Count == 0 {
		return
	}
	d := &l.pages[sec.page].pass[pass]
	d.counts = append(d.counts, int32(r.Count)*indicesPerQuad)
	d.bases = append(d.bases, int32(r.Start)*4)
	l.quads += int(r.Count)
	if len(d.counts) > len(l.zeros) {
		l.zeros = make([]uintptr, 2*len(l.zeros))
	}
}

// has tells whether a pass draws anything.
func (l *drawList) has(pass int) bool {
	for i := range l.pages {
		if len(l.pages[i].pass[pass].counts) > 0 {
			return true
		}
	}
	return false
}

// draw draws one pass of all pages with the program in use.
func (r *Renderer) drawPass(pass int) {
	models := pass == passModelOpaque || pass == passModelCutout
	for i := range r.list.pages {
		d := &r.list.pages[i].pass[pass]
		if len(d.counts) == 0 {
			continue
		}
		p := r.store.pages[i]
		bindTexture(unitSlots, gl.TEXTURE_BUFFER, p.slotTex)
		bindTexture(unitCells, r.store.cells.target(), p.cellTex)
		if models {
			gl.BindVertexArray(p.modelVAO)
		} else {
			gl.BindVertexArray(p.quadVAO)
		}
		r.stats.Draws += len(d.counts)
		if !r.driver.Software {
			r.stats.Calls += paths[r.driver.Path].draw(d, r.list.zeros)
			continue
		}
		for from := 0; from < len(d.counts); {
			r.list.part = r.list.chunk(d, from)
			r.stats.Calls += paths[r.driver.Path].draw(&r.list.part, r.list.zeros)
			from += len(r.list.part.counts)
			if r.list.unsent == 0 {
				gl.Flush()
			}
		}
	}
}

// chunkQuads is after how many quads a driver that computes on the CPU is told to begin with the pixels. Otherwise it
// waits for the end of the picture, and all but one of its threads have nothing to do until then.
const chunkQuads = 8000

// chunk returns draws from one on until a chunk is full, and sets unsent to 0 if it is.
func (l *drawList) chunk(d *draws, from int) draws {
	to := from
	for to < len(d.counts) {
		l.unsent += int(d.counts[to]) / indicesPerQuad
		to++
		if l.unsent >= l.most {
			l.unsent = 0
			break
		}
	}
	return draws{d.counts[from:to], d.bases[from:to]}
}
