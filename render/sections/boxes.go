package sections

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/occlusion"
	"voxtide/render/scene"
)

// quadBox is the box around a quad, in blocks within its section; a model may reach out of the section.
type quadBox struct{ low, high [3]int8 }

var emptyBox = quadBox{[3]int8{127, 127, 127}, [3]int8{-128, -128, -128}}

// grow makes a box hold another one.
func (b *quadBox) grow(low, high [3]int8) {
	for k := range b.low {
		b.low[k], b.high[k] = min(b.low[k], low[k]), max(b.high[k], high[k])
	}
}

// findBoxes finds the boxes of all quads but water and what is translucent, in the order of addSeen.
func (sec *section) findBoxes(m *scene.Mesh) {
	sec.boxes = sec.boxes[:0]
	for _, r := range m.Opaque {
		sec.boxes = appendBoxes(sec.boxes, m.Quads, scene.QuadWords, r)
	}
	for _, r := range m.Cutout {
		sec.boxes = appendBoxes(sec.boxes, m.Quads, scene.QuadWords, r)
	}
	sec.boxes = appendBoxes(sec.boxes, m.Models, scene.ModelWords, m.ModelOpaque)
	sec.boxes = appendBoxes(sec.boxes, m.Models, scene.ModelWords, m.ModelCutout)
	sec.around = emptyBox
	for i := range sec.boxes {
		sec.around.grow(sec.boxes[i].low, sec.boxes[i].high)
	}
}

// appendBoxes appends the boxes of a range of quads, with a number of words for each vertex.
func appendBoxes(to []quadBox, words []uint32, size int, r scene.Range) []quadBox {
	for n := r.Start; n < r.Start+r.Count; n++ {
		b := emptyBox
		for v := range 4 {
			at := words[(int(n)*4+v)*size]
			var low, high [3]int8
			for k := range low {
				low[k], high[k] = int8(at>>(5*k)&31), int8(at>>(5*k)&31)
				if size == scene.ModelWords {
					p := int(at>>(10*k)&1023) - scene.ModelOffset
					low[k], high[k] = int8(p>>5), int8((p+31)>>5)
				}
			}
			b.grow(low, high)
		}
		to = append(to, b)
	}
	return to
}

// asked is what is the same for all quads of a section that are asked about.
type asked struct {
	base   [3]float32 // corner of the section relative to the eye
	within bool       // all of it lies within the frustum
	look   occlusion.Look
	kept   []uint64 // which quads are not hidden, by bits, if that is known; nil to ask
}

// ask begins a section.
func (l *drawList) ask(sec *section) {
	a := &l.asked
	a.base = cornerOf(sec.key, &l.builtFor)
	a.within = l.frustum.Contains(a.boxOf(&sec.around))
	if a.kept == nil {
		a.look = l.walk.panorama.Look(a.base, sec.around.low, sec.around.high, hiddenMargin)
	}
}

// seen reports whether a quad is not hidden.
func (a *asked) seen(b *quadBox, n int) bool {
	if a.kept != nil {
		return a.kept[n>>6]>>(n&63)&1 != 0
	}
	return !a.look.Hides(&b.low, &b.high)
}

// boxOf returns the middle of a box relative to the eye, and half its sides.
func (a *asked) boxOf(b *quadBox) (mid, half mgl32.Vec3) {
	for k := range mid {
		low, high := float32(b.low[k]), float32(b.high[k])
		mid[k], half[k] = a.base[k]+(low+high)/2, (high-low)/2+hiddenMargin
	}
	return mid, half
}

// planes returns where, along its axis, quads of a face turn towards the eye: from one coordinate in the section to another.
func (a *asked) planes(face int) (axis, from, to int) {
	if face == scene.FaceNone {
		return 0, math.MinInt8, math.MaxInt8
	}
	axis = scene.FaceAxis[face]
	eye := float64(-a.base[axis])
	if face&1 == 0 {
		return axis, int(math.Floor(eye-hiddenMargin)) + 1, math.MaxInt8
	}
	return axis, math.MinInt8, int(math.Ceil(eye+hiddenMargin)) - 1
}

// addSeen adds the quads of a section that may be seen, of the faces in a set, and its plants or not.
func (l *drawList) addSeen(sec *section, opaque, cutout int, faces uint8, plants bool) {
	if len(sec.boxes) == 0 {
		return // water alone
	}
	l.ask(sec)
	r, at := &sec.ranges, 0
	for face := range r.opaque {
		at = l.addSeenOf(sec, opaque, r.opaque[face], at, face, faces)
	}
	for face := range r.cutout {
		at = l.addSeenOf(sec, cutout, r.cutout[face], at, face, faces)
	}
	at = l.addSeenOf(sec, PassModelOpaque, r.modelOpaque, at, scene.FaceNone, 1<<scene.FaceNone)
	if plants {
		l.addSeenOf(sec, PassModelCutout, r.modelCutout, at, scene.FaceNone, 1<<scene.FaceNone)
	}
}

// addSeenOf adds the quads of a range that may be seen if its face is in a set. at is the number of the first of them in the section; that of the first after them
// is returned. Quads that follow each other become one draw.
func (l *drawList) addSeenOf(sec *section, pass int, r scene.Range, at, face int, set uint8) int {
	end := at + int(r.Count)
	if set&(1<<face) == 0 || r.Count == 0 {
		return end
	}
	a := &l.asked
	axis, from, to := a.planes(face)
	own := sec.boxes[at:end]
	first := -1 // of the quads that follow each other
	for i := range own {
		b := &own[i]
		p := int(b.low[axis])
		seen := p >= from && p <= to && (a.within || l.frustum.Intersects(a.boxOf(b))) && a.seen(b, at+i)
		switch {
		case seen && first < 0:
			first = i
		case !seen && first >= 0:
			l.addRange(sec, pass, scene.Range{Start: r.Start + uint32(first), Count: uint32(i - first)})
			first = -1
		}
	}
	if first >= 0 {
		l.addRange(sec, pass, scene.Range{Start: r.Start + uint32(first), Count: r.Count - uint32(first)})
	}
	return end
}
