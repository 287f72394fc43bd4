package sections

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/scene"
)

// buried is the Solid of all sections that are buried.
var buried = &scene.Solid{Buried: true}

// keepSolid copies what a section hides.
func (sec *section) keepSolid(s *scene.Solid) {
	switch {
	case s.Buried:
		sec.solid = buried
	case !s.Any:
		sec.solid = nil
	case sec.solid == nil || sec.solid == buried:
		own := *s
		sec.solid = &own
	default:
		*sec.solid = *s
	}
}

// touchesOpaque reports whether an opaque block in or beside a section, that of the eye, is so near that the near plane may cut its faces. Through such a
// block one sees what is behind it, so it hides nothing.
func (s *sectionStore) touchesOpaque(home [3]int32, v *camera.View) bool {
	sec := s.find(home)
	if sec == nil || sec.solid == nil {
		return false
	}
	solid := sec.solid
	if solid.Buried {
		return true
	}
	reach := v.NearReach()
	var low, high [3]int
	for a := range low {
		at := float32(v.Origin[a]&(Side-1)) + v.Eye[a]
		low[a], high[a] = int(mgl32.Clamp(at-reach+1, 0, scene.SolidEdge-1)), int(mgl32.Clamp(at+reach+1, 0, scene.SolidEdge-1))
	}
	for z := low[2]; z <= high[2]; z++ {
		for x := low[0]; x <= high[0]; x++ {
			for y := low[1]; y <= high[1]; y++ {
				if solid.Columns[x+scene.SolidEdge*z]>>y&1 != 0 {
					return true
				}
			}
		}
	}
	return false
}
