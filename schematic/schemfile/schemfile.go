// Package schemfile reads and writes schematics as files: .schem of Minecraft's tools (Sponge, versions 2 and 3), .mts of Luanti (version 4; older ones
// are read), and .vxs, our own.
//
// Data flow: Read takes a stream whose format its end of name says, and gives a schematic with a report of the blocks that there are not here; Write
// does the reverse; a Folder holds files by name. Owner: the caller; nothing is shared. All of it takes its time: never call it from the server's
// loop. Invariants: whatever bytes come in, a reader unpacks at most UnpackedMax of them, holds a small part of those at once, and allocates
// nothing for a length that only stands there; what is written and read again is equal, block by block, in .schem and .vxs.
package schemfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"voxtide/schematic"
	"voxtide/schematic/foreign"
)

// Bounds of files, in bytes.
const (
	FileMax     = 32 << 20 // of a file as it lies there
	UnpackedMax = 64 << 20 // of what a file unpacks to
	paletteMax  = 1 << 16  // names of a palette
	nameMax     = 512      // bytes of such a name
	textMax     = 4096     // bytes of the text of a sign in a foreign file
	textsMax    = 1 << 14  // signs with a text
)

// Errors of reading.
var (
	ErrFormat   = errors.New("schemfile: this is no such file, or it is damaged")
	ErrTooLarge = fmt.Errorf("schemfile: it unpacks to more than %d MB", UnpackedMax>>20)
	ErrSize     = fmt.Errorf("schemfile: a schematic has 1 to %d cells, at most %d along an axis", schematic.CellsMax, schematic.SizeMax)
)

// format is a row of the table of formats.
type format struct {
	name  string // the end of a file's name
	read  func(r io.Reader) (*schematic.Schematic, foreign.Report, error)
	write func(w io.Writer, s *schematic.Schematic) error
}

var formats = []format{
	{"schem", readSchem, func(w io.Writer, s *schematic.Schematic) error { return writeSchem(w, s, 2) }},
	{"mts", readMTS, writeMTS},
	{"vxs", readVXS, writeVXS},
}

// formatNamed returns a row of the table, nil for a name that is none.
func formatNamed(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}

// Read reads a schematic of a format: "schem", "mts" or "vxs". Errors: ErrFormat, ErrTooLarge, ErrSize, those of r.
func Read(name string, r io.Reader) (*schematic.Schematic, foreign.Report, error) {
	f := formatNamed(name)
	if f == nil {
		return nil, nil, ErrFormat
	}
	return f.read(bufio.NewReader(io.LimitReader(r, FileMax)))
}

// Write writes a schematic in a format. Errors: ErrFormat, those of w.
func Write(name string, w io.Writer, s *schematic.Schematic) error {
	f := formatNamed(name)
	if f == nil {
		return ErrFormat
	}
	return f.write(w, s)
}

// limited reads at most left bytes, and then fails with ErrTooLarge.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(b []byte) (int, error) {
	if l.left <= 0 {
		return 0, ErrTooLarge
	}
	n, err := l.r.Read(b[:min(int64(len(b)), l.left)])
	l.left -= int64(n)
	return n, err
}

// Bounded returns a reader of at most a number of bytes, which then fails with ErrTooLarge.
func Bounded(r io.Reader, most int64) *bufio.Reader { return bufio.NewReader(&limited{r, most}) }

// unpacked returns a reader of at most UnpackedMax bytes.
func unpacked(r io.Reader) *bufio.Reader { return Bounded(r, UnpackedMax) }

// damaged returns the error for bytes that end too early or cannot be unpacked: ErrTooLarge and ErrSize stay.
func damaged(err error) error {
	if err == nil || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrSize) || errors.Is(err, ErrFormat) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrFormat, err)
}
