package schemfile

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"voxtide/schematic"
	"voxtide/schematic/foreign"
	"voxtide/world"
)

// The .schem of Minecraft's tools: tags in gzip. Version 2 has palette, cells and block entities beside the size, version 3 in a compound "Blocks", and
// all of it in one "Schematic". Cells are uvarints, X first, then Z, then Y.

// dataVersion is that of the Minecraft whose names are written: 1.20.4.
const dataVersion = 3700

// schemFile is what is read of a file, in whatever order it comes.
type schemFile struct {
	size    [3]int32
	offset  [3]int32
	palette map[int]string
	cells   []byte
	texts   map[[3]int32]string
}

func readSchem(r io.Reader) (*schematic.Schematic, foreign.Report, error) {
	in, err := gunzip(r)
	if err != nil {
		return nil, nil, err
	}
	f := schemFile{texts: map[[3]int32]string{}}
	d := NewNBT(in)
	if err := d.Root(); err != nil {
		return nil, nil, err
	}
	if err := d.Compound(func(name string, kind byte) error { return f.tag(d, name, kind) }); err != nil {
		return nil, nil, err
	}
	return f.schematic()
}

// gunzip unpacks a stream, if it is packed by gzip.
func gunzip(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReader(r)
	if head, err := in.Peek(2); err != nil || head[0] != 0x1f || head[1] != 0x8b {
		return unpacked(in), nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, damaged(err)
	}
	return unpacked(z), nil
}

// tag reads a tag of the file, or skips it.
func (f *schemFile) tag(d *NBT, name string, kind byte) (err error) {
	switch {
	case kind == TagCompound && (name == "Schematic" || name == "Blocks"):
		return d.Compound(func(name string, kind byte) error { return f.tag(d, name, kind) })
	case name == "Width" && kind == TagShort:
		return f.sizeOf(d, 0)
	case name == "Height" && kind == TagShort:
		return f.sizeOf(d, 1)
	case name == "Length" && kind == TagShort:
		return f.sizeOf(d, 2)
	case name == "Offset" && kind == TagInts:
		o, err := d.Ints(3)
		if copy(f.offset[:], o); err == nil && len(o) != 3 {
			return ErrFormat
		}
		return err
	case name == "Palette" && kind == TagCompound:
		f.palette = map[int]string{}
		return d.Compound(func(name string, kind byte) error {
			n, err := d.Int(kind)
			if err != nil || n < 0 || n >= paletteMax || len(f.palette) >= paletteMax {
				return damagedOr(err)
			}
			f.palette[int(n)] = name
			return nil
		})
	case (name == "BlockData" || name == "Data") && kind == TagBytes:
		f.cells, err = d.Bytes(3 * schematic.CellsMax)
		return err
	case name == "BlockEntities" && kind == TagList:
		return d.List(func(kind byte) error {
			if kind != TagCompound {
				return d.Skip(kind)
			}
			return f.entity(d)
		})
	}
	return d.Skip(kind)
}

func (f *schemFile) sizeOf(d *NBT, axis int) error {
	n, err := d.uint(2)
	f.size[axis] = int32(n)
	return err
}

// entity reads a block entity: the text, if it is a sign.
func (f *schemFile) entity(d *NBT) error {
	var at [3]int32
	var lines SignText
	var read func(name string, kind byte) error
	read = func(name string, kind byte) error {
		switch {
		case name == "Pos" && kind == TagInts:
			p, err := d.Ints(3)
			copy(at[:], p)
			return err
		case name == "Data" && kind == TagCompound:
			return d.Compound(read)
		}
		return lines.Tag(d, name, kind)
	}
	if err := d.Compound(read); err != nil {
		return err
	}
	if text := lines.String(); text != "" && len(f.texts) < textsMax {
		f.texts[at] = text
	}
	return nil
}

// SignText is the text of a sign of Minecraft's while its tags are read.
type SignText struct {
	own   string // our own tag, which has the text as it is
	lines [4]string
}

// Tag reads a tag of a sign, or skips it.
func (s *SignText) Tag(d *NBT, name string, kind byte) (err error) {
	switch {
	case name == ownText && kind == TagString:
		s.own, err = d.String(textMax)
		return err
	case strings.HasPrefix(name, "Text") && len(name) == 5 && name[4] >= '1' && name[4] <= '4' && kind == TagString:
		text, err := d.String(textMax)
		s.lines[name[4]-'1'] = plainText(text)
		return err
	case name == "front_text" && kind == TagCompound:
		return d.Compound(func(name string, kind byte) error {
			if name != "messages" || kind != TagList {
				return d.Skip(kind)
			}
			i := 0
			return d.List(func(kind byte) error {
				if i++; kind != TagString || i > 4 {
					return d.Skip(kind)
				}
				text, err := d.String(textMax)
				s.lines[i-1] = plainText(text)
				return err
			})
		})
	}
	return d.Skip(kind)
}

