package resourcepack

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"sync"

	"voxtide/render/textures"
	"voxtide/sound"
)

// SecondsMax is how long a sound may be.
const SecondsMax = 20

// layersOf returns how many layers each texture has.
var layersOf = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	for _, t := range textures.All() {
		out[t.Name] = len(t.Layers)
	}
	return out
})

// readPicture decodes the picture of a texture.
func readPicture(file, name string, data []byte) (*image.NRGBA, error) {
	layers, known := layersOf()[name]
	if !known {
		return nil, fail(file, "there is no texture of that name; client pack-template writes all")
	}
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fail(file, "it is no PNG: %v", err)
	}
	if c.Width != textures.Size || c.Height != textures.Size && c.Height != textures.Size*layers {
		also := ""
		if layers > 1 {
			also = ", or " + strconv.Itoa(layers) + " such pictures one below the other"
		}
		return nil, fail(file, "it is %d by %d pixels, not %d by %d%s", c.Width, c.Height, textures.Size, textures.Size, also)
	}
	p, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fail(file, "it is no PNG: %v", err)
	}
	out := image.NewNRGBA(image.Rect(0, 0, c.Width, c.Height))
	draw.Draw(out, out.Rect, p, p.Bounds().Min, draw.Src)
	return out, nil
}

// soundNames are the names that sounds have in packs: those of their versions, and of the beds.
var soundNames = sync.OnceValue(func() (out []string) {
	for i := 1; i < sound.Count(); i++ {
		for v := range sound.ID(i).Variants() {
			out = append(out, SoundName(sound.ID(i), v))
		}
	}
	for b := range sound.BedCount {
		out = append(out, BedName(b))
	}
	return out
})

// SoundName returns the name of a version of a sound in packs.
func SoundName(id sound.ID, variant int) string { return id.String() + "-" + strconv.Itoa(variant+1) }

// BedName returns the name of a bed in packs.
func BedName(b sound.Bed) string { return "bed-" + b.String() }

// readSound decodes the samples of a sound.
func readSound(file, name string, data []byte) ([]int16, error) {
	if !slices.Contains(soundNames(), name) {
		return nil, fail(file, "there is no sound of that name; client pack-template writes all")
	}
	samples, why := readWAV(data)
	if why != "" {
		return nil, fail(file, "%s", why)
	}
	return samples, nil
}

// readWAV reads samples of one channel, or why it cannot.
func readWAV(data []byte) (out []int16, why string) {
	const wants = "it is no WAV of 48000 Hz, 16 bits and one channel"
	if len(data) < 12 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WAVE" {
		return nil, wants
	}
	format := false
	for rest := data[12:]; len(rest) >= 8; {
		kind, n := string(rest[:4]), uint64(binary.LittleEndian.Uint32(rest[4:]))
		rest = rest[8:]
		body := rest[:min(n, uint64(len(rest)))]
		switch u16 := binary.LittleEndian.Uint16; {
		case kind == "fmt ":
			if len(body) < 16 || u16(body) != 1 || u16(body[2:]) != 1 || binary.LittleEndian.Uint32(body[4:]) != sound.Rate || u16(body[14:]) != 16 {
				return nil, wants
			}
			format = true
		case kind == "data" && !format:
			return nil, wants
		case kind == "data":
			if len(body) > SecondsMax*sound.Rate*2 {
				return nil, "it is longer than " + strconv.Itoa(SecondsMax) + " s"
			}
			if len(body) < 2 {
				return nil, "there is nothing in it"
			}
			out = make([]int16, len(body)/2)
			for i := range out {
				out[i] = int16(u16(body[2*i:]))
			}
			return out, ""
		}
		rest = rest[min(n+n%2, uint64(len(rest))):]
	}
	return nil, strings.Replace(wants, "no WAV", "no whole WAV", 1)
}
