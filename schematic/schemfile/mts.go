package schemfile

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"io"

	"voxtide/schematic"
	"voxtide/schematic/foreign"
	"voxtide/world"
)

// The .mts of Luanti, all numbers big endian:
//
//	"MTSM", u16 version, u16 size along X, Y, Z
//	from version 3 on: a byte for each Y, the probability of the layer
//	u16 count of names, each u16 length and text
//	packed by zlib, for Z, Y and X, X counting fastest: u16 number of a name each; a byte each, the probability; a byte each, param2
//
// Z points to the north there and to the south here. Probabilities are left out: what is never placed is air.

const (
	mtsMagic   = 0x4d54534d
	mtsVersion = 4
	mtsNever   = 0
	mtsAlways  = 0x7f
)

func readMTS(r io.Reader) (*schematic.Schematic, foreign.Report, error) {
	in := bufio.NewReader(r)
	var head [12]byte
	if _, err := io.ReadFull(in, head[:]); err != nil || binary.BigEndian.Uint32(head[:]) != mtsMagic {
		return nil, nil, damagedOr(err)
	}
	version := binary.BigEndian.Uint16(head[4:])
	size := [3]int32{int32(binary.BigEndian.Uint16(head[6:])), int32(binary.BigEndian.Uint16(head[8:])), int32(binary.BigEndian.Uint16(head[10:]))}
	switch {
	case version < 1 || version > mtsVersion:
		return nil, nil, ErrFormat
	case !schematic.Fits(size):
		return nil, nil, ErrSize
	}
	if version >= 3 {
		if _, err := in.Discard(int(size[1])); err != nil {
			return nil, nil, damaged(err)
		}
	}
	names, err := readNames(in)
	if err != nil {
		return nil, nil, err
	}
	z, err := zlib.NewReader(in)
	if err != nil {
		return nil, nil, damaged(err)
	}
	s := schematic.New(size)
	n := len(s.Blocks)
	d := NBT{r: unpacked(z)}
	data, err := d.raw(4 * n)
	if err != nil {
		return nil, nil, err
	}
	var t foreign.Translator
	type node struct {
		name   uint16
		param2 uint8
	}
	found, counts := map[node]*foreign.Found{}, map[node]int{}
	for i := range n {
		at := node{binary.BigEndian.Uint16(data[2*i:]), data[3*n+i]}
		if int(at.name) >= len(names) {
			return nil, nil, ErrFormat
		}
		if data[2*n+i]&0x7f == mtsNever && version >= 2 {
			continue
		}
		b := found[at]
		if b == nil {
			one := t.Luanti(names[at.name], at.param2)
			b = &one
			found[at] = b
		}
		counts[at]++
		x, y, z := int32(i)%size[0], int32(i)/size[0]%size[1], int32(i)/size[0]/size[1]
		s.Blocks[s.Index(x, y, size[2]-1-z)] = b.Block
	}
	for at, b := range found {
		b.Count(counts[at])
	}
	wholeDoors(s)
	s.Trim()
	return s, t.Report(), nil
}

// readNames reads the names of nodes.
func readNames(in *bufio.Reader) (names []string, err error) {
	d := NBT{r: in}
	n, err := d.uint(2)
	for range n {
		name, err := d.String(nameMax)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, err
}

// wholeDoors puts the upper half of a door over a lower one where there is room: Luanti's doors are one node.
func wholeDoors(s *schematic.Schematic) {
	for i, b := range s.Blocks {
		if x, y, z := s.At(i); b.Class() == world.ClassDoor && b.Get(world.PropHalf) == world.LowerHalf && y+1 < s.Size[1] {
			if up := s.Index(x, y+1, z); s.Blocks[up] == world.Air {
				s.Blocks[up] = b.With(world.PropHalf, world.UpperHalf)
			}
		}
	}
}

func writeMTS(w io.Writer, s *schematic.Schematic) error {
	b := binary.BigEndian.AppendUint32(nil, mtsMagic)
	b = binary.BigEndian.AppendUint16(b, mtsVersion)
	for _, n := range s.Size {
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	for range s.Size[1] {
		b = append(b, mtsAlways)
	}
	numbers := map[string]int{}
	var names []string
	n := len(s.Blocks)
	data := make([]byte, 4*n)
	for i := range n {
		x, y, z := int32(i)%s.Size[0], int32(i)/s.Size[0]%s.Size[1], int32(i)/s.Size[0]/s.Size[1]
		name, param2 := foreign.LuantiName(s.Blocks[s.Index(x, y, s.Size[2]-1-z)])
		k, known := numbers[name]
		if !known {
			k = len(names)
			numbers[name] = k
			names = append(names, name)
		}
		binary.BigEndian.PutUint16(data[2*i:], uint16(k))
		data[2*n+i], data[3*n+i] = mtsAlways, param2
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(names)))
	for _, name := range names {
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(name))), name...)
	}
	if _, err := w.Write(b); err != nil {
		return err
	}
	z := zlib.NewWriter(w)
	if _, err := z.Write(data); err != nil {
		return err
	}
	return z.Close()
}
