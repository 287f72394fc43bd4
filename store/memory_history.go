package store

import (
	"cmp"
	"maps"
	"slices"

	"voxtide/world"
)

// BlockChanges implements Store.
func (m *Memory) BlockChanges(p world.Pos, f func(*HistoryEntry) bool) error {
	m.mu.Lock()
	var found []HistoryEntry
	if r := m.sections[p.Section()]; r != nil {
		for i := range r.entries {
			if r.entries[i].Pos == p {
				found = append(found, r.entries[i])
			}
		}
	}
	m.mu.Unlock()
	for i := range slices.Backward(found) {
		if !f(&found[i]) {
			break
		}
	}
	return nil
}

// ScanChanges implements Store.
func (m *Memory) ScanChanges(q *Query, from Cursor, look int, f func(*HistoryEntry) bool) (Cursor, error) {
	for _, r := range m.entriesFrom(from) {
		for _, cell := range r {
			for i := range cell {
				if look--; q.Match(&cell[i]) && !f(&cell[i]) {
					look = 0
				}
			}
			if look <= 0 {
				return cursorAfter(cell[0].Pos), nil
			}
		}
	}
	return Cursor{Started: true, Done: true}, nil
}

// ScanCells implements Store.
func (m *Memory) ScanCells(q *Query, from Cursor, look int, f func(*CellHistory) bool) (Cursor, error) {
	for _, r := range m.entriesFrom(from) {
		for _, cell := range r {
			var fold CellFold
			for i := range cell {
				if look--; q.Covers(cell[i].Seq) {
					fold.Add(&cell[i], q.Match(&cell[i]))
				}
			}
			if fold.Cell.Matches > 0 && !f(fold.End()) || look <= 0 {
				return cursorAfter(cell[0].Pos), nil
			}
		}
	}
	return Cursor{Started: true, Done: true}, nil
}

// FirstChanges implements Store.
func (m *Memory) FirstChanges(q *Query, max int, dst []HistoryEntry) ([]HistoryEntry, error) {
	first := NewEarliest(max)
	_, err := m.ScanChanges(q, Cursor{}, 1<<62, func(p *HistoryEntry) bool {
		first.Add(p)
		return true
	})
	return first.Sorted(dst), err
}

// cursorAfter returns the cursor behind a cell.
func cursorAfter(p world.Pos) Cursor {
	return Cursor{Section: p.Section(), Cell: p.Index() + 1, Started: true}
}

// entriesFrom returns a copy of the history from a cursor on: by section, by cell.
func (m *Memory) entriesFrom(at Cursor) (out [][][]HistoryEntry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at.Done {
		return nil
	}
	for _, p := range slices.SortedFunc(maps.Keys(m.sections), compareSections) {
		if at.Started && compareSections(p, at.Section) < 0 {
			continue
		}
		past := slices.Clone(m.sections[p].entries)
		slices.SortStableFunc(past, func(a, b HistoryEntry) int { return cmp.Compare(a.Pos.Index(), b.Pos.Index()) })
		var cells [][]HistoryEntry
		for len(past) > 0 {
			n := 1
			for n < len(past) && past[n].Pos == past[0].Pos {
				n++
			}
			if !at.Started || p != at.Section || past[0].Pos.Index() >= at.Cell {
				cells = append(cells, past[:n:n])
			}
			past = past[n:]
		}
		out = append(out, cells)
	}
	return out
}

// compareSections compares sections by the order of the history.
func compareSections(a, b world.SectionPos) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z), cmp.Compare(a.Y, b.Y))
}
