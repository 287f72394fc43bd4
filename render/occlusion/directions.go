package occlusion

// The directions are those of the four upright faces of a cube around the eye: to +X, -X, +Z and -Z. On a face the tangent runs from
// -1 to 1 sideways and from -1.5 to 1.5 upwards. What is steeper is never hidden.
const (
	binsPerUnit = 512
	wide        = 2 * binsPerUnit // bits of a face sideways
	tall        = 3 * binsPerUnit // and upwards
	middle      = tall / 2        // the bit at the height of the eye
)

// axes holds, by face, the axis of its distance, the axis sideways, and the sign of the distance.
var axes = [4]struct {
	ahead, side int
	sign        float32
}{{0, 2, 1}, {0, 2, -1}, {2, 0, 1}, {2, 0, -1}}

const side = 16 // blocks of a section
