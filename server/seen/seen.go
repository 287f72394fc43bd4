// Package seen keeps on which day each changed column of a world was last in somebody's view, so that land that nobody has seen for long can be
// told from other land.
//
// Data flow: the workers that load sections call Mark for each that somebody has changed, the loop for those that stay loaded; a job that drops
// land asks Day and calls Forget. Write puts all of it into a file. Owner: the host; all methods may be called from any goroutine. Invariants:
// a column is never said to be unseen for longer than it is: of what is not known, the day on which the record began counts; a file that is
// missing, torn or damaged begins the record from the start; days never go back.
package seen

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"slices"
	"sync"

	"voxtide/internal/atomicfile"
	"voxtide/internal/wire"
	"voxtide/store"
)

// Day is a day, in days since 1970.
type Day int64

// DayOf returns the day of a date in ms since 1970.
func DayOf(ms int64) Day { return Day(ms / 86_400_000) }

const (
	version    = 1
	columnsMax = 1 << 24
	farthest   = 1 << 28 // of a column
	daysMax    = 1 << 32
)

var errForm = errors.New("seen: the file is not in its form")

// Map is the record of a world. Use Open.
type Map struct {
	file  string
	today func() Day

	mu      sync.Mutex // over what follows
	began   Day
	days    map[store.Column]Day
	changed bool
}

// Open reads the record of a file, or begins one. today returns the day of the world. The error says why an existing one could not be read; the
// Map is good all the same.
func Open(file string, today func() Day) (*Map, error) {
	m := &Map{file: file, today: today, began: today(), days: map[store.Column]Day{}, changed: true}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		var began Day
		var days map[store.Column]Day
		if began, days, err = read(data); err == nil {
			m.began, m.days, m.changed = min(began, m.began), days, false
		}
	}
	return m, err
}

// Began returns the day on which the record began.
func (m *Map) Began() Day {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.began
}

// Mark says that columns are in somebody's view today.
func (m *Map) Mark(columns ...store.Column) {
	day := m.today()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range columns {
		if m.days[c] < day && len(m.days) < columnsMax {
			m.days[c], m.changed = day, true
		}
	}
}

// Day returns on which day a column was last in somebody's view, or when the record began.
func (m *Map) Day(c store.Column) Day {
	m.mu.Lock()
	defer m.mu.Unlock()
	return max(m.days[c], m.began)
}

// Forget drops columns that are land as it was made.
func (m *Map) Forget(columns ...store.Column) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range columns {
		if _, there := m.days[c]; there {
			delete(m.days, c)
			m.changed = true
		}
	}
}

// Write writes the record into its file, if it has changed.
func (m *Map) Write() error {
	m.mu.Lock()
	if !m.changed {
		m.mu.Unlock()
		return nil
	}
	data := appendRecord(nil, m.began, m.days)
	m.changed = false
	m.mu.Unlock()
	err := atomicfile.Replace(m.file, data, 0o600)
	if err != nil {
		m.mu.Lock()
		m.changed = true
		m.mu.Unlock()
	}
	return err
}

// appendRecord writes a version, the day of the begin, a count, and for each column by X and Z the differences from the one before and the days
// since the begin; then the sum of all bytes (CRC-32C).
func appendRecord(b []byte, began Day, days map[store.Column]Day) []byte {
	list := make([]store.Column, 0, len(days))
	for c := range days {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b store.Column) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z)) })
	b = wire.AppendVarint(append(b, version), int64(began))
	b = wire.AppendCount(b, len(list))
	last := store.Column{}
	for _, c := range list {
		b = wire.AppendVarint(wire.AppendVarint(b, int64(c.X)-int64(last.X)), int64(c.Z)-int64(last.Z))
		b = wire.AppendVarint(b, int64(days[c]-began))
		last = c
	}
	return wire.AppendU32(b, crc32.Checksum(b, castagnoli))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func read(data []byte) (began Day, days map[store.Column]Day, err error) {
	if len(data) < 4 {
		return 0, nil, errForm
	}
	body := data[:len(data)-4]
	tail := wire.NewReader(data[len(data)-4:])
	if tail.U32() != crc32.Checksum(body, castagnoli) {
		return 0, nil, errForm
	}
	r := wire.NewReader(body)
	if v := r.Byte(); v != version {
		return 0, nil, fmt.Errorf("%w: version %d", errForm, v)
	}
	began, days = Day(r.Varint()), map[store.Column]Day{}
	last := store.Column{}
	for range r.Count(columnsMax, 3) {
		last = store.Column{X: last.X + r.Varint32(), Z: last.Z + r.Varint32()}
		since := Day(r.Varint())
		day := began + since
		if _, twice := days[last]; twice || last.X < -farthest || last.X > farthest || last.Z < -farthest || last.Z > farthest || since < -daysMax || since > daysMax {
			r.Fail(errForm)
		}
		days[last] = day
	}
	if began < 0 || began > daysMax {
		r.Fail(errForm)
	}
	return began, days, r.End()
}
