package disk

import (
	"encoding/binary"
	"errors"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/wire"
)

// propertyName names in Pebble's tables what is said of the changes in a block of them. Tables without it, which older
// formats wrote, are read whole.
const propertyName = "voxtide.changes"

// property says which changes a block of a table may hold, so that a reader who asks for others need not read it.
type property struct {
	some     bool // it holds changes
	seq, end uint64
	// Wall clock and authors; what deletes a change, or says nothing of them, may be anything.
	since, until int64
	authors      uint64 // a bit of each
}

// everything is what deletes a change: it has to be seen wherever the change may be.
var everything = property{since: -1 << 63, until: 1<<63 - 1, authors: ^uint64(0)}

// authorBit is the bit of an author: 64 of them stand for all.
func authorBit(s timestream.Stream) uint64 { return 1 << (uint32(s) * 0x9e3779b1 >> 26) }

func (p *property) join(o *property) {
	switch {
	case !o.some:
	case !p.some:
		*p = *o
	default:
		p.seq, p.end = min(p.seq, o.seq), max(p.end, o.end)
		p.since, p.until = min(p.since, o.since), max(p.until, o.until)
		p.authors |= o.authors
	}
}

// append writes nothing for no changes, else numbers, times and authors.
func (p *property) append(b []byte) []byte {
	if !p.some {
		return b
	}
	b = wire.AppendUvarint(b, p.seq)
	b = wire.AppendUvarint(b, p.end-p.seq)
	b = wire.AppendVarint(b, p.since)
	b = wire.AppendVarint(b, p.until)
	return binary.LittleEndian.AppendUint64(b, p.authors)
}

func readProperty(b []byte) (p property, err error) {
	if len(b) == 0 {
		return p, nil
	}
	r := wire.NewReader(b)
	p = property{some: true, seq: r.Uvarint(), end: r.Uvarint(), since: r.Varint(), until: r.Varint(), authors: r.U64()}
	p.end += p.seq
	return p, r.End()
}

// collector gathers the property of each block, of blocks of blocks, and of a table. Pebble calls it while it writes.
type collector struct{ block, last, index, table property }

func newCollector() pebble.BlockPropertyCollector { return &collector{} }

func (*collector) Name() string { return propertyName }

func (c *collector) AddPointKey(key pebble.InternalKey, value []byte) error {
	seq, _, ok := readChangeKey(key.UserKey)
	if !ok {
		return nil
	}
	one := everything
	if key.Kind() == pebble.InternalKeyKindSet {
		// What cannot be read is found by who reads it.
		if v, err := readChange(value); err == nil {
			one = property{since: v.time, until: v.time, authors: authorBit(v.author)}
		}
	}
	one.some, one.seq, one.end = true, seq, seq
	c.block.join(&one)
	return nil
}

func (c *collector) FinishDataBlock(b []byte) ([]byte, error) {
	b = c.block.append(b)
	c.table.join(&c.block)
	c.last, c.block = c.block, property{}
	return b, nil
}

func (c *collector) AddPrevDataBlockToIndexBlock() { c.index.join(&c.last) }

func (c *collector) FinishIndexBlock(b []byte) ([]byte, error) {
	b = c.index.append(b)
	c.index = property{}
	return b, nil
}

func (c *collector) FinishTable(b []byte) ([]byte, error) { return c.table.append(b), nil }

var errNoRanges = errors.New("disk: there are no ranges of keys here")

func (*collector) AddRangeKeys(sstable.Span) error { return errNoRanges }

func (*collector) SupportsSuffixReplacement() bool { return false }

func (*collector) AddCollectedWithSuffixReplacement(_, _, _ []byte) error { return errNoRanges }

// filter lets a reader of changes pass over blocks without any that match a query. Its box is not looked at: that is in
// the keys.
type filter struct {
	after, upTo  uint64
	since, until int64
	authors      uint64
}

// filterOf returns the filter of a query.
func filterOf(q *store.Query) *filter {
	f := &filter{after: q.After, upTo: q.UpTo, since: q.Since, until: q.Until, authors: ^uint64(0)}
	if q.UpTo == 0 {
		f.upTo = 1<<64 - 1
	}
	if q.Until == 0 {
		f.until = 1<<63 - 1
	}
	if q.ByAuthor {
		f.authors = authorBit(q.Author)
	}
	return f
}

// changesAfter returns the filter for a section's changes since its snapshot, whoever made them.
func changesAfter(edits uint64) *filter {
	return &filter{after: edits, upTo: 1<<64 - 1, since: -1 << 63, until: 1<<63 - 1, authors: ^uint64(0)}
}

func (*filter) Name() string { return propertyName }

func (f *filter) Intersects(b []byte) (bool, error) {
	p, err := readProperty(b)
	return p.some && p.end > f.after && p.seq <= f.upTo && p.until >= f.since && p.since <= f.until &&
		p.authors&f.authors != 0, err
}

func (f *filter) SyntheticSuffixIntersects([]byte, []byte) (bool, error) { return true, nil }
