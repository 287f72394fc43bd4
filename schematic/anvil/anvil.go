// Package anvil reads the worlds of Minecraft: region files of chunks, from version 1.13 on.
//
// Data flow: a region file has up to 1,024 chunks, each packed by itself; a chunk has sections of 16 blocks to each side, as ours have, with a palette of
// names, which a foreign.Translator gives our blocks for. Owner: the caller; a Region belongs to one goroutine. Invariants: a chunk unpacks to
// ChunkMax bytes at most, or it is refused; nothing is allocated for a length that only stands there; a damaged chunk is an error of its own, and
// the others can be read.
package anvil

import (
	"bufio"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"voxtide/schematic/foreign"
	"voxtide/schematic/schemfile"
	"voxtide/world"
)

// Bounds.
const (
	RegionChunks = 32       // chunks along an edge of a region
	ChunkMax     = 64 << 20 // bytes that a chunk unpacks to
	packedMax    = 4 << 20  // bytes of a packed chunk
	sectorSize   = 4096
	paletteMax   = 4096
	nameMax      = 512
	signsMax     = 4096
	sectionsMax  = 64

	oldestVersion = 1451 // of the data: the first snapshot that names blocks instead of numbering them
	packedVersion = 2529 // from which on no number of a palette lies in two words
)

// Errors.
var (
	ErrFormat = errors.New("anvil: this is no region file, or it is damaged")
	ErrOld    = errors.New("anvil: the chunk is older than Minecraft 1.13, which numbered blocks: open the world in a newer one, which rewrites it")
	ErrPacked = errors.New("anvil: the chunk is packed in a way that is not known here")
)

// Chunk is a column of sections.
type Chunk struct {
	X, Z     int32 // in chunks
	Sections map[int32]*world.Section
	Signs    int // texts of signs in it
	Boxes    int // chests and the like that hold something, which is left out
	Found    []Found
}

// Found is a block of a chunk, and how many cells have it.
type Found struct {
	foreign.Found
	Cells int
}

