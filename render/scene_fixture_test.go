package render

import (
	"image"
	"image/color"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/draw2d"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// Layers of the test's textures, in this order.
const (
	layerStone = iota
	layerGrass
	layerSide
	layerLeaves
	layerWater
	layerIce
	layerLamp
	layerPlant
	layerCracks
)

// Blocks of the test's textures.
const (
	blockAir = iota
	blockStone
	blockGrass
	blockLamp
	blockPlant
	blockSlab
)

// testTextures returns textures of plain colours with a pattern that shows directions.
func testTextures() *Textures {
	colours := []color.NRGBA{
		{128, 128, 130, 255}, {110, 170, 70, 255}, {130, 96, 66, 255}, {70, 130, 50, 255},
		{70, 120, 220, 170}, {160, 200, 240, 150}, {255, 225, 150, 255}, {200, 80, 60, 255},
	}
	t := &Textures{Tints: [][3]uint8{{255, 255, 255}, {180, 255, 120}}, Cracks: layerCracks}
	for i, c := range colours {
		m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
		for y := range 16 {
			for x := range 16 {
				p := c
				v := (x*7+y*13+x*y*3+i*5)%11 - 5
				p.R, p.G, p.B = uint8(min(255, int(p.R)+v*2)), uint8(min(255, int(p.G)+v*2)), uint8(min(255, int(p.B)+v*2))
				if i == layerLeaves && (x+2*y)%5 == 0 || i == layerPlant && mgl32.Abs(float32(x)-7.5) > float32(y)/2 {
					p.A = 0
				}
				m.SetNRGBA(x, y, p)
			}
		}
		t.Layers = append(t.Layers, Mips(m))
	}
	for stage := range crackStageCount {
		m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
		for i := range (stage + 1) * 8 {
			m.SetNRGBA(i*5%16, i*7/5%16, color.NRGBA{0, 0, 0, 180})
		}
		t.Layers = append(t.Layers, Mips(m))
	}
	full := [3]uint8{16, 16, 16}
	same := func(l uint16) [scene.MeshFaces]uint16 { return [scene.MeshFaces]uint16{l, l, l, l, l, l} }
	t.Blocks = []BlockLook{
		blockStone: {Layers: same(layerStone), High: full},
		blockGrass: {Layers: [scene.MeshFaces]uint16{layerSide, layerGrass, layerSide, layerSide, layerSide, layerSide}, High: full},
		blockLamp:  {Layers: same(layerLamp), High: full, Glow: true},
		blockPlant: {Layers: same(layerPlant), Flat: true},
		blockSlab:  {Layers: same(layerStone), High: [3]uint8{16, 8, 16}},
	}
	return t
}

// testCell is the block at a position: a layer in a pass; the zero cell is air.
type testCell struct {
	pass  int // of the list of passes, 1 more than its number
	layer uint32
	flags uint32 // of word 0
	glow  bool
}

// testMesher makes the mesh of a section from a function of positions, one quad for each face. It is slow and simple, so that
// the tests of render do not need package mesh.
type testMesher struct {
	at    func(x, y, z int) testCell
	light func(x, y, z int) (sky, lamp uint8) // of the cell in front of a face; nil for full sky light
}

var opaquePasses = map[int]bool{sections.PassOpaque + 1: true}

func (k testMesher) mesh(key [3]int32) *scene.Mesh {
	m := &scene.Mesh{Section: key, Connected: scene.ConnectedAll, Low: [3]uint8{16, 16, 16}}
	for _, pass := range []int{sections.PassOpaque, sections.PassCutout, sections.PassWater, sections.PassTranslucent} {
		for face := range scene.MeshFaces {
			start := uint32(len(m.Quads) / 12)
			for i := range 16 * 16 * 16 {
				k.side(m, pass, face, [3]int{i & 15, i >> 8, i >> 4 & 15})
			}
			r := scene.Range{Start: start, Count: uint32(len(m.Quads)/12) - start}
			switch pass {
			case sections.PassOpaque:
				m.Opaque[face] = r
			case sections.PassCutout:
				m.Cutout[face] = r
			case sections.PassWater:
				m.Water.Count += r.Count
				if face == 0 {
					m.Water.Start = r.Start
				}
			case sections.PassTranslucent:
				m.Translucent.Count += r.Count
				if face == 0 {
					m.Translucent.Start = r.Start
				}
			}
		}
	}
	if m.Empty() {
		m.Low = [3]uint8{}
	}
	return m
}

// side adds one face of a cell if it can be seen.
func (k testMesher) side(m *scene.Mesh, pass, face int, p [3]int) {
	x, y, z := p[0]+16*int(m.Section[0]), p[1]+16*int(m.Section[1]), p[2]+16*int(m.Section[2])
	c := k.at(x, y, z)
	if c.pass != pass+1 {
		return
	}
	d := scene.FaceNormals[face]
	nx, ny, nz := x+int(d[0]), y+int(d[1]), z+int(d[2])
	if n := k.at(nx, ny, nz); opaquePasses[n.pass] || n.pass == c.pass && n.layer == c.layer {
		return
	}
	sky, lamp := uint8(255), uint8(0)
	if k.light != nil {
		sky, lamp = k.light(nx, ny, nz)
	}
	first := uint32(len(m.Cells) / scene.CellWords)
	m.Cells = append(m.Cells, uint32(sky)*0x01010101, uint32(lamp)*0x01010101)
	uv := &scene.FaceTexAxes[face]
	for _, o := range scene.FaceCorners[face] {
		v := [3]int{p[0] + int(o[0]), p[1] + int(o[1]), p[2] + int(o[2])}
		for a := range v {
			m.Low[a], m.High[a] = min(m.Low[a], uint8(v[a])), max(m.High[a], uint8(v[a]))
		}
		corner := uint32(o[uv.S]) | uint32(o[uv.T])<<1
		w2 := uint32(p[uv.S])<<13 | uint32(p[uv.T])<<17 | corner<<29
		if c.glow {
			w2 |= scene.QuadGlow
		}
		m.Quads = append(m.Quads, uint32(v[0])|uint32(v[1])<<5|uint32(v[2])<<10|uint32(face)<<15|c.layer<<18|c.flags, first, w2)
	}
}

// hillCell returns the cells of a world of grass waves with a lake, some trees, a lamp and a block of ice.
func hillCell(x, y, z int) testCell {
	h := 8 + int(4*math.Sin(float64(x)/9)+4*math.Cos(float64(z)/7))
	switch {
	case x == 2 && z == -9 && y == h+1:
		return testCell{pass: sections.PassOpaque + 1, layer: layerLamp, glow: true}
	case x == 6 && z == -8 && y == h+1:
		return testCell{pass: sections.PassTranslucent + 1, layer: layerIce}
	case x&15 == 5 && z&15 == 4 && y > h && y < h+4:
		return testCell{pass: sections.PassOpaque + 1, layer: layerSide}
	case mgl32.Abs(float32(x&15)-5) < 3 && mgl32.Abs(float32(z&15)-4) < 3 && y >= h+3 && y < h+6:
		return testCell{pass: sections.PassCutout + 1, layer: layerLeaves}
	case y < h:
		return testCell{pass: sections.PassOpaque + 1, layer: layerStone, flags: 0}
	case y == h:
		return testCell{pass: sections.PassOpaque + 1, layer: layerGrass}
	case y <= 5:
		return testCell{pass: sections.PassWater + 1, layer: layerWater, flags: scene.QuadLowered * uint32(oneIf(y == 5))}
	}
	return testCell{}
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hillLight returns full sky light with the light of the lamp.
func hillLight(x, y, z int) (sky, lamp uint8) {
	d := math.Hypot(math.Hypot(float64(x-2), float64(z+9)), float64(y-12))
	return 255, uint8(max(0, 230-d*24))
}

// hillScene returns a scene of some sections of hills.
func hillScene(radius int32) *scene.Scene {
	sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{0.5, 14.5, 2.5}, Pitch: -0.25, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.22}}
	k := testMesher{hillCell, hillLight}
	for x := -radius; x < radius; x++ {
		for z := -radius; z < radius; z++ {
			for y := int32(0); y < 2; y++ {
				sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: k.mesh([3]int32{x, y, z}), Urgent: true})
			}
		}
	}
	return sc
}

// rgba returns a colour of the batch.
func rgba(r, g, b, a uint8) draw2d.Colour { return draw2d.Colour{R: r, G: g, B: b, A: a} }
