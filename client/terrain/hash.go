package terrain

import (
	"encoding/binary"
	"math/bits"

	"voxtide/render/scene"
)

// hash is a hash of a mesh or of light. Two different ones have the same hash once in 2^64 times.
type hash uint64

// emptyMeshHash is the hash of a mesh that draws nothing and hides nothing. The renderer treats a section without a mesh as
// such a mesh.
var emptyMeshHash = hashMesh(&scene.Mesh{Connected: scene.ConnectedAll})

// Odd numbers without a pattern in their bits.
const (
	hashMulA = 0x9e3779b97f4a7c15
	hashMulB = 0xd1b54a32d192ed03
	hashMulC = 0x8cb92ba72f3d8dd7
)

// addWord adds a word.
func (d *hash) addWord(w uint64) {
	hi, lo := bits.Mul64(uint64(*d)^w^hashMulA, hashMulB)
	*d = hash(hi ^ lo)
}

// addWords adds words and their number, in two lanes that do not wait for each other.
func (d *hash) addWords(w []uint32) {
	a, b := uint64(hashMulC), uint64(len(w))^hashMulA
	for ; len(w) >= 4; w = w[4:] {
		hi, lo := bits.Mul64(a^(uint64(w[0])|uint64(w[1])<<32), hashMulB)
		a = hi ^ lo ^ hashMulA
		hi, lo = bits.Mul64(b^(uint64(w[2])|uint64(w[3])<<32), hashMulC)
		b = hi ^ lo ^ hashMulB
	}
	for _, x := range w {
		hi, lo := bits.Mul64(a^uint64(x), hashMulB)
		a = hi ^ lo ^ hashMulA
	}
	d.addWord(a)
	d.addWord(b)
}

// addBytes adds bytes and their number.
func (d *hash) addBytes(b []uint8) {
	x, y := uint64(hashMulC), uint64(len(b))^hashMulA
	for ; len(b) >= 16; b = b[16:] {
		hi, lo := bits.Mul64(x^binary.LittleEndian.Uint64(b), hashMulB)
		x = hi ^ lo ^ hashMulA
		hi, lo = bits.Mul64(y^binary.LittleEndian.Uint64(b[8:]), hashMulC)
		y = hi ^ lo ^ hashMulB
	}
	for _, c := range b {
		hi, lo := bits.Mul64(x^uint64(c), hashMulB)
		x = hi ^ lo ^ hashMulA
	}
	d.addWord(x)
	d.addWord(y)
}

// hashMesh returns the hash of everything that a mesh draws and hides.
func hashMesh(m *scene.Mesh) (d hash) {
	d.addWords(m.Quads)
	d.addWords(m.Models)
	d.addWords(m.Cells)
	for f := range m.Opaque {
		d.addRange(m.Opaque[f])
		d.addRange(m.Cutout[f])
	}
	d.addRange(m.Water)
	d.addRange(m.Translucent)
	d.addRange(m.ModelOpaque)
	d.addRange(m.ModelCutout)
	for _, r := range m.Planes {
		d.addRange(r)
	}
	var box uint64
	for k := range m.Low {
		box = box<<16 | uint64(m.Low[k])<<8 | uint64(m.High[k])
	}
	d.addWord(box<<16 | uint64(m.Connected))
	if m.Closed {
		d.addWord(2)
	}
	d.addSolid(&m.Solid)
	return d
}

// addSolid adds what a section hides: a neighbour's block that goes may change that, and nothing that is drawn.
func (d *hash) addSolid(s *scene.Solid) {
	switch {
	case s.Buried:
		d.addWord(1)
	case s.Any:
		for i := range scene.SolidColumns {
			d.addWord(uint64(s.Column(i)))
		}
	}
}

func (d *hash) addRange(r scene.Range) { d.addWord(uint64(r.Start) | uint64(r.Count)<<32) }
