package pebble

import (
	"fmt"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/timestream"
	"voxtide/world/columns"
)

// Format is the number of the format that this package writes. It rises when an older program could not read it.
const Format = 7

// The records of a world, and the versions of their forms.
const (
	metaFormat = "format"
	metaWorld  = "world"
	metaState  = "state"
	metaLog    = "log"
	metaLand   = "land"

	versionFormat = 1
	versionWorld  = 1
	versionState  = 3
	versionState2 = 2 // without the world's time
	versionState1 = 1 // and without batch and date
	versionLog    = 1
	versionLand   = 1
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
	r := record.Open(b, versionFormat)
	format := record.ReadBelow(&r, 1<<31)
	return int(format), r.End()
}

// worldRecord is what a world was made with.
type worldRecord struct {
	seed      uint64
	generator int64
	created   int64 // milliseconds since 1970
	blocks    []string
}

func (m *worldRecord) info() Info {
	return Info{Format: Format, Seed: m.seed, Generator: int(m.generator), Created: time.UnixMilli(m.created)}
}

// appendWorld writes version, seed, generator, created, names of blocks.
func appendWorld(b []byte, m *worldRecord) []byte {
	b = wire.AppendU64(append(b, versionWorld), m.seed)
	b = wire.AppendVarint(b, m.generator)
	b = wire.AppendVarint(b, m.created)
	b = wire.AppendCount(b, len(m.blocks))
	for _, name := range m.blocks {
		b = wire.AppendString(b, name)
	}
	return b
}

func readWorld(b []byte) (m worldRecord, err error) {
	r := record.Open(b, versionWorld)
	m.seed = r.U64()
	m.generator = r.Varint()
	m.created = r.Varint()
	n := r.Count(blocksMax, 1)
	for range n {
		m.blocks = append(m.blocks, r.String(blockNameMax))
	}
	return m, r.End()
}

// stateRecord holds the parts of a batch of which only the newest counts.
type stateRecord struct {
	ceiling       timestream.Time
	clean         bool
	edits         uint64
	lastStream    timestream.Stream
	entityCounter uint32
	hash          uint64
	batch         uint64          // number of batches so far
	date          int64           // of the world, in ms since 1970; 0: not known
	now           timestream.Time // of the last batch, 0: not known
	time          int64           // the machine's clock of the last batch, in ms since 1970; 0: not known
}

// apply takes the numbers of a batch over.
func (n *stateRecord) apply(b *store.Batch) {
	n.batch++
	if b.Ceiling != 0 {
		n.ceiling, n.clean = b.Ceiling, b.Clean
	}
	if n.now, n.time = b.Now, b.Time; b.Now == 0 {
		n.time = 0
	}
	n.edits, n.lastStream, n.entityCounter, n.hash = b.Edits, b.LastStream, b.EntityCounter, b.Hash
}

// appendState writes version and the numbers.
func appendState(b []byte, n *stateRecord) []byte {
	b = record.AppendTime(append(b, versionState), n.ceiling)
	b = wire.AppendBool(b, n.clean)
	b = wire.AppendUvarint(b, n.edits)
	b = record.AppendStream(b, n.lastStream)
	b = wire.AppendU32(b, n.entityCounter)
	b = wire.AppendU64(b, n.hash)
	b = wire.AppendUvarint(b, n.batch)
	b = wire.AppendVarint(b, n.date)
	return wire.AppendVarint(record.AppendTime(b, n.now), n.time)
}

// readState reads the numbers in any of their versions.
func readState(b []byte) (n stateRecord, err error) {
	version := byte(versionState)
	if len(b) > 0 && (b[0] == versionState1 || b[0] == versionState2) {
		version = b[0]
	}
	r := record.Open(b, version)
	n = stateRecord{
		ceiling: record.ReadTime(&r), clean: r.Bool(), edits: r.Uvarint(), lastStream: record.ReadStream(&r), entityCounter: r.U32(), hash: r.U64(),
	}
	if version != versionState1 {
		n.batch, n.date = r.Uvarint(), r.Varint()
	}
	if version == versionState {
		n.now, n.time = record.ReadTime(&r), r.Varint()
	}
	return n, r.End()
}

// logRecord is where in a log that several machines share a batch stands. It counts only if that batch is the world's last: who writes a
// world without the log, a program of before too, ends the following of it without knowing of this record.
type logRecord struct {
	at    store.LogPosition
	batch uint64 // see stateRecord
}

// appendLog writes version, number and claim of an entry, its hash, and the number of the batch.
func appendLog(b []byte, v logRecord) []byte {
	b = wire.AppendUvarint(wire.AppendUvarint(append(b, versionLog), v.at.N), v.at.Claim)
	return wire.AppendUvarint(append(b, v.at.Hash[:]...), v.batch)
}

func readLog(b []byte) (v logRecord, err error) {
	r := record.Open(b, versionLog)
	v.at.N, v.at.Claim = r.Uvarint(), r.Uvarint()
	copy(v.at.Hash[:], r.Bytes(len(v.at.Hash)))
	v.batch = r.Uvarint()
	return v, r.End()
}

// loadLog returns where in a log a world stands whose last batch has a number, zero if it follows none.
func loadLog(from pebble.Reader, batch uint64) (at store.LogPosition, err error) {
	value, err := get(from, metaKey(metaLog))
	if err != nil || value == nil {
		return at, err
	}
	v, err := readLog(value)
	if err != nil {
		return at, fmt.Errorf("record log: %w", err)
	}
	if v.batch == batch {
		at = v.at
	}
	return at, nil
}

// Info is what a world was made with.
type Info struct {
	Format    int // of what this package writes
	Seed      uint64
	Generator int
	Created   time.Time      // to the millisecond
	Kept      []columns.Kept // land that stayed as it was with each upgrade, the last one last
}
