package mesh

import "voxtide/world"

// modelMax is a bound of the number of models.
const modelMax = 256

// modelSet is a set of models, a bit each.
type modelSet [modelMax / 64]uint64

func (s *modelSet) has(m uint8) bool { return s[m>>6]>>(m&63)&1 != 0 }

// model describes how a block is drawn that is no full block.
type model struct {
	faces  []boxFace // none for those with a function of their own
	leans  []leaning
	fire   bool  // flames stand on it
	covers uint8 // a bit for each face of the cell that the boxes fill
	cutout bool  // in the cutout pass
}

// models holds all models; modelOf holds the number of that of each block, 0 for blocks that are no models.
var models, modelOf = makeModels()

// modelKey is what the blocks of one model have in common.
type modelKey struct {
	class  world.Class
	shape  world.Shape
	values [world.PropertyCount]int8
}

func makeModels() (list []model, of [world.BlockCount]uint8) {
	list = make([]model, 1, modelMax)
	solids := make([][world.FaceCount]border, 1, modelMax)
	classes := make([]world.Class, 1, modelMax)
	known := map[modelKey]uint8{}
	for b := range world.Block(world.BlockCount) {
		info := b.Info()
		if info.Opaque || info.Shape == world.ShapeFull || info.Shape == world.ShapeEmpty || info.Liquid {
			continue
		}
		key := modelKey{class: info.Class, shape: info.Shape}
		for p := range world.PropertyCount {
			key.values[p] = int8(b.Get(p))
		}
		n, made := known[key]
		if !made {
			n = uint8(len(list))
			known[key] = n
			solid := solidOf(b)
			list, solids, classes = append(list, newModel(b, &solid)), append(solids, solid.borders()), append(classes, info.Class)
		}
		of[b] = n
	}
	if len(list) > modelMax {
		panic("mesh: there are more models than modelMax")
	}
	for i := range list {
		list[i].findHidden(uint8(i), list, solids, classes)
	}
	return list, of
}

// solidOf returns the parts of a block as one solid.
func solidOf(b world.Block) (s voxels) {
	for k, p := range Parts(b) {
		s.addBox(p.Box, k)
	}
	return s
}

// newModel returns the model of a block whose parts are a solid, without its neighbours.
func newModel(b world.Block, solid *voxels) (m model) {
	switch c := b.Class(); c {
	case world.ClassPlant, world.ClassTorch, world.ClassLadder, world.ClassDoor, world.ClassTrapdoor, world.ClassPane, world.ClassCampfire, world.ClassLever:
		m.cutout = true
		m.fire = c == world.ClassCampfire
		if c == world.ClassLadder {
			return m
		}
	}
	m.leans = leans(b)
	if parts := Parts(b); len(parts) > 0 {
		m.faces = solid.boxFaces(parts)
	}
	return m
}

// findHidden finds which models hide faces of this one, and which faces of the cell it covers. One can see through a model of the
// cutout pass, so it hides only what is of its own class.
func (m *model) findHidden(own uint8, list []model, solids [][world.FaceCount]border, classes []world.Class) {
	for k := range m.faces {
		p := &m.faces[k]
		if !p.onBorder {
			continue
		}
		if p.u0 == 0 && p.v0 == 0 && p.u1 == voxelSide && p.v1 == voxelSide && !m.cutout {
			m.covers |= 1 << p.face
		}
		for other := range solids {
			if (!list[other].cutout || classes[other] == classes[own]) && solids[other][p.face^1].hides(p) {
				p.hiddenBy[other>>6] |= 1 << (other & 63)
			}
		}
	}
}
