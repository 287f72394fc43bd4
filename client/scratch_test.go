package client

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"voxtide/chance"
	"voxtide/mesh"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/textures"
	"voxtide/world"
)

// workshop is a view whose workers the test plays: jobs lie about and are done in any order, each with the mesher of one of two
// workers. Its renderer takes what it likes.
type workshop struct {
	t       *testing.T
	r       *rand.Rand
	looks   *mesh.Looks
	view    *view
	land    map[world.SectionPos]*world.Section // what is here
	all     map[world.SectionPos]*world.Section // what could be here
	eye     scene.Camera
	moved   []predict.Moved
	changed []predict.Cell
	jobs    []*job
	workers [2]mesher
	held    map[[3]int32]*scene.Mesh
	given   int                       // meshes that were offered
	made    int                       // jobs that were done
	anew    map[world.SectionPos]bool // sections that are away and awaited
}

// The land of a workshop: columns from -wide to wide, sections from low to high. Only those within have all sections around.
const (
	workWide = 2
	workLow  = -1
	workHigh = 3
)

func (k *workshop) Section(p world.SectionPos) *world.Section { return k.land[p] }

func (k *workshop) Awaited(p world.SectionPos) bool { return k.anew[p] }

func newWorkshop(t *testing.T, r *rand.Rand, shape func(world.SectionPos) *world.Section) *workshop {
	looks := Looks(textures.All())
	k := &workshop{
		t: t, r: r, looks: looks, view: newView(looks, 0), land: map[world.SectionPos]*world.Section{},
		all: map[world.SectionPos]*world.Section{}, held: map[[3]int32]*scene.Mesh{},
		anew: map[world.SectionPos]bool{},
	}
	for i := range k.workers {
		k.workers[i].mesh = mesh.New(looks)
	}
	for y := int32(workLow); y <= workHigh; y++ {
		for z := int32(-workWide); z <= workWide; z++ {
			for x := int32(-workWide); x <= workWide; x++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				k.all[p] = shape(p)
				k.come(p)
			}
		}
	}
	return k
}

