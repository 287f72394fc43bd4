package pebble

import (
	"encoding/binary"
	"errors"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/timestream"
)

// propertyName is the name of the property in Pebble's tables. Tables without it, which older formats wrote, are read whole.
const propertyName = "voxtide.changes"

// blockProperty bounds the changes in a block of a table, so that a reader of other changes need not read the block.
type blockProperty struct {
	hasChanges  bool // there are changes in the block
	first, last uint64
	// Wall clock and authors. A record that deletes a change, or does not name them, matches all.
	since, until int64
	authors      uint64 // a bit for each author
}

// anyProperty is the property of a record that deletes a change: every reader has to see it.
var anyProperty = blockProperty{since: -1 << 63, until: 1<<63 - 1, authors: ^uint64(0)}

// authorBit returns the bit of an author: 64 bits stand for all authors.
func authorBit(s timestream.Stream) uint64 { return 1 << (uint32(s) * 0x9e3779b1 >> 26) }

func (p *blockProperty) merge(o *blockProperty) {
	switch {
	case !o.hasChanges:
	case !p.hasChanges:
		*p = *o
	default:
		p.first, p.last = min(p.first, o.first), max(p.last, o.last)
		p.since, p.until = min(p.since, o.since), max(p.until, o.until)
		p.authors |= o.authors
	}
}

// append writes nothing for no changes, else numbers, times and authors.
func (p *blockProperty) append(b []byte) []byte {
	if !p.hasChanges {
		return b
	}
	b = wire.AppendUvarint(b, p.first)
	b = wire.AppendUvarint(b, p.last-p.first)
	b = wire.AppendVarint(b, p.since)
	b = wire.AppendVarint(b, p.until)
	return binary.LittleEndian.AppendUint64(b, p.authors)
}

func parseProperty(b []byte) (p blockProperty, err error) {
	if len(b) == 0 {
		return p, nil
	}
	r := wire.NewReader(b)
	p = blockProperty{hasChanges: true, first: r.Uvarint(), last: r.Uvarint(), since: r.Varint(), until: r.Varint(), authors: r.U64()}
	p.last += p.first
	return p, r.End()
}

// propertyCollector computes the property of each block, of each index block, and of a table. Pebble calls it while it writes.
type propertyCollector struct{ block, last, index, table blockProperty }

func newCollector() pebble.BlockPropertyCollector { return &propertyCollector{} }

func (*propertyCollector) Name() string { return propertyName }

func (c *propertyCollector) AddPointKey(key pebble.InternalKey, value []byte) error {
	seq, _, ok := readChangeKey(key.UserKey)
	if !ok {
		return nil
	}
	one := anyProperty
	if key.Kind() == pebble.InternalKeyKindSet {
		// A damaged record is reported by its readers.
		if v, err := record.ReadChange(value); err == nil {
			one = blockProperty{since: v.Time, until: v.Time, authors: authorBit(v.Author)}
		}
	}
	one.hasChanges, one.first, one.last = true, seq, seq
	c.block.merge(&one)
	return nil
}

func (c *propertyCollector) FinishDataBlock(b []byte) ([]byte, error) {
	b = c.block.append(b)
	c.table.merge(&c.block)
	c.last, c.block = c.block, blockProperty{}
	return b, nil
}

func (c *propertyCollector) AddPrevDataBlockToIndexBlock() { c.index.merge(&c.last) }

func (c *propertyCollector) FinishIndexBlock(b []byte) ([]byte, error) {
	b = c.index.append(b)
	c.index = blockProperty{}
	return b, nil
}

func (c *propertyCollector) FinishTable(b []byte) ([]byte, error) { return c.table.append(b), nil }

var errNoRanges = errors.New("pebble: there are no ranges of keys here")

func (*propertyCollector) AddRangeKeys(sstable.Span) error { return errNoRanges }

func (*propertyCollector) SupportsSuffixReplacement() bool { return false }

func (*propertyCollector) AddCollectedWithSuffixReplacement(_, _, _ []byte) error { return errNoRanges }

// propertyFilter skips blocks that hold no change that matches a query. It ignores the box, which the keys bound.
type propertyFilter struct {
	after, upTo  uint64
	since, until int64
	authors      uint64
}

// filterOf returns the filter of a query.
func filterOf(q *store.Query) *propertyFilter {
	f := &propertyFilter{after: q.After, upTo: q.UpTo, since: q.Since, until: q.Until, authors: ^uint64(0)}
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

// changesAfter returns the filter of a section's changes since its snapshot, by any author.
func changesAfter(edits uint64) *propertyFilter {
	return &propertyFilter{after: edits, upTo: 1<<64 - 1, since: -1 << 63, until: 1<<63 - 1, authors: ^uint64(0)}
}

func (*propertyFilter) Name() string { return propertyName }

func (f *propertyFilter) Intersects(b []byte) (bool, error) {
	p, err := parseProperty(b)
	return p.hasChanges && p.last > f.after && p.first <= f.upTo && p.until >= f.since && p.since <= f.until &&
		p.authors&f.authors != 0, err
}

func (f *propertyFilter) SyntheticSuffixIntersects([]byte, []byte) (bool, error) { return true, nil }
