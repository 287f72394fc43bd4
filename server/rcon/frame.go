package rcon

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Kinds of frames. That of a command is that of the answer to a login, too.
const (
	kindAnswer  = 0
	kindCommand = 2
	kindLogin   = 3
)

// Bounds of a frame. Its length counts what follows: number, kind, text and two zeros.
const (
	frameMin = 10
	textMax  = 4096
	frameMax = frameMin + textMax
)

// ErrFrame says that bytes are no frame.
var ErrFrame = errors.New("rcon: no frame")

// frame is a question or an answer: a length, two more integers of four bytes, little-endian, a text, and two zeros.
type frame struct {
	number, kind int32
	text         string
}

// readFrame reads a frame. Errors: ErrFrame, those of the reader.
func readFrame(r io.Reader) (f frame, err error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return f, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n < frameMin || n > frameMax {
		return f, fmt.Errorf("%w: a length of %d, not %d to %d", ErrFrame, n, frameMin, frameMax)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return f, err
	}
	if b[n-1] != 0 || b[n-2] != 0 {
		return f, fmt.Errorf("%w: it does not end with two zeros", ErrFrame)
	}
	f.number, f.kind, f.text = int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:])), string(b[8:n-2])
	return f, nil
}

// appendFrame appends a frame with a text of at most textMax bytes.
func appendFrame(dst []byte, f frame) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(frameMin+len(f.text)))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(f.number))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(f.kind))
	return append(append(dst, f.text...), 0, 0)
}

// pieces cuts a text into parts that fit a frame, between letters. Of an empty text there is one.
func pieces(text string) (out []string) {
	for len(text) > textMax {
		n := textMax
		for n > 0 && text[n]&0xC0 == 0x80 {
			n--
		}
		if n == 0 { // no text
			n = textMax
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return append(out, text)
}
