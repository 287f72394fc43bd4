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
				if solid.Column(x+scene.SolidEdge*z)>>y&1 != 0 {
					return true
				}
			}
		}
	}
	return false
}

// seenInto reports whether one may see into opaque blocks of a section: where opaque blocks touch it on the side of the eye that are not there to be
// drawn, as at the edge of what is loaded. No face of its own is drawn towards them either.
func (s *sectionStore) seenInto(sec *section, away [3]int32) bool {
	for a, side := range away {
		if side == 0 {
			continue
		}
		near := beside(sec.key, a, side)
		if s.find(near) == nil && touches(sec.solid, a, side, 0) {
			return true
		}
		if a != 1 && away[1] != 0 && s.find(beside(near, 1, away[1])) == nil && touches(sec.solid, a, side, away[1]) {
			return true
		}
	}
	return false
}

// beside returns the section before another one along an axis, on the side of the eye.
func beside(key [3]int32, axis int, away int32) [3]int32 {
	key[axis] -= away
	return key
}

// touches reports whether an opaque block of a neighbour touches a section on the side of the eye along an axis, with upwards not 0 of that neighbour's
// neighbour above or below. Of a section that is buried nothing is known of the latter, and it hides nothing with it.
func touches(solid *scene.Solid, axis int, side, upwards int32) bool {
	if solid.Buried {
		return upwards == 0
	}
	rows := uint32(1<<(Side+1) - 2)
	switch {
	case axis == 1:
		rows = edgeRow(side)
	case upwards != 0:
		rows = edgeRow(upwards)
	}
	low, high := [3]int{1, 0, 1}, [3]int{Side, 0, Side}
	if axis != 1 {
		low[axis] = 0
		if side < 0 {
			low[axis] = Side + 1
		}
		high[axis] = low[axis]
	}
	for z := low[2]; z <= high[2]; z++ {
		for x := low[0]; x <= high[0]; x++ {
			if solid.Column(x+scene.SolidEdge*z)&rows != 0 {
				return true
			}
		}
	}
	return false
}

// edgeRow returns the bit of a column for what touches the section below, if it lies above the eye, or above.
func edgeRow(upwards int32) uint32 {
	if upwards > 0 {
		return 1
	}
	return 1 << (Side + 1)
}
