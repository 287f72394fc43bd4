// Package luantimap decodes the blocks of Luanti's maps: 16 nodes to each side.
//
// Data flow: who opens a map, such as bin/import, hands the bytes of its blocks to a Decoder, which makes a section of ours of each, with a foreign.Translator for its names. Luanti's Z
// points to the north and ours to the south, so a block is mirrored along Z. Owner: the caller; a Decoder belongs to one goroutine. Invariants: a
// block unpacks to BlockMax bytes at most, or it is refused; nothing is allocated for a length that only stands there.
package luantimap

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"voxtide/schematic/foreign"
	"voxtide/schematic/schemfile"
	"voxtide/world"
)

// Bounds, in bytes.
const (
	BlockMax  = 16 << 20 // that a block unpacks to
	PackedMax = 4 << 20  // of a block as it lies there
	nameMax   = 512
	windowMax = 8 << 20 // of zstd
)

const (
	oldest, newest = 25, 29 // versions of blocks that are read: from 0.4.11 on
	notGenerated   = 0x08   // a flag
)

// Errors.
var (
	ErrFormat  = errors.New("luantimap: this is no map block, or it is damaged")
	ErrVersion = fmt.Errorf("luantimap: the block has another version than %d to %d: open the map in a newer Luanti, which rewrites it", oldest, newest)
)

// Decoder decodes blocks. Use NewDecoder.
type Decoder struct{ z *zstd.Decoder }

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(windowMax))
	if err != nil {
		panic("luantimap: " + err.Error())
	}
	return &Decoder{z}
}

// Close frees what a decoder holds.
func (d *Decoder) Close() { d.z.Close() }

// Block is a decoded block.
type Block struct {
	Section *world.Section // nil: the block is not generated, and holds nothing
	Found   []Found
}

// Found is a node of a block, and how many cells have it.
type Found struct {
	foreign.Found
	Cells int
}

// nodes is a block as it stands in the map.
type nodes struct {
	names map[uint16]string
	bytes []byte // 2 for the number of the name of each node, then 1 for light, then 1 for param2
}

// Decode decodes a block. Errors: ErrFormat, ErrVersion, schemfile.ErrTooLarge.
func (d *Decoder) Decode(data []byte, t *foreign.Translator) (b Block, err error) {
	if len(data) < 2 || len(data) > PackedMax {
		return b, ErrFormat
	}
	var n nodes
	flags := byte(0)
	switch version := data[0]; {
	case version < oldest || version > newest:
		return b, ErrVersion
	case version == newest:
		if err := d.z.Reset(bytes.NewReader(data[1:])); err != nil {
			return b, fmt.Errorf("%w: %w", ErrFormat, err)
		}
		flags, err = n.readNew(reader{schemfile.Bounded(d.z, BlockMax)})
	default:
		flags, err = n.readOld(version, bytes.NewReader(data[1:]))
	}
	if err != nil {
		return b, damaged(err)
	}
	if flags&notGenerated != 0 {
		return b, nil
	}
	return n.section(t)
}

func damaged(err error) error {
	if errors.Is(err, ErrFormat) || errors.Is(err, schemfile.ErrTooLarge) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrFormat, err)
}

// reader reads numbers, big endian.
type reader struct{ *bufio.Reader }

func (r reader) uint(size int) (uint64, error) {
	var b [8]byte
	_, err := io.ReadFull(r, b[8-size:])
	return binary.BigEndian.Uint64(b[:]), err
}

// readNew reads a block of version 29, all of which is packed.
func (n *nodes) readNew(r reader) (flags byte, err error) {
	if flags, err = r.ReadByte(); err != nil {
		return 0, err
	}
	if _, err := r.Discard(2 + 4); err != nil { // light, time
		return 0, err
	}
	if err := n.readNames(r); err != nil {
		return 0, err
	}
	return flags, n.readNodes(r, r)
}