// Read reads the chunk of a region file at a place, 0 to RegionChunks-1 each; nil if it has none, or one that is not finished. Errors: ErrFormat,
// ErrOld, ErrPacked, schemfile.ErrTooLarge, those of the file.
func Read(file io.ReaderAt, x, z int, t *foreign.Translator) (*Chunk, error) {
	var head [5]byte
	if _, err := file.ReadAt(head[:4], int64(4*(x+RegionChunks*z))); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	where := binary.BigEndian.Uint32(head[:])
	if where == 0 {
		return nil, nil
	}
	at := int64(where>>8) * sectorSize
	if at < 2*sectorSize {
		return nil, ErrFormat
	}
	if _, err := file.ReadAt(head[:], at); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	size, how := int64(binary.BigEndian.Uint32(head[:])), head[4]
	if size < 1 || size > packedMax || how&0x80 != 0 {
		return nil, ErrFormat
	}
	packed := bufio.NewReader(io.NewSectionReader(file, at+5, size-1))
	var r io.Reader
	var err error
	switch how {
	case 1:
		r, err = gzip.NewReader(packed)
	case 2:
		r, err = zlib.NewReader(packed)
	case 3:
		r = packed
	default:
		return nil, ErrPacked
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return ReadChunk(r, t)
}

// ReadChunk reads the tags of a chunk; nil for one that is not finished.
func ReadChunk(r io.Reader, t *foreign.Translator) (*Chunk, error) {
	c := chunkReader{Chunk: Chunk{Sections: map[int32]*world.Section{}}, t: t, d: schemfile.NewNBT(schemfile.Bounded(r, ChunkMax)), texts: map[world.Pos]string{}}
	if err := c.d.Root(); err != nil {
		return nil, err
	}
	if err := c.d.Compound(c.tag); err != nil {
		return nil, err
	}
	switch {
	case c.version < oldestVersion:
		return nil, ErrOld
	case c.status != "" && c.status != "full" && c.status != "minecraft:full" && c.status != "postprocessed" && c.status != "fullchunk":
		return nil, nil
	}
	for i := range c.sections {
		if err := c.section(&c.sections[i]); err != nil {
			return nil, err
		}
	}
	for p, text := range c.texts {
		s := c.Sections[p.Y>>4]
		if s == nil || p.X>>4 != c.X || p.Z>>4 != c.Z || !s.Get(p.Index()).HasText() {
			continue
		}
		if s.SetBoxPart(p.Index(), world.BoxPart{Part: world.PartText, Text: text}) {
			c.Signs++
		}
	}
	return &c.Chunk, nil
}

// chunkReader is a chunk while it is read. Its tags come in any order.
type chunkReader struct {
	Chunk
	t        *foreign.Translator
	d        *schemfile.NBT
	version  int64
	status   string
	sections []rawSection
	texts    map[world.Pos]string
}

// rawSection is a section as it stands in the file.
type rawSection struct {
	y       int64
	palette []foreign.State
	words   []uint64
}

func (c *chunkReader) tag(name string, kind byte) (err error) {
	d := c.d
	switch {
	case name == "DataVersion":
		c.version, err = d.Int(kind)
		return err
	case name == "Level" && kind == schemfile.TagCompound: // up to 1.17
		return d.Compound(c.tag)
	case name == "Status" && kind == schemfile.TagString:
		c.status, err = d.String(nameMax)
		return err
	case name == "xPos":
		n, err := d.Int(kind)
		c.X = int32(n)
		return err
	case name == "zPos":
		n, err := d.Int(kind)
		c.Z = int32(n)
		return err
	case (name == "sections" || name == "Sections") && kind == schemfile.TagList:
		return d.List(func(kind byte) error {
			if kind != schemfile.TagCompound || len(c.sections) >= sectionsMax {
				return d.Skip(kind)
			}
			var s rawSection
			if err := d.Compound(func(name string, kind byte) error { return s.tag(d, name, kind) }); err != nil {
				return err
			}
			c.sections = append(c.sections, s)
			return nil
		})
	case (name == "block_entities" || name == "TileEntities") && kind == schemfile.TagList:
		return d.List(func(kind byte) error {
			if kind != schemfile.TagCompound {
				return d.Skip(kind)
			}
			return c.entity()
		})
	}
	return d.Skip(kind)
}

// tag reads a tag of a section.
func (s *rawSection) tag(d *schemfile.NBT, name string, kind byte) (err error) {
	switch {
	case name == "Y":
		s.y, err = d.Int(kind)
		return err
	case name == "block_states" && kind == schemfile.TagCompound: // from 1.18 on
		return d.Compound(func(name string, kind byte) error { return s.tag(d, name, kind) })
	case (name == "palette" || name == "Palette") && kind == schemfile.TagList:
		return d.List(func(kind byte) error {
			if kind != schemfile.TagCompound || len(s.palette) >= paletteMax {
				return ErrFormat
			}
			state := foreign.State{}
			err := d.Compound(func(name string, kind byte) (err error) {
				switch {
				case name == "Name" && kind == schemfile.TagString:
					state.Name, err = d.String(nameMax)
					return err
				case name == "Properties" && kind == schemfile.TagCompound:
					state.Props = map[string]string{}
					return d.Compound(func(name string, kind byte) error {
						if kind != schemfile.TagString || len(state.Props) > 64 {
							return d.Skip(kind)
						}
						value, err := d.String(nameMax)
						state.Props[name] = value
						return err
					})
				}
				return d.Skip(kind)
			})
			s.palette = append(s.palette, state)
			return err
		})
	case (name == "data" || name == "BlockStates") && kind == schemfile.TagLongs:
		s.words, err = d.Longs(world.SectionCells) // at most a number a word
		return err
	}
	return d.Skip(kind)
}

// section makes a section of ours.
func (c *chunkReader) section(raw *rawSection) error {
	if len(raw.palette) == 0 {
		return nil // light alone
	}
	blocks := make([]world.Block, len(raw.palette))
	first := len(c.Found)
	for i, state := range raw.palette {
		f := c.t.Minecraft(state)
		blocks[i] = f.Block
		c.Found = append(c.Found, Found{Found: f})
	}
	found := c.Found[first:]
	s := world.NewSection(blocks[0])
	c.Sections[int32(raw.y)] = s
	if len(raw.palette) == 1 || len(raw.words) == 0 {
		found[0].Cells = world.SectionCells
		return nil
	}
	bits := 4
	for 1<<bits < len(raw.palette) {
		bits++
	}
	across := c.version < packedVersion
	per := 64 / bits
	if across && len(raw.words) != world.SectionCells*bits/64 || !across && len(raw.words) != (world.SectionCells+per-1)/per {
		return ErrFormat
	}
	for cell := range world.SectionCells {
		var n uint64
		if across {
			at := cell * bits
			n = raw.words[at/64] >> (at % 64)
			if left := 64 - at%64; left < bits {
				n |= raw.words[at/64+1] << left
			}
		} else {
			n = raw.words[cell/per] >> (cell % per * bits)
		}
		if n &= 1<<bits - 1; n >= uint64(len(blocks)) {
			return ErrFormat
		}
		found[n].Cells++
		if blocks[n] != blocks[0] {
			s.Set(cell, blocks[n])
		}
	}
	return nil
}

// entity reads a block entity: the text of a sign, or that a box holds something.
func (c *chunkReader) entity() error {
	var at world.Pos
	var sign schemfile.SignText
	holds := false
	err := c.d.Compound(func(name string, kind byte) error {
		for key, into := range map[string]*int32{"x": &at.X, "y": &at.Y, "z": &at.Z} {
			if name == key {
				n, err := c.d.Int(kind)
				*into = int32(n)
				return err
			}
		}
		if name == "Items" && kind == schemfile.TagList {
			return c.d.List(func(kind byte) error { holds = true; return c.d.Skip(kind) })
		}
		return sign.Tag(c.d, name, kind)
	})
	if holds {
		c.Boxes++
	}
	if text := sign.String(); err == nil && text != "" && len(c.texts) < signsMax {
		c.texts[at] = text
	}
	return err
}
