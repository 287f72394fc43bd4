package engine

import (
	"crypto/sha256"
	"errors"

	"voxtide/internal/wire"
)

// Hash is the SHA-256 of the bytes of an entry.
type Hash = [sha256.Size]byte

// Kind says what an entry is.
type Kind uint8

const (
	// Claimed is the first entry of a claim: from it on the log belongs to Holder. Its data is the claimant's.
	Claimed Kind = iota + 1
	// Data holds what the writer was given.
	Data
	// Heartbeat says that the writer is there; it has no data.
	Heartbeat
	kindEnd
)

// holderMax bounds the name of a holder, in bytes.
const holderMax = 255

// DataMax is the largest data of an entry that fits an engine's.
const DataMax = EntryMax - 512

// Entry is an entry as writers and readers see it. Its bytes are a version, kind, number and claim as uvarint, 32 bytes hash, of a Claimed
// one the holder as string, and the data up to the end.
type Entry struct {
	N, Claim uint64
	Before   Hash // of the entry before, as it is stored; zero for the first
	Kind     Kind
	Holder   string // of a Claimed entry
	Data     []byte
}

const versionEntry = 1

var (
	errEntryVersion = errors.New("engine: an entry of an unknown version")
	errEntryForm    = errors.New("engine: an entry out of its form")
)

// AppendEntry appends the bytes of an entry.
func AppendEntry(b []byte, e *Entry) []byte {
	b = append(b, versionEntry, byte(e.Kind))
	b = wire.AppendUvarint(wire.AppendUvarint(b, e.N), e.Claim)
	b = append(b, e.Before[:]...)
	if e.Kind == Claimed {
		b = wire.AppendString(b, e.Holder)
	}
	return append(b, e.Data...)
}

// ReadEntry reads an entry; its data is part of b.
func ReadEntry(b []byte) (e Entry, err error) {
	r := wire.NewReader(b)
	if r.Byte() != versionEntry {
		r.Fail(errEntryVersion)
	}
	e.Kind = Kind(r.Byte())
	e.N, e.Claim = r.Uvarint(), r.Uvarint()
	copy(e.Before[:], r.Bytes(len(e.Before)))
	if e.Kind == Claimed {
		e.Holder = r.String(holderMax)
	}
	e.Data = r.Rest()
	if e.Kind == 0 || e.Kind >= kindEnd || e.N == 0 || e.Claim == 0 || e.Kind == Heartbeat && len(e.Data) > 0 || len(e.Data) > DataMax {
		r.Fail(errEntryForm)
	}
	if err := r.Err(); err != nil {
		return Entry{}, err
	}
	return e, nil
}

// HashOf returns the hash of an entry's bytes.
func HashOf(encoded []byte) Hash { return sha256.Sum256(encoded) }
