package mesh

import "voxtide/world"

// A light sample is a cell's light and how much of it counts, such that the sum of the four samples around a corner
// says all about the corner:
//
//	bits 0..5    sum of the sky light of the cells that are not opaque
//	bits 6..8    number of cells that are not opaque
//	bits 9..11   number of cells that do not shade the corner: not opaque, no leaves
//	bits 16..21  sum of the lamp light
const (
	sampleLight = 15 | 15<<16
	sampleOpen  = 1 << 6
	sampleFree  = 1 << 9
	sampleCount = sampleOpen*7 | sampleFree*7
)

// occlusion is the ambient occlusion of a corner in 1/100, by the number of the four cells around it that do not shade.
var occlusion = [5]int{45, 45, 62, 80, 100}

// skyLeast is what light of the sky counts at least, in tenths of a level: so that occlusion shows in the dark as well.
const skyLeast = 7

// shine and skyShine are the light of a corner, 0 to 255, by bits 0..11 of the sum of its samples: the mean of the light of
// the cells that are not opaque, times the occlusion.
var shine, skyShine = shineFrom(0), shineFrom(skyLeast)

func shineFrom(least int) (t [1 << 12]uint8) {
	for i := range t {
		sum, open, free := i&63, i>>6&7, i>>9&7
		if open > 0 && open <= 4 && sum <= 15*open && free <= 4 {
			t[i] = uint8((max(10*sum, least*open)*255*occlusion[free] + 7500*open) / (15000 * open))
		}
	}
	return t
}

// axis is how a face lies in the padded section, in the columns and in the words of a vertex.
type axis struct {
	out  int // step of a padded cell to what the face looks at
	u, v int // steps along the two axes of the face
	n    int // step to the next slice

	columnN, columnU, columnV int // steps of x + 16*z

	shiftN, shiftU, shiftV uint // where the positions across and along the face stand in word 0

	flipped bool // corners in the order 0, 2, 1, 3
}

var axes = [world.Faces]axis{
	world.Down:  {-stepY, stepX, stepZ, stepY, 0, 1, 16, 5, 0, 10, false},
	world.Up:    {stepY, stepX, stepZ, stepY, 0, 1, 16, 5, 0, 10, true},
	world.North: {-stepZ, stepX, stepY, stepZ, 16, 1, 0, 10, 0, 5, true},
	world.South: {stepZ, stepX, stepY, stepZ, 16, 1, 0, 10, 0, 5, false},
	world.West:  {-stepX, stepZ, stepY, stepX, 1, 16, 0, 0, 10, 5, false},
	world.East:  {stepX, stepZ, stepY, stepX, 1, 16, 0, 0, 10, 5, true},
}

// first returns the padded cell at (0, 0) of a slice.
func (a *axis) first(d int) int { return stepX + stepY + stepZ + d*a.n }

// corner is the light of a corner, sky and lamp, from the samples of the cell before the face, of the two beside it
// that touch the corner, and of the one across. Where both beside are opaque, the one across cannot be seen.
func corner(own, a, b, across uint32) (sky, lamp uint32) {
	s := own + a + b
	if (a|b)&sampleOpen != 0 {
		s += across
	}
	return uint32(skyShine[s&0xfff]), uint32(shine[s&sampleCount|s>>16&63])
}

// cell returns the two words of the light cell of a unit face before which the padded cell i lies, on a face with
// the steps u and v.
func (m *Mesher) cell(i, u, v int) (sky, lamp uint32) {
	s := &m.samples
	own := s[i]
	w, e, n, o := s[i-u], s[i+u], s[i-v], s[i+v]
	s0, l0 := corner(own, w, n, s[i-u-v])
	s1, l1 := corner(own, e, n, s[i+u-v])
	s2, l2 := corner(own, w, o, s[i-u+v])
	s3, l3 := corner(own, e, o, s[i+u+v])
	return s0 | s1<<8 | s2<<16 | s3<<24, l0 | l1<<8 | l2<<16 | l3<<24
}