// caverns is a land with halls and narrow ways in the rock, wells that let in the sky, water, leaves and torches. In a narrow
// way light comes to an end in one place, and a block takes all of it away.
func caverns(r *rand.Rand) func(p world.SectionPos) *world.Section {
	a, b, c := r.Int32N(7)+3, r.Int32N(7)+3, r.Int32N(5)+9
	return func(p world.SectionPos) *world.Section {
		var cells [world.SectionCells]world.Block
		for i := range cells {
			at := p.At(i)
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

// come brings a section, unless it is here; goAway takes one away.
func (k *workshop) come(p world.SectionPos) {
	if k.land[p] == nil && k.all[p] != nil {
		k.land[p] = k.all[p]
		delete(k.anew, p)
		k.moved = append(k.moved, predict.Moved{Section: p, Biomes: protocol.Biomes{uint8(p.X & 3), 5: uint8(p.Z & 3)}})
	}
}

func (k *workshop) goAway(p world.SectionPos) {
	if k.land[p] != nil {
		delete(k.land, p)
		k.moved = append(k.moved, predict.Moved{Section: p, Gone: true})
	}
}

// put puts a block in place, if its section is here.
func (k *workshop) put(at world.Pos, b world.Block) {
	p := at.Section()
	s := k.land[p]
	if s == nil || s.Get(at.Index()) == b {
		return
	}
	s = s.Clone()
	k.changed = append(k.changed, predict.Cell{Pos: at, Before: s.Set(at.Index(), b)})
	k.land[p], k.all[p] = s, s
}

// picture makes a picture. Of the jobs that lie about so many of a hundred are done before it, and the renderer takes as many
// of the meshes.
func (k *workshop) picture(percent int) {
	k.view.update(k, k.moved, k.changed, &k.eye)
	k.moved, k.changed = k.moved[:0], k.changed[:0]
	for len(k.view.crew.todo) > 0 {
		k.jobs = append(k.jobs, <-k.view.crew.todo)
	}
	for _, p := range k.view.drops {
		delete(k.held, p)
	}
	for i := range k.view.uploads {
		u := &k.view.uploads[i]
		if !u.Urgent && k.r.IntN(100) >= percent {
			continue
		}
		m := *u.Mesh
		m.Quads, m.Models, m.Cells = slices.Clone(m.Quads), slices.Clone(m.Models), slices.Clone(m.Cells)
		if old := k.held[m.Section]; old != nil && old.Version >= m.Version {
			k.t.Fatalf("%v: version %d after %d", m.Section, m.Version, old.Version)
		}
		k.held[m.Section] = &m
		u.Taken = true
		k.given++
	}
	for key := range k.held {
		if p := (world.SectionPos{X: key[0], Y: key[1], Z: key[2]}); k.land[p] == nil && !k.anew[p] {
			k.t.Fatalf("%v is shown, and it is not here", p)
		}
	}
	k.r.Shuffle(len(k.jobs), func(i, j int) { k.jobs[i], k.jobs[j] = k.jobs[j], k.jobs[i] })
	for n := (len(k.jobs)*percent + 99) / 100; n > 0; n-- {
		j := k.jobs[len(k.jobs)-1]
		k.jobs = k.jobs[:len(k.jobs)-1]
		k.workers[k.r.IntN(len(k.workers))].make(j)
		k.view.crew.ready <- j
		k.made++
	}
}

// stays checks that what is awaited is shown on as it was.
func (k *workshop) stays(do func()) {
	k.t.Helper()
	shown := map[world.SectionPos]bool{}
	for p := range k.anew {
		shown[p] = k.held[[3]int32{p.X, p.Y, p.Z}] != nil
	}
	do()
	for p, was := range shown {
		if was && k.held[[3]int32{p.X, p.Y, p.Z}] == nil {
			k.t.Fatalf("%v is sent anew, and there is a hole meanwhile", p)
		}
	}
}

// settle makes pictures until nothing is to be done.
func (k *workshop) settle() {
	k.t.Helper()
	for range 1000 {
		k.picture(100)
		if k.view.idle() && len(k.jobs) == 0 {
			return
		}
	}
	k.t.Fatal("never calm")
}

// agrees checks every section that has all others around it against one of a view that has seen nothing else.
func (k *workshop) agrees() (checked int) {
	k.t.Helper()
	fresh := newView(k.looks, 0)
	fresh.order.here = k.view.order.here
	for p := range k.land {
		fresh.come(p, k.land[p], k.view.seen[p].biomes)
	}
	for key, c := range fresh.columns {
		if *c.tops != *k.view.columns[key].tops {
			k.t.Fatalf("the tops of %v are not those of its blocks", key)
		}
	}
	for p, s := range fresh.seen {
		if s.near < 26 {
			continue
		}
		j := fresh.job(p, s)
		j.coarse = k.view.seen[p].coarse
		fresh.hand.make(j)
		got, want := k.held[[3]int32{p.X, p.Y, p.Z}], j.mesh
		if got == nil {
			got = &scene.Mesh{Open: scene.OpenAll}
		}
		switch {
		case got.Open != want.Open:
			k.t.Fatalf("%v is seen through as %015b, and its blocks let %015b", p, got.Open, want.Open)
		case !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Models, want.Models):
			k.t.Fatalf("the mesh of %v is not that of its blocks", p)
		case !slices.Equal(got.Cells, want.Cells):
			k.t.Fatalf("the light of %v is not that of its blocks", p)
		}
		fresh.crew.done(j)
		checked++
	}
	return checked
}

// spot is a place where the sections are that have all others around: in one of the narrow ways, at the borders of sections, or
// anywhere.
func (k *workshop) spot() world.Pos {
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
	return world.Pos{X: one(-1, 2), Y: one(workLow, workHigh), Z: one(-1, 2)}
}

// TestMeshesEqualThoseFromScratch: after blocks were put and taken back, sections went and came, the eye went about, and workers
// and renderer were as slow and as unordered as may be, every mesh that is shown, its light and what can be seen through it
// are those of the blocks alone.
func TestMeshesEqualThoseFromScratch(t *testing.T) {
	r := chance.Source(t)
	rounds, plays := 4, 60
	if testing.Short() { // under the race detector each round takes half a minute
		rounds, plays = 1, 20
	}
	for range chance.Rounds(rounds) {
		k := newWorkshop(t, r, caverns(r))
		k.settle()
		if n := k.agrees(); n < 27 {
			t.Fatalf("only %d sections are meshed", n)
		}
		k.given, k.made = 0, 0
		for range plays {
			k.play()
			k.settle()
			k.agrees()
		}
		if k.given < plays || k.made < 2*k.given/3 {
			t.Errorf("%d meshes were given of %d that were asked for", k.given, k.made)
		}
	}
}

// play plays some pictures.
func (k *workshop) play() {
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
			k.put(at, b)
		}
	}
	for range 1 + r.IntN(4) {
		switch r.IntN(6) {
		case 0: // sections go and come back, perhaps in the same picture
			places := slices.SortedFunc(maps.Keys(k.all), func(a, b world.SectionPos) int { return int(a.Y-b.Y)*10000 + int(a.Z-b.Z)*100 + int(a.X-b.X) })
			var gone []world.SectionPos
			for range 1 + r.IntN(6) {
				p := places[r.IntN(len(places))]
				if k.land[p] != nil && r.IntN(2) == 0 {
					k.anew[p] = true
				}
				k.goAway(p)
				gone = append(gone, p)
			}
			if r.IntN(3) > 0 {
				k.stays(func() { k.picture(r.IntN(101)) })
			}
			for _, p := range gone {
				switch {
				case k.anew[p] && r.IntN(4) == 0: // it was promised in vain
					delete(k.anew, p)
					k.picture(r.IntN(101))
				case k.anew[p] && r.IntN(3) == 0: // it comes as air
					k.all[p] = world.NewSection(world.Air)
				}
				k.come(p)
			}
		case 1: // a wall in one go, or a hall
			b, at := blocks[r.IntN(len(blocks))], k.spot()
			wide := world.Pos{X: r.Int32N(12), Y: r.Int32N(3), Z: r.Int32N(12)}
			for y := range wide.Y + 1 {
				for z := range wide.Z + 1 {
					for x := range wide.X + 1 {
						put(world.Pos{X: at.X + x, Y: at.Y + y, Z: at.Z + z}, b)
					}
				}
			}
		case 2: // what was done is undone
			for i := len(undos) - 1; i >= 0; i-- {
				k.put(undos[i].at, undos[i].b)
			}
			undos = undos[:0]
		case 3:
			k.eye.Pos = [3]float64{r.Float64()*80 - 40, r.Float64()*64 - 16, r.Float64()*80 - 40}
			k.eye.Yaw, k.eye.Pitch = float32(r.Float64()*7), float32(r.Float64()*3-1.5)
			if r.IntN(3) == 0 {
				k.view.setCoarse(r.IntN(3) * 16)
			}
		default:
			for range 1 + r.IntN(4) {
				put(k.spot(), blocks[r.IntN(len(blocks))])
			}
		}
		if r.IntN(3) > 0 {
			k.picture(r.IntN(101))
		}
	}
}
