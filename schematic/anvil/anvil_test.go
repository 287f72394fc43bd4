package anvil

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"voxtide/schematic/foreign"
	"voxtide/schematic/schemfile"
	"voxtide/world"
)

var update = flag.Bool("update", false, "write the region file of testdata again")

// tags appends the tags of a chunk as the format's documentation has them; the decoder under test reads tags by code of its own.
type tags struct{ bytes.Buffer }

func (w *tags) head(kind byte, name string) {
	w.WriteByte(kind)
	w.text(name)
}

func (w *tags) text(s string) {
	binary.Write(w, binary.BigEndian, uint16(len(s)))
	w.WriteString(s)
}

func (w *tags) int(name string, v int32) {
	w.head(schemfile.TagInt, name)
	binary.Write(w, binary.BigEndian, v)
}

func (w *tags) string(name, v string) {
	w.head(schemfile.TagString, name)
	w.text(v)
}

func (w *tags) list(name string, kind byte, n int) {
	w.head(schemfile.TagList, name)
	w.WriteByte(kind)
	binary.Write(w, binary.BigEndian, int32(n))
}

// palette is that of the chunks of testdata.
var palette = []foreign.State{
	{Name: "minecraft:air"}, {Name: "minecraft:stone"}, {Name: "minecraft:grass_block", Props: map[string]string{"snowy": "false"}},
	{Name: "minecraft:oak_stairs", Props: map[string]string{"facing": "east", "half": "top", "shape": "straight", "waterlogged": "false"}},
	{Name: "minecraft:crimson_planks"}, {Name: "minecraft:oak_sign", Props: map[string]string{"rotation": "0"}}, {Name: "minecraft:chest", Props: map[string]string{"facing": "west"}},
}

// at returns the number of the palette in a cell of a chunk.
func at(cell int) int {
	switch y := cell >> 8; {
	case cell == 8<<8|3:
		return 5
	case cell == 8<<8|4:
		return 6
	case y > 8:
		return 0
	case y == 8:
		return cell % 5
	case y == 7:
		return 2
	}
	return 1
}

// chunk returns the tags of a chunk, as versions from 1.18 on write them, or those before 1.16.
func chunk(x, z int32, older bool) []byte {
	var w tags
	w.head(schemfile.TagCompound, "")
	version, sections, palettes, data, entities := int32(3700), "sections", "palette", "data", "block_entities"
	if older {
		version, sections, palettes, data, entities = 1976, "Sections", "Palette", "BlockStates", "TileEntities"
	}
	w.int("DataVersion", version)
	if older {
		w.head(schemfile.TagCompound, "Level")
	}
	w.int("xPos", x)
	w.int("zPos", z)
	w.string("Status", "full")
	w.list(sections, schemfile.TagCompound, 1)
	w.head(schemfile.TagByte, "Y")
	w.WriteByte(4)
	if !older {
		w.head(schemfile.TagCompound, "block_states")
	}
	states := palette
	for older && len(states) < 17 { // so that a number has five bits
		states = append(states[:len(states):len(states)], foreign.State{Name: "minecraft:dirt"})
	}
	w.list(palettes, schemfile.TagCompound, len(states))
	for _, s := range states {
		w.string("Name", s.Name)
		if s.Props != nil {
			w.head(schemfile.TagCompound, "Properties")
			for k, v := range s.Props {
				w.string(k, v)
			}
			w.WriteByte(0)
		}
		w.WriteByte(0)
	}
	bits := 4
	if older { // five bits, so that numbers lie across words
		bits = 5
	}
	var words []uint64
	if older {
		words = make([]uint64, world.SectionCells*bits/64)
		for cell := range world.SectionCells {
			for b := range bits {
				if n := cell*bits + b; at(cell)>>b&1 == 1 {
					words[n/64] |= 1 << (n % 64)
				}
			}
		}
	} else {
		words = make([]uint64, world.SectionCells*bits/64)
		for cell := range world.SectionCells {
			words[cell/16] |= uint64(at(cell)) << (cell % 16 * 4)
		}
	}
	w.head(schemfile.TagLongs, data)
	binary.Write(&w, binary.BigEndian, int32(len(words)))
	binary.Write(&w, binary.BigEndian, words)
	if !older {
		w.WriteByte(0)
	}
	w.WriteByte(0)
	w.list(entities, schemfile.TagCompound, 2)
	w.string("id", "minecraft:sign")
	w.int("x", x*16+3)
	w.int("y", 4*16+8)
	w.int("z", z*16)
	w.string("Text1", `{"text":"to the mill"}`)
	w.WriteByte(0)
	w.string("id", "minecraft:chest")
	w.int("x", x*16+4)
	w.int("y", 4*16+8)
	w.int("z", z*16)
	w.list("Items", schemfile.TagCompound, 1)
	w.string("id", "minecraft:diamond")
	w.WriteByte(0)
	w.WriteByte(0)
	if older {
		w.WriteByte(0)
	}
	w.WriteByte(0)
	return w.Bytes()
}

