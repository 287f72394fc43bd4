package schemfile

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"io"
	"slices"

	"voxtide/schematic"
	"voxtide/schematic/foreign"
	"voxtide/world"
)

// Our own .vxs: "VXS1", then packed by gzip:
//
//	size     3 uvarints along X, Y, Z; offset: 3 varints
//	palette  uvarint count, then names as String of a block gives them, each with a uvarint length
//	cells    runs in order of schematic.Index: uvarint number of a name, uvarint length, until all cells have one
//	texts    uvarint count, each uvarint index and a text with a uvarint length

const vxsMagic = "VXS1"

func readVXS(r io.Reader) (*schematic.Schematic, foreign.Report, error) {
	head := make([]byte, len(vxsMagic))
	if _, err := io.ReadFull(r, head); err != nil || string(head) != vxsMagic {
		return nil, nil, damagedOr(err)
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, nil, damaged(err)
	}
	v := vxsReader{r: unpacked(z)}
	var size, offset [3]int32
	for i := range size {
		size[i] = int32(v.uvarint(schematic.SizeMax))
	}
	for i := range offset {
		n, err := binary.ReadVarint(v.r)
		v.fail(err)
		offset[i] = int32(max(-1<<25, min(1<<25, n)))
	}
	if v.err != nil {
		return nil, nil, v.err
	}
	if !schematic.Fits(size) {
		return nil, nil, ErrSize
	}
	var t foreign.Translator
	var palette []foreign.Found
	for range v.uvarint(paletteMax) {
		name := v.text(nameMax)
		if v.err != nil {
			return nil, nil, v.err
		}
		palette = append(palette, t.Minecraft(foreign.ParseState("voxtide:"+name)))
	}
	s := schematic.New(size)
	s.Offset = offset
	for at := 0; at < len(s.Blocks) && v.err == nil; {
		n, run := int(v.uvarint(paletteMax)), int(v.uvarint(uint64(len(s.Blocks)-at)))
		if n >= len(palette) || run == 0 {
			v.fail(ErrFormat)
			break
		}
		for i := range run {
			s.Blocks[at+i] = palette[n].Block
		}
		palette[n].Count(run)
		at += run
	}
	for range v.uvarint(textsMax) {
		i := int(v.uvarint(uint64(len(s.Blocks) - 1)))
		text := v.text(world.SignTextMax)
		if v.err != nil {
			break
		}
		if s.Blocks[i].HasText() {
			s.SetText(i, text)
		}
	}
	if v.err != nil {
		return nil, nil, v.err
	}
	s.Trim()
	return s, t.Report(), nil
}

// vxsReader reads numbers and texts; after the first error it reads zeros.
type vxsReader struct {
	r   *bufio.Reader
	err error
}

func (v *vxsReader) fail(err error) {
	if v.err == nil && err != nil {
		v.err = damaged(err)
	}
}

// uvarint reads a number that is at most so large.
func (v *vxsReader) uvarint(most uint64) uint64 {
	if v.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(v.r)
	if v.fail(err); err == nil && n > most {
		v.fail(ErrFormat)
	}
	if v.err != nil {
		return 0
	}
	return n
}

func (v *vxsReader) text(most int) string {
	b := make([]byte, v.uvarint(uint64(most)))
	if v.err == nil {
		_, err := io.ReadFull(v.r, b)
		v.fail(err)
	}
	return string(b)
}

func writeVXS(w io.Writer, s *schematic.Schematic) error {
	var b []byte
	for _, n := range s.Size {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, n := range s.Offset {
		b = binary.AppendVarint(b, int64(n))
	}
	text := func(t string) { b = append(binary.AppendUvarint(b, uint64(len(t))), t...) }
	numbers := map[world.Block]int{}
	var names []string
	for _, block := range s.Blocks {
		if _, known := numbers[block]; !known {
			numbers[block] = len(names)
			names = append(names, block.String())
		}
	}
	b = binary.AppendUvarint(b, uint64(len(names)))
	for _, name := range names {
		text(name)
	}
	for at := 0; at < len(s.Blocks); {
		run := 1
		for at+run < len(s.Blocks) && s.Blocks[at+run] == s.Blocks[at] {
			run++
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(numbers[s.Blocks[at]])), uint64(run))
		at += run
	}
	var signs []int
	for i := range s.Texts {
		signs = append(signs, i)
	}
	slices.Sort(signs)
	signs = signs[:min(len(signs), textsMax)]
	b = binary.AppendUvarint(b, uint64(len(signs)))
	for _, i := range signs {
		b = binary.AppendUvarint(b, uint64(i))
		text(s.Texts[i])
	}
	if _, err := io.WriteString(w, vxsMagic); err != nil {
		return err
	}
	z := gzip.NewWriter(w)
	if _, err := z.Write(b); err != nil {
		return err
	}
	return z.Close()
}
