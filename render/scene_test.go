package render

import (
	"image"
	"image/color"
	"math"

	"voxtide/scene"
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

// testTextures are plain colours with a pattern that tells directions apart.
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
				if i == layerLeaves && (x+2*y)%5 == 0 || i == layerPlant && abs(float32(x)-7.5) > float32(y)/2 {
					p.A = 0
				}
				m.SetNRGBA(x, y, p)
			}
		}
		t.Layers = append(t.Layers, Mips(m))
	}
	for stage := range crackStages {
		m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
		for i := range (stage + 1) * 8 {
			m.SetNRGBA(i*5%16, i*7/5%16, color.NRGBA{0, 0, 0, 180})
		}
		t.Layers = append(t.Layers, Mips(m))
	}
	full := [3]uint8{16, 16, 16}
	same := func(l uint16) [faceCount]uint16 { return [faceCount]uint16{l, l, l, l, l, l} }
	t.Blocks = []BlockLook{
		blockStone: {Layers: same(layerStone), High: full},
		blockGrass: {Layers: [faceCount]uint16{layerSide, layerGrass, layerSide, layerSide, layerSide, layerSide}, High: full},
		blockLamp:  {Layers: same(layerLamp), High: full, Glow: true},
		blockPlant: {Layers: same(layerPlant), Flat: true},
		blockSlab:  {Layers: same(layerStone), High: [3]uint8{16, 8, 16}},
	}
	return t
}

// cell is what stands at a place: a layer in a pass; the zero cell is air.
type cell struct {
	pass  int // of the list of passes, 1 more than its number
	layer uint32
	flags uint32 // of word 0
	glow  bool
}

// maker makes the mesh of a section from a function of places, one quad for each side: slow and plain, so that the
// tests of render need no mesher.
type maker struct {
	at    func(x, y, z int) cell
	light func(x, y, z int) (sky, lamp uint8) // of the cell in front of a side; nil for full sky
}

var solidPasses = map[int]bool{passOpaque + 1: true}

func (k maker) mesh(key [3]int32) *scene.Mesh {
	m := &scene.Mesh{Section: key, Open: scene.OpenAll, Low: [3]uint8{16, 16, 16}}
	for _, pass := range []int{passOpaque, passCutout, passWater, passTranslucent} {
		for face := range faceCount {
			start := uint32(len(m.Quads) / 12)
			for i := range 16 * 16 * 16 {
				k.side(m, pass, face, [3]int{i & 15, i >> 8, i >> 4 & 15})
			}
			r := scene.Range{Start: start, Count: uint32(len(m.Quads)/12) - start}
			switch pass {
			case passOpaque:
				m.Opaque[face] = r
			case passCutout:
				m.Cutout[face] = r
			case passWater:
				m.Water.Count += r.Count
				if face == 0 {
					m.Water.Start = r.Start
				}
			case passTranslucent:
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

// side adds one side of a cell if it can be seen.
func (k maker) side(m *scene.Mesh, pass, face int, p [3]int) {
	x, y, z := p[0]+16*int(m.Section[0]), p[1]+16*int(m.Section[1]), p[2]+16*int(m.Section[2])
	c := k.at(x, y, z)
	if c.pass != pass+1 {
		return
	}
	d := faceSteps[face]
	nx, ny, nz := x+int(d[0]), y+int(d[1]), z+int(d[2])
	if n := k.at(nx, ny, nz); solidPasses[n.pass] || n.pass == c.pass && n.layer == c.layer {
		return
	}
	sky, lamp := uint8(255), uint8(0)
	if k.light != nil {
		sky, lamp = k.light(nx, ny, nz)
	}
	first := uint32(len(m.Cells) / scene.CellWords)
	m.Cells = append(m.Cells, uint32(sky)*0x01010101, uint32(lamp)*0x01010101)
	uv := &faceUV[face]
	for _, o := range faceCorners[face] {
		v := [3]int{p[0] + int(o[0]), p[1] + int(o[1]), p[2] + int(o[2])}
		for a := range v {
			m.Low[a], m.High[a] = min(m.Low[a], uint8(v[a])), max(m.High[a], uint8(v[a]))
		}
		corner := uint32(o[uv.s]) | uint32(o[uv.t])<<1
		w2 := uint32(p[uv.s])<<13 | uint32(p[uv.t])<<17 | corner<<29
		if c.glow {
			w2 |= scene.QuadGlow
		}
		m.Quads = append(m.Quads, uint32(v[0])|uint32(v[1])<<5|uint32(v[2])<<10|uint32(face)<<15|c.layer<<18|c.flags, first, w2)
	}
}

// hillCell is a world of waves of grass with a lake, some trees, a lamp and a block of ice.
func hillCell(x, y, z int) cell {
	h := 8 + int(4*math.Sin(float64(x)/9)+4*math.Cos(float64(z)/7))
	switch {
	case x == 2 && z == -9 && y == h+1:
		return cell{pass: passOpaque + 1, layer: layerLamp, glow: true}
	case x == 6 && z == -8 && y == h+1:
		return cell{pass: passTranslucent + 1, layer: layerIce}
	case x&15 == 5 && z&15 == 4 && y > h && y < h+4:
		return cell{pass: passOpaque + 1, layer: layerSide}
	case abs(float32(x&15)-5) < 3 && abs(float32(z&15)-4) < 3 && y >= h+3 && y < h+6:
		return cell{pass: passCutout + 1, layer: layerLeaves}
	case y < h:
		return cell{pass: passOpaque + 1, layer: layerStone, flags: 0}
	case y == h:
		return cell{pass: passOpaque + 1, layer: layerGrass}
	case y <= 5:
		return cell{pass: passWater + 1, layer: layerWater, flags: scene.QuadLow * uint32(b2i(y == 5))}
	}
	return cell{}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hillLight is full light of the sky with a glow around the lamp.
func hillLight(x, y, z int) (sky, lamp uint8) {
	d := math.Hypot(math.Hypot(float64(x-2), float64(z+9)), float64(y-12))
	return 255, uint8(max(0, 230-d*24))
}

// hills returns a scene of some sections of hills.
func hills(radius int32) *scene.Scene {
	sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{0.5, 14.5, 2.5}, Pitch: -0.25, View: 64}, Sky: scene.Sky{Day: 0.22}}
	k := maker{hillCell, hillLight}
	for x := -radius; x < radius; x++ {
		for z := -radius; z < radius; z++ {
			for y := int32(0); y < 2; y++ {
				sc.Uploads = append(sc.Uploads, scene.Upload{Mesh: k.mesh([3]int32{x, y, z}), Urgent: true})
			}
		}
	}
	return sc
}