// region returns a region file with two chunks.
func region() []byte {
	file := make([]byte, 2*sectorSize)
	for i, c := range [][]byte{chunk(0, 0, false), chunk(1, 0, true)} {
		var z bytes.Buffer
		zw := zlib.NewWriter(&z)
		zw.Write(c)
		zw.Close()
		sector := len(file) / sectorSize
		binary.BigEndian.PutUint32(file[4*i:], uint32(sector)<<8|uint32((z.Len()+5+sectorSize-1)/sectorSize))
		file = binary.BigEndian.AppendUint32(file, uint32(z.Len()+1))
		file = append(append(file, 2), z.Bytes()...)
		file = append(file, make([]byte, (sectorSize-len(file)%sectorSize)%sectorSize)...)
	}
	return file
}

// TestRegionFile reads the region file of testdata, which the encoder above made from the format's documentation: blocks, states, a sign's text, and what
// was replaced.
func TestRegionFile(t *testing.T) {
	const name = "testdata/r.0.0.mca"
	if *update {
		if err := os.WriteFile(name, region(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cells := 0
	var tr foreign.Translator
	want := [...]string{"air", "stone", "grass", "plank_stairs[facing=east,half=upper]", "", "oak_sign[facing=south]", "chest[facing=west]"}
	for x := range 2 {
		c, err := Read(f, x, 0, &tr)
		if err != nil {
			t.Fatal(err)
		}
		s := c.Sections[4]
		if c.X != int32(x) || len(c.Sections) != 1 || c.Signs != 1 || c.Boxes != 1 || s == nil {
			t.Fatalf("%+v", c)
		}
		for cell := range world.SectionCells {
			if w := want[at(cell)]; w != "" && s.Get(cell).String() != w {
				t.Fatalf("chunk %d, cell %d: %v, not %s", x, cell, s.Get(cell), w)
			}
			cells++
		}
		if got := s.BlockEntity(8<<8 | 3).Text; got != "to the mill" {
			t.Errorf("the sign says %q", got)
		}
		for i := range c.Found {
			c.Found[i].Count(c.Found[i].Cells)
		}
	}
	r := tr.Report()
	t.Logf("%d cells; %v", cells, r.Lines())
	if len(r) != 1 || r[0].Name != "minecraft:crimson_planks" || r[0].Cells != 2*51 {
		t.Errorf("%+v", r)
	}
	for _, at := range [][2]int{{2, 0}, {31, 31}} {
		if c, err := Read(f, at[0], at[1], &tr); c != nil || err != nil {
			t.Errorf("%v %v", c, err)
		}
	}
}

// TestDamaged: a region file whose bytes are wrong gives errors, a bomb is refused, a chunk of numbered blocks says what to do.
func TestDamaged(t *testing.T) {
	var bomb bytes.Buffer
	z, _ := zlib.NewWriterLevel(&bomb, zlib.BestSpeed)
	z.Write(append(chunk(0, 0, false)[:3], schemfile.TagBytes, 0, 1, 'a', 0x7f, 0xff, 0xff, 0xff))
	for range 1024 {
		z.Write(make([]byte, 1<<20))
	}
	z.Close()
	var tr foreign.Translator
	zr, _ := zlib.NewReader(&bomb)
	if _, err := ReadChunk(zr, &tr); !errors.Is(err, schemfile.ErrTooLarge) {
		t.Errorf("a gigabyte: %v", err)
	}
	old := bytes.Replace(chunk(0, 0, true), binary.BigEndian.AppendUint32(nil, 1976), binary.BigEndian.AppendUint32(nil, 1343), 1)
	if _, err := ReadChunk(bytes.NewReader(old), &tr); !errors.Is(err, ErrOld) {
		t.Errorf("numbered: %v", err)
	}
	file := region()
	binary.BigEndian.PutUint32(file, 1<<8|1)
	if _, err := Read(bytes.NewReader(file), 0, 0, &tr); err == nil {
		t.Error("a chunk within the head")
	}
}

func FuzzChunk(f *testing.F) {
	f.Add(chunk(0, 0, false))
	f.Add(chunk(3, -2, true))
	f.Fuzz(func(t *testing.T, b []byte) {
		var tr foreign.Translator
		c, err := ReadChunk(bytes.NewReader(b), &tr)
		if err != nil || c == nil {
			return
		}
		for _, s := range c.Sections {
			if s.NonAirCount() > world.SectionCells {
				t.Fatal(s.NonAirCount())
			}
		}
	})
}

func FuzzRegion(f *testing.F) {
	f.Add(region()[:3*sectorSize])
	f.Fuzz(func(t *testing.T, b []byte) {
		var tr foreign.Translator
		Read(bytes.NewReader(b), 0, 0, &tr)
	})
}

func Example() {
	var t foreign.Translator
	c, err := Read(bytes.NewReader(region()), 0, 0, &t)
	fmt.Println(c.X, c.Z, c.Sections[4].Get(0), err)
	// Output: 0 0 stone <nil>
}
