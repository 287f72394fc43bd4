package sections

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// Version returns a number that grows with every change of the sections that are loaded.
func (s *Sections) Version() uint64 { return s.store.version }

// ListCasters lists the sections that throw shadows, for DrawCasters: all that throws reports true for, given the middle of a section
// relative to a block, and of them the faces that look to the light.
func (s *Sections) ListCasters(from [3]int32, light mgl32.Vec3, throws func(middle mgl32.Vec3, radius float32) bool) {
	l := &s.casters
	l.clear(len(s.store.pages))
	faces := uint8(0)
	for f, n := range scene.FaceNormals {
		if float32(n[0])*light[0]+float32(n[1])*light[1]+float32(n[2])*light[2] > 0 {
			faces |= 1 << f
		}
	}
	const radius = Side * 0.8661 // half the diagonal of a section
	for i := range s.store.sections {
		sec := &s.store.sections[i]
		if !sec.live || sec.page < 0 {
			continue
		}
		var mid mgl32.Vec3
		for a := range mid {
			mid[a] = float32(sec.key[a]*Side-from[a]) + Side/2
		}
		if !throws(mid, radius) {
			continue
		}
		l.addFaces(sec, PassOpaque, &sec.ranges.opaque, faces)
		l.addFaces(sec, PassCutout, &sec.ranges.cutout, faces)
		l.addRange(sec, PassModelOpaque, sec.ranges.modelOpaque)
		l.addRange(sec, PassModelCutout, sec.ranges.modelCutout)
		for _, r := range sec.ranges.planes {
			l.addRange(sec, PassModelCutout, r)
		}
	}
	s.reserveZeros(l)
}

// DrawCasters draws one pass of what ListCasters listed with the program in use: PassOpaque, PassCutout, PassModelOpaque or
// PassModelCutout. The figures of the frame leave it out.
func (s *Sections) DrawCasters(pass int) {
	of := s.stats
	s.draw(&s.casters, pass)
	s.stats = of
}
