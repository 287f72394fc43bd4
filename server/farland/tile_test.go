package farland

import (
	"bytes"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

// testLand is a store in memory over generated land.
type testLand struct {
	changes map[world.SectionPos][]store.BlockChange
	seq     uint64
}

func (l *testLand) Section(p world.SectionPos) (store.Stored, error) {
	return store.Stored{Changes: l.changes[p]}, nil
}

func (l *testLand) Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error) {
	seen := map[world.SectionPos]bool{}
	for p := range l.changes {
		if p.Y = 0; from.X <= p.X && p.X <= to.X && from.Z <= p.Z && p.Z <= to.Z {
			seen[p] = true
		}
	}
	for p := range maps.Keys(seen) {
		dst = append(dst, p)
	}
	slices.SortFunc(dst, func(a, b world.SectionPos) int {
		if a.X != b.X {
			return int(a.X - b.X)
		}
		return int(a.Z - b.Z)
	})
	return dst, nil
}

func (l *testLand) set(p world.Pos, b world.Block) {
	l.seq++
	if l.changes == nil {
		l.changes = map[world.SectionPos][]store.BlockChange{}
	}
	l.changes[p.Section()] = append(l.changes[p.Section()], store.BlockChange{Seq: l.seq, Pos: p, Block: b})
}

var newLand = worldgen.Land{Seed: 7, Generator: worldgen.Newest}

// TestTower: a tower of three by three shows as a box of its height in the tile of each level, and nowhere else.
func TestTower(t *testing.T) {
	var l testLand
	gen := worldgen.New(newLand)
	x, z := int32(1101), int32(-703)
	ground := gen.Top(x, z)
	const high = 40
	for y := ground - 2; y <= ground+high; y++ {
		for i := range int32(9) {
			l.set(world.Pos{X: x + i%3, Y: y, Z: z + i/3}, world.Stone)
		}
	}
	made := newTiles(newLand, &l)
	for level := range uint8(protocol.FarLevels) {
		p := protocol.FarPlace{Level: level}
		p.X, p.Z = int32(world.FloorDiv(int64(x), int64(p.Width()))), int32(world.FloorDiv(int64(z), int64(p.Width())))
		m, _, err := made.tile(p)
		var tile protocol.FarTile
		if _, err2 := protocol.ReadFarTile(&tile, m); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		cx, cz := p.Corner()
		covered := [9]bool{}
		for _, b := range tile.Boxes {
			if top := int32(b.Low) + int32(b.Height) - 1; top != ground+high || b.Block != world.Stone || int32(b.Low) > max(ground, landscape.SeaLevel) {
				t.Errorf("level %d: %+v, the tower is from below %d to %d", level, b, ground, ground+high)
			}
			for i := range int32(9) {
				bx, bz := x+i%3-cx, z+i/3-cz
				covered[i] = covered[i] || bx >= int32(b.X) && bx < int32(b.X+b.Width) && bz >= int32(b.Z) && bz < int32(b.Z+b.Depth)
			}
		}
		if slices.Contains(covered[:], false) {
			t.Errorf("level %d: boxes %+v do not hold the tower", level, tile.Boxes)
		}
		t.Logf("level %d: %d bytes, %d boxes, %d covers", level, len(m), len(tile.Boxes), len(tile.Covers))
	}
}

// TestTilesFromScratch: after random building and digging, and changes told, each tile that is kept equals one that is made from nothing.
func TestTilesFromScratch(t *testing.T) {
	r := testrand.New(t)
	var l testLand
	made := newTiles(newLand, &l)
	gen := worldgen.New(newLand)
	m := &Maker{changed: map[column]bool{}}
	compared, again := 0, 0
	place := func() (p protocol.FarPlace) {
		return protocol.FarPlace{Level: uint8(r.IntN(2)), X: int32(r.IntN(2)) - 1, Z: int32(r.IntN(2)) - 1}
	}
	for range testrand.Rounds(25) {
		for range 1 + r.IntN(3) {
			build(r, &l, gen, func(p world.Pos) { m.Changed(p) })
		}
		m.forget(&made.cache, m.forget(&made.cache, nil)) // two looks
		for range 2 {
			p := place()
			got, fresh, err := made.tile(p)
			want, _, err2 := newTiles(newLand, &l).tile(p)
			if err != nil || err2 != nil || !bytes.Equal(got, want) {
				t.Fatalf("%+v: %v %v, %d bytes, from scratch %d", p, err, err2, len(got), len(want))
			}
			compared++
			if !fresh {
				again++
			}
		}
	}
	if again == 0 {
		t.Error("no tile was kept")
	}
	p := protocol.FarPlace{X: 5}
	made.tile(p)
	if m.forget(&made.cache, nil); made.cache.get(p) == nil {
		t.Error("a look without changes forgets")
	}
	m.Reopened()
	if m.forget(&made.cache, nil); made.cache.get(p) != nil || made.cache.bytes != 0 {
		t.Error("another store is open, and a tile is kept")
	}
	t.Logf("%d tiles compared, %d of them kept, %d changes", compared, again, l.seq)
}

