package logged

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"voxtide/internal/wire"
	"voxtide/store/record"
)

// Table is a table of blocks: their names by number. Batches hold numbers, and machines may run different versions for the time of an upgrade;
// so a batch says by a hash which table its numbers are of, and the table itself is in the entry with which a claim begins, and in the
// directory for who begins to read later than that.
type Table struct {
	names []string
	hash  uint64
}

// Bounds of a table that is read.
const (
	tableNamesMax = 1 << 16
	tableBytesMax = 8 << 20
)

// NewTable returns the table of names by number. Names have no line breaks.
func NewTable(names []string) *Table {
	sum := sha256.Sum256([]byte(strings.Join(names, "\n")))
	return &Table{names: names, hash: binary.LittleEndian.Uint64(sum[:])}
}

// key returns the key of a table in the directory of a world.
func tableKey(world string, hash uint64) string { return fmt.Sprintf("%s/blocks/%016x", world, hash) }

// appendTable appends the names, a line each, compressed.
func appendTable(to []byte, t *Table) []byte {
	b := bytes.NewBuffer(to)
	w, err := flate.NewWriter(b, flate.BestCompression)
	if err == nil {
		_, err = io.WriteString(w, strings.Join(t.names, "\n"))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic("logged: " + err.Error()) // memory takes all
	}
	return b.Bytes()
}

func readTable(b []byte) (*Table, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b)), tableBytesMax+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("logged: a table of blocks: %w", err)
	case len(text) > tableBytesMax || bytes.Count(text, []byte{'\n'}) >= tableNamesMax:
		return nil, fmt.Errorf("logged: a table of blocks: %w", wire.ErrLimit)
	case len(text) == 0:
		return NewTable(nil), nil
	}
	return NewTable(strings.Split(string(text), "\n")), nil
}

// opening is the data of the entry with which a claim begins.
type opening struct {
	edits uint64 // of the world that the claimant has, all of the log before the entry included
	hash  uint64 // its hash
	table []byte // as appendTable writes it
}

const versionOpening = 1

// appendOpening writes version, edits, hash and table.
func appendOpening(to []byte, o *opening) []byte {
	to = wire.AppendU64(wire.AppendUvarint(append(to, versionOpening), o.edits), o.hash)
	return append(wire.AppendCount(to, len(o.table)), o.table...)
}

func readOpening(b []byte) (o opening, err error) {
	r := record.Open(b, versionOpening)
	o.edits, o.hash = r.Uvarint(), r.U64()
	o.table = r.Bytes(r.Count(tableBytesMax, 1))
	return o, r.End()
}
