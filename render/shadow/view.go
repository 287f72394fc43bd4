// Package shadow draws the land's shadows: the depth of the land as the sun, or at night the moon, sees it, in a texture that shaders
// compare with (a shadow map).
//
// Data flow: each frame says where the eye and the light are; ViewOf answers what the light sees, and the Map is drawn again only
// where that view or the land has changed. Invariants: shadows do not swim. A view keeps to a grid of whole texels that hangs in the
// world, its middle goes in steps of Stride blocks, and the light in steps of a quarter of a degree, so that between two steps the
// map stays bit for bit the same, and a step moves an edge by about a texel.
//
// Owner: the goroutine of the context.
package shadow

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

const (
	Side   = 2048 // texels of the map along each side
	Reach  = 80   // blocks from the middle of the map to its edges
	Stride = 8    // blocks
	Texel  = 2. * Reach / Side
	depth  = 320 // blocks along the light that are told apart; what is nearer to the light throws its shadow, too

	angleStep = math.Pi / 720
)

// View is what a light far away sees of the land around the eye.
type View struct {
	Home       [3]int32   // the block that positions are relative to; Stride divides its coordinates
	Light      mgl32.Vec3 // direction to the light, of length 1
	Projection mgl32.Mat4 // of positions relative to Home, in blocks, to the map: -1 to 1
	right, up  mgl32.Vec3
	shift      [2]float32 // from Home to the middle of the map, in blocks along right and up: less than a texel
}

// ViewOf returns the view for a direction to the light, which must not be along Z, and a position of the eye.
func ViewOf(light mgl32.Vec3, eye [3]float64) View {
	var v View
	for a, x := range eye {
		v.Home[a] = int32(math.Floor(x/Stride)) * Stride
	}
	v.Light = step(light)
	// In double precision: Home may be millions of blocks away, and a texel is a twelfth of a block.
	l := [3]float64{float64(v.Light[0]), float64(v.Light[1]), float64(v.Light[2])}
	n := math.Hypot(l[0], l[1])
	right := [3]float64{-l[1] / n, l[0] / n, 0}
	up := [3]float64{l[1]*right[2] - l[2]*right[1], l[2]*right[0] - l[0]*right[2], l[0]*right[1] - l[1]*right[0]}
	for k, axis := range [2][3]float64{right, up} {
		along := axis[0]*float64(v.Home[0]) + axis[1]*float64(v.Home[1]) + axis[2]*float64(v.Home[2])
		v.shift[k] = float32(along - math.Round(along/Texel)*Texel)
	}
	for a := range v.right {
		v.right[a], v.up[a] = float32(right[a]), float32(up[a])
	}
	const across, along = 1. / Reach, -2. / depth
	v.Projection = mgl32.Mat4FromRows(
		v.right.Mul(across).Vec4(v.shift[0]*across), v.up.Mul(across).Vec4(v.shift[1]*across),
		v.Light.Mul(along).Vec4(0), mgl32.Vec4{0, 0, 0, 1})
	return v
}

// step returns a direction in steps of angleStep.
func step(d mgl32.Vec3) mgl32.Vec3 {
	turn := math.Round(math.Atan2(float64(d[1]), float64(d[0]))/angleStep) * angleStep
	tilt := math.Round(math.Asin(float64(mgl32.Clamp(d[2], -1, 1)))/angleStep) * angleStep
	return mgl32.Vec3{float32(math.Cos(tilt) * math.Cos(turn)), float32(math.Cos(tilt) * math.Sin(turn)), float32(math.Sin(tilt))}
}

// From returns the projection for positions relative to another block.
func (v *View) From(origin [3]int32) mgl32.Mat4 {
	return v.Projection.Mul4(mgl32.Translate3D(float32(origin[0]-v.Home[0]), float32(origin[1]-v.Home[1]), float32(origin[2]-v.Home[2])))
}

// Throws reports whether a ball may throw a shadow on the map; its middle is relative to Home, all in blocks.
func (v *View) Throws(middle mgl32.Vec3, radius float32) bool {
	x, y, near := v.right.Dot(middle)+v.shift[0], v.up.Dot(middle)+v.shift[1], v.Light.Dot(middle)
	return max(mgl32.Abs(x), mgl32.Abs(y)) < Reach+radius && near > -depth/2-radius
}
