package farland

import (
	"bytes"
	"fmt"
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
		k, _, err := made.tile(p)
		m := k.message
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

// TestTilesFromScratch: after random building and digging, of which a test's store has some only later, each answer shows what the store has, what
// is kept is made again when it may be and has to be, and a question waits just until all that had changed before it is shown.
func TestTilesFromScratch(t *testing.T) {
	r := testrand.New(t)
	var l testLand
	m := &Maker{cfg: Config{Log: slog.New(slog.DiscardHandler)}, wake: make(chan struct{}, 1), waiting: map[timestream.Stream]int{}, changes: changes{columns: map[column]uint64{}}}
	made, o := newTiles(newLand, &l), newOutdated()
	gen := worldgen.New(newLand)
	place := func() (p protocol.FarPlace) {
		return protocol.FarPlace{Level: uint8(r.IntN(2)), X: int32(r.IntN(2)) - 1, Z: int32(r.IntN(2)) - 1}
	}
	now, seq, durable := time.Unix(0, 0), uint64(0), uint64(0)
	m.now = func() time.Time { return now }
	var later []func()                         // changes that the store does not have yet, by batches
	known := map[protocol.FarPlace][]byte{}    // what the client has
	asked := map[protocol.FarPlace]time.Time{} // when it asked, while it waits for more
	answers, waited, lasted := 0, 0, time.Duration(0)
	step := func() {
		now = now.Add(heldEvery)
		if len(later) > 0 && r.IntN(3) == 0 {
			later[0]()
			later = later[1:]
			durable++
		}
		m.Stored(seq, durable)
		for m.answerNext(made, &o) {
		}
		m.Take(func(_ timestream.Stream, message []byte) {
			var tile protocol.FarTile
			if _, err := protocol.ReadFarTile(&tile, message); err != nil {
				t.Fatal(err)
			}
			known[tile.Place] = message
			answers++
		})
		for p, since := range asked {
			if o.held[p] == nil {
				lasted, waited = max(lasted, now.Sub(since)), waited+1
				delete(asked, p)
			}
		}
	}
	change := func() {
		var todo []func()
		build(r, func(p world.Pos, b world.Block) {
			m.Changed(p)
			todo = append(todo, func() { l.set(p, b) })
		}, gen)
		seq++
		later = append(later, func() {
			for _, f := range todo {
				f()
			}
		})
	}
	for range testrand.Rounds(25) {
		for range 1 + r.IntN(3) {
			change()
			step()
		}
		p := place()
		row := protocol.FarAsk{Place: p}
		if known[p] != nil {
			row.Sum = protocol.FarSum(known[p])
		}
		if r.IntN(2) == 0 { // no room for it: it is made while the store does not have all
			made.cache.remove(p)
		}
		m.Ask(1, []protocol.FarAsk{row})
		asked[p] = now
		step()
		if known[p] == nil {
			t.Fatalf("%+v: who has nothing waits", p)
		}
		for range r.IntN(40) {
			step()
		}
	}
	change()
	for p := range known { // once, right after a change that the store does not have
		m.Ask(1, []protocol.FarAsk{{Place: p, Sum: protocol.FarSum(known[p])}})
	}
	for len(later) > 0 || len(o.held) > 0 {
		step()
	}
	for p, got := range known {
		if want, _, err := newTiles(newLand, &l).tile(p); err != nil || !bytes.Equal(got, want.message) {
			t.Fatalf("%+v: %v, %d bytes, from scratch %d", p, err, len(got), len(want.message))
		}
	}
	c := m.Counts()
	if len(asked) > 0 || len(o.held) > 0 || m.open != 0 || len(m.waiting) != 0 || c.Again == 0 || c.Held == 0 || c.Same == 0 {
		t.Errorf("%d wait, held %v, %d open; %+v", len(asked), o.held, m.open, c)
	}
	kept := made.cache.order.Front().Value.(*kept)
	m.Ask(1, []protocol.FarAsk{{Place: kept.place, Sum: kept.sum}})
	if step(); made.cache.peek(kept.place) != kept {
		t.Error("a look without changes forgets")
	}
	m.Reopened()
	m.Ask(1, []protocol.FarAsk{{Place: kept.place, Sum: kept.sum}})
	if step(); made.cache.peek(kept.place) == kept || len(made.cache.byPlace) != 1 {
		t.Error("another store is open, and a tile is kept")
	}
	t.Logf("%d answers, %d questions until all is shown, the slowest after %v; %+v, %d changes", answers, waited, lasted, c, l.seq)
}

// build makes a house, a pit or a field near the origin.
func build(r *rand.Rand, set func(world.Pos, world.Block), gen worldgen.Generator) {
	x0, z0 := int32(r.IntN(300)-150), int32(r.IntN(300)-150)
	ground := gen.Top(x0, z0)
	low, high, block := ground, ground+int32(r.IntN(20)), world.Block(world.Planks)
	if r.IntN(2) == 0 {
		low, high, block = ground-6, ground+2, world.Air
	}
	for x := x0; x < x0+int32(2+r.IntN(9)); x++ {
		for z := z0; z < z0+6; z++ {
			for y := low; y <= high; y++ {
				set(world.Pos{X: x, Y: y, Z: z}, block)
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
		build(r, l.set, gen)
	}
	made := newTiles(newLand, &l)
	read := func(x, z int32) (tile protocol.FarTile) {
		k, _, err := made.tile(protocol.FarPlace{X: x, Z: z})
		if _, err2 := protocol.ReadFarTile(&tile, k.message); err != nil || err2 != nil {
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
				k, _, _ := t.tile(protocol.FarPlace{Level: level, X: x})
				bytes += len(k.message)
				x++
			}
			b.ReportMetric(float64(bytes)/float64(x), "bytes/tile")
		})
	}
}

// TestRest: the worker rests while somebody plays, longer while the server's steps need the cores, and never for long.
func TestRest(t *testing.T) {
	playing, pressed := false, false
	m := Maker{cfg: Config{Playing: func() bool { return playing }, Pressed: func() bool { return pressed }}}
	const took = 10 * time.Millisecond
	alone := m.rest(took)
	playing = true
	free := m.rest(took)
	pressed = true
	if busy, long := m.rest(took), m.rest(time.Minute); alone != 0 || free != 5*time.Millisecond || busy != 30*time.Millisecond || long != restMax {
		t.Errorf("rests %v, %v, %v and %v", alone, free, busy, long)
	}
}

// BenchmarkTown makes tiles of a town of 32 by 32 columns of houses again, after a change of one column, and of a hundred.
func BenchmarkTown(b *testing.B) {
	gen, land := worldgen.New(newLand), packedLand{}
	var pack protocol.Packer
	for i := range int32(32 * 32) {
		x, z := i%32*16, i/32*16
		top := world.Pos{X: x, Y: gen.Top(x+4, z+4), Z: z}
		for _, p := range []world.SectionPos{top.Section(), {X: x >> 4, Y: top.Section().Y + 1, Z: z >> 4}} {
			s := gen.Section(p)
			if s == nil {
				s = world.NewSection(world.Air)
			}
			for k := range 400 {
				s.Set(k*3, world.Planks)
			}
			land[p] = pack.Pack(nil, s)
		}
	}
	for i := range 8 {
		level, many := uint8(i%4), i/4*99+1
		b.Run(fmt.Sprint(level, " after ", many), func(b *testing.B) {
			t := newTiles(newLand, land)
			n := uint64(0)
			t.make(protocol.FarPlace{Level: level}) // the first look at all
			for b.Loop() {
				n++
				t.looks.stored = n
				for k := range int32(many) {
					t.looks.changed(column{(k*37 + 3) % 32, k * 10 % 32}, n)
				}
				if err := t.make(protocol.FarPlace{Level: level}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// packedLand is packed sections.
type packedLand map[world.SectionPos][]byte

func (l packedLand) Section(p world.SectionPos) (store.Stored, error) {
	return store.Stored{Packed: l[p]}, nil
}

func (l packedLand) Columns(dst []world.SectionPos, from, to world.SectionPos, _ int) ([]world.SectionPos, error) {
	for x := max(from.X, 0); x <= min(to.X, 31); x++ {
		for z := max(from.Z, 0); z <= min(to.Z, 31); z++ {
			dst = append(dst, world.SectionPos{X: x, Z: z})
		}
	}
	return dst, nil
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
