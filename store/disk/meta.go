package disk

import (
	"time"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/wire"
)

// Format is the number of what this package writes. It goes up when an older program could not read it.
const Format = 3

// The records of a world, and the versions of their forms.
const (
	metaFormat = "format"
	metaWorld  = "world"
	metaState  = "state"

	versionFormat = 1
	versionWorld  = 1
	versionState  = 2
	versionState1 = 1 // of programs that knew neither batch nor date
)

// blocksMax and blockNameMax bound the table of blocks: ids are 16 bits; names in bytes.
const (
	blocksMax    = 1 << 16
	blockNameMax = 255
)

// appendFormat writes version, format. Programs of all times read it.
func appendFormat(b []byte, format int) []byte {
	return wire.AppendUvarint(append(b, versionFormat), uint64(format))
}

func readFormat(b []byte) (int, error) {
	r := open(b, versionFormat)
	format := below(&r, 1<<31)
	return int(format), r.End()
}

// made is what a world was made with.
type made struct {
	seed      uint64
	generator int64
	created   int64 // milliseconds since 1970
	blocks    []string
}

func (m *made) info() Info {
	return Info{Format: Format, Seed: m.seed, Generator: int(m.generator), Created: time.UnixMilli(m.created)}
}

// appendMade writes version, seed, generator, created, names of blocks.
func appendMade(b []byte, m *made) []byte {
	b = wire.AppendU64(append(b, versionWorld), m.seed)
	b = wire.AppendVarint(b, m.generator)
	b = wire.AppendVarint(b, m.created)
	b = wire.AppendCount(b, len(m.blocks))
	for _, name := range m.blocks {
		b = wire.AppendString(b, name)
	}
	return b
}

func readMade(b []byte) (m made, err error) {
	r := open(b, versionWorld)
	m.seed = r.U64()
	m.generator = r.Varint()
	m.created = r.Varint()
	n := r.Count(blocksMax, 1)
	for range n {
		m.blocks = append(m.blocks, r.String(blockNameMax))
	}
	return m, r.End()
}

// numbers are the parts of a batch of which only the newest counts.
type numbers struct {
	ceiling timestream.Time
	clean   bool
	edits   uint64
	streams timestream.Stream
	counter uint32
	hash    uint64
	batch   uint64 // how many there have been
	date    int64  // of the world, in ms since 1970; 0: not known
}

// follow takes a batch in.
func (n *numbers) follow(b *store.Batch) {
	n.batch++
	if b.Ceiling != 0 {
		n.ceiling, n.clean = b.Ceiling, b.Clean
	}
	n.edits, n.streams, n.counter, n.hash = b.Edits, b.Streams, b.Counter, b.Hash
}

// appendNumbers writes version and the numbers.
func appendNumbers(b []byte, n *numbers) []byte {
	b = appendTime(append(b, versionState), n.ceiling)
	b = wire.AppendBool(b, n.clean)
	b = wire.AppendUvarint(b, n.edits)
	b = appendStream(b, n.streams)
	b = wire.AppendU32(b, n.counter)
	b = wire.AppendU64(b, n.hash)
	b = wire.AppendUvarint(b, n.batch)
	return wire.AppendVarint(b, n.date)
}

// readNumbers reads the numbers in either of the forms that they had.
func readNumbers(b []byte) (n numbers, err error) {
	version := byte(versionState)
	if len(b) > 0 && b[0] == versionState1 {
		version = versionState1
	}
	r := open(b, version)
	n = numbers{
		ceiling: readTime(&r), clean: r.Bool(), edits: r.Uvarint(), streams: readStream(&r), counter: r.U32(), hash: r.U64(),
	}
	if version == versionState {
		n.batch, n.date = r.Uvarint(), r.Varint()
	}
	return n, r.End()
}
