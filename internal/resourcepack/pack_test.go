package resourcepack

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"voxtide/render/textures"
	"voxtide/sound"
)

func picture(w, h int, c color.Color) []byte {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		p.Set(i%w, i/w, c)
	}
	var b bytes.Buffer
	png.Encode(&b, p)
	return b.Bytes()
}

func wav(rate uint32, channels, bits uint16, samples []byte) []byte {
	b := []byte("RIFF....WAVEfmt ")
	b = binary.LittleEndian.AppendUint32(b, 16)
	b = binary.LittleEndian.AppendUint16(b, 1)
	b = binary.LittleEndian.AppendUint16(b, channels)
	b = binary.LittleEndian.AppendUint32(b, rate)
	b = binary.LittleEndian.AppendUint32(b, rate*uint32(bits/8))
	b = binary.LittleEndian.AppendUint16(b, bits/8)
	b = binary.LittleEndian.AppendUint16(b, bits)
	b = append(b, "data"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(samples)))
	return append(b, samples...)
}

func zipped(files map[string][]byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, _ := z.Create(name)
		w.Write(files[name])
	}
	z.Close()
	return b.Bytes()
}

var good = map[string][]byte{
	"pack.toml": []byte("name = \"Winter\"\n"), "LICENSE": []byte("free"), "README.md": []byte("hello"),
	"textures/stone.png": picture(16, 16, color.NRGBA{R: 200, A: 255}), "textures/water.png": picture(16, 16*layersOf()["water"], color.NRGBA{B: 200, A: 90}),
	"sounds/step-grass-1.wav": wav(sound.Rate, 1, 16, []byte{1, 0, 2, 0, 255, 255}), "sounds/bed-wind.wav": wav(sound.Rate, 1, 16, make([]byte, 9600)),
}

// TestPack: a pack is the same from a folder, from a zip file and from what a server sends, and so is its ID.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	for name, data := range good {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), data, 0o644)
	}
	file := filepath.Join(t.TempDir(), "winter.zip")
	os.WriteFile(file, zipped(good), 0o644)
	a, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	pa, err := a.Pack()
	if err != nil {
		t.Fatal(err)
	}
	pb, _ := b.Pack()
	if IDOf(pa) != IDOf(pb) || bytes.Contains(pa, []byte("LICENSE")) {
		t.Error("a folder is another pack than its zip file")
	}
	c, err := Read(pa)
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "Winter" || len(c.Textures) != 2 || len(c.Sounds) != 2 || c.Textures["stone"].NRGBAAt(3, 3) != (color.NRGBA{R: 200, A: 255}) || !slices.Equal(c.Sounds["step-grass-1"], []int16{1, 2, -1}) {
		t.Errorf("%q: %d textures, %v", c.Name, len(c.Textures), c.Sounds["step-grass-1"])
	}
	all := textures.All()
	for i, tx := range textures.Override(all, c.Textures) {
		if len(tx.Layers) != len(all[i].Layers) || tx.Name != all[i].Name {
			t.Errorf("%s has other layers", tx.Name)
		}
		switch first := tx.Layers[0][0]; {
		case tx.Name == "stone" && first != color.NRGBA{R: 200, A: 255}, tx.Name == "water" && (first.B != 200 || first.A != 180), tx.Name == "dirt" && first != all[i].Layers[0][0]:
			t.Errorf("%s begins with %v", tx.Name, first)
		}
	}
}

