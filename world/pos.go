package world

import (
	"cmp"
	"fmt"
)

// Pos is the position of a block, in blocks: X to the east, Y up, Z to the south.
type Pos struct{ X, Y, Z int32 }

// SectionPos is the position of a section, in sections of 16 blocks.
type SectionPos struct{ X, Y, Z int32 }

// SectionSize is the edge of a section in blocks; SectionCells the blocks in one.
const (
	SectionSize  = 16
	SectionCells = SectionSize * SectionSize * SectionSize
)

// MinY and MaxY bound the world vertically, both inclusive, in blocks.
const (
	MinY = -128
	MaxY = 383
)

// Face is a side of a block.
type Face uint8

// The six faces. Opposite faces differ in the lowest bit.
const (
	Down Face = iota
	Up
	North     // towards -Z
	South     // towards +Z
	West      // towards -X
	East      // towards +X
	FaceCount = 6
)

var faceStep = [FaceCount]Pos{{0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}

// Next returns the position on the other side of a face; p itself if f is no face.
func (p Pos) Next(f Face) Pos {
	if f >= FaceCount {
		return p
	}
	d := faceStep[f]
	return Pos{p.X + d.X, p.Y + d.Y, p.Z + d.Z}
}

// Above returns the position one block higher.
func (p Pos) Above() Pos { p.Y++; return p }

// Below returns the position one block lower.
func (p Pos) Below() Pos { p.Y--; return p }

// Section returns the section that holds p.
func (p Pos) Section() SectionPos { return SectionPos{p.X >> 4, p.Y >> 4, p.Z >> 4} }

// Index returns the cell of p within its section: x + 16*z + 256*y.
func (p Pos) Index() int { return int(p.X&15) | int(p.Z&15)<<4 | int(p.Y&15)<<8 }

// Origin returns the lowest corner of a section.
func (s SectionPos) Origin() Pos { return Pos{s.X << 4, s.Y << 4, s.Z << 4} }

// PosAt returns the position of a cell index of the section.
func (s SectionPos) PosAt(i int) Pos {
	return Pos{s.X<<4 | int32(i&15), s.Y<<4 | int32(i>>8&15), s.Z<<4 | int32(i>>4&15)}
}

// InHeight reports whether p is between the floor and the ceiling of the world.
func (p Pos) InHeight() bool { return p.Y >= MinY && p.Y <= MaxY }

// String formats a position for logs.
func (p Pos) String() string { return fmt.Sprintf("%d,%d,%d", p.X, p.Y, p.Z) }

// String formats a section's position for logs.
func (s SectionPos) String() string { return fmt.Sprintf("s%d,%d,%d", s.X, s.Y, s.Z) }

// Compare orders positions by Y, then Z, then X; it is negative if p comes before q.
func (p Pos) Compare(q Pos) int {
	switch {
	case p.Y != q.Y:
		return cmp.Compare(p.Y, q.Y)
	case p.Z != q.Z:
		return cmp.Compare(p.Z, q.Z)
	}
	return cmp.Compare(p.X, q.X)
}

// Compare orders sections as Pos.Compare does.
func (s SectionPos) Compare(t SectionPos) int { return Pos(s).Compare(Pos(t)) }
