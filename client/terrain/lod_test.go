package terrain

import "testing"

// TestAutomaticLOD: groups of blocks begin where a block has four pixels, so farther in a higher picture and in a narrower view, and never near.
func TestAutomaticLOD(t *testing.T) {
	for _, c := range []struct {
		height int
		fov    float64
		want   int
	}{
		{720, 70, 128}, {1080, 70, 192}, {1440, 70, 256}, {2160, 70, 384}, {360, 70, 64}, {100, 70, 64}, {0, 70, 64}, {720, 100, 80}, {720, 60, 160},
	} {
		if got := AutomaticLOD(c.height, c.fov); got != c.want {
			t.Errorf("%d pixels at %v degrees: %d blocks, want %d", c.height, c.fov, got, c.want)
		}
	}
}

// TestOnePlaneDistance: plants have one plane from a quarter of the distance of groups on, but not near, and nowhere without groups.
func TestOnePlaneDistance(t *testing.T) {
	for lod, want := range map[int]float32{0: 0, 32: 24, 64: 24, 128: 32, 192: 48, 256: 64} {
		if got := (Detail{LODDistance: lod}).OnePlane(); got != want {
			t.Errorf("with groups from %d blocks on: from %v, want %v", lod, got, want)
		}
	}
}
