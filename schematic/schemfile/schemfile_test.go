package schemfile

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/schematic"
	"voxtide/world"
)

// everyState returns a schematic with every state of every block that is whole by itself, and signs with texts.
func everyState(t *testing.T) *schematic.Schematic {
	s := schematic.New([3]int32{13, 14, 13})
	for i := range min(world.BlockCount, len(s.Blocks)) {
		s.Blocks[i] = world.Block(i)
	}
	s.Trim()
	r := testrand.New(t)
	s.Offset = [3]int32{r.Int32N(200) - 100, r.Int32N(200) - 100, r.Int32N(200) - 100}
	for i, b := range s.Blocks {
		if b.HasText() && r.IntN(2) == 0 {
			s.SetText(i, fmt.Sprintf("to the mill\n\"%d\" {steps}\n\nñ", i))
		}
	}
	return s
}

// TestWrittenIsRead: what is written in each format and read again is equal, and its bytes written again are the same.
func TestWrittenIsRead(t *testing.T) {
	s := everyState(t)
	write := map[string]func(b *bytes.Buffer) error{
		"schem": func(b *bytes.Buffer) error { return Write("schem", b, s) }, "schem 3": func(b *bytes.Buffer) error { return writeSchem(b, s, 3) },
		"mts": func(b *bytes.Buffer) error { return Write("mts", b, s) }, "vxs": func(b *bytes.Buffer) error { return Write("vxs", b, s) },
	}
	for name, f := range write {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			t.Fatal(err)
		}
		size := b.Len()
		format, _, _ := strings.Cut(name, " ")
		got, report, err := Read(format, &b)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(report) > 0 {
			t.Errorf("%s: %v", name, report.Lines())
		}
		if format == "mts" { // has neither offset nor texts
			got.Offset, got.Texts = s.Offset, s.Texts
		}
		if !got.Equal(s) || got.Offset != s.Offset {
			t.Errorf("%s: it is another one", name)
		}
		t.Logf("%s: %d cells, %d signs in %d bytes", name, s.Cells(), len(s.Texts), size)
	}
}

// TestForeignFiles: what other programs write is read: blocks that we lack become others, of which a report tells.
func TestForeignFiles(t *testing.T) {
	var w nbtWriter
	w.compound("Schematic")
	w.int("Version", 2)
	w.bytes("BlockData", []byte{0, 1, 2, 1})
	w.compound("Palette")
	w.int("minecraft:air", 0)
	w.int("minecraft:crimson_planks", 1)
	w.int("minecraft:oak_sign[rotation=4,waterlogged=false]", 2)
	w.end()
	w.short("Width", 2)
	w.short("Height", 1)
	w.short("Length", 2)
	w.list("BlockEntities", TagCompound, 1)
	w.text("Id", "minecraft:sign")
	w.ints("Pos", 0, 0, 1)
	w.text("Text1", `{"extra":[{"bold":true,"text":"to the"},{"text":" mill"}],"text":""}`)
	w.text("Text2", `"and back"`)
	w.end()
	w.compound("Metadata")
	w.int("WEOffsetX", 7)
	w.end()
	w.end()
	s, report, err := Read("schem", bytes.NewReader(w.b)) // not packed, as some tools leave it
	if err != nil || s.Size != [3]int32{2, 1, 2} || len(report) != 1 || report[0].Cells != 2 || report[0].Name != "minecraft:crimson_planks" {
		t.Fatalf("%+v %v %v", s, report, err)
	}
	if sign := s.Blocks[2]; sign.Class() != world.ClassSign || sign.Facing() != world.West || s.Texts[2] != "to the mill\nand back" {
		t.Errorf("%v %q", sign, s.Texts[2])
	}
	t.Log(strings.Join(report.Lines(), "\n"))

	mts := append([]byte("MTSM\x00\x04\x00\x01\x00\x02\x00\x02\x7f\x7f\x00\x03\x00\x12stairs:stair_stone\x00\x12doors:door_wood_a1"), 0)
	mts = append(mts[:len(mts)-2], []byte("\x00\x03air")...)
	mts[len("MTSM")+2+6+2+2+2+18+1] = 17 // the length of the second name
	var z bytes.Buffer
	zw := zlib.NewWriter(&z)
	zw.Write([]byte{0, 0, 0, 2, 0, 1, 0, 2, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0, 2, 0})
	zw.Close()
	s, _, err = Read("mts", bytes.NewReader(append(mts, z.Bytes()...)))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Blocks[s.Index(0, 0, 1)]; got != world.StoneStairsEast {
		t.Errorf("in the south stands %v", got)
	}
	if lower, upper := s.Blocks[s.Index(0, 0, 0)], s.Blocks[s.Index(0, 1, 0)]; lower.Class() != world.ClassDoor || lower.Facing() != world.South || upper != lower.With(world.PropHalf, world.UpperHalf) {
		t.Errorf("the door is %v and %v", lower, upper)
	}
}

