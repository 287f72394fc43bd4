package client

import (
	"cmp"
	"math"
	"slices"

	"voxtide/light"
	"voxtide/mesh"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/world"
)

// view is what is shown of the sections: copies of them that never change, their meshes, and which of these are to be
// made anew. Own edits are meshed before the picture is drawn, everything else by workers, nearest first.
//
// Owner: the client's. Workers get copies that nobody changes; what they hand back counts if the section has not changed
// in the meantime. Invariant: a section is meshed when all sections around it are here or lie outside the world.
type view struct {
	seen    map[world.SectionPos]*seen
	columns map[[2]int32]*column
	palette *palette
	crew    *crew
	hand    mesher // of the owner, for own edits

	pending []world.SectionPos // that want a mesh; each once
	stale   []world.SectionPos // that have changed in this picture, near the player
	sortAt  int                // pictures until pending is put in order again
	sorted  world.SectionPos   // around which it is
	coarse  int32              // from how many sections on meshes are coarse; 0 for none
	version uint64

	uploads []scene.Upload
	drops   [][3]int32
	lost    [][3]int32 // of a session before, to be told with the next picture
	free    []*scene.Mesh
}

// seen is a section that is here.
type seen struct {
	sec     *world.Section // as it is shown; replaced, never changed
	glows   bool           // it may hold something that gives light
	fires   []world.Pos    // its torches, as far as they were looked for
	firesOf *world.Section // where they were looked for
	biomes  protocol.Biomes
	near    int    // sections around it that are here or lie outside the world, of 26
	version uint64 // of what its mesh depends on
	asked   uint64 // the version that was last given to be meshed
	shown   uint64 // the version of the mesh that the renderer was last offered
	wants   bool   // it is pending
	coarse  bool   // its mesh was last asked for coarse
	drawn   bool   // the renderer was offered a mesh that draws something
	open    uint16 // which faces see each other, as the renderer knows it: all, before it was offered anything
}

// set takes a section over as it is now.
func (s *seen) set(sec *world.Section) {
	s.sec = sec.Clone()
	s.glows = sec.May(func(b world.Block) bool { return world.Blocks[b].Light > 0 })
}

// column is what the sections above each other have in common.
type column struct {
	count int // of sections that are here
	tops  *light.Tops
	stale bool // tops are to be made anew
	tints *mesh.Tints
}

// Bounds of the work of one picture.
const (
	urgentMax = 8  // own edits: sections that are meshed before the picture is drawn
	askedMax  = 96 // sections that workers have at once
	urgentFar = 10 // blocks from the eye within which a change counts as the player's own doing
	sortEvery = 20 // pictures
)

func newView(looks *mesh.Looks, workers int) *view {
	v := &view{
		seen: map[world.SectionPos]*seen{}, columns: map[[2]int32]*column{}, palette: newPalette(), crew: newCrew(looks, workers),
	}
	v.hand.mesh = mesh.New(looks)
	return v
}

// sections is where a view looks up what is shown.
type sections interface {
	Section(p world.SectionPos) *world.Section
}

// update follows a picture: sections that came and went, and blocks that look different.
func (v *view) update(w sections, moved []predict.Moved, changed []predict.Cell, eye [3]float64) {
	v.recycle()
	v.drops = append(v.drops[:0], v.lost...)
	v.lost = v.lost[:0]
	for _, m := range moved {
		if sec := w.Section(m.Section); !m.Gone && sec != nil {
			v.come(m.Section, sec, m.Biomes)
		} else {
			v.goAway(m.Section)
		}
	}
	v.change(w, changed, eye)
	v.urgent()
	v.take()
	v.ask(eye)
}

// recycle takes back the meshes that the renderer has copied.
func (v *view) recycle() {
	rest := v.uploads[:0]
	for _, u := range v.uploads {
		if u.Taken {
			v.free = append(v.free, u.Mesh)
		} else {
			rest = append(rest, u)
		}
	}
	v.uploads = rest
}

