package sections

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/occlusion"
	"voxtide/render/scene"
)

// The passes over sections, in the order in which they are drawn: near faces before far ones, and leaves before the faces
// that they hide.
const (
	PassOpaque      = iota
	PassCutoutUnlit // at reduced quality: no lamp shines there
	PassOpaqueUnlit // likewise
	PassLeavesFar   // leaves without holes: far ones at reduced quality, and those of closed sections
	PassOpaqueFar   // at reduced quality: far, and no lamp shines there
	PassModelOpaque
	PassCutout
	PassModelCutout
	PassWater
	PassTranslucent
	passCount
)

// drawList holds the runs of quads to draw, by page and pass. It is rebuilt when the camera leaves its slack or a section
// changes; with a panorama, when the eye moves at all.
type drawList struct {
	walk     sectionWalk
	builtFor camera.View
	frustum  camera.Frustum
	valid    bool
	pages    []pageDraws
	sorted   []sortedFace                // of the section that is being added
	asked    asked                       // likewise
	place    place                       // what was found from where the eye is
	found    func(i int32, sec *section) // of a walk for it

	reduced bool    // leave out what a slow machine cannot afford
	shine   float32 // how far a light in the hand reaches, in blocks

	sections, quads int
	runsMost        int // the largest number of runs of one page and pass so far
}

// pageDraws are the draws of one page.
type pageDraws struct{ passes [passCount]multiDraw }

// reducedPlantDistance is how far plants are drawn at reduced quality, in blocks. Beyond it they are a few pixels large and
// cost as much as large quads.
const reducedPlantDistance = 88

// reducedFarDistance is where the far passes of reduced quality begin, in blocks. Leaves have no holes there: testing each
// pixel for a hole is expensive, and the holes are smaller than pixels.
const reducedFarDistance = 48

// shineDistance is how far the middle of a section may be that a light in the hand reaches, in blocks.
const shineDistance = 16 + Side

// update rebuilds the list if it does not hold for a camera, and reports whether it did.
func (l *drawList) update(s *sectionStore, v *camera.View) bool {
	if l.valid && !s.changed && l.builtFor.WithinSlack(v) && (l.walk.panorama == nil || l.builtFor.Pos == v.Pos) {
		return false
	}
	turned := l.valid && !s.changed && l.walk.hiding && l.builtFor.Pos == v.Pos && l.builtFor.ViewDistance == v.ViewDistance && !s.touchesOpaque(homeOf(v), v)
	l.builtFor, l.valid, s.changed = *v, true, false
	l.clear(len(s.pages))
	if v.ViewDistance <= 0 {
		return true
	}
	l.frustum = v.Frustum()
	if l.walk.found == nil {
		l.walk.found = func(_ int32, sec *section) { l.addSection(sec, &l.builtFor, &l.frustum) } // once: it is allocated
	}
	if turned {
		l.turn(s, v)
	} else {
		l.place.forget()
		l.walk.sector = occlusion.AllAround
		l.walk.walk(s, v, &l.frustum)
	}
	for n := len(l.walk.visible) - 1; n >= 0; n-- {
		if sec := &s.sections[l.walk.visible[n]]; sec.ranges.translucent.Count > 0 {
			l.addTranslucent(sec, v)
		}
	}
	return true
}

// clear empties the list, for a number of pages.
func (l *drawList) clear(pages int) {
	for len(l.pages) < pages {
		l.pages = append(l.pages, pageDraws{})
	}
	for i := range l.pages {
		for p := range l.pages[i].passes {
			d := &l.pages[i].passes[p]
			d.counts, d.bases = d.counts[:0], d.bases[:0]
		}
	}
	l.sections, l.quads = 0, 0
}

