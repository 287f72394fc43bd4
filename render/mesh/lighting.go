package mesh

import "voxtide/world"

// A light sample is the light of a cell and its weight. The sum of the four samples around a corner determines the light of
// the corner:
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

// skyLightMin is the least sky light of a corner, in tenths of a level, so that occlusion shows in the dark as well.
const skyLightMin = 7

// lampCornerLight and skyCornerLight hold the light of a corner, 0 to 255, by bits 0..11 of the sum of its samples: the mean
// of the light of the cells that are not opaque, times the occlusion.
var lampCornerLight, skyCornerLight = cornerLightTable(0), cornerLightTable(skyLightMin)

func cornerLightTable(least int) (t [1 << 12]uint8) {
	for i := range t {
		sum, open, free := i&63, i>>6&7, i>>9&7
		if open > 0 && open <= 4 && sum <= 15*open && free <= 4 {
			t[i] = uint8((max(10*sum, least*open)*255*occlusion[free] + 7500*open) / (15000 * open))
		}
	}
	return t
}

// blockSamples holds, by block, the part of the light that a sample takes and the weight that it adds.
var blockSamples = func() (out [tableBlocks]struct{ lets, has uint32 }) {
	for b, k := range blockKinds {
		if !k.opaque {
			out[b].lets, out[b].has = sampleLight, sampleOpen
			if infoOf(world.Block(b)).Tint != world.TintLeaves {
				out[b].has |= sampleFree
			}
		}
	}
	return out
}()

// faceLayout is the orientation of a face in the padded section, in the columns and in the words of a vertex.
type faceLayout struct {
	out  int // step from a padded cell to the cell that the face looks at
	u, v int // steps along the two axes of the face
	n    int // step to the next slice

	columnN, columnU, columnV int // steps of x + 16*z

	shiftN, shiftU, shiftV uint // of the positions across and along the face in word 0

	swapped bool // corners in the order 0, 2, 1, 3
}

var faceLayouts = [world.FaceCount]faceLayout{
	world.Down:  {-stepY, stepX, stepZ, stepY, 0, 1, 16, 5, 0, 10, false},
	world.Up:    {stepY, stepX, stepZ, stepY, 0, 1, 16, 5, 0, 10, true},
	world.North: {-stepZ, stepX, stepY, stepZ, 16, 1, 0, 10, 0, 5, true},
	world.South: {stepZ, stepX, stepY, stepZ, 16, 1, 0, 10, 0, 5, false},
	world.West:  {-stepX, stepZ, stepY, stepX, 1, 16, 0, 0, 10, 5, false},
	world.East:  {stepX, stepZ, stepY, stepX, 1, 16, 0, 0, 10, 5, true},
}

// firstCell returns the padded cell at (0, 0) of a slice.
func (a *faceLayout) firstCell(d int) int { return stepX + stepY + stepZ + d*a.n }

// cornerLight returns the sky and lamp light of a corner, from the samples of the cell in front of the face, of the two cells
// beside it that touch the corner, and of the cell diagonally across. If both cells beside it are opaque, the cell across
// cannot be seen.
func cornerLight(own, a, b, across uint32) (sky, lamp uint32) {
	s := own + a + b
	if (a|b)&sampleOpen != 0 {
		s += across
	}
	return uint32(skyCornerLight[s&0xfff]), uint32(lampCornerLight[s&sampleCount|s>>16&63])
}

// lightCell returns the two words of the light cell of a unit face with the steps u and v; i is the padded cell in front of
// the face.
func (m *Mesher) lightCell(i, u, v int) (sky, lamp uint32) {
	s := &m.samples
	own := s[i]
	w, e, n, o := s[i-u], s[i+u], s[i-v], s[i+v]
	s0, l0 := cornerLight(own, w, n, s[i-u-v])
	s1, l1 := cornerLight(own, e, n, s[i+u-v])
	s2, l2 := cornerLight(own, w, o, s[i-u+v])
	s3, l3 := cornerLight(own, e, o, s[i+u+v])
	return s0 | s1<<8 | s2<<16 | s3<<24, l0 | l1<<8 | l2<<16 | l3<<24
}
