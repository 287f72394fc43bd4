package store

import (
	"cmp"
	"slices"
)

// memorySection is the record of a section in a Memory.
type memorySection struct {
	packed  []byte         // of the last snapshot, nil if there is none
	edits   uint64         // number of the last edit that packed holds
	entries []HistoryEntry // by number, then by cell; each once
}

// change enters a change at its place; it replaces that of the same edit in the same cell.
func (r *memorySection) change(p HistoryEntry) {
	i, found := slices.BinarySearchFunc(r.entries, p, func(a, b HistoryEntry) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Pos.Index(), b.Pos.Index()))
	})
	if found {
		r.entries[i] = p
		return
	}
	r.entries = slices.Insert(r.entries, i, p)
}

// stored returns the current state of a section, in memory of its own.
func (r *memorySection) stored() (s Stored) {
	if s.Packed = slices.Clone(r.packed); r.packed != nil {
		s.Edits = r.edits
	}
	for i := range r.entries {
		if r.packed == nil || r.entries[i].Seq > r.edits {
			s.Changes = append(s.Changes, r.entries[i].BlockChange)
		}
	}
	return s
}
