package physics

import (
	"math"
	"testing"
)

// TestHeadingVector: heading vectors have unit length, are nearest to the true direction, and mirror exactly in every
// quadrant.
func TestHeadingVector(t *testing.T) {
	for yaw := range 1 << 16 {
		dx, dz := HeadingVector(uint16(yaw))
		at := 2 * math.Pi * float64((yaw+8)>>4&4095) / 4096
		if math.Abs(float64(dx)-65536*math.Sin(at)) > 0.51 || math.Abs(float64(dz)+65536*math.Cos(at)) > 0.51 {
			t.Fatalf("yaw %d: %d %d", yaw, dx, dz)
		}
		ox, oz := HeadingVector(uint16(yaw + 32768))
		qx, qz := HeadingVector(uint16(yaw + 16384))
		if ox != -dx || oz != -dz || qx != -dz || qz != dx {
			t.Fatalf("yaw %d is not mirrored", yaw)
		}
	}
	for yaw, want := range map[uint16][2]int64{0: {0, -vectorLength}, 16384: {vectorLength, 0}, 32768: {0, vectorLength}, 49152: {-vectorLength, 0}} {
		if dx, dz := HeadingVector(yaw); dx != want[0] || dz != want[1] {
			t.Fatalf("yaw %d: %d %d", yaw, dx, dz)
		}
	}
}