// build makes a house, a pit or a field near the origin.
func build(r *rand.Rand, l *testLand, gen worldgen.Generator, changed func(world.Pos)) {
	x0, z0 := int32(r.IntN(300)-150), int32(r.IntN(300)-150)
	ground := gen.Top(x0, z0)
	low, high, block := ground, ground+int32(r.IntN(20)), world.Block(world.Planks)
	if r.IntN(2) == 0 {
		low, high, block = ground-6, ground+2, world.Air
	}
	for x := x0; x < x0+int32(2+r.IntN(9)); x++ {
		for z := z0; z < z0+6; z++ {
			for y := low; y <= high; y++ {
				p := world.Pos{X: x, Y: y, Z: z}
				l.set(p, block)
				changed(p)
			}
		}
	}
}

// TestNeighboursFit: tiles of a level have the same heights where they meet, whatever was built there.
func TestNeighboursFit(t *testing.T) {
	r := testrand.New(t)
	var l testLand
	gen := worldgen.New(newLand)
	for range 30 {
		build(r, &l, gen, func(world.Pos) {})
	}
	made := newTiles(newLand, &l)
	read := func(x, z int32) (tile protocol.FarTile) {
		m, _, err := made.tile(protocol.FarPlace{X: x, Z: z})
		if _, err2 := protocol.ReadFarTile(&tile, m); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		return tile
	}
	compared := 0
	for x := int32(-1); x < 1; x++ {
		a, b := read(x, 0), read(x+1, 0)
		c := read(x, 1)
		for i := range protocol.FarSide {
			if e, w := a.Heights[i*protocol.FarSide+protocol.FarCells], b.Heights[i*protocol.FarSide]; e != w {
				t.Errorf("tile %d: %d east, %d beyond", x, e, w)
			}
			if s, n := a.Heights[i+protocol.FarCells*protocol.FarSide], c.Heights[i]; s != n {
				t.Errorf("tile %d: %d south, %d beyond", x, s, n)
			}
			compared += 2
		}
	}
	t.Logf("%d corners compared", compared)
}

func BenchmarkTile(b *testing.B) {
	for _, level := range []uint8{0, 3} {
		b.Run(string('0'+rune(level)), func(b *testing.B) {
			t := newTiles(newLand, &testLand{})
			bytes, x := 0, int32(0)
			for b.Loop() {
				m, _, _ := t.tile(protocol.FarPlace{Level: level, X: x})
				bytes += len(m)
				x++
			}
			b.ReportMetric(float64(bytes)/float64(x), "bytes/tile")
		})
	}
}

// TestMaker: a client is answered once with what it lacks, and not with what it has; what it asks beyond its bound is dropped.
func TestMaker(t *testing.T) {
	m := New(Config{Land: newLand, Source: &testLand{}, Log: slog.New(slog.DiscardHandler)})
	defer m.Close()
	var got []byte
	wait := func(what string, so func(c Counts) bool) {
		for end := time.Now().Add(time.Minute); !so(m.Counts()); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("never: %s; %+v", what, m.Counts())
			}
			m.Take(func(of timestream.Stream, message []byte) {
				if of != 3 || got != nil {
					t.Errorf("an answer for %d", of)
				}
				got = message
			})
		}
	}
	p := protocol.FarPlace{X: 2}
	m.Ask(3, []protocol.FarAsk{{Place: p}})
	wait("an answer", func(c Counts) bool { return c.Sent == 1 })
	m.Ask(4, []protocol.FarAsk{{Place: p, Sum: protocol.FarSum(got)}})
	wait("the same", func(c Counts) bool { return c.Same == 1 && c.Made == 1 })
	many := make([]protocol.FarAsk, 2*asksOfOne)
	for i := range many {
		many[i] = protocol.FarAsk{Place: p, Sum: protocol.FarSum(got)}
	}
	m.Ask(5, many)
	wait("all of them", func(c Counts) bool { return c.Same+c.Dropped == 1+len(many) && c.Dropped > 0 })
	t.Logf("%+v", m.Counts())
}

// TestBareRock: the steeper the ground, the more of it shows rock; none where a step is one block, all where the generators make it rock, and later
// where snow lies.
func TestBareRock(t *testing.T) {
	for _, c := range []struct {
		cover world.Block
		all   int32 // from here on
	}{{world.Grass, 12}, {world.Snow, 16}} {
		last := uint32(0)
		for rise := range int32(40) {
			share := bareShare(rise, c.cover)
			if share < last || share > 256 || (share == 0) != (rise <= 4) || (share == 256) != (rise >= c.all) {
				t.Errorf("%v, %d quarters: %d after %d", c.cover, rise, share, last)
			}
			last = share
		}
	}
	if grass, snow := bareShare(11, world.Grass), bareShare(11, world.Snow); grass != snow || grass < 100 {
		t.Errorf("a slope of nearly three: %d and %d", grass, snow)
	}
}
