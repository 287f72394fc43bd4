// Package golden compares frames with golden PNG files in testdata, for tests that draw.
//
// Owner: the test that calls it. Invariant: the error of a difference names the driver, because drivers round differently.
package golden

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
)

// Tolerance is how far a frame may differ from the golden file.
type Tolerance struct {
	Channel int     // the largest difference of a channel, 0 to 255, at which a pixel does not count as different
	Share   float64 // of all pixels that may be different, 0 to 1
}

// DefaultTolerance allows for different versions of one driver.
var DefaultTolerance = Tolerance{Channel: 12, Share: 0.005}

// ErrDifferent is returned, wrapped with the difference, if a frame differs too much or the golden file cannot be read.
var ErrDifferent = errors.New("golden: the frame differs")

// Check compares a frame with the PNG at path. With update it writes the PNG instead. A frame that differs is written to the
// system's folder for temporary files, and the error says where; by names the driver.
func Check(path string, got *image.NRGBA, t Tolerance, by string, update bool) error {
	if update {
		return Save(path, got)
	}
	want, err := Load(path)
	if err != nil {
		return fmt.Errorf("%w: %v (run the test with -update to make it)", ErrDifferent, err)
	}
	if want.Rect != got.Rect {
		return fmt.Errorf("%w: it is %v instead of %v", ErrDifferent, got.Rect.Size(), want.Rect.Size())
	}
	n, most := CountDifferent(want, got, t.Channel)
	share := float64(n) / float64(max(1, got.Rect.Dx()*got.Rect.Dy()))
	if share <= t.Share {
		return nil
	}
	out := filepath.Join(os.TempDir(), "differs-"+filepath.Base(path))
	if err := Save(out, got); err != nil {
		out = err.Error()
	}
	return fmt.Errorf("%w from %s: %.2f %% of the pixels by more than %d, at most by %d; drawn by %s; see %s",
		ErrDifferent, path, 100*share, t.Channel, most, by, out)
}

// CountDifferent returns the number of pixels of two images of one size that differ by more than a bound in a channel, and the
// largest difference of a channel.
func CountDifferent(a, b *image.NRGBA, bound int) (pixels, most int) {
	for y := range a.Rect.Dy() {
		p, q := a.Pix[y*a.Stride:], b.Pix[y*b.Stride:]
		for x := range a.Rect.Dx() {
			d := 0
			for c := range 4 {
				u, v := int(p[4*x+c]), int(q[4*x+c])
				d = max(d, u-v, v-u)
			}
			most = max(most, d)
			if d > bound {
				pixels++
			}
		}
	}
	return pixels, most
}

// Load reads a PNG.
func Load(path string) (*image.NRGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	out := image.NewNRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out, nil
}

// Save writes a PNG and the folders above it.
func Save(path string, m image.Image) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := png.Encode(f, m); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return f.Close()
}
