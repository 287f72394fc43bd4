package protocol

import (
	"errors"
	"slices"

	"github.com/klauspost/compress/zstd"

	"voxtide/internal/wire"
	"voxtide/world"
)

// ErrSectionCodec says that bytes are not a section packed by Pack.
var ErrSectionCodec = errors.New("protocol: malformed packed section")

// How the bytes of a section are packed: the first byte.
const (
	packedRaw  byte = iota // as world.AppendSection writes them
	packedZstd             // the same, compressed
)

const (
	// compressMin is the size up to which a section's bytes are not compressed.
	compressMin = 48
	// sectionBytesMax bounds the unpacked bytes of a section.
	sectionBytesMax = 64 << 10
)

// Packer packs sections into the bytes that the disk and the wire hold, and unpacks them. It holds its coders' memory:
// use one for each goroutine. The zero value is ready.
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
	if len(p.raw) > compressMin && p.encoder() {
		p.zip = p.enc.EncodeAll(p.raw, p.zip[:0]) // not into dst, which would grow for good by the size of raw
		if len(p.zip) < len(p.raw) {
			return append(append(slices.Grow(dst, 1+len(p.zip)), packedZstd), p.zip...)
		}
	}
	return append(append(slices.Grow(dst, 1+len(p.raw)), packedRaw), p.raw...)
}

// Unpack unpacks the bytes of Pack, all of b.
func (p *Packer) Unpack(b []byte) (*world.Section, error) { return p.unpack(b, world.ReadSection) }

// UnpackForeign unpacks a section that has the numbers of another table of blocks, until world.Numbering translates it.
func (p *Packer) UnpackForeign(b []byte) (*world.Section, error) {
	return p.unpack(b, world.ReadForeignSection)
}

func (p *Packer) unpack(b []byte, read func(*wire.Reader) (*world.Section, error)) (*world.Section, error) {
	if len(b) == 0 {
		return nil, ErrSectionCodec
	}
	how, b := b[0], b[1:]
	switch {
	case how == packedZstd && p.decoder():
		out, err := p.dec.DecodeAll(b, p.raw[:0])
		if err != nil || len(out) > sectionBytesMax {
			return nil, ErrSectionCodec
		}
		p.raw, b = out, out
	case how != packedRaw:
		return nil, ErrSectionCodec
	}
	r := wire.NewReader(b)
	s, err := read(&r)
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
