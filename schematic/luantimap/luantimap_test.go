package luantimap

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/klauspost/compress/zstd"

	"voxtide/schematic/foreign"
	"voxtide/schematic/schemfile"
	"voxtide/world"
)

var update = flag.Bool("update", false, "write the blocks of testdata again")

var names = []string{"air", "default:stone", "stairs:stair_wood", "mymod:purple_thing", "doors:door_wood_a"}

// nodeAt returns the number of the name and the param2 of a node of the blocks of testdata.
func nodeAt(i int) (name uint16, param2 byte) {
	x, y, z := i&15, i>>4&15, i>>8
	switch {
	case x == 2 && y == 8 && z == 15: // in the farthest north
		return 4, 0
	case y < 7:
		return 1, 0
	case y == 7 && x < 4:
		return 2, byte(x)
	case y == 7 && x == 9:
		return 3, 0
	}
	return 0, 0
}

// encode returns a block in a version of the format, as its documentation has it.
func encode(version byte) []byte {
	var nodes, mapping bytes.Buffer
	for i := range world.SectionCells {
		n, _ := nodeAt(i)
		binary.Write(&nodes, binary.BigEndian, n)
	}
	nodes.Write(make([]byte, world.SectionCells))
	for i := range world.SectionCells {
		_, p := nodeAt(i)
		nodes.WriteByte(p)
	}
	mapping.WriteByte(0)
	binary.Write(&mapping, binary.BigEndian, uint16(len(names)))
	for i, n := range names {
		binary.Write(&mapping, binary.BigEndian, uint16(i))
		binary.Write(&mapping, binary.BigEndian, uint16(len(n)))
		mapping.WriteString(n)
	}
	deflate := func(b []byte) []byte {
		var out bytes.Buffer
		z := zlib.NewWriter(&out)
		z.Write(b)
		z.Close()
		return out.Bytes()
	}
	out := []byte{version}
	if version >= 29 {
		body := append([]byte{0, 0xff, 0xff, 0, 0, 0, 9}, mapping.Bytes()...)
		body = append(append(body, 2, 2), nodes.Bytes()...)
		body = append(body, 0, 0, 0, 10, 0, 0) // what nodes hold, what stands about, timers
		z, _ := zstd.NewWriter(nil)
		return z.EncodeAll(body, out)
	}
	out = append(out, 0)
	if version >= 27 {
		out = append(out, 0xff, 0xff)
	}
	out = append(append(out, 2, 2), deflate(nodes.Bytes())...)
	out = append(out, deflate([]byte{0})...)
	out = append(out, 0, 0, 1, 7) // one thing stands about
	out = append(append(out, make([]byte, 12)...), 0, 3, 'a', 'b', 'c')
	out = append(append(out, 0, 0, 0, 9), mapping.Bytes()...)
	return append(out, 10, 0, 0)
}

// TestBlocks reads the blocks of testdata, which the encoder above made from the format's documentation, in three versions.
func TestBlocks(t *testing.T) {
	d := NewDecoder()
	defer d.Close()
	var tr foreign.Translator
	for _, v := range []byte{25, 28, 29} {
		name := fmt.Sprintf("testdata/block%d.bin", v)
		if *update {
			if err := os.WriteFile(name, encode(v), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := d.Decode(data, &tr)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range b.Found {
			b.Found[i].Count(b.Found[i].Cells)
		}
		if err := check(b.Section); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := tr.Report()
	t.Logf("3 blocks; %v", r.Lines())
	if len(r) != 1 || r[0].Name != "mymod:purple_thing" || r[0].Cells != 3*16 || r[0].By.String() == "stone" {
		t.Errorf("%+v", r)
	}
}

// check compares a section with the nodes.
func check(s *world.Section) error {
	for i := range world.SectionCells {
		p := world.Pos{X: int32(i & 15), Y: int32(i >> 4 & 15), Z: int32(15 - i>>8)}
		name, param2 := nodeAt(i)
		want := [...]string{"air", "stone", "plank_stairs", "", "oak_door"}[name]
		if name == 2 {
			want += [...]string{"", "[facing=east]", "[facing=south]", "[facing=west]"}[param2]
		}
		if below, _ := nodeAt(i - 16); i >= 16 && below == 4 {
			want = "oak_door[half=upper]"
		}
		if got := s.Get(p.Index()).String(); want != "" && got != want {
			return fmt.Errorf("%v holds %s, not %s", p, got, want)
		}
	}
	return nil
}

// TestBombs: blocks that unpack to more than there may be are refused.
func TestBombs(t *testing.T) {
	d := NewDecoder()
	defer d.Close()
	var tr foreign.Translator
	z, _ := zstd.NewWriter(nil)
	zeros := make([]byte, 1<<20)
	var packed bytes.Buffer
	z.Reset(&packed)
	for range 200 {
		z.Write(zeros)
	}
	z.Close()
	if _, err := d.Decode(append([]byte{29}, packed.Bytes()...), &tr); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
	old := encode(28)
	var long bytes.Buffer
	w := zlib.NewWriter(&long)
	w.Write(make([]byte, 4*world.SectionCells))
	for range 64 {
		w.Write(zeros)
	}
	w.Close()
	if _, err := d.Decode(append(old[:6:6], long.Bytes()...), &tr); !errors.Is(err, schemfile.ErrTooLarge) {
		t.Error(err)
	}
	if _, err := d.Decode([]byte{22, 0, 0}, &tr); err != ErrVersion {
		t.Error(err)
	}
}

func FuzzBlock(f *testing.F) {
	for _, v := range []byte{25, 28, 29} {
		f.Add(encode(v))
	}
	d := NewDecoder()
	f.Fuzz(func(t *testing.T, b []byte) {
		var tr foreign.Translator
		d.Decode(b, &tr)
	})
}

func Example() {
	d := NewDecoder()
	defer d.Close()
	var t foreign.Translator
	b, err := d.Decode(encode(29), &t)
	fmt.Println(b.Section.Get(0), err)
	// Output: stone <nil>
}