// TestWrongPacks: each wrong file is named with the reason, and nothing is decoded beyond the bounds.
func TestWrongPacks(t *testing.T) {
	bomb := picture(16, 16, color.Black)
	binary.BigEndian.PutUint32(bomb[16:], 60000) // wide and high, as the header says
	binary.BigEndian.PutUint32(bomb[20:], 60000)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"textures/stone.png":          {picture(32, 32, color.Black), "it is 32 by 32 pixels, not 16 by 16"},
		"textures/dirt.png":           {[]byte("GIF89a"), "it is no PNG"},
		"textures/sand.png":           {bomb, "it is no PNG"},
		"textures/lava.png":           {picture(16, 48, color.Black), "such pictures one below the other"},
		"textures/stonee.png":         {picture(16, 16, color.Black), "no texture of that name"},
		"textures/clay.png":           {bytes.Repeat([]byte{0}, pictureMax+1), "it has more than"},
		"textures/more/stone.png":     {picture(16, 16, color.Black), "a pack has pack.toml"},
		"../stone.png":                {picture(16, 16, color.Black), ""},
		"run.sh":                      {[]byte("#!/bin/sh"), "a pack has pack.toml"},
		"sounds/step-grass-1.wav":     {wav(44100, 1, 16, []byte{1, 0}), "no WAV of 48000 Hz"},
		"sounds/step-grass-2.wav":     {wav(sound.Rate, 2, 16, []byte{1, 0}), "no WAV of 48000 Hz"},
		"sounds/step-stone-1.wav":     {wav(sound.Rate, 1, 16, nil), "nothing in it"},
		"sounds/bed-wind.wav":         {wav(sound.Rate, 1, 16, make([]byte, (SecondsMax+1)*sound.Rate*2)), "longer than 20 s"},
		"sounds/step-marshmallow.wav": {wav(sound.Rate, 1, 16, []byte{1, 0}), "no sound of that name"},
		"sounds/step-stone-2.wav":     {[]byte("RIFF....WAVEfmt "), "no whole WAV"},
		"pack.toml":                   {[]byte("name = 5\n"), "pack.toml"},
	} {
		_, err := Read(zipped(map[string][]byte{name: c.data}))
		if !errors.Is(err, ErrPack) || !strings.Contains(err.Error(), c.want) || c.want != "" && !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	many := map[string][]byte{}
	for i := range FilesMax + 1 {
		many[fmt.Sprint("x", i, ".txt")] = nil
	}
	large := map[string][]byte{}
	for i := range 20 {
		large[fmt.Sprintf("sounds/%d.wav", i)] = make([]byte, soundMax)
	}
	for what, packed := range map[string][]byte{"empty": {}, "no zip": []byte("hello"), "many files": zipped(many), "only notes": zipped(map[string][]byte{"a.txt": nil}), "too large": make([]byte, PackedMax+1), "large": zipped(large)} {
		if _, err := Read(packed); !errors.Is(err, ErrPack) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// FuzzRead: no bytes make a reader fail, or allocate without bounds, and what is read is packed as the same.
func FuzzRead(f *testing.F) {
	f.Add(zipped(good))
	f.Add(zipped(map[string][]byte{"textures/stone.png": picture(16, 16, color.Black)}))
	f.Add(zipped(map[string][]byte{"sounds/click.wav": wav(sound.Rate, 1, 16, []byte{1, 0, 2, 0})}))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Read(b)
		if err != nil {
			if !errors.Is(err, ErrPack) {
				t.Fatal(err)
			}
			return
		}
		packed, err := p.Pack()
		if err != nil {
			return
		}
		q, err := Read(packed)
		if err != nil || len(q.Textures) != len(p.Textures) || len(q.Sounds) != len(p.Sounds) || q.Name != p.Name {
			t.Fatalf("%v: %d textures, %d sounds", err, len(q.Textures), len(q.Sounds))
		}
	})
}

// FuzzFiles: no file of a pack makes its decoder fail.
func FuzzFiles(f *testing.F) {
	f.Add(picture(16, 16, color.Black))
	f.Add(wav(sound.Rate, 1, 16, []byte{1, 0, 2, 0}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := readPicture("x", "stone", b); err == nil && p.Rect.Dx() != 16 {
			t.Fatal(p.Rect)
		}
		if s, why := readWAV(b); (why == "") != (len(s) > 0) || len(s) > SecondsMax*sound.Rate {
			t.Fatalf("%d samples, %q", len(s), why)
		}
	})
}

func ExampleRead() {
	_, err := Read(zipped(map[string][]byte{"textures/stone.png": picture(64, 64, color.Black)}))
	fmt.Println(err)
	// Output: resource pack: textures/stone.png: it is 64 by 64 pixels, not 16 by 16, or 4 such pictures one below the other
}
