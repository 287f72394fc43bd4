// Package resourcepack reads packs of textures and sounds that people have made, from folders, from zip files and from bytes that a server has
// sent.
//
//	pack.toml            name = "Winter"                     (may be left out)
//	textures/stone.png   16 by 16 pixels; for animated or varied textures also one below the other
//	sounds/step-grass-1.wav   48,000 Hz, 16 bits, one channel, at most 20 s
//
// Names are those that `client pack-template` writes. A pack is used whole or not at all.
//
// Owner: none; every function may be called from any goroutine. Invariants: nothing is decoded before its size is known to be within the
// bounds, so no file makes a reader allocate more than UnpackedMax; an error names the file of the pack and why it is wrong; what
// Pack returns is read by Read as the same pack, and its ID is the hash of these bytes.
package resourcepack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"voxtide/internal/textline"
)

// Bounds of a pack.
const (
	PackedMax   = 8 << 20  // bytes as a zip file
	UnpackedMax = 32 << 20 // bytes of all files
	FilesMax    = 2048
	pictureMax  = 256 << 10 // bytes of a PNG
	soundMax    = 2 << 20   // bytes of a WAV
	NameMax     = 64        // bytes of a pack's name
)

// ErrPack is the error for a pack that cannot be used.
var ErrPack = errors.New("resource pack")

// fail returns an error about a file of a pack.
func fail(file, why string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrPack, file, fmt.Sprintf(why, args...))
}

// ID names a pack by what is in it.
type ID [sha256.Size]byte

// IDOf returns the ID of a packed pack.
func IDOf(packed []byte) ID { return sha256.Sum256(packed) }

// Pack is a pack that was read, whose content is valid.
type Pack struct {
	Name     string
	Textures map[string]*image.NRGBA // by name: 16 wide, 16 high for each of its layers, or for all
	Sounds   map[string][]int16      // by name of a file, without its end

	files map[string][]byte // that count, as they were
}

// Open reads a pack from a folder or a zip file. Errors: ErrPack, with the file and why, or the system's.
func Open(at string) (*Pack, error) {
	i, err := os.Stat(at)
	if err != nil {
		return nil, err
	}
	if i.IsDir() {
		return read(os.DirFS(at))
	}
	if i.Size() > PackedMax {
		return nil, fail(at, "it has %d bytes, and at most %d are read", i.Size(), PackedMax)
	}
	packed, err := os.ReadFile(at)
	if err != nil {
		return nil, err
	}
	return Read(packed)
}

// Read reads a packed pack. Errors: ErrPack, with the file and why.
func Read(packed []byte) (*Pack, error) {
	if len(packed) > PackedMax {
		return nil, fail("the pack", "it has %d bytes, and at most %d are read", len(packed), PackedMax)
	}
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, fail("the pack", "it is no zip file: %v", err)
	}
	if len(z.File) > FilesMax {
		return nil, fail("the pack", "it has %d files, and at most %d are read", len(z.File), FilesMax)
	}
	return read(z)
}

// sizes are the bounds of files by their end.
var sizes = map[string]int64{".png": pictureMax, ".wav": soundMax, ".toml": 4096}

// read reads a pack from files.
func read(files fs.FS) (*Pack, error) {
	p := &Pack{Textures: map[string]*image.NRGBA{}, Sounds: map[string][]int16{}, files: map[string][]byte{}}
	n, left := 0, int64(UnpackedMax)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return fail(name, "%v", err)
		}
		if n++; n > FilesMax {
			return fail(name, "the pack has more than %d files", FilesMax)
		}
		if d.IsDir() || path.Base(name)[0] == '.' || isNote(name) {
			return nil
		}
		most, known := sizes[path.Ext(name)]
		if !known || !d.Type().IsRegular() {
			return fail(name, "a pack has pack.toml, textures/NAME.png and sounds/NAME.wav")
		}
		f, err := files.Open(name)
		if err != nil {
			return fail(name, "%v", err)
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, min(most, left)+1))
		switch {
		case err != nil:
			return fail(name, "%v", err)
		case int64(len(data)) > most:
			return fail(name, "it has more than %d bytes", most)
		case int64(len(data)) > left:
			return fail(name, "the pack has more than %d bytes in all", UnpackedMax)
		}
		left -= int64(len(data))
		p.files[name] = data
		return p.add(name, data)
	})
	if err != nil {
		return nil, err
	}
	if len(p.Textures)+len(p.Sounds) == 0 {
		return nil, fail("the pack", "there is no textures/NAME.png and no sounds/NAME.wav in it")
	}
	return p, nil
}

// isNote reports whether a file is for people, and left out.
func isNote(name string) bool {
	e := strings.ToLower(path.Ext(name))
	return e == ".txt" || e == ".md" || e == "" && path.Dir(name) == "."
}

// add decodes a file of a pack.
func (p *Pack) add(name string, data []byte) error {
	dir, base := path.Split(name)
	end := path.Ext(base)
	short := strings.TrimSuffix(base, end)
	switch {
	case name == "pack.toml":
		var about struct{ Name string }
		if err := toml.Unmarshal(data, &about); err != nil {
			return fail(name, "%v", err)
		}
		p.Name = textline.Clean(about.Name, NameMax)
	case dir == "textures/" && end == ".png":
		picture, err := readPicture(name, short, data)
		if err != nil {
			return err
		}
		p.Textures[short] = picture
	case dir == "sounds/" && end == ".wav":
		samples, err := readSound(name, short, data)
		if err != nil {
			return err
		}
		p.Sounds[short] = samples
	default:
		return fail(name, "a pack has pack.toml, textures/NAME.png and sounds/NAME.wav")
	}
	return nil
}

// Pack returns the pack as bytes, for a server to send. Errors: ErrPack, if they are too many.
func (p *Pack) Pack() ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(p.files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	if b.Len() > PackedMax {
		return nil, fail("the pack", "it has %d bytes when it is packed, and at most %d are sent", b.Len(), PackedMax)
	}
	return b.Bytes(), nil
}
