package livemap

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// The form of a relief tile, before it is compressed: "vxr1", the scale, a byte 0, the number of colours (2 bytes, the lower one first) and
// the colours (red, green, blue, kind); then for each cell, row by row from the north-western corner of the border, the number of its runs,
// and of each run, from above, its top, its height and the numbers of its two colours. Numbers are varints of encoding/binary. The first
// top of a cell is told as the difference from that of the cell before (signed), further ones as the gap below the run above; the height
// of a run without end is 0. Heights are in half blocks.

// reliefEncoder writes relief tiles. One goroutine uses it.
type reliefEncoder struct {
	colours map[uint32]uint64
	palette []uint32
	cells   []byte
	out     []byte
	packed  bytes.Buffer
	writer  *gzip.Writer
}

// begin starts a tile.
func (e *reliefEncoder) begin() {
	if e.colours == nil {
		e.colours = map[uint32]uint64{}
	}
	clear(e.colours)
	e.palette, e.cells = e.palette[:0], e.cells[:0]
}

// cell adds a cell; before is the first top of the cell before, which it returns for the next one.
func (e *reliefEncoder) cell(runs []reliefRun, before int16) int16 {
	e.cells = append(e.cells, uint8(len(runs)))
	first := before
	for i := range runs {
		r := &runs[i]
		if i == 0 {
			first = r.top
			e.cells = binary.AppendVarint(e.cells, int64(r.top)-int64(before))
		} else {
			e.cells = binary.AppendUvarint(e.cells, uint64(max(runs[i-1].bottom-r.top, 0)))
		}
		high := uint64(0)
		if r.bottom != runDown {
			high = uint64(r.top - r.bottom)
		}
		e.cells = binary.AppendUvarint(e.cells, high)
		e.cells = binary.AppendUvarint(e.cells, e.number(r.face))
		e.cells = binary.AppendUvarint(e.cells, e.number(r.side))
	}
	return first
}

// number returns the number of a colour.
func (e *reliefEncoder) number(c uint32) uint64 {
	n, known := e.colours[c]
	if !known {
		n = uint64(len(e.palette))
		e.colours[c] = n
		e.palette = append(e.palette, c)
	}
	return n
}

// encode returns the tile, compressed, and its ETag.
func (e *reliefEncoder) encode(scale uint8) (data []byte, tag string) {
	e.out = append(append(e.out[:0], "vxr1"...), scale, 0, uint8(len(e.palette)), uint8(len(e.palette)>>8))
	for _, c := range e.palette {
		e.out = append(e.out, uint8(c>>16), uint8(c>>8), uint8(c), uint8(c>>24))
	}
	e.out = append(e.out, e.cells...)
	e.packed.Reset()
	if e.writer == nil {
		e.writer, _ = gzip.NewWriterLevel(&e.packed, gzip.DefaultCompression) // the level exists
	} else {
		e.writer.Reset(&e.packed)
	}
	e.writer.Write(e.out) // a buffer takes all
	e.writer.Close()
	sum := sha256.Sum256(e.packed.Bytes())
	return bytes.Clone(e.packed.Bytes()), `"` + hex.EncodeToString(sum[:9]) + `"`
}
