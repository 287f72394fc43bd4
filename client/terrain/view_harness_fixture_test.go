package terrain

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/world"
)

// viewHarness is a view whose workers are played by the test: jobs are done late and in any order, each with the mesher of one
// of two workers. Its renderer copies random meshes.
type viewHarness struct {
	t       *testing.T
	r       *rand.Rand
	faces   *mesh.BlockFaces
	view    *View
	land    map[world.SectionPos]*world.Section // loaded
	all     map[world.SectionPos]*world.Section // loaded or not
	camera  scene.Camera
	moved   []predict.SectionChange
	changed []predict.BlockChange
	jobs    []*job
	workers [2]mesher
	meshes  map[[3]int32]*scene.Mesh
	offered int                       // meshes that were offered
	built   int                       // jobs that were built
	clock   time.Time                 // of the view
	copies  int                       // percentage of the meshes that the renderer copies; 0: that of the jobs
	awaited map[world.SectionPos]bool // sections that are unloaded and awaited
}

// The terrain of a harness: columns from -wide to wide, sections from low to high. Only the inner ones have all neighbours.
const (
	harnessWide = 2
	harnessLow  = -1
	harnessHigh = 3

	harnessFrame = 20 * time.Millisecond
)

func (k *viewHarness) Section(p world.SectionPos) *world.Section { return k.land[p] }

func (k *viewHarness) Awaited(p world.SectionPos) bool { return k.awaited[p] }

func newViewHarness(t *testing.T, r *rand.Rand, shape func(world.SectionPos) *world.Section) *viewHarness {
	looks := BlockFaces(textures.All())
	k := &viewHarness{
		t: t, r: r, faces: looks, view: NewView(looks, 0), land: map[world.SectionPos]*world.Section{},
		all: map[world.SectionPos]*world.Section{}, meshes: map[[3]int32]*scene.Mesh{},
		awaited: map[world.SectionPos]bool{},
	}
	k.view.hold.now = func() time.Time { return k.clock }
	for i := range k.workers {
		k.workers[i].mesh = mesh.New(looks)
	}
	for y := int32(harnessLow); y <= harnessHigh; y++ {
		for z := int32(-harnessWide); z <= harnessWide; z++ {
			for x := int32(-harnessWide); x <= harnessWide; x++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				k.all[p] = shape(p)
				k.load(p)
			}
		}
	}
	return k
}

// caverns is a terrain with halls and narrow tunnels in the rock, shafts that let in the sky, water, leaves and torches. In a
// narrow tunnel light ends in one place, and a single block can darken all of it.
func caverns(r *rand.Rand) func(p world.SectionPos) *world.Section {
	a, b, c := r.Int32N(7)+3, r.Int32N(7)+3, r.Int32N(5)+9
	return func(p world.SectionPos) *world.Section {
		var cells [world.SectionCells]world.Block
		for i := range cells {
			at := p.PosAt(i)
			top := 20 + (at.X*a+at.Z*b)>>4%6
			hall := at.Y&15 < 9 && at.Y < 16 && (at.X+at.Z/2)&31 > 6
			well := (at.X+100)%c == 0 && (at.Z+100)%8 < 2
			way := at.Y&15 == 12 && at.Z&7 == 0 || at.Y&15 == 14 && at.X&7 == 3
			switch {
			case at.Y > top+5 && at.Y < top+8 && (at.X/4+at.Z/4)%3 == 0:
				cells[i] = world.Leaves
			case at.Y > top || well || way || hall && at.Y&15 > 0:
				if at.Y < 2 && at.Y > -8 {
					cells[i] = world.Water
				} else if hall && at.Y&15 == 1 && at.X%11 == 3 && at.Z%7 == 2 || way && at.X%23 == 3 && at.Z%5 == 0 {
					cells[i] = world.Torch
				}
			case at.Y == top:
				cells[i] = world.Grass
			default:
				cells[i] = world.Stone
			}
		}
		return world.SectionOf(&cells)
	}
}

