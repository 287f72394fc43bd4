package effects

import (
	"math"

	"voxtide/render/scene"
	"voxtide/world"
)

// blobs say how large the patch of ground is that a body darkens: half of its side, in blocks, by kind.
var blobs = map[scene.EntityKind]float64{
	scene.EntityAvatar:       0.36,
	scene.EntityFallingBlock: 0.5,
	scene.EntityItem:         0.14,
}

const (
	blobDrop     = 3.0  // blocks above the ground from which on a body darkens nothing
	blobStrength = 0.24 // on the ground, of each ring
	blobDistance = 48.0 // blocks from the eye
)

// blobRings are the sizes of the squares that make a patch, the one above the other, so that it is darker in the middle.
var blobRings = [2]float64{1, 0.62}

// FillBlobs fills in where bodies darken the ground, from where they are drawn. A patch never hangs over an edge: it has a piece for
// each block that it touches, at that block's height.
func FillBlobs(sc *scene.Scene, w *world.World) {
	sc.Blobs = sc.Blobs[:0]
	for i := range sc.Entities {
		addBlob(sc, w, &sc.Entities[i])
	}
	addBlob(sc, w, &sc.OwnBody)
}

// addBlob adds the pieces of an entity's patch.
func addBlob(sc *scene.Scene, w *world.World, e *scene.Entity) {
	size, ok := blobs[e.Kind]
	if !ok {
		return
	}
	for _, ring := range blobRings {
		addRing(sc, w, e.Drawn, size*ring)
	}
}

// addRing adds the pieces of a square of half a side around a body.
func addRing(sc *scene.Scene, w *world.World, at [3]float64, half float64) {
	away := math.Hypot(math.Hypot(at[0]-sc.Camera.Pos[0], at[2]-sc.Camera.Pos[2]), at[1]-sc.Camera.Pos[1])
	if away > blobDistance {
		return
	}
	for x := math.Floor(at[0] - half); x <= at[0]+half; x++ {
		for z := math.Floor(at[2] - half); z <= at[2]+half; z++ {
			piece := scene.Blob{
				Low:  [2]float64{max(x, at[0]-half), max(z, at[2]-half)},
				High: [2]float64{min(x+1, at[0]+half), min(z+1, at[2]+half)},
			}
			if !putOnGround(&piece, w, int32(x), int32(z), at[1]) {
				continue
			}
			drop := max(at[1]-piece.Y, 0)
			piece.Strength = float32(blobStrength * (1 - drop/blobDrop) * min(1, (blobDistance-away)/8))
			sc.Blobs = append(sc.Blobs, piece)
		}
	}
}

// putOnGround lays a piece on the highest box of a column that is below feet at a height, and cuts it to that box. It returns false if
// there is none near.
func putOnGround(b *scene.Blob, w *world.World, x, z int32, feet float64) bool {
	const step = 0.1 // feet may be drawn that far within the ground
	for y := int32(math.Floor(feet + step)); float64(y)+1 > feet-blobDrop; y-- {
		block, known := w.Block(world.Pos{X: x, Y: y, Z: z})
		if !known {
			return false
		}
		top, cut := math.Inf(-1), *b
		for _, box := range block.Boxes() {
			h := float64(y) + float64(box.Hi[1])/16
			c := scene.Blob{
				Low:  [2]float64{max(b.Low[0], float64(x)+float64(box.Lo[0])/16), max(b.Low[1], float64(z)+float64(box.Lo[2])/16)},
				High: [2]float64{min(b.High[0], float64(x)+float64(box.Hi[0])/16), min(b.High[1], float64(z)+float64(box.Hi[2])/16)},
			}
			if h > feet+step || h <= top || c.Low[0] >= c.High[0] || c.Low[1] >= c.High[1] {
				continue
			}
			top, cut = h, c
		}
		if !math.IsInf(top, -1) {
			b.Low, b.High, b.Y = cut.Low, cut.High, top
			return top > feet-blobDrop
		}
	}
	return false
}