// String returns the text that a sign of ours can have.
func (s *SignText) String() string {
	text := s.own
	if text == "" {
		text = strings.TrimRight(strings.Join(s.lines[:], "\n"), "\n")
	}
	if len(text) > world.SignTextMax {
		text = text[:world.SignTextMax]
	}
	return strings.ToValidUTF8(text, "")
}

// ownText is the name of the tag by which we write the text of a sign as it is.
const ownText = "voxtide_text"

// plainText returns the text of a component of Minecraft's, which is JSON, or the text itself.
func plainText(text string) string {
	if text == "" || !strings.ContainsRune(`"{[`, rune(text[0])) {
		return text
	}
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	var out strings.Builder
	var add func(v any, depth int)
	add = func(v any, depth int) {
		if depth > 8 {
			return
		}
		switch v := v.(type) {
		case string:
			out.WriteString(v)
		case []any:
			for _, e := range v {
				add(e, depth+1)
			}
		case map[string]any:
			add(v["text"], depth+1)
			add(v["extra"], depth+1)
		}
	}
	add(v, 0)
	return out.String()
}

// schematic makes a schematic of what was read.
func (f *schemFile) schematic() (*schematic.Schematic, foreign.Report, error) {
	if !schematic.Fits(f.size) {
		return nil, nil, ErrSize
	}
	s := schematic.New(f.size)
	s.Offset = f.offset
	var t foreign.Translator
	found := map[int]*foreign.Found{}
	counts := map[int]int{}
	rest := f.cells
	for i := range s.Blocks {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n >= paletteMax {
			return nil, nil, ErrFormat
		}
		rest = rest[size:]
		b := found[int(n)]
		if b == nil {
			name, known := f.palette[int(n)]
			if !known {
				return nil, nil, ErrFormat
			}
			one := t.Minecraft(foreign.ParseState(name))
			b = &one
			found[int(n)] = b
		}
		s.Blocks[i] = b.Block
		counts[int(n)]++
	}
	if len(rest) > 0 {
		return nil, nil, ErrFormat
	}
	for n, b := range found {
		b.Count(counts[n])
	}
	for at, text := range f.texts {
		if at[0] < 0 || at[1] < 0 || at[2] < 0 || at[0] >= f.size[0] || at[1] >= f.size[1] || at[2] >= f.size[2] {
			continue
		}
		if i := s.Index(at[0], at[1], at[2]); s.Blocks[i].HasText() {
			s.SetText(i, text)
		}
	}
	s.Trim()
	return s, t.Report(), nil
}

// writeSchem writes a schematic in a version of the format, 2 or 3.
func writeSchem(out io.Writer, s *schematic.Schematic, version int32) error {
	var w nbtWriter
	if version >= 3 {
		w.compound("")
	}
	w.compound("Schematic")
	w.int("Version", version)
	w.int("DataVersion", dataVersion)
	w.short("Width", s.Size[0])
	w.short("Height", s.Size[1])
	w.short("Length", s.Size[2])
	w.ints("Offset", s.Offset[:]...)
	cellsName := "BlockData"
	if version >= 3 {
		w.compound("Blocks")
		cellsName = "Data"
	}
	numbers := map[world.Block]int{}
	cells := make([]byte, 0, len(s.Blocks))
	var order []world.Block
	for _, b := range s.Blocks {
		n, known := numbers[b]
		if !known {
			n = len(order)
			numbers[b] = n
			order = append(order, b)
		}
		cells = binary.AppendUvarint(cells, uint64(n))
	}
	if version < 3 {
		w.int("PaletteMax", int32(len(order)))
	}
	w.compound("Palette")
	for n, b := range order {
		w.int(foreign.MinecraftName(b).String(), int32(n))
	}
	w.end()
	w.bytes(cellsName, cells)
	writeEntities(&w, s, version)
	if version >= 3 {
		w.end()
		w.end()
	}
	w.end()
	z := gzip.NewWriter(out)
	if _, err := z.Write(w.b); err != nil {
		return err
	}
	return z.Close()
}

// writeEntities writes the texts of signs.
func writeEntities(w *nbtWriter, s *schematic.Schematic, version int32) {
	var at []int
	for i := range s.Texts {
		at = append(at, i)
	}
	slices.Sort(at)
	w.list("BlockEntities", TagCompound, len(at))
	for _, i := range at {
		x, y, z := s.At(i)
		w.text("Id", "minecraft:sign")
		w.ints("Pos", x, y, z)
		if version >= 3 {
			w.compound("Data")
		}
		w.text(ownText, s.Texts[i])
		lines := strings.SplitN(s.Texts[i], "\n", 4)
		w.compound("front_text")
		w.list("messages", TagString, 4)
		for n := range 4 {
			line := ""
			if n < len(lines) {
				line = lines[n]
			}
			text, _ := json.Marshal(line)
			w.string(string(text))
		}
		w.end()
		if version >= 3 {
			w.end()
		}
		w.end()
	}
}
