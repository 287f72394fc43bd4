package render

import (
	"errors"
	"testing"
)

// TestTexturesOutOfBounds: textures beyond a bound are refused.
func TestTexturesOutOfBounds(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		good := testTextures()
		short := *good
		short.Layers = append([][][]byte{good.Layers[0][:3]}, good.Layers[1:]...)
		for _, bad := range []*Textures{{}, {Side: 15, Layers: good.Layers}, {Side: 128, Layers: good.Layers}, {Layers: make([][][]byte, MaxLayers+1)}, &short} {
			if err := r.SetTextures(bad); !errors.Is(err, ErrTextures) {
				t.Errorf("%d layers of %d: %v", len(bad.Layers), bad.Side, err)
			}
		}
	})
}