// load loads a section, unless it is loaded; unload unloads one.
func (k *viewHarness) load(p world.SectionPos) {
	if k.land[p] == nil && k.all[p] != nil {
		k.land[p] = k.all[p]
		delete(k.awaited, p)
		k.moved = append(k.moved, predict.SectionChange{Section: p, Biomes: protocol.Biomes{uint8(p.X & 3), 5: uint8(p.Z & 3)}})
	}
}

func (k *viewHarness) unload(p world.SectionPos) {
	if k.land[p] != nil {
		delete(k.land, p)
		k.moved = append(k.moved, predict.SectionChange{Section: p, Gone: true})
	}
}

// setBlock changes a block, if its section is loaded.
func (k *viewHarness) setBlock(at world.Pos, b world.Block) {
	p := at.Section()
	s := k.land[p]
	if s == nil || s.Get(at.Index()) == b {
		return
	}
	s = s.Clone()
	k.changed = append(k.changed, predict.BlockChange{Pos: at, Before: s.Set(at.Index(), b)})
	k.land[p], k.all[p] = s, s
}

// frame makes a frame. Its percentage of the waiting jobs is done after it, and the renderer copies about as many of the
// meshes.
func (k *viewHarness) frame(percent int) {
	k.clock = k.clock.Add(harnessFrame)
	k.view.Update(k, k.moved, k.changed, &k.camera)
	k.moved, k.changed = k.moved[:0], k.changed[:0]
	for len(k.view.builder.workers.todo) > 0 {
		k.jobs = append(k.jobs, <-k.view.builder.workers.todo)
	}
	for _, p := range k.view.uploads.unloads {
		delete(k.meshes, p)
	}
	k.notesCopies()
	for i := range k.view.uploads.list {
		u := &k.view.uploads.list[i]
		if !u.Urgent && k.r.IntN(100) >= max(percent, k.copies) {
			continue
		}
		m := *u.Mesh
		m.Quads, m.Models, m.Cells = slices.Clone(m.Quads), slices.Clone(m.Models), slices.Clone(m.Cells)
		if old := k.meshes[m.Section]; old != nil && old.Version >= m.Version {
			k.t.Fatalf("%v: version %d after %d", m.Section, m.Version, old.Version)
		}
		k.meshes[m.Section] = &m
		u.Uploaded = true
		k.offered++
	}
	for key := range k.meshes {
		if p := (world.SectionPos{X: key[0], Y: key[1], Z: key[2]}); k.land[p] == nil && !k.awaited[p] {
			k.t.Fatalf("%v is shown, but it is not loaded", p)
		}
	}
	k.r.Shuffle(len(k.jobs), func(i, j int) { k.jobs[i], k.jobs[j] = k.jobs[j], k.jobs[i] })
	for n := (len(k.jobs)*percent + 99) / 100; n > 0; n-- {
		j := k.jobs[len(k.jobs)-1]
		k.jobs = k.jobs[:len(k.jobs)-1]
		k.workers[k.r.IntN(len(k.workers))].do(j)
		k.view.builder.workers.ready <- j
		k.built++
	}
}

// notesCopies checks that the view knows which sections the renderer has a mesh of: else far land would give way to nothing, or would never.
func (k *viewHarness) notesCopies() {
	k.t.Helper()
	waits := map[[3]int32]bool{}
	for i := range k.view.uploads.list {
		waits[k.view.uploads.list[i].Mesh.Section] = true
	}
	for _, key := range k.view.hold.waiting {
		for _, m := range k.view.grid.columns[key].held.meshes {
			if waits[m.Section] || k.meshes[m.Section] != nil {
				k.t.Fatalf("a mesh of %v is held, and the renderer has one or is offered one", m.Section)
			}
			waits[m.Section] = true
		}
	}
	for p, s := range k.view.grid.sections {
		key := [3]int32{p.X, p.Y, p.Z}
		if has := k.meshes[key] != nil; s.copied && !has || s.drawn && has && !s.copied || s.drawn && !has && !waits[key] {
			k.t.Fatalf("%v: the renderer has a mesh: %v, one waits: %v; the view takes it for copied: %v, drawn: %v", p, has, waits[key], s.copied, s.drawn)
		}
	}
}

