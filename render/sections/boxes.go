package sections

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// quadBox is the box around a quad, in blocks within its section; a model may reach out of the section.
type quadBox struct{ low, high [3]int8 }

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
}

// appendBoxes appends the boxes of a range of quads, with a number of words for each vertex.
func appendBoxes(to []quadBox, words []uint32, size int, r scene.Range) []quadBox {
	for n := r.Start; n < r.Start+r.Count; n++ {
		b := quadBox{[3]int8{127, 127, 127}, [3]int8{-128, -128, -128}}
		for v := range 4 {
			at := words[(int(n)*4+v)*size]
			for k := range b.low {
				low, high := int8(at>>(5*k)&31), int8(at>>(5*k)&31)
				if size == scene.ModelWords {
					p := int(at>>(10*k)&1023) - scene.ModelOffset
					low, high = int8(p>>5), int8((p+31)>>5)
				}
				b.low[k], b.high[k] = min(b.low[k], low), max(b.high[k], high)
			}
		}
		to = append(to, b)
	}
	return to
}

// addSeen adds the quads of a section that may be seen, of the faces in a set, and its plants or not.
func (l *drawList) addSeen(sec *section, opaque, cutout int, faces uint8, plants bool) {
	r, boxes := &sec.ranges, sec.boxes
	for face := range r.opaque {
		boxes = l.addSeenOf(sec, opaque, r.opaque[face], boxes, face, faces)
	}
	for face := range r.cutout {
		boxes = l.addSeenOf(sec, cutout, r.cutout[face], boxes, face, faces)
	}
	boxes = l.addSeenOf(sec, PassModelOpaque, r.modelOpaque, boxes, scene.FaceNone, 1<<scene.FaceNone)
	if plants {
		l.addSeenOf(sec, PassModelCutout, r.modelCutout, boxes, scene.FaceNone, 1<<scene.FaceNone)
	}
}

// addSeenOf adds the quads of a range that may be seen if its face is in a set. boxes begin with theirs; those after them are returned. Quads that follow
// each other become one draw.
func (l *drawList) addSeenOf(sec *section, pass int, r scene.Range, boxes []quadBox, face int, set uint8) []quadBox {
	own, rest := boxes[:r.Count], boxes[r.Count:]
	if set&(1<<face) == 0 {
		return rest
	}
	base := cornerOf(sec.key, &l.builtFor)
	first := -1 // of the quads that follow each other
	for i := range own {
		switch seen := l.quadSeen(&own[i], base, face); {
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
	return rest
}

// quadSeen reports whether a quad may be seen; base is the corner of its section relative to the eye.
func (l *drawList) quadSeen(b *quadBox, base [3]float32, face int) bool {
	low, high := base, base
	var mid, half mgl32.Vec3
	for a := range base {
		low[a] += float32(b.low[a]) - hiddenMargin
		high[a] += float32(b.high[a]) + hiddenMargin
		mid[a], half[a] = (low[a]+high[a])/2, (high[a]-low[a])/2
	}
	if face < scene.FaceNone && facingFaces(&low, &high)&(1<<face) == 0 {
		return false
	}
	return l.frustum.Intersects(mid, half) && !l.walk.panorama.Hides(low, high)
}