func (v *view) come(p world.SectionPos, sec *world.Section, biomes protocol.Biomes) {
	s := v.seen[p]
	fresh := s == nil
	if fresh {
		s = &seen{near: 26, shown: v.version, open: scene.OpenAll} // whatever was asked for when it was here before is no more of it
		v.seen[p] = s
		around(p, 1, func(q world.SectionPos) {
			n := v.seen[q]
			switch {
			case n != nil:
				n.near++
			case q.Origin().InHeight():
				s.near--
			}
		})
	}
	s.set(sec)
	s.biomes = biomes
	c := v.columns[[2]int32{p.X, p.Z}]
	if c == nil {
		c = &column{}
		v.columns[[2]int32{p.X, p.Z}] = c
		v.recolour(p)
	}
	if fresh {
		c.count++
	}
	if u, uniform := sec.Uniform(); !uniform || light.Stops(u) {
		c.stale = true
	}
	around(p, 1, v.touch)
	v.touch(p)
}

// recolour forgets the tints of the columns around one that has come.
func (v *view) recolour(p world.SectionPos) {
	for z := p.Z - 1; z <= p.Z+1; z++ {
		for x := p.X - 1; x <= p.X+1; x++ {
			if c := v.columns[[2]int32{x, z}]; c != nil {
				c.tints = nil
			}
		}
	}
}

func (v *view) goAway(p world.SectionPos) {
	s := v.seen[p]
	if s == nil {
		return
	}
	delete(v.seen, p)
	around(p, 1, func(q world.SectionPos) {
		if n := v.seen[q]; n != nil {
			n.near--
		}
	})
	key := [2]int32{p.X, p.Z}
	if c := v.columns[key]; c.count > 1 {
		c.count--
		c.stale = true
	} else {
		delete(v.columns, key)
	}
	v.drops = append(v.drops, [3]int32{p.X, p.Y, p.Z})
	v.uploads = slices.DeleteFunc(v.uploads, func(u scene.Upload) bool {
		return u.Mesh.Section == [3]int32{p.X, p.Y, p.Z}
	})
}

// touch has a section meshed anew.
func (v *view) touch(p world.SectionPos) {
	s := v.seen[p]
	if s == nil {
		return
	}
	v.version++
	s.version = v.version
	if !s.wants && s.near == 26 {
		s.wants = true
		v.pending = append(v.pending, p)
	}
}

// change takes the blocks that look different from the picture before.
func (v *view) change(w sections, changed []predict.Cell, eye [3]float64) {
	v.stale = v.stale[:0]
	for i := range changed {
		at := changed[i].Pos
		p := at.Section()
		s, sec := v.seen[p], w.Section(p)
		if s == nil || sec == nil {
			continue
		}
		now := sec.Get(at.Index())
		if s.sec.Get(at.Index()) != now {
			s.set(sec)
		}
		v.touch(p)
		if lights(changed[i].Before) != lights(now) {
			v.columns[[2]int32{p.X, p.Z}].stale = true
			around(p, 1, v.touch)
		}
		own := near(at, eye, urgentFar)
		beside(at, func(q world.SectionPos) {
			v.touch(q)
			if own && !slices.Contains(v.stale, q) {
				v.stale = append(v.stale, q)
			}
		})
	}
}

// lights is what light asks of a block.
func lights(b world.Block) [3]uint8 {
	i := b.Info()
	out := [3]uint8{i.Light}
	if i.Opaque {
		out[1] = 1
	}
	if i.Liquid || i.Tint == world.TintLeaves {
		out[2] = 1
	}
	return out
}

// near tells whether a cell is not further from a point than so many blocks, on each axis.
func near(p world.Pos, eye [3]float64, far float64) bool {
	for i, x := range [3]int32{p.X, p.Y, p.Z} {
		if math.Abs(float64(x)+0.5-eye[i]) > far {
			return false
		}
	}
	return true
}

// beside calls f with the sections whose meshes a block is part of or shades: its own first, then those it touches.
func beside(p world.Pos, f func(world.SectionPos)) {
	f(p.Section())
	lo := world.Pos{X: p.X - 1, Y: p.Y - 1, Z: p.Z - 1}.Section()
	hi := world.Pos{X: p.X + 1, Y: p.Y + 1, Z: p.Z + 1}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				if q := (world.SectionPos{X: x, Y: y, Z: z}); q != p.Section() {
					f(q)
				}
			}
		}
	}
}