// keepsShown checks that do leaves the meshes of awaited sections shown.
func (k *viewHarness) keepsShown(do func()) {
	k.t.Helper()
	shown := map[world.SectionPos]bool{}
	for p := range k.awaited {
		shown[p] = k.meshes[[3]int32{p.X, p.Y, p.Z}] != nil
	}
	do()
	for p, was := range shown {
		if was && k.meshes[[3]int32{p.X, p.Y, p.Z}] == nil {
			k.t.Fatalf("%v is awaited, and its mesh is gone meanwhile", p)
		}
	}
}

// settle makes frames until no job is left.
func (k *viewHarness) settle() {
	k.t.Helper()
	for range 1000 {
		k.frame(100)
		if k.view.Idle() && len(k.jobs) == 0 {
			return
		}
	}
	k.t.Fatal("frames never settled")
}

// agrees checks every section with all neighbours against that of a fresh view.
func (k *viewHarness) agrees() (checked int) {
	k.t.Helper()
	fresh := NewView(k.faces, 0)
	fresh.queue.priority.eyeSection = k.view.queue.priority.eyeSection
	for p := range k.land {
		fresh.loader.load(p, k.land[p], k.view.grid.sections[p].biomes)
	}
	for key, c := range fresh.grid.columns {
		if *c.heightmap != *k.view.grid.columns[key].heightmap {
			k.t.Fatalf("the heightmap of %v is not that of its blocks", key)
		}
	}
	for p, s := range fresh.grid.sections {
		if s.neighbours < neighboursAll {
			continue
		}
		j := fresh.builder.job(p, s)
		j.lod = k.view.grid.sections[p].lod
		fresh.builder.mesher.build(j)
		got, want := k.meshes[[3]int32{p.X, p.Y, p.Z}], j.mesh
		if got == nil {
			got = &scene.Mesh{Connected: scene.ConnectedAll}
		}
		switch {
		case got.Solid != want.Solid || got.Closed != want.Closed:
			k.t.Fatalf("%v hides other blocks than its own and those that touch it", p)
		case got.Connected != want.Connected:
			k.t.Fatalf("%v has the connectivity %015b, want %015b", p, got.Connected, want.Connected)
		case !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Models, want.Models):
			k.t.Fatalf("the mesh of %v is not that of its blocks", p)
		case !slices.Equal(got.Cells, want.Cells):
			k.t.Fatalf("the light of %v is not that of its blocks", p)
		}
		fresh.builder.workers.recycle(j)
		checked++
	}
	return checked
}

// knowsTheSame checks that sections that touch are shown with the same opaque blocks where they do, and returns how many pairs were compared.
func (k *viewHarness) knowsTheSame() (compared int) {
	k.t.Helper()
	for key, m := range k.meshes {
		for axis := range key {
			next := key
			next[axis]++
			n := k.meshes[next]
			if n == nil || !m.Solid.Any || !n.Solid.Any {
				continue
			}
			compared++
			for i := range world.SectionSize * world.SectionSize {
				var own, other [3]int // a cell of this section's last layer, and the same as the other one sees it
				own[axis], other[axis] = world.SectionSize, 0
				own[(axis+1)%3], own[(axis+2)%3] = 1+i%world.SectionSize, 1+i/world.SectionSize
				other[(axis+1)%3], other[(axis+2)%3] = own[(axis+1)%3], own[(axis+2)%3]
				beyond, first := own, other
				beyond[axis]++
				first[axis]++
				if solidAt(m, own) != solidAt(n, other) || solidAt(m, beyond) != solidAt(n, first) {
					k.t.Fatalf("%v and %v show different blocks at %v", key, next, own)
				}
			}
		}
	}
	return compared
}

// solidAt reports whether a mesh knows a cell as opaque, counted from 1 on within the section.
func solidAt(m *scene.Mesh, at [3]int) bool {
	return m.Solid.Column(at[0]+scene.SolidEdge*at[2])>>at[1]&1 != 0
}

