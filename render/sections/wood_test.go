package sections

import (
	"math"
	"math/rand/v2"
	"testing"

	"voxtide/render/camera"
	"voxtide/render/occlusion"
	"voxtide/render/scene"
)

// wood is a random land of hills with trees and plants, whose sections are in a store without pages.
type wood struct {
	reach  int // sections to each side of the middle
	blocks []woodBlock
	eye    [3]float64
	store  *sectionStore
	quads  uint32 // of all sections, of their ranges
	models uint32
}

// woodBlock is what a block of a wood is.
type woodBlock uint8

const (
	woodAir woodBlock = iota
	woodLeaves
	woodOpaque
)

// woodTall is the height of a wood, in blocks.
const woodTall = 6 * Side

// at returns a block; below the wood all are opaque, and around it there is air.
func (w *wood) at(x, y, z int) woodBlock {
	wide := (2*w.reach + 1) * Side
	x, z = x+w.reach*Side, z+w.reach*Side
	switch {
	case y < 0:
		return woodOpaque
	case y >= woodTall || x < 0 || z < 0 || x >= wide || z >= wide:
		return woodAir
	}
	return w.blocks[(y*wide+z)*wide+x]
}

func (w *wood) set(x, y, z int, b woodBlock) {
	wide := (2*w.reach + 1) * Side
	x, z = x+w.reach*Side, z+w.reach*Side
	if y >= 0 && y < woodTall && x >= 0 && z >= 0 && x < wide && z < wide {
		w.blocks[(y*wide+z)*wide+x] = b
	}
}

// newWood makes a wood with the eye on its ground, in the middle.
func newWood(r *rand.Rand, reach int) *wood {
	wide := (2*reach + 1) * Side
	w := &wood{reach: reach, blocks: make([]woodBlock, wide*wide*woodTall), store: fakeStore(nil)}
	a, b, c := r.Float64()*6, r.Float64()*6, 3+r.Float64()*5
	low, high := -reach*Side, (reach+1)*Side
	ground := func(x, z int) int {
		return 40 + int(c*(math.Sin(float64(x)*0.05+a)+math.Cos(float64(z)*0.04+b))+2*math.Sin(float64(x+z)*0.13))
	}
	for x := low; x < high; x++ {
		for z := low; z < high; z++ {
			for y := range ground(x, z) {
				w.set(x, y, z, woodOpaque)
			}
		}
	}
	for x := low; x < high; x += 5 {
		for z := low; z < high; z += 5 {
			if r.IntN(3) > 0 && max(x-8, 8-x, z-8, 8-z) > 6 { // and not where the eye is
				w.plant(r, x+r.IntN(3), z+r.IntN(3), ground)
			}
		}
	}
	w.eye = [3]float64{8.4, float64(max(ground(8, 8), ground(7, 8), ground(9, 8), ground(8, 7), ground(8, 9))) + 1.62, 8.6}
	w.store.pages = make([]*sectionPage, 1)
	for x := -reach; x <= reach; x++ {
		for z := -reach; z <= reach; z++ {
			for y := range woodTall / Side {
				w.addSection(r, [3]int32{int32(x), int32(y), int32(z)})
			}
		}
	}
	return w
}

// plant plants a tree.
func (w *wood) plant(r *rand.Rand, x, z int, ground func(x, z int) int) {
	foot, top := ground(x, z), ground(x, z)+4+r.IntN(4)
	for dy := range 4 {
		wide := 2 - dy/2
		for dx := -wide; dx <= wide; dx++ {
			for dz := -wide; dz <= wide; dz++ {
				if dx*dx+dz*dz < 2*wide*wide || r.IntN(2) == 0 {
					w.set(x+dx, top-1+dy, z+dz, woodLeaves)
				}
			}
		}
	}
	for y := foot; y <= top; y++ {
		w.set(x, y, z, woodOpaque)
	}
}

// addSection meshes a section, with faces merged along one axis, and puts it into the store.
func (w *wood) addSection(r *rand.Rand, key [3]int32) {
	m := &scene.Mesh{Section: key, Low: [3]uint8{Side, Side, Side}}
	for _, of := range []woodBlock{woodOpaque, woodLeaves} {
		for face := range scene.FaceNormals {
			to := &m.Opaque[face]
			if of == woodLeaves {
				to = &m.Cutout[face]
			}
			to.Start = uint32(len(m.Quads) / (4 * scene.QuadWords))
			w.meshFace(m, of, face)
			to.Count = uint32(len(m.Quads)/(4*scene.QuadWords)) - to.Start
		}
	}
	var plants [][3]int
	for range 20 {
		x, z := r.IntN(Side), r.IntN(Side)
		for y := range Side {
			if w.of(key, [3]int{x, y, z}) == woodAir && w.of(key, [3]int{x, y - 1, z}) == woodOpaque {
				plants = append(plants, [3]int{x, y, z})
				growMesh(m, [3]int{x, y, z}, [3]int{x + 1, y + 1, z + 1})
			}
		}
	}
	for d := range m.Planes {
		m.Planes[d] = scene.Range{Start: uint32(d * len(plants)), Count: uint32(len(plants))}
		for _, at := range plants {
			for k := range 4 {
				p := [3]int{at[0] + k&1, at[1] + k>>1, at[2] + k&1}
				if d == scene.DiagonalFalling {
					p[2] = at[2] + 1 - k&1
				}
				m.Models = append(m.Models, uint32((p[0]*32+scene.ModelOffset)|(p[1]*32+scene.ModelOffset)<<10|(p[2]*32+scene.ModelOffset)<<20), 0, 0, 0)
			}
		}
	}
	m.Solid = w.solid(key)
	i, ok := w.store.add(key)
	if !ok {
		panic("no room in the grid")
	}
	sec := &w.store.sections[i]
	sec.keepSolid(&m.Solid)
	sec.findBoxes(m)
	sec.ranges = rangesInPage(m, allocation{quads: extent{start: w.quads}, models: extent{start: w.models}})
	w.quads += uint32(len(m.Quads) / (4 * scene.QuadWords))
	w.models += uint32(len(m.Models) / (4 * scene.ModelWords))
	if len(m.Quads)+len(m.Models) > 0 {
		sec.page, sec.min, sec.max = 0, m.Low, m.High
	}
}