// around calls f with the sections around one, itself left out.
func around(p world.SectionPos, r int32, f func(world.SectionPos)) {
	for y := p.Y - r; y <= p.Y+r; y++ {
		for z := p.Z - r; z <= p.Z+r; z++ {
			for x := p.X - r; x <= p.X+r; x++ {
				if q := (world.SectionPos{X: x, Y: y, Z: z}); q != p {
					f(q)
				}
			}
		}
	}
}

// urgent meshes what own edits changed, before the picture is drawn.
func (v *view) urgent() {
	for i, p := range v.stale {
		if s := v.seen[p]; i < urgentMax && s != nil && s.near == 26 {
			j := v.job(p, s)
			v.hand.make(j)
			v.offer(j, true)
		}
	}
}

// take offers the renderer what workers have made.
func (v *view) take() {
	for j := v.crew.take(); j != nil; j = v.crew.take() {
		v.offer(j, false)
	}
}

// offer hands a mesh to the renderer, if it is newer than what it has and the section is still here.
func (v *view) offer(j *job, urgent bool) {
	p := j.at
	s := v.seen[p]
	if s == nil || j.version <= s.shown {
		v.free = append(v.free, j.mesh)
		v.crew.done(j)
		return
	}
	s.shown = j.version
	empty := j.mesh.Empty()
	if empty && !s.drawn && j.mesh.Open == s.open { // nothing was there and nothing is, and it hides as much as before
		v.free = append(v.free, j.mesh)
		v.crew.done(j)
		return
	}
	s.drawn, s.open = !empty, j.mesh.Open
	j.mesh.Version = j.version
	for i := range v.uploads {
		if u := &v.uploads[i]; u.Mesh.Section == j.mesh.Section { // not taken yet: the newer one in its place
			v.free = append(v.free, u.Mesh)
			*u = scene.Upload{Mesh: j.mesh, Urgent: urgent || u.Urgent}
			v.crew.done(j)
			return
		}
	}
	v.uploads = append(v.uploads, scene.Upload{Mesh: j.mesh, Urgent: urgent})
	v.crew.done(j)
}

// ask gives workers the nearest of what is to be meshed.
func (v *view) ask(eye [3]float64) {
	here := world.Pos{X: int32(math.Floor(eye[0])), Y: int32(math.Floor(eye[1])), Z: int32(math.Floor(eye[2]))}.Section()
	moved := here != v.sorted
	if moved {
		v.level(here)
	}
	if v.sortAt--; v.sortAt <= 0 || moved {
		v.sortAt = sortEvery
		far := func(p world.SectionPos) int64 {
			x, y, z := int64(p.X-here.X), int64(p.Y-here.Y), int64(p.Z-here.Z)
			return x*x + y*y + z*z
		}
		slices.SortFunc(v.pending, func(a, b world.SectionPos) int { // the nearest last
			return cmp.Compare(far(b), far(a))
		})
	}
	for len(v.pending) > 0 && v.crew.busy() < askedMax {
		p := v.pending[len(v.pending)-1]
		v.pending = v.pending[:len(v.pending)-1]
		s := v.seen[p]
		if s == nil {
			continue
		}
		s.wants = false
		if s.near < 26 || s.version == s.asked || s.version == s.shown {
			continue
		}
		j := v.job(p, s)
		s.asked = j.version
		v.crew.give(j)
	}
}

// reset forgets everything: another session begins.
func (v *view) reset() {
	for p := range v.seen {
		v.drops = append(v.drops, [3]int32{p.X, p.Y, p.Z})
	}
	clear(v.seen)
	clear(v.columns)
	for _, u := range v.uploads {
		v.free = append(v.free, u.Mesh)
	}
	v.uploads, v.pending = v.uploads[:0], v.pending[:0]
	v.lost = append(v.lost, v.drops...)
}

// idle tells whether all that is here is meshed and was offered.
func (v *view) idle() bool { return len(v.pending) == 0 && v.crew.busy() == 0 && len(v.uploads) == 0 }