// readOld reads a block of an older version: nodes and what they hold are packed, each by itself; names come last.
func (n *nodes) readOld(version byte, in *bytes.Reader) (flags byte, err error) {
	if flags, err = in.ReadByte(); err != nil {
		return 0, err
	}
	if version >= 27 {
		if _, err := in.Seek(2, io.SeekCurrent); err != nil {
			return 0, err
		}
	}
	var widths [2]byte
	if _, err := io.ReadFull(in, widths[:]); err != nil {
		return 0, err
	}
	z, err := zlib.NewReader(in) // in has single bytes, so no more is read than belongs to it
	if err != nil {
		return 0, err
	}
	if err := n.readNodes(reader{bufio.NewReader(bytes.NewReader(widths[:]))}, z); err != nil {
		return 0, err
	}
	if err := drain(z); err != nil {
		return 0, err
	}
	if z, err = zlib.NewReader(in); err != nil {
		return 0, err
	}
	if err := drain(z); err != nil {
		return 0, err
	}
	r := reader{bufio.NewReader(in)}
	if _, err := r.ReadByte(); err != nil { // the version of what stands about
		return 0, err
	}
	count, err := r.uint(2)
	for range count {
		if err == nil {
			_, err = r.Discard(1 + 12)
		}
		size, e := r.uint(2)
		if err != nil || e != nil {
			return 0, errors.Join(err, e)
		}
		_, err = r.Discard(int(size))
	}
	if err == nil {
		_, err = r.Discard(4)
	}
	if err != nil {
		return 0, err
	}
	return flags, n.readNames(r)
}

// drain reads a stream to its end.
func drain(r io.Reader) error {
	n, err := io.Copy(io.Discard, io.LimitReader(r, BlockMax+1))
	if n > BlockMax {
		return schemfile.ErrTooLarge
	}
	return err
}

// readNames reads the names by number.
func (n *nodes) readNames(r reader) error {
	if version, err := r.ReadByte(); err != nil || version != 0 {
		return ErrFormat
	}
	count, err := r.uint(2)
	n.names = map[uint16]string{}
	for range count {
		id, e := r.uint(2)
		size, e2 := r.uint(2)
		if e != nil || e2 != nil || size > nameMax {
			return ErrFormat
		}
		name := make([]byte, size)
		if _, err := io.ReadFull(r, name); err != nil {
			return err
		}
		n.names[uint16(id)] = string(name)
	}
	return err
}

// readNodes reads the nodes, after their two widths.
func (n *nodes) readNodes(widths reader, r io.Reader) error {
	if w, err := widths.uint(2); err != nil || w != 0x0202 {
		return ErrFormat
	}
	n.bytes = make([]byte, 4*world.SectionCells)
	_, err := io.ReadFull(r, n.bytes)
	return err
}

// section makes a section of ours.
func (n *nodes) section(t *foreign.Translator) (b Block, err error) {
	type node struct {
		name   uint16
		param2 uint8
	}
	const last = world.SectionSize - 1
	found := map[node]int{}
	s := world.NewSection(world.Air)
	for i := range world.SectionCells { // X counts fastest, then Y, then Z
		at := node{binary.BigEndian.Uint16(n.bytes[2*i:]), n.bytes[3*world.SectionCells+i]}
		k, known := found[at]
		if !known {
			name, named := n.names[at.name]
			if !named {
				return b, ErrFormat
			}
			k = len(b.Found)
			found[at] = k
			b.Found = append(b.Found, Found{Found: t.Luanti(name, at.param2)})
		}
		b.Found[k].Cells++
		if block := b.Found[k].Block; block != world.Air {
			s.Set(world.Pos{X: int32(i & last), Y: int32(i >> 4 & last), Z: int32(last - i>>8)}.Index(), block)
		}
	}
	for cell := range world.SectionCells - 16*16 { // doors are one node there
		if d := s.Get(cell); d.Class() == world.ClassDoor && d.Get(world.PropHalf) == world.LowerHalf && s.Get(cell+16*16) == world.Air {
			s.Set(cell+16*16, d.With(world.PropHalf, world.UpperHalf))
		}
	}
	b.Section = s
	return b, nil
}