// of returns a block of a section or beside it.
func (w *wood) of(key [3]int32, at [3]int) woodBlock {
	return w.at(int(key[0])*Side+at[0], int(key[1])*Side+at[1], int(key[2])*Side+at[2])
}

// growMesh makes the bounds of a mesh hold a box.
func growMesh(m *scene.Mesh, low, high [3]int) {
	for k := range low {
		m.Low[k], m.High[k] = min(m.Low[k], uint8(low[k])), max(m.High[k], uint8(high[k]))
	}
}

// meshFace adds the faces of a kind of block that one may see to one side, merged along X, or along Z where they look along X.
func (w *wood) meshFace(m *scene.Mesh, of woodBlock, face int) {
	axis := scene.FaceAxis[face]
	along := [3]int{2, 0, 0}[axis]
	across := 3 - axis - along
	for depth := range Side {
		for row := range Side {
			begin := -1
			for i := range Side + 1 {
				var at [3]int
				at[axis], at[along], at[across] = depth, i, row
				next := at
				next[axis] += int(scene.FaceNormals[face][axis])
				shown := i < Side && w.of(m.Section, at) == of && w.of(m.Section, next) < of
				switch {
				case shown && begin < 0:
					begin = i
				case !shown && begin >= 0:
					low, high := at, at
					low[along], high[across] = begin, row+1
					low[axis] += face & 1
					high[axis] = low[axis]
					for _, c := range scene.FaceCorners[face] {
						p := low
						for k := range p {
							if c[k] > 0 {
								p[k] = high[k]
							}
						}
						m.Quads = append(m.Quads, uint32(p[0]|p[1]<<5|p[2]<<10|face<<15), 1<<24, 0)
					}
					growMesh(m, low, high)
					begin = -1
				}
			}
		}
	}
}

// solid returns which blocks of a section are opaque.
func (w *wood) solid(key [3]int32) (s scene.Solid) {
	s.Buried = true
	var columns [scene.SolidColumns]uint32
	for x := -1; x <= Side; x++ {
		for z := -1; z <= Side; z++ {
			for y := -1; y <= Side; y++ {
				outside := 0
				for _, v := range [3]int{x, y, z} {
					if v < 0 || v == Side {
						outside++
					}
				}
				if w.of(key, [3]int{x, y, z}) == woodOpaque {
					columns[x+1+scene.SolidEdge*(z+1)] |= 1 << (y + 1)
				} else if outside < 2 {
					s.Buried = false
				}
			}
		}
	}
	if s.Buried {
		return scene.Solid{Buried: true}
	}
	s.SetColumns(&columns)
	return s
}

// newList returns an empty list that leaves out what is hidden.
func newList() *drawList {
	l := &drawList{reduced: true}
	l.walk.panorama = &occlusion.Panorama{}
	return l
}

// BenchmarkList makes the list of a wood for each frame of a walk, of turns that go once around at each place, and of two frames at each place.
func BenchmarkList(b *testing.B) {
	w := newWood(rand.New(rand.NewPCG(1, 2)), 10)
	for _, of := range []struct {
		name   string
		frames int // at a place
	}{{"walk", 1}, {"turn", 126}, {"look", 2}} {
		b.Run(of.name, func(b *testing.B) {
			l, quads, n := newList(), 0, 0
			b.ReportAllocs()
			for b.Loop() {
				c := scene.Camera{Pos: w.eye, ViewDistance: 160, Pitch: -0.1, Yaw: 0.05 * float32(n%126)}
				c.Pos[0] += 0.03 * float64(n/of.frames%30-15)
				c.Pos[2] += 0.03 * float64(n/of.frames%17-8)
				var v camera.View
				v.Set(&c, 1280, 720)
				if !l.update(w.store, &v) || !l.walk.hiding {
					b.Fatal("no list was made, or nothing hides")
				}
				quads += l.quads
				n++
			}
			b.ReportMetric(float64(quads)/float64(n), "quads")
		})
	}
}
