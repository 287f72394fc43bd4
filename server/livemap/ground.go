package livemap

import (
	"maps"
	"slices"
	"sync"

	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Source is the stored land. Any goroutine may call it.
type Source interface {
	// Section returns the stored state of a section.
	Section(p world.SectionPos) (store.Stored, error)
	// Columns returns the columns of a rectangle of which the store holds something, at Y 0, at most max.
	Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error)
	// ScanChanges scans the history: see store.History.
	ScanChanges(q *store.Query, from store.Cursor, look int, f func(*store.HistoryEntry) bool) (store.Cursor, error)
}

// ground holds what is known of the land from above: surfaces of columns, and changes that the store may not have yet.
type ground struct {
	source Source
	land   worldgen.Land

	mu            sync.Mutex // over what follows
	surfaces      surfaceCache
	patches       patchCache
	pending       pendingChanges
	surfacesBuilt int
}

// pendingColumns lists the columns of a rectangle with pending changes, in order.
func (m *ground) pendingColumns(from, to column) (out []column) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for c := range m.pending.cells {
		if from.x <= c.x && c.x <= to.x && from.z <= c.z && c.z <= to.z {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b column) int {
		if a.x != b.x {
			return int(a.x - b.x)
		}
		return int(a.z - b.z)
	})
	return out
}

// pendingOf returns the pending changes of a column.
func (m *ground) pendingOf(c column) map[world.Pos]pendingCell {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.pending.cells[c])
}
