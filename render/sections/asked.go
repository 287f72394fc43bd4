package sections

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/scene"
)

// asked is what is asked about the quads of one section.
type asked struct {
	base     [3]float32 // corner of the section relative to the eye
	kept     []uint64   // which quads are not hidden, by bits, if that is known; nil to ask
	quads    []int32    // those that turn towards the eye, and are within the frustum
	shown    []uint64   // those of them that are not hidden, by bits
	onePlane float32    // square of the distance from which on one plane of a plant is drawn; 0: nowhere
}

// addSeen adds the quads of a section that may be seen, of the faces in a set, and its plants or not. Quads that follow each other become one draw.
func (l *drawList) addSeen(sec *section, opaque, cutout int, faces uint8, plants bool) {
	if len(sec.boxes) == 0 {
		return // water alone
	}
	a := &l.asked
	a.base = cornerOf(sec.key, &l.builtFor)
	frustum := &l.frustum
	if frustum.Contains(a.boxOf(&sec.around)) {
		frustum = nil
	}
	a.choose(sec, frustum, faces, plants)
	words := (len(sec.boxes) + 63) / 64
	for len(a.shown) < words {
		a.shown = append(a.shown, 0)
	}
	clear(a.shown[:words])
	if a.kept == nil {
		l.walk.see(sec, a.quads, a.shown)
	} else {
		for _, i := range a.quads {
			a.shown[i>>6] |= 1 << (i & 63)
		}
	}
	at := 0
	for n := range boxedRanges {
		r, _ := sec.ranges.boxed(n)
		pass := opaque
		switch {
		case n > boxedModels:
			pass = PassModelCutout
		case n == boxedModels:
			pass = PassModelOpaque
		case n >= scene.MeshFaces:
			pass = cutout
		}
		l.addShown(sec, pass, r, at)
		at += int(r.Count)
	}
}

// choose finds the quads of a section that turn towards the eye, of the faces in a set, and its plants or not: within a frustum if there is one.
func (a *asked) choose(sec *section, frustum *camera.Frustum, faces uint8, plants bool) {
	a.quads = a.quads[:0]
	end := 0
	for n := range boxedRanges {
		r, face := sec.ranges.boxed(n)
		at := end
		if end += int(r.Count); r.Count == 0 || n < boxedModels && faces&(1<<face) == 0 || n >= boxedPlanes && !plants {
			continue
		}
		axis, from, to := a.planes(face)
		thin := n >= boxedPlanes && a.onePlane > 0 && a.kept == nil // what is left out was never kept
		for ; at < end; at++ {
			b := &sec.boxes[at]
			if thin && a.leftOut(b, n-boxedPlanes) {
				continue
			}
			if p := int(b.Low[axis]); p >= from && p <= to && (a.kept == nil || a.kept[at>>6]>>(at&63)&1 != 0) && (frustum == nil || frustum.Intersects(a.boxOf(b))) {
				a.quads = append(a.quads, int32(at))
			}
		}
	}
}

// leftOut reports whether the plane of a plant across a diagonal is left out, given its box: the plant is so far away that one plane does, and the eye sees more of the
// other one. Both planes have the same box.
func (a *asked) leftOut(b *quadBox, diagonal int) bool {
	var mid mgl32.Vec3
	for k := range mid {
		mid[k] = a.base[k] + (float32(b.Low[k])+float32(b.High[k]))/2
	}
	return mid.Dot(mid) >= a.onePlane && (mid[0]*mid[2] > 0) == (diagonal == scene.DiagonalRising)
}

// addPlanes adds the planes of a section's plants without asking what is hidden.
func (l *drawList) addPlanes(sec *section) {
	a := &l.asked
	a.base = cornerOf(sec.key, &l.builtFor)
	at := sec.firstPlane()
	for d, r := range sec.ranges.planes {
		if a.onePlane <= 0 {
			l.addRange(sec, PassModelCutout, r)
			continue
		}
		open := scene.Range{Start: r.Start}
		for i := range r.Count {
			if a.leftOut(&sec.boxes[at], d) {
				l.addRange(sec, PassModelCutout, open)
				open = scene.Range{Start: r.Start + i + 1}
			} else {
				open.Count++
			}
			at++
		}
		l.addRange(sec, PassModelCutout, open)
	}
}

// boxOf returns the middle of a box relative to the eye, and half its sides.
func (a *asked) boxOf(b *quadBox) (mid, half mgl32.Vec3) {
	for k := range mid {
		low, high := float32(b.Low[k]), float32(b.High[k])
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

// addShown adds the quads of a range that are shown. at is the number of the first of them in the section.
func (l *drawList) addShown(sec *section, pass int, r scene.Range, at int) {
	first := -1 // of the quads that follow each other
	for i := range int(r.Count) {
		switch shown := l.asked.shown[(at+i)>>6]>>((at+i)&63)&1 != 0; {
		case shown && first < 0:
			first = i
		case !shown && first >= 0:
			l.addRange(sec, pass, scene.Range{Start: r.Start + uint32(first), Count: uint32(i - first)})
			first = -1
		}
	}
	if first >= 0 {
		l.addRange(sec, pass, scene.Range{Start: r.Start + uint32(first), Count: r.Count - uint32(first)})
	}
}
