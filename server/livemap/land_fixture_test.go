package livemap

import (
	"context"
	"errors"
	"flag"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/internal/leaktest"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

var update = flag.Bool("update", false, "write the golden images again")

func TestMain(m *testing.M) { leaktest.Main(m) }

// fakeLand is kept land in memory, with what was changed.
type fakeLand struct {
	*store.Memory
	mu      sync.Mutex
	columns map[world.SectionPos]bool
	now     map[world.Pos]world.Block
	seq     uint64
	gen     worldgen.Generator
	pack    protocol.Packer
	gate    func() // called by Columns, nil for nothing
}

func newLand(seed uint64) *fakeLand {
	return &fakeLand{
		Memory: store.NewMemory(nil), columns: map[world.SectionPos]bool{}, now: map[world.Pos]world.Block{}, gen: worldgen.Of(worldgen.Default, seed),
	}
}

// Columns implements Land.
func (l *fakeLand) Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error) {
	if l.gate != nil {
		l.gate()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for p := range l.columns {
		if from.X <= p.X && p.X <= to.X && from.Z <= p.Z && p.Z <= to.Z {
			dst = append(dst, p)
		}
	}
	slices.SortFunc(dst, func(a, b world.SectionPos) int {
		if a.X != b.X {
			return int(a.X - b.X)
		}
		return int(a.Z - b.Z)
	})
	return dst[:min(len(dst), max)], nil
}

// at is the block at a place now.
func (l *fakeLand) at(p world.Pos) world.Block {
	if b, ok := l.now[p]; ok {
		return b
	}
	if s := l.gen.Section(p.Section()); s != nil {
		return s.Get(p.Index())
	}
	return world.Air
}

// put changes a block at a time, and saves the whole section if snapshot is set.
func (l *fakeLand) put(p world.Pos, b world.Block, at int64, snapshot bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seq++
	batch := store.Batch{Time: at, Edits: l.seq, Changes: []store.BlockChange{{Pos: p, Block: b, Seq: l.seq, Author: 1, Before: l.at(p)}}}
	l.now[p] = b
	l.columns[world.SectionPos{X: p.X >> 4, Z: p.Z >> 4}] = true
	if snapshot {
		batch.Snapshots = []store.Snapshot{{Section: p.Section(), Edits: l.seq, Packed: l.pack.Pack(nil, l.section(p.Section()))}}
	}
	l.Commit(0, &batch)
}

// section is a section as it is now.
func (l *fakeLand) section(at world.SectionPos) *world.Section {
	var cells [world.SectionCells]world.Block
	if s := l.gen.Section(at); s != nil {
		s.Cells(&cells)
	}
	for p, b := range l.now {
		if p.Section() == at {
			cells[p.Index()] = b
		}
	}
	return world.SectionOf(&cells)
}

// stack is all sections of a column, from below, as they are now.
type stack [(world.MaxY - world.MinY + 1) / world.SectionSize]*world.Section

func (l *fakeLand) stack(c column) (s stack) {
	for i := range s {
		s[i] = l.section(world.SectionPos{X: c.x, Y: int32(i) + world.MinY>>4, Z: c.z})
	}
	return s
}

// seen is a column from above, looked at block by block; ore looks like the stone around it.
func (l *fakeLand) seen(s *stack, x, z int32) (t landscape.SurfaceColumn) {
	t.Biome = l.gen.Biome(x, z)
	for y := int32(world.MaxY); y >= world.MinY; y-- {
		at := world.Pos{X: x, Y: y, Z: z}
		b := s[at.Section().Y-world.MinY>>4].Get(at.Index())
		if b == world.Air {
			continue
		}
		if strings.HasSuffix(b.Kind().String(), "_ore") {
			b = world.Stone
		}
		if t.Block == world.Air || b == world.Water && t.Block != world.Water {
			t.Y, t.Block = int16(y), b
		}
		if isOpaque(b) {
			t.Ground, t.Cover = int16(y), b
			break
		}
	}
	return t
}

// open makes a map that is closed at the end of the test.
func open(t testing.TB, l *fakeLand, change func(*Config)) *Map {
	t.Helper()
	cfg := Config{Title: "test", Land: testLand, Source: l, Created: time.UnixMilli(1_000_000)}
	if change != nil {
		change(&cfg)
	}
	m := New(cfg)
	t.Cleanup(m.Close)
	return m
}

// get asks the map for a path.
func get(m *Map, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, r)
	return w
}

// testTimeout is for machines on which much else runs.
const testTimeout = time.Minute

// within waits until something holds.
func within(t *testing.T, d time.Duration, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(d); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", d, what)
		}
	}
}

func must(t testing.TB, m *Map, tile Tile) tileImage {
	t.Helper()
	end := time.Now().Add(testTimeout)
	p, err := m.tile(context.Background(), tile)
	for errors.Is(err, context.DeadlineExceeded) && time.Now().Before(end) { // much else runs: a page asks again as well
		p, err = m.tile(context.Background(), tile)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// testLand is the land of most maps of tests.
var testLand = worldgen.Land{Seed: 1, Generator: worldgen.Default}
