package far

import (
	"cmp"
	"slices"
	"time"

	"voxtide/protocol"
	"voxtide/render/scene"
)

func (s *shown) reset() { *s = shown{stale: true} }

// Covered is which columns of sections are drawn: see scene.Far. The version is 0 before there is any.
type Covered struct {
	Columns *scene.Columns
	Version uint64

	// Eye is where it is seen from: of columns beyond the view distance the sections are not drawn.
	Eye [3]float64

	// Ground tells how deep walls are needed; without it they are as deep as they may be.
	Ground Ground
}

// Ground knows the columns. Ground returns the top of the ground at a place of them that lies below a height, and low where none does that is higher; all as y
// in blocks. Ground is eight opaque blocks one on another.
type Ground interface {
	Ground(x, z, below, low int32) int32
}

// Update takes finished meshes and returns what is drawn beyond the covered columns; nil if nothing is. Valid until the next call.
func (v *View) Update(c Covered) *scene.Far {
	if v == nil || v.reach == 0 {
		return nil
	}
	s := &v.shown
	v.maker.take(func(d *finished) {
		if t := v.tiles[d.tile.Place]; t != nil {
			t.before, t.land, t.mesh, t.heights, t.edges = t.drawn(), d.tile, d.mesh, d.heights, d.edges
			s.stale = true
		}
	})
	again := s.stale || s.countLoaded() != s.loaded
	if again {
		v.choose()
		s.stale, s.loaded = false, s.countLoaded() // of what is offered now
	}
	moved := s.drawn.follow(c.Columns, c.Eye, v.view) // in any case
	if again || moved || c.Version != s.scene.CoveredVersion {
		s.scene.Edge = s.edge.build(v, &c)
	}
	s.scene.Covered, s.scene.CoveredVersion = c.Columns, c.Version
	return &s.scene
}

// countLoaded returns how many of the offered meshes the renderer has: the more, as long as the same are offered.
func (s *shown) countLoaded() (n int) {
	for _, m := range s.scene.Load {
		if m.Loaded {
			n++
		}
	}
	return n
}

// choose chooses what is copied to the graphics card and what is drawn, and forgets the tiles that are neither wanted nor drawn.
func (v *View) choose() {
	s := &v.shown.scene
	s.Draw = s.Draw[:0]
	roots(v.eye, v.reach, func(p protocol.FarPlace) { v.cover(p) })
	slices.SortStableFunc(s.Draw, func(a, b *scene.FarMesh) int { return cmp.Compare(v.away(a), v.away(b)) }) // what is near hides what is far
	drawn := make(map[*scene.FarMesh]bool, len(s.Draw))
	for _, m := range s.Draw {
		drawn[m] = true
	}
	v.join(drawn)
	s.DrawVersion++
	s.Load = s.Load[:0]
	for _, p := range v.wanted {
		if t := v.tiles[p]; t.mesh != nil {
			s.Load = append(s.Load, t.mesh)
		}
	}
	for p, t := range v.tiles {
		switch m := t.drawn(); {
		case m != nil && drawn[m] && (!t.wanted || m != t.mesh):
			s.Load = append(s.Load, m)
		case !t.wanted && (m == nil || !drawn[m]):
			delete(v.tiles, p)
		}
	}
}

// away returns the distance of a mesh from the eye.
func (v *View) away(m *scene.FarMesh) int64 {
	p := protocol.FarPlace{X: m.Origin[0] / m.Width, Z: m.Origin[1] / m.Width}
	for p.Width() < m.Width {
		p.Level++
	}
	return p.Distance(v.eye[0], v.eye[1])
}

// cover draws a place as its quarters if it is wanted so and they are there, as itself otherwise, and reports whether all of it is drawn.
func (v *View) cover(p protocol.FarPlace) bool {
	s := &v.shown.scene
	if p.Distance(v.eye[0], v.eye[1]) > int64(v.reach) {
		return true
	}
	own := v.tiles[p].drawn()
	if p.Level > 0 && (own == nil || v.splits(p)) {
		from, whole := len(s.Draw), true
		for _, q := range quarters(p) {
			whole = v.cover(q) && whole
		}
		if whole || own == nil {
			return whole
		}
		s.Draw = s.Draw[:from]
	}
	if own != nil {
		s.Draw = append(s.Draw, own)
	}
	return own != nil
}

// The reach of what is clear to see follows that of what is there, by at most this many blocks a second outwards: fog draws back, and does not jump.
const clearing = 600

// Clear returns to where all land is there, in blocks from the eye, 0 if nothing is; it grows slowly. The client calls it with each frame.
func (v *View) Clear(now time.Duration) float32 {
	if v == nil || v.reach == 0 || !v.settled {
		return 0
	}
	target := float32(v.reach)
	for _, p := range v.wanted {
		if v.tiles[p].drawn() == nil && !v.covers(p) {
			target = float32(p.Distance(v.eye[0], v.eye[1]))
			break // the nearest
		}
	}
	c := &v.clear
	passed := min(max(now-c.at, 0), 100*time.Millisecond)
	c.reach = min(target, c.reach+clearing*float32(passed.Seconds()))
	c.at = now
	return c.reach
}

// covers reports whether a place is drawn by another tile: one that was there before.
func (v *View) covers(p protocol.FarPlace) bool {
	for up := p; up.Level < topLevel; {
		up = protocol.FarPlace{Level: up.Level + 1, X: up.X >> 1, Z: up.Z >> 1}
		if v.tiles[up].drawn() != nil {
			return true
		}
	}
	if p.Level == 0 {
		return false
	}
	for _, q := range quarters(p) {
		if v.tiles[q].drawn() == nil && !v.covers(q) {
			return false
		}
	}
	return true
}
