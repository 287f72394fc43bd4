package worlds

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"

	"github.com/BurntSushi/toml"
	"golang.org/x/image/draw"

	"voxtide/internal/atomicfile"
)

// Card is what the list shows of a world beside its name, as it was when its player was last in it.
type Card struct {
	Known    bool // the seed and the mode are
	Seed     uint64
	Survival bool
	Picture  *image.NRGBA // PictureWidth by PictureHeight pixels; nil if there is none
}

// cardText is a card in its file. TOML has no numbers as large as a seed.
type cardText struct {
	Seed     string `toml:"seed"`
	Survival bool   `toml:"survival"`
}

// The size of a card's picture in pixels.
const (
	PictureWidth  = 192
	PictureHeight = 108
)

// pictureFileMax bounds the file of a picture that is read, in bytes.
const pictureFileMax = 1 << 18

func cardFile(home, world, ending string) string {
	return filepath.Join(home, "cards", world+ending)
}

// loadCard returns the card of a world.
func loadCard(home, world string) (c Card) {
	if b, err := os.ReadFile(cardFile(home, world, ".toml")); err == nil {
		var text cardText
		if _, err = toml.Decode(string(b), &text); err == nil {
			c.Seed, err = strconv.ParseUint(text.Seed, 10, 64)
		}
		c.Known, c.Survival = err == nil, text.Survival
	}
	f, err := os.Open(cardFile(home, world, ".png"))
	if err != nil {
		return c
	}
	defer f.Close()
	if i, err := f.Stat(); err != nil || i.Size() > pictureFileMax {
		return c
	}
	if m, err := png.Decode(f); err == nil && m.Bounds() == image.Rect(0, 0, PictureWidth, PictureHeight) {
		c.Picture = image.NewNRGBA(m.Bounds())
		draw.Draw(c.Picture, m.Bounds(), m, image.Point{}, draw.Src)
	}
	return c
}

// SaveCard writes the card of a world; without a picture the one before stays.
func SaveCard(home, world string, c *Card) error {
	if err := os.MkdirAll(filepath.Join(home, "cards"), 0o755); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(cardText{strconv.FormatUint(c.Seed, 10), c.Survival}); err != nil {
		return err
	}
	if err := atomicfile.Replace(cardFile(home, world, ".toml"), b.Bytes(), 0o644); err != nil || c.Picture == nil {
		return err
	}
	b.Reset()
	if err := png.Encode(&b, c.Picture); err != nil {
		return err
	}
	return atomicfile.Replace(cardFile(home, world, ".png"), b.Bytes(), 0o644)
}

// RemoveCard removes the card of a world, if there is one.
func RemoveCard(home, world string) error {
	var fail error
	for _, ending := range []string{".toml", ".png"} {
		if err := os.Remove(cardFile(home, world, ending)); err != nil && !errors.Is(err, os.ErrNotExist) {
			fail = err
		}
	}
	return fail
}

// Thumbnail returns the middle of a frame as the picture of a card.
func Thumbnail(frame *image.NRGBA) *image.NRGBA {
	from := frame.Rect
	w, h := from.Dx(), from.Dy()
	if wide := h * PictureWidth / PictureHeight; w > wide {
		from.Min.X += (w - wide) / 2
		from.Max.X = from.Min.X + wide
	} else if tall := w * PictureHeight / PictureWidth; h > tall {
		from.Min.Y += (h - tall) / 2
		from.Max.Y = from.Min.Y + tall
	}
	out := image.NewNRGBA(image.Rect(0, 0, PictureWidth, PictureHeight))
	draw.CatmullRom.Scale(out, out.Rect, frame, from, draw.Src, nil)
	return out
}
