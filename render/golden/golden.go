// Package golden compares pictures with those kept in testdata, for the tests of render and of whoever draws with it.
//
// Owner: the test that calls it. Invariant: a difference is told with what drew the picture, since drivers round apart.
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

// Tolerance says how far a picture may differ from the one that is kept.
type Tolerance struct {
	Channel int     // by which a channel of a pixel may differ, 0 to 255, before the pixel counts as different
	Share   float64 // of all pixels that may be different, 0 to 1
}

// Usual is the tolerance between versions of one driver.
var Usual = Tolerance{Channel: 12, Share: 0.005}

// ErrDifferent is returned, wrapped with how much, for a picture that differs too much or is not there.
var ErrDifferent = errors.New("golden: the picture differs")

// Check compares a picture with the PNG at path. With update set it writes the PNG instead. A picture that differs is
// written to the system's folder for temporary files, and the error says where; by names what drew it.
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
	n, most := Differ(want, got, t.Channel)
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

// Differ returns how many pixels of two pictures of one size differ by more than a bound in a channel, and the largest
// difference there is.
func Differ(a, b *image.NRGBA, bound int) (pixels, most int) {
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
