package client

import (
	"voxtide/light"
	"voxtide/mesh"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/world"
)

// view is what is shown of the sections: copies of them that never change, their meshes, and which of these are to be
// made anew. Own edits are meshed before the picture is drawn, everything else by workers, nearest and in view first.
//
// Data flow of a picture: sections that came and went (comes.go) and blocks that changed (edits.go, reach.go) touch the
// sections whose meshes may depend on them; jobs (jobs.go) carry copies to the workers (crew.go); what comes back is
// offered to the renderer if it is another mesh than that it has.
//
// Owner: the client's. Workers get copies that nobody changes; what they hand back counts if nothing newer was offered
// in the meantime. Invariants: a section is meshed when all sections around it are here or lie outside the world; it is
// with one worker at most; once nothing is pending and no worker has anything, each such section's mesh, as the renderer
// was offered it last, is that of the blocks.
type view struct {
	seen    map[world.SectionPos]*seen
	awaited map[world.SectionPos]*seen // that were taken away to be sent anew: they are shown as they were until they come
	columns map[[2]int32]*column
	palette *palette
	crew    *crew
	hand    mesher // of the owner, for own edits

	pending []world.SectionPos // that want a mesh; each once
	stale   []world.SectionPos // that have changed in this picture, near the player
	order   order              // that pending is in
	room    int                // sections that workers may have at once
	coarse  int32              // from how many sections on meshes are coarse; 0 for none
	version uint64

	edited  []*seen   // of this picture's changes
	capped  []*column // whose tops this picture's changes moved
	lowered [][2]int32

	uploads []scene.Upload
	drops   [][3]int32
	lost    [][3]int32 // of a session before, to be told with the next picture
	free    []*scene.Mesh
}

// seen is a section that is here.
type seen struct {
	sec     *world.Section // as it is shown; replaced, never changed
	was     *world.Section // as it was shown before, while this picture's changes are taken
	lamps   []lamp         // that it holds, if they have been looked for
	looked  bool           // they have
	glows   bool           // it may hold something that gives light
	fires   []world.Pos    // its torches, as far as they were looked for
	firesOf *world.Section // where they were looked for
	biomes  protocol.Biomes
	near    int    // sections around it that are here or lie outside the world, of 26
	version uint64 // of what its mesh depends on
	shape   uint64 // the version of the last change that was of more than its light
	shown   uint64 // the version of the mesh that the renderer was last offered, or that is like it
	made    digest // of the mesh that the renderer was last offered
	lit     digest // of the light that it was made from
	wants   bool   // it is pending
	out     bool   // a worker has it
	coarse  bool   // its mesh was last asked for coarse
	drawn   bool   // the renderer was offered a mesh that draws something
}

// set takes a section over as it is now.
func (s *seen) set(sec *world.Section) {
	s.sec = sec.Clone()
	s.glows = sec.May(func(b world.Block) bool { return world.Blocks[b].Light > 0 })
	s.lamps, s.looked = s.lamps[:0], false
}

// bare tells whether the mesh that is shown was made of the section as it is now and draws nothing, whatever light falls on it.
func (s *seen) bare() bool { return s.shown >= s.shape && !s.drawn }

// column is what the sections above each other have in common.
type column struct {
	count int         // of sections that are here
	tops  *light.Tops // replaced, never changed
	was   *light.Tops // before this picture's changes, while they are taken; nil if they have not moved
	stale bool        // tops are to be looked for anew
	tints *mesh.Tints
}

// Bounds of the work of one picture.
const (
	urgentMax = 8   // own edits: sections that are meshed before the picture is drawn
	askedMin  = 96  // sections that workers have at once, while they do not make all of them in a picture
	askedMax  = 256 // and at most
	urgentFar = 10  // blocks from the eye within which a change counts as the player's own doing
)

func newView(looks *mesh.Looks, workers int) *view {
	v := &view{
		seen: map[world.SectionPos]*seen{}, awaited: map[world.SectionPos]*seen{}, columns: map[[2]int32]*column{}, palette: newPalette(), crew: newCrew(looks, workers), room: askedMin,
	}
	v.hand.mesh = mesh.New(looks)
	return v
}

// sections is where a view looks up what is shown.
type sections interface {
	Section(p world.SectionPos) *world.Section
	// Awaited tells whether a section that is not here has been promised: it is sent anew.
	Awaited(p world.SectionPos) bool
}

// update follows a picture: sections that came and went, and blocks that look different, for an eye.
func (v *view) update(w sections, moved []predict.Moved, changed []predict.Cell, eye *scene.Camera) {
	v.recycle()
	v.drops = append(v.drops[:0], v.lost...)
	v.lost = v.lost[:0]
	for _, m := range moved {
		if sec := w.Section(m.Section); !m.Gone && sec != nil {
			v.come(m.Section, sec, m.Biomes)
		} else {
			v.goAway(m.Section, w.Awaited(m.Section))
		}
	}
	v.vain(w)
	v.lower()
	v.change(w, changed, eye.Pos)
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

// touch has a section meshed anew: its shape may be another.
func (v *view) touch(p world.SectionPos) {
	if s := v.seen[p]; s != nil {
		v.version++
		s.version, s.shape = v.version, v.version
		v.want(p, s)
	}
}

// relight has a section meshed anew of which nothing but the light may have changed. One that draws nothing shows no light,
// and one whose neighbours are not all here is touched when they are.
func (v *view) relight(p world.SectionPos) {
	if s := v.seen[p]; s != nil && s.near == 26 && !s.bare() {
		v.version++
		s.version = v.version
		v.want(p, s)
	}
}

// want makes a section pending, unless a worker has it: then it will be when it comes back.
func (v *view) want(p world.SectionPos, s *seen) {
	if !s.wants && !s.out && s.near == 26 {
		s.wants = true
		v.pending = append(v.pending, p)
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
	for p := range v.awaited {
		v.drops = append(v.drops, [3]int32{p.X, p.Y, p.Z})
	}
	clear(v.awaited)
	v.lost = append(v.lost, v.drops...)
}

// idle tells whether all that is here is meshed and was offered.
func (v *view) idle() bool { return len(v.pending) == 0 && v.crew.busy() == 0 && len(v.uploads) == 0 }
