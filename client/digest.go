package client

import (
	"encoding/binary"
	"math/bits"

	"voxtide/scene"
)

// digest is a hash of a mesh or of light: two that differ have the same one once in 2^64 times.
type digest uint64

// nothing is the digest of a mesh that draws nothing and hides nothing: what the renderer takes a section for of which it was
// told nothing.
var nothing = digestOf(&scene.Mesh{Open: scene.OpenAll})

// Odd numbers with bits in no pattern.
const (
	digestA = 0x9e3779b97f4a7c15
	digestB = 0xd1b54a32d192ed03
	digestC = 0x8cb92ba72f3d8dd7
)

// join adds a word.
func (d *digest) join(w uint64) {
	hi, lo := bits.Mul64(uint64(*d)^w^digestA, digestB)
	*d = digest(hi ^ lo)
}

// words adds words and how many they are: two lanes, so that one does not wait for the other.
func (d *digest) words(w []uint32) {
	a, b := uint64(digestC), uint64(len(w))^digestA
	for ; len(w) >= 4; w = w[4:] {
		hi, lo := bits.Mul64(a^(uint64(w[0])|uint64(w[1])<<32), digestB)
		a = hi ^ lo ^ digestA
		hi, lo = bits.Mul64(b^(uint64(w[2])|uint64(w[3])<<32), digestC)
		b = hi ^ lo ^ digestB
	}
	for _, x := range w {
		hi, lo := bits.Mul64(a^uint64(x), digestB)
		a = hi ^ lo ^ digestA
	}
	d.join(a)
	d.join(b)
}

// bytes adds bytes.
func (d *digest) bytes(b []uint8) {
	x, y := uint64(digestC), uint64(len(b))^digestA
	for ; len(b) >= 16; b = b[16:] {
		hi, lo := bits.Mul64(x^binary.LittleEndian.Uint64(b), digestB)
		x = hi ^ lo ^ digestA
		hi, lo = bits.Mul64(y^binary.LittleEndian.Uint64(b[8:]), digestC)
		y = hi ^ lo ^ digestB
	}
	for _, c := range b {
		hi, lo := bits.Mul64(x^uint64(c), digestB)
		x = hi ^ lo ^ digestA
	}
	d.join(x)
	d.join(y)
}

// digestOf returns the digest of what a mesh draws and hides.
func digestOf(m *scene.Mesh) (d digest) {
	d.words(m.Quads)
	d.words(m.Models)
	d.words(m.Cells)
	for f := range m.Opaque {
		d.run(m.Opaque[f])
		d.run(m.Cutout[f])
	}
	d.run(m.Water)
	d.run(m.Translucent)
	d.run(m.ModelOpaque)
	d.run(m.ModelCutout)
	var box uint64
	for k := range m.Low {
		box = box<<16 | uint64(m.Low[k])<<8 | uint64(m.High[k])
	}
	d.join(box<<16 | uint64(m.Open))
	return d
}

func (d *digest) run(r scene.Range) { d.join(uint64(r.Start) | uint64(r.Count)<<32) }
