package sections

import (
	"voxtide/render/occlusion"
	"voxtide/render/scene"
)

// quadBox is the box around a quad; that of a model may reach out of the section.
type quadBox = occlusion.Box

var emptyBox = quadBox{Low: [3]int8{127, 127, 127}, High: [3]int8{-128, -128, -128}}

// grow makes a box hold another one.
func grow(b *quadBox, low, high [3]int8) {
	for k := range low {
		b.Low[k], b.High[k] = min(b.Low[k], low[k]), max(b.High[k], high[k])
	}
}

// boxedRanges is the number of ranges of quads that have boxes: of all but water and what is translucent.
const boxedRanges = boxedPlanes + scene.Diagonals

// Where the ranges of models begin, among those with boxes, and of them those of the planes of plants, by diagonal.
const (
	boxedModels = 2 * scene.MeshFaces
	boxedPlanes = boxedModels + 2
)

// boxed returns range n of the quads that have boxes, in the order of their boxes, and its face.
func (r *meshRanges) boxed(n int) (of scene.Range, face int) {
	switch {
	case n < scene.MeshFaces:
		return r.opaque[n], n
	case n < boxedModels:
		return r.cutout[n-scene.MeshFaces], n - scene.MeshFaces
	case n == boxedModels:
		return r.modelOpaque, scene.FaceNone
	case n < boxedPlanes:
		return r.modelCutout, scene.FaceNone
	}
	return r.planes[n-boxedPlanes], scene.FaceNone
}

// firstModel returns the number of the first box of a model.
func (sec *section) firstModel() int32 {
	return int32(sec.firstPlane()) - int32(sec.ranges.modelOpaque.Count+sec.ranges.modelCutout.Count)
}

// firstPlane returns the number of the first box of a plane of a plant.
func (sec *section) firstPlane() int {
	return len(sec.boxes) - int(sec.ranges.planes[scene.DiagonalRising].Count+sec.ranges.planes[scene.DiagonalFalling].Count)
}

// findBoxes finds the boxes of a mesh.
func (sec *section) findBoxes(m *scene.Mesh) {
	ranges, count := rangesInPage(m, allocation{}), uint32(0)
	for n := range boxedRanges {
		r, _ := ranges.boxed(n)
		count += r.Count
	}
	sec.around = emptyBox
	if n := int(count); cap(sec.boxes) < n || cap(sec.boxes) > 2*n {
		sec.boxes = make([]quadBox, 0, n) // there are some hundred thousand in all
	}
	sec.boxes = sec.boxes[:0]
	for n := range boxedRanges {
		r, _ := ranges.boxed(n)
		if n >= boxedModels {
			sec.boxes = appendBoxes(sec.boxes, m.Models, scene.ModelWords, r)
		} else {
			sec.boxes = appendBoxes(sec.boxes, m.Quads, scene.QuadWords, r)
		}
	}
	for i := range sec.boxes {
		grow(&sec.around, sec.boxes[i].Low, sec.boxes[i].High)
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
			grow(&b, low, high)
		}
		to = append(to, b)
	}
	return to
}
