package ui

import (
	"image"
	"math"
	"testing"

	"voxtide/world"
)

// iconLook is an icon as it is compared with others: its pixels, and their brightness from which mean and contrast are taken away.
type iconLook struct {
	item      world.Item
	img       *image.NRGBA
	structure []float64
	mask      []bool
}

func lookOf(it world.Item) iconLook {
	l := iconLook{item: it, img: paintIcon(uint16(it))}
	sum, square, n := 0.0, 0.0, 0.0
	for i := 0; i < len(l.img.Pix); i += 4 {
		p := l.img.Pix[i:]
		on := p[3] >= 100
		v := 0.3*float64(p[0]) + 0.59*float64(p[1]) + 0.11*float64(p[2])
		l.mask, l.structure = append(l.mask, on), append(l.structure, v)
		if on {
			sum, square, n = sum+v, square+v*v, n+1
		}
	}
	mean := sum / n
	contrast := math.Sqrt(max(square/n-mean*mean, 1))
	for i := range l.structure {
		l.structure[i] = (l.structure[i] - mean) / contrast
	}
	return l
}

// colourDistance returns the mean difference of two icons' pixels, 0 to 255.
func (l *iconLook) colourDistance(o *iconLook) (d float64) {
	for i, v := range l.img.Pix {
		if i&3 == 3 {
			continue
		}
		a, b := int(v)*int(l.img.Pix[i|3]), int(o.img.Pix[i])*int(o.img.Pix[i|3])
		d += math.Abs(float64(a-b)) / 255
	}
	return d / float64(len(l.img.Pix)) * 4 / 3
}

// sameStructure reports whether two icons differ by their colours alone: their outlines and what is light and dark in them agree.
func (l *iconLook) sameStructure(o *iconLook) bool {
	apart, r, n := 0, 0.0, 0.0
	for i := range l.mask {
		switch {
		case l.mask[i] != o.mask[i]:
			apart++
		case l.mask[i]:
			r, n = r+l.structure[i]*o.structure[i], n+1
		}
	}
	return apart < 16 && r/max(n, 1) > 0.93
}

// Bounds of TestIconsDiffer: the least mean difference of two icons, and the least number of structures.
const (
	iconDistanceMin  = 0.8
	iconStructureMin = 200
)

// TestIconsDiffer: no two items look alike, and there are many that differ in more than their colours.
func TestIconsDiffer(t *testing.T) {
	var all []iconLook
	for _, it := range world.AppendItems(nil) {
		all = append(all, lookOf(it))
	}
	var kinds []*iconLook // one of each structure
	nearest := math.Inf(1)
	for i := range all {
		own := true
		for k := range i {
			d := all[i].colourDistance(&all[k])
			if d < iconDistanceMin {
				t.Errorf("%v and %v look alike: %.2f", all[i].item, all[k].item, d)
			}
			nearest = min(nearest, d)
		}
		for _, o := range kinds {
			own = own && !all[i].sameStructure(o)
		}
		if own {
			kinds = append(kinds, &all[i])
		}
	}
	t.Logf("%d items, %d structures; the two that are nearest differ by %.2f of 255", len(all), len(kinds), nearest)
	if len(kinds) < iconStructureMin {
		t.Errorf("%d of %d items differ in more than colours, at least %d should", len(kinds), len(all), iconStructureMin)
	}
}
