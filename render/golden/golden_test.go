package golden

import (
	"errors"
	"image"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheck: the tolerance decides, and the error of a difference names the driver.
func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "a.png")
	m := image.NewNRGBA(image.Rect(0, 0, 20, 10))
	for i := range m.Pix {
		m.Pix[i] = uint8(i)
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	tol := Tolerance{Channel: 4, Share: 0.01}
	if err := Check(path, m, tol, "test", false); !errors.Is(err, ErrDifferent) {
		t.Errorf("without a file: %v", err)
	}
	if err := Check(path, m, tol, "test", true); err != nil {
		t.Fatal(err)
	}
	if err := Check(path, m, tol, "test", false); err != nil {
		t.Errorf("the same frame: %v", err)
	}
	m.Pix[0] += 100
	m.Pix[40] += 100
	m.Pix[80] += 4
	if err := Check(path, m, tol, "test", false); err != nil {
		t.Errorf("two of 200 pixels: %v", err)
	}
	m.Pix[120] += 5
	if err := Check(path, m, tol, "the driver", false); !errors.Is(err, ErrDifferent) || !strings.Contains(err.Error(), "the driver") {
		t.Errorf("three of 200 pixels: %v", err)
	}
	small := image.NewNRGBA(image.Rect(0, 0, 10, 10))
	if err := Check(path, small, tol, "test", false); !errors.Is(err, ErrDifferent) {
		t.Errorf("another size: %v", err)
	}
}