// spot returns a random cell of a section with all neighbours: in a narrow tunnel, at the border of a section, or anywhere.
func (k *viewHarness) spot() world.Pos {
	if k.r.IntN(2) == 0 {
		at := world.Pos{X: k.r.Int32N(48) - 16, Y: 12, Z: 8 * (k.r.Int32N(6) - 2)}
		if k.r.IntN(2) == 0 {
			at = world.Pos{X: 8*(k.r.Int32N(6)-2) + 3, Y: at.Y + 2, Z: at.X}
		}
		return at
	}
	one := func(low, high int32) int32 {
		if k.r.IntN(2) == 0 {
			return 16*(low+k.r.Int32N(high-low+1)) + k.r.Int32N(3) - 1
		}
		return 16*low + k.r.Int32N(16*(high-low))
	}
	return world.Pos{X: one(-1, 2), Y: one(harnessLow, harnessHigh), Z: one(-1, 2)}
}

// play makes some random frames.
func (k *viewHarness) play() {
	r := k.r
	blocks := [...]world.Block{world.Air, world.Air, world.Stone, world.Torch, world.Lamp, world.Leaves, world.Water, world.Glass, world.Grass}
	type undo struct {
		at world.Pos
		b  world.Block
	}
	var undos []undo
	put := func(at world.Pos, b world.Block) {
		if s := k.land[at.Section()]; s != nil {
			undos = append(undos, undo{at, s.Get(at.Index())})
			k.setBlock(at, b)
		}
	}
	for range 1 + r.IntN(4) {
		switch r.IntN(6) {
		case 0: // sections are unloaded and loaded, perhaps in the same frame
			places := slices.SortedFunc(maps.Keys(k.all), func(a, b world.SectionPos) int { return int(a.Y-b.Y)*10000 + int(a.Z-b.Z)*100 + int(a.X-b.X) })
			var gone []world.SectionPos
			for range 1 + r.IntN(6) {
				p := places[r.IntN(len(places))]
				if k.land[p] != nil && r.IntN(2) == 0 {
					k.awaited[p] = true
				}
				k.unload(p)
				gone = append(gone, p)
			}
			if r.IntN(3) > 0 {
				k.keepsShown(func() { k.frame(r.IntN(101)) })
			}
			for _, p := range gone {
				switch {
				case k.awaited[p] && r.IntN(4) == 0: // it does not come after all
					delete(k.awaited, p)
					k.frame(r.IntN(101))
				case k.awaited[p] && r.IntN(3) == 0: // it comes as air
					k.all[p] = world.NewSection(world.Air)
				}
				k.load(p)
			}
		case 1: // a wall or a hall at once
			b, at := blocks[r.IntN(len(blocks))], k.spot()
			wide := world.Pos{X: r.Int32N(12), Y: r.Int32N(3), Z: r.Int32N(12)}
			for y := range wide.Y + 1 {
				for z := range wide.Z + 1 {
					for x := range wide.X + 1 {
						put(world.Pos{X: at.X + x, Y: at.Y + y, Z: at.Z + z}, b)
					}
				}
			}
		case 2: // changes are undone
			for i := len(undos) - 1; i >= 0; i-- {
				k.setBlock(undos[i].at, undos[i].b)
			}
			undos = undos[:0]
		case 3:
			k.camera.Pos = [3]float64{r.Float64()*80 - 40, r.Float64()*64 - 16, r.Float64()*80 - 40}
			k.camera.Yaw, k.camera.Pitch = float32(r.Float64()*7), float32(r.Float64()*3-1.5)
			if r.IntN(3) == 0 {
				k.view.SetDetail(Detail{LODDistance: r.IntN(3) * 16, PlainLeaves: r.IntN(2) == 0})
			}
		default:
			for range 1 + r.IntN(4) {
				put(k.spot(), blocks[r.IntN(len(blocks))])
			}
		}
		if r.IntN(3) > 0 {
			k.frame(r.IntN(101))
		}
	}
}