// addSection adds the faces of a section that may be seen, but for the translucent ones.
func (l *drawList) addSection(sec *section, v *camera.View, f *camera.Frustum) {
	var low, high [3]float32 // bounds of its faces, relative to the eye
	var mid, half mgl32.Vec3
	for a := range low {
		base := float32(sec.key[a]*Side-v.Origin[a]) - v.Eye[a]
		low[a], high[a] = base+float32(sec.min[a]), base+float32(sec.max[a])
		mid[a], half[a] = (low[a]+high[a])/2, (high[a]-low[a])/2
	}
	if !f.Intersects(mid, half) {
		return
	}
	l.sections++
	r := &sec.ranges
	faces := facingFaces(&low, &high)
	distSq := mid.Dot(mid)
	opaque, cutout := PassOpaque, PassCutout
	if near := l.shine > 0 && distSq < shineDistance*shineDistance; l.reduced && !sec.lampLit && !near {
		opaque, cutout = PassOpaqueUnlit, PassCutoutUnlit
		if distSq > reducedFarDistance*reducedFarDistance {
			opaque = PassOpaqueFar
			if sec.leavesOnly {
				cutout = PassLeavesFar
			}
		}
	}
	if sec.closed {
		cutout = PassLeavesFar
	}
	plants := !l.reduced || distSq < reducedPlantDistance*reducedPlantDistance
	if l.walk.hiding {
		l.addSeen(sec, opaque, cutout, faces, plants)
	} else {
		l.addFaces(sec, opaque, &r.opaque, faces)
		l.addFaces(sec, cutout, &r.cutout, faces)
		l.addRange(sec, PassModelOpaque, r.modelOpaque)
		l.addRange(sec, PassModelCutout, r.modelCutout)
		if plants {
			l.addPlanes(sec)
		}
	}
	l.addRange(sec, PassWater, r.water)
}

// facingFaces returns the set of faces that a box, given relative to the eye, may turn towards the eye.
func facingFaces(low, high *[3]float32) (set uint8) {
	for face, axis := range scene.FaceAxis {
		if face&1 == 0 && high[axis] > -camera.SlackMove || face&1 == 1 && low[axis] < camera.SlackMove {
			set |= 1 << face
		}
	}
	return set
}

// addFaces adds the ranges of the faces in a set. Ranges that follow each other in memory become one draw.
func (l *drawList) addFaces(sec *section, pass int, ranges *[scene.MeshFaces]scene.Range, set uint8) {
	var open scene.Range
	for f, r := range ranges {
		if set&(1<<f) == 0 || r.Count == 0 {
			continue
		}
		if open.Count > 0 && open.Start+open.Count == r.Start {
			open.Count += r.Count
			continue
		}
		l.addRange(sec, pass, open)
		open = r
	}
	l.addRange(sec, pass, open)
}

// addTranslucent adds the translucent faces of a section, the farthest first.
func (l *drawList) addTranslucent(sec *section, v *camera.View) {
	r := sec.ranges.translucent
	if len(sec.translucent) == 0 {
		l.addRange(sec, PassTranslucent, r)
		return
	}
	var base [3]float32
	for a := range base {
		base[a] = float32(sec.key[a]*Side-v.Origin[a]) - v.Eye[a]
	}
	l.sorted = sortTranslucent(l.sorted, sec.translucent, base)
	for _, f := range l.sorted {
		l.addRange(sec, PassTranslucent, scene.Range{Start: r.Start + uint32(f.index), Count: 1})
	}
}

// addRange adds one range.
func (l *drawList) addRange(sec *section, pass int, r scene.Range) {
	if r.Count == 0 {
		return
	}
	d := &l.pages[sec.page].passes[pass]
	d.add(r.Start, r.Count)
	l.quads += int(r.Count)
	l.runsMost = max(l.runsMost, len(d.counts))
}

// hasPass reports whether a pass draws anything.
func (l *drawList) hasPass(pass int) bool {
	for i := range l.pages {
		if len(l.pages[i].passes[pass].counts) > 0 {
			return true
		}
	}
	return false
}
