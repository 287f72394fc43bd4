package protocol

import (
	"errors"
	"slices"

	"github.com/klauspost/compress/zstd"

	"voxtide/wire"
	"voxtide/world"
)

// ErrPacked says that the bytes of a packed section are not what Pack writes.
var ErrPacked = errors.New("protocol: malformed packed section")

// How the bytes of a section are packed, the first byte of them.
const (
	packedRaw  byte = iota // as world.AppendSection writes them
	packedZstd             // the same, compressed
)

const (
	// packedSmall is the size up to which bytes of a section are not worth compressing.
	packedSmall = 48
	// sectionBytesMax bounds the bytes of a section that a packed one may stand for.
	sectionBytesMax = 16 << 10
)

// Packer turns sections into the bytes in which they lie on the disk and go over the wire, and back. It holds the
// memory of its coders: one for each goroutine. The zero value is ready.
type Packer struct {
	raw []byte
	zip []byte
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// Pack appends the bytes of a section to dst. Equal sections have equal bytes.
//
//	how    1 byte: 0 as they are, 1 compressed with zstd
//	bytes  what world.AppendSection writes
func (p *Packer) Pack(dst []byte, s *world.Section) []byte {
	p.raw = world.AppendSection(p.raw[:0], s)
	if len(p.raw) > packedSmall && p.encoder() {
		p.zip = p.enc.EncodeAll(p.raw, p.zip[:0]) // not into dst: it would be given room for all of raw, for good
		if len(p.zip) < len(p.raw) {
			return append(append(slices.Grow(dst, 1+len(p.zip)), packedZstd), p.zip...)
		}
	}
	return append(append(slices.Grow(dst, 1+len(p.raw)), packedRaw), p.raw...)
}

// Unpack reads what Pack wrote, all of b.
func (p *Packer) Unpack(b []byte) (*world.Section, error) {
	if len(b) == 0 {
		return nil, ErrPacked
	}
	how, b := b[0], b[1:]
	switch {
	case how == packedZstd && p.decoder():
		out, err := p.dec.DecodeAll(b, p.raw[:0])
		if err != nil || len(out) > sectionBytesMax {
			return nil, ErrPacked
		}
		p.raw, b = out, out
	case how != packedRaw:
		return nil, ErrPacked
	}
	r := wire.NewReader(b)
	s, err := world.ReadSection(&r)
	if err != nil {
		return nil, err
	}
	return s, r.End()
}

func (p *Packer) encoder() bool {
	if p.enc == nil {
		p.enc, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(false), zstd.WithWindowSize(sectionBytesMax), zstd.WithLowerEncoderMem(true))
	}
	return p.enc != nil
}

func (p *Packer) decoder() bool {
	if p.dec == nil {
		p.dec, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(sectionBytesMax))
	}
	return p.dec != nil
}
