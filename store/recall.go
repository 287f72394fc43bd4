package store

import (
	"cmp"
	"maps"
	"slices"

	"voxtide/world"
)

// remembered is what Memory keeps of a section.
type remembered struct {
	packed []byte // of the last snapshot, nil if there is none
	edits  uint64 // to which it is complete
	past   []Past // by number, and by cell where one edit changed several; each once
}

// change enters a change in its place; that of the same edit in the same cell gives way.
func (r *remembered) change(p Past) {
	i, found := slices.BinarySearchFunc(r.past, p, func(a, b Past) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Pos.Index(), b.Pos.Index()))
	})
	if found {
		r.past[i] = p
		return
	}
	r.past = slices.Insert(r.past, i, p)
}

// stored returns what counts of a section, in memory of its own.
func (r *remembered) stored() (s Stored) {
	if s.Packed = slices.Clone(r.packed); r.packed != nil {
		s.Edits = r.edits
	}
	for i := range r.past {
		if r.packed == nil || r.past[i].Seq > r.edits {
			s.Changes = append(s.Changes, r.past[i].SectionChange)
		}
	}
	return s
}

// Who implements Store.
func (m *Memory) Who(p world.Pos, f func(*Past) bool) error {
	m.mu.Lock()
	var found []Past
	if r := m.sections[p.Section()]; r != nil {
		for i := range r.past {
			if r.past[i].Pos == p {
				found = append(found, r.past[i])
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

// Each implements Store.
func (m *Memory) Each(q *Query, from Mark, look int, f func(*Past) bool) (Mark, error) {
	for _, r := range m.from(from) {
		for _, cell := range r {
			for i := range cell {
				if look--; q.Match(&cell[i]) && !f(&cell[i]) {
					look = 0
				}
			}
			if look <= 0 {
				return behind(cell[0].Pos), nil
			}
		}
	}
	return Mark{Begun: true, Over: true}, nil
}

// Cells implements Store.
func (m *Memory) Cells(q *Query, from Mark, look int, f func(*Cell) bool) (Mark, error) {
	for _, r := range m.from(from) {
		for _, cell := range r {
			var fold Fold
			for i := range cell {
				if look--; q.Sees(cell[i].Seq) {
					fold.Add(&cell[i], q.Match(&cell[i]))
				}
			}
			if fold.Cell.Matches > 0 && !f(&fold.Cell) || look <= 0 {
				return behind(cell[0].Pos), nil
			}
		}
	}
	return Mark{Begun: true, Over: true}, nil
}

// Replay implements Store.
func (m *Memory) Replay(q *Query, max int, dst []Past) ([]Past, error) {
	first := NewFirst(max)
	_, err := m.Each(q, Mark{}, 1<<62, func(p *Past) bool {
		first.Add(p)
		return true
	})
	return first.Done(dst), err
}

// behind is the mark behind a cell.
func behind(p world.Pos) Mark { return Mark{Section: p.Section(), Cell: p.Index() + 1, Begun: true} }

// from returns a copy of the history from a mark on: by section, by cell.
func (m *Memory) from(at Mark) (out [][][]Past) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at.Over {
		return nil
	}
	for _, p := range slices.SortedFunc(maps.Keys(m.sections), inOrder) {
		if at.Begun && inOrder(p, at.Section) < 0 {
			continue
		}
		past := slices.Clone(m.sections[p].past)
		slices.SortStableFunc(past, func(a, b Past) int { return cmp.Compare(a.Pos.Index(), b.Pos.Index()) })
		var cells [][]Past
		for len(past) > 0 {
			n := 1
			for n < len(past) && past[n].Pos == past[0].Pos {
				n++
			}
			if !at.Begun || p != at.Section || past[0].Pos.Index() >= at.Cell {
				cells = append(cells, past[:n:n])
			}
			past = past[n:]
		}
		out = append(out, cells)
	}
	return out
}

// inOrder compares sections as the history orders them.
func inOrder(a, b world.SectionPos) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z), cmp.Compare(a.Y, b.Y))
}
