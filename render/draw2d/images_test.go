package draw2d

import (
	"errors"
	"image"
	"testing"
)

// TestFullImageAtlas: an image that does not fit is refused.
func TestFullImageAtlas(t *testing.T) {
	onGPU(t, func(b *Batch) {
		for i := range 4 {
			if _, err := b.AddImage(image.NewNRGBA(image.Rect(0, 0, 500, 500))); err != nil {
				t.Fatalf("image %d: %v", i, err)
			}
		}
		if _, err := b.AddImage(image.NewNRGBA(image.Rect(0, 0, 500, 500))); !errors.Is(err, ErrAtlasFull) {
			t.Errorf("a fifth: %v", err)
		}
	})
}