// TestBombs: files that unpack to a gigabyte, or say that they have one, are refused, and little memory is taken for it.
func TestBombs(t *testing.T) {
	zeros := make([]byte, 1<<20)
	gzipped := func(head []byte, megabytes int) []byte {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
		z.Write(head)
		for range megabytes {
			z.Write(zeros)
		}
		z.Close()
		return b.Bytes()
	}
	var long, deep, ends nbtWriter
	long.compound("Schematic")
	long.head(TagBytes, "Junk")
	long.b = binary.BigEndian.AppendUint32(long.b, 1<<30)
	lying := long.b
	var data nbtWriter
	data.compound("Schematic")
	data.head(TagBytes, "BlockData")
	data.b = binary.BigEndian.AppendUint32(data.b, 1<<31-1)
	deep.compound("Schematic")
	for range 100_000 {
		deep.compound("a")
	}
	ends.compound("Schematic")
	ends.list("a", TagEnd, 1<<31-1)
	var huge nbtWriter
	huge.compound("Schematic")
	huge.short("Width", 4000)
	huge.short("Height", 4000)
	huge.short("Length", 4000)
	huge.end()
	var mts bytes.Buffer
	mts.WriteString("MTSM\x00\x04\x00\x80\x00\x80\x00\x80" + strings.Repeat("\x7f", 128) + "\x00\x01\x00\x03air")
	z, _ := zlib.NewWriterLevel(&mts, zlib.BestSpeed)
	for range 300 {
		z.Write(zeros)
	}
	z.Close()
	for name, bomb := range map[string][]byte{
		"schem a gigabyte": gzipped(long.b, 1024), "schem that lies": lying, "schem cells that lie": data.b, "schem deep": deep.b, "schem ends": ends.b, "schem huge": huge.b,
		"vxs a gigabyte": append([]byte(vxsMagic), gzipped([]byte{64, 64, 64, 0, 0, 0, 0xff, 0xff, 3}, 1024)...), "mts long": mts.Bytes(),
	} {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		format, _, _ := strings.Cut(name, " ")
		_, _, err := Read(format, bytes.NewReader(bomb))
		runtime.ReadMemStats(&after)
		took := (after.TotalAlloc - before.TotalAlloc) >> 20
		t.Logf("%s: %d bytes, %v, %d MB allocated", name, len(bomb), err, took)
		if name != "mts long" && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrSize) || took > 64 {
			t.Errorf("%s: %v after %d MB", name, err, took)
		}
	}
}

// TestFolder: files are saved, listed, and loaded by name; nothing is replaced, and no link leads out of the folder.
func TestFolder(t *testing.T) {
	f := Folder{Dir: filepath.Join(t.TempDir(), "schematics")}
	if lines, err := f.List(); err != nil || len(lines) != 1 {
		t.Error(lines, err)
	}
	s := everyState(t)
	for _, end := range []string{"", "vxs", "mts"} {
		if name, _, err := f.Save("house", end, s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := f.Save("house", "", s); err == nil {
		t.Error("it was replaced")
	}
	if got, _, err := f.Load("house.vxs"); err != nil || !got.Equal(s) {
		t.Error(err)
	}
	outside := filepath.Join(t.TempDir(), "secret.vxs")
	os.WriteFile(outside, []byte("VXS1"), 0o600)
	os.Symlink(outside, filepath.Join(f.Dir, "link.vxs"))
	if _, _, err := f.Load("link"); err == nil {
		t.Error("a link was followed")
	}
	for name, ok := range map[string]bool{"house": true, "house.schem": true, "../house": false, "a/b": false, "house.exe": false, "": false, "House": false, ".vxs": false} {
		if ValidName(name) != ok {
			t.Errorf("%q", name)
		}
	}
	lines, err := f.List()
	if err != nil || len(lines) != 3 {
		t.Error(lines, err)
	}
	t.Log(strings.Join(lines, "\n"))
}

func fuzz(f *testing.F, format string, seeds ...[]byte) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, _, err := Read(format, bytes.NewReader(b))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Write("vxs", &out, s); err != nil {
			t.Fatal(err)
		}
		again, _, err := Read("vxs", &out)
		if err != nil || !again.Equal(s) {
			t.Fatalf("read again: %v", err)
		}
	})
}

// small returns a small file of a format.
func small(format string) []byte {
	s := schematic.New([3]int32{2, 1, 2})
	s.Blocks[0] = world.StoneStairsEast
	s.Blocks[1], _ = world.BlockNamed("oak_sign")
	s.SetText(1, "mill")
	var b bytes.Buffer
	Write(format, &b, s)
	return b.Bytes()
}

func unzip(b []byte) []byte {
	z, _ := gzip.NewReader(bytes.NewReader(b))
	var out bytes.Buffer
	out.ReadFrom(z)
	return out.Bytes()
}

func FuzzSchem(f *testing.F) { fuzz(f, "schem", small("schem"), unzip(small("schem"))) }
func FuzzMTS(f *testing.F)   { fuzz(f, "mts", small("mts")) }
func FuzzVXS(f *testing.F)   { fuzz(f, "vxs", small("vxs")) }
