package skin

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"

	"voxtide/internal/testrand"
)

// picture returns a picture of a number of colours.
func picture(colours int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, Side, Side))
	for i := range pixels {
		n := i % colours
		p.SetNRGBA(i%Side, i/Side, color.NRGBA{uint8(n), uint8(n >> 8 * 16), uint8(n * 7), 255})
	}
	return p
}

func file(t testing.TB, p image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestPack: a picture of each number of colours comes back, by a PNG and packed, within the bounds; of too many colours nearly.
func TestPack(t *testing.T) {
	for colours, size := range map[int]int{1: 1 + 3 + 512, 2: 519, 3: 10 + 1024, 16: 49 + 2048, 17: 52 + 4096, 256: PackMax} {
		p := picture(colours)
		q, err := Parse(file(t, p))
		if err != nil {
			t.Fatal(err)
		}
		b := Pack(q)
		pix, err := Unpack(b)
		if err != nil || !bytes.Equal(pix, p.Pix) || len(b) != size {
			t.Errorf("%d colours: %d bytes, %v", colours, len(b), err)
		}
		if again := Pack(Image(pix)); !bytes.Equal(again, b) || IDOf(again) != IDOf(b) || IDOf(b) == (ID{}) {
			t.Errorf("%d colours: another form of the same picture", colours)
		}
	}
	p := picture(4000)
	b := Pack(p)
	pix, err := Unpack(b)
	if err != nil || len(b) > PackMax {
		t.Fatalf("4,000 colours: %d bytes, %v", len(b), err)
	}
	most := 0
	for i := range pix {
		most = max(most, int(p.Pix[i])-int(pix[i]))
	}
	if most == 0 || most > 127 {
		t.Errorf("4,000 colours: a pixel differs by %d", most)
	}
}

// TestParseRefuses: what is no PNG of 64 by 64 pixels is refused with its reason, before its pixels are looked at.
func TestParseRefuses(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("hello"), make([]byte, FileMax+1), file(t, image.NewNRGBA(image.Rect(0, 0, 64, 32))), file(t, image.NewNRGBA(image.Rect(0, 0, 4096, 4096))), file(t, picture(9))[:200]} {
		if _, err := Parse(b); !errors.Is(err, ErrSkin) {
			t.Errorf("%d bytes: %v", len(b), err)
		}
	}
}

// TestTile: a tile is its part of the picture.
func TestTile(t *testing.T) {
	p := picture(4000)
	for n := range Tiles {
		tile := Tile(p.Pix, n)
		for y := range TileSide {
			for x := range TileSide {
				if tile.NRGBAAt(x, y) != p.NRGBAAt(n%4*TileSide+x, n/4*TileSide+y) {
					t.Fatalf("tile %d at %d %d", n, x, y)
				}
			}
		}
	}
}

// TestUnpackRandom: of random bytes of the right length hardly any are a skin, and none panics.
func TestUnpackRandom(t *testing.T) {
	r := testrand.New(t)
	good := 0
	for range testrand.Rounds(2000) {
		b := Pack(picture(1 + r.IntN(256)))
		for range r.IntN(4) {
			b[r.IntN(len(b))] = uint8(r.IntN(256))
		}
		if _, err := Unpack(b[:len(b)-r.IntN(2)]); err == nil {
			good++
		}
	}
	if good == 0 {
		t.Error("none was a skin")
	}
}

// FuzzUnpack: bytes are refused, or are the one form of a picture, within the bounds.
func FuzzUnpack(f *testing.F) {
	for _, n := range []int{1, 2, 5, 200} {
		f.Add(Pack(picture(n)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		pix, err := Unpack(b)
		if err != nil {
			return
		}
		if len(b) > PackMax || len(pix) != 4*pixels || !bytes.Equal(Pack(Image(pix)), b) {
			t.Fatalf("%d bytes, %d of pixels", len(b), len(pix))
		}
	})
}

// FuzzParse: files are refused, or become a skin.
func FuzzParse(f *testing.F) {
	f.Add(file(f, picture(7)))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Parse(b)
		if err != nil {
			return
		}
		if _, err := Unpack(Pack(p)); err != nil {
			t.Fatal(err)
		}
	})
}
