package sections

import (
	"math"
	"math/bits"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/occlusion"
	"voxtide/render/scene"
)

// What is hidden from a place does not depend on where the eye looks. The list of the first frame at a place is made for what is in the frame alone; from the
// second on, what may be seen is kept by sectors of the panorama, each of which is walked when it first comes into view, from the zenith down. A list is then what
// was found to be seen in any sector, without what is out of the frame.

// sectorsInView returns the sectors of which a part may be in the frame.
func sectorsInView(v *camera.View, f *camera.Frustum) (set sectorSet) {
	for _, up := range [...]float32{1, -1} {
		if f.Contains(mgl32.Vec3{0, up * overhead, 0}, mgl32.Vec3{}) {
			return allSectors
		}
	}
	low, high := 0.0, 0.0 // of the frame, to the right of where the eye looks
	for _, c := range v.Corners() {
		turn := angleFrom(float64(v.Yaw), c[0], c[2])
		low, high = min(low, turn), max(high, turn)
	}
	middle, half := float64(v.Yaw)+(low+high)/2, (high-low)/2+sectorSlack
	for i := range occlusion.Sectors {
		a, b := occlusion.Sector(i).Edges()
		from, to := angleFrom(middle, a[0], a[1]), angleFrom(middle, b[0], b[1])
		if least := min(math.Abs(from), math.Abs(to)); least <= half || from*to < 0 && math.Abs(from-to) < math.Pi {
			set |= 1 << i
		}
	}
	return set
}

const (
	overhead    = 1e4  // a height beside which the margin of a frustum does not count, in blocks
	sectorSlack = 0.01 // by how much a frame is taken to be wider on each side, in radians
)

// angleFrom returns how far a direction along X and Z lies to the right of a yaw, from -Pi to Pi.
func angleFrom(yaw float64, x, z float32) float64 {
	return math.Remainder(math.Atan2(float64(x), -float64(z))-yaw, 2*math.Pi)
}

// turn fills the list for an eye that looks elsewhere from the place of the last list.
func (l *drawList) turn(s *sectionStore, v *camera.View) {
	l.walkSectors(s, v, sectorsInView(v, &l.frustum))
	g := &l.walk
	g.visible = g.visible[:0]
	for _, level := range l.place.levels {
		for _, found := range level {
			sec := &s.sections[found.section]
			if g.inView(sec.key, v, &l.frustum) {
				g.visible = append(g.visible, found.section)
				l.asked.kept = l.place.seen[found.seen:]
				l.addSection(sec, v, &l.frustum)
			}
		}
	}
	l.asked.kept = nil
}

// walkSectors walks the sectors of a set that were not yet walked from this place.
func (l *drawList) walkSectors(s *sectionStore, v *camera.View, set sectorSet) {
	g := &l.walk
	if l.found == nil {
		l.found = l.keepSection // once: it is allocated
	}
	drawn := g.found
	g.found = l.found
	for set &^= l.place.walked; set != 0; set &= set - 1 {
		i := bits.TrailingZeros16(uint16(set))
		g.sector = occlusion.Sector(i)
		g.walk(s, v, &l.place.sectors[i])
		l.place.walked |= 1 << i
	}
	g.found = drawn
	g.panorama.Join()
}

// keepSection notes which quads of section i are not hidden in the sector that is walked.
func (l *drawList) keepSection(i int32, sec *section) {
	kept := l.place.add(i, steps(sec.key, homeOf(&l.builtFor)), len(sec.boxes))
	a := &l.asked
	a.base = cornerOf(sec.key, &l.builtFor)
	a.choose(sec, nil, 1<<scene.MeshFaces-1, true)
	l.walk.see(sec, a.quads, kept)
}
