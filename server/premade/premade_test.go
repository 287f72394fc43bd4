package premade

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
)

func Example() {
	dir, _ := os.MkdirTemp("", "premade")
	defer os.RemoveAll(dir)
	c := New(dir, worldgen.Land{Seed: 5, Generator: worldgen.Default})
	defer c.Close()
	at := store.Column{X: 3, Z: -4}
	fmt.Println(c.Column(at) != nil)
	c.Make(SquareOf(at), func(int) error { return nil })
	fmt.Println(c.Column(at) != nil)
	// Output:
	// false
	// true
}

// TestPremade makes a square: its columns are what the generator makes; another land, a torn file and a damaged one count as missing, and an order
// that ends early leaves none.
func TestPremade(t *testing.T) {
	r := testrand.New(t)
	dir := filepath.Join(t.TempDir(), "made")
	land := worldgen.Land{Seed: 11, Generator: worldgen.Newest}
	c := New(dir, land)
	defer c.Close()
	q := Square{X: -1, Z: 2}
	if _, err := c.Make(q, func(done int) error {
		if done == 9 {
			return errors.New("enough")
		}
		return nil
	}); err == nil || c.Has(q) {
		t.Fatal("an order that ended left a square")
	}
	bytes, err := c.Make(q, func(int) error { return nil })
	if err != nil || !c.Has(q) || c.Has(Square{}) {
		t.Fatal(bytes, err)
	}
	gen, pack, compared := worldgen.New(land), protocol.Packer{}, 0
	for range 60 {
		at := store.Column{X: q.X*Side + int32(r.IntN(Side)), Z: q.Z*Side + int32(r.IntN(Side))}
		col := c.Column(at)
		if col == nil {
			t.Fatalf("%v is missing", at)
		}
		if col.Packed(lowest-1) != nil || col.Packed(world.MaxY>>4+1) != nil {
			t.Fatal("a section beyond the world")
		}
		for y := int32(lowest); y < lowest+sections; y++ {
			s, err := pack.Unpack(col.Packed(y))
			if err != nil || s.Hash() != gen.Section(world.SectionPos{X: at.X, Y: y, Z: at.Z}).Hash() {
				t.Fatalf("%v %d differs: %v", at, y, err)
			}
			compared++
		}
		if col.Biomes[5] != uint8(gen.Biome(at.X<<4+6, at.Z<<4+6)) {
			t.Fatalf("%v has biomes %v", at, col.Biomes)
		}
	}
	if c.Column(store.Column{}) != nil {
		t.Error("a column that nobody made")
	}
	for _, other := range []worldgen.Land{{Seed: 12, Generator: land.Generator}, {Seed: 11, Generator: 1}} {
		if o := New(dir, other); o.Has(q) {
			t.Errorf("%+v takes the land of another", other)
		}
	}
	whole, _ := os.ReadFile(c.path(q))
	missing := 0
	for range 200 {
		bad := append([]byte{}, whole...)
		bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		bad = bad[:len(bad)-r.IntN(2)*r.IntN(len(bad))]
		os.WriteFile(c.path(q), bad, 0o600)
		d := New(dir, land)
		for x := range int32(Side) {
			col := d.Column(store.Column{X: q.X*Side + x, Z: q.Z * Side})
			if col == nil {
				missing++
				continue
			}
			if want := c.Column(store.Column{X: q.X*Side + x, Z: q.Z * Side}); want != nil && fmt.Sprint(*col) != fmt.Sprint(*want) {
				t.Fatal("a damaged column was taken")
			}
		}
		d.Close()
	}
	t.Logf("%d bytes, %d sections compared; of 200 damaged files %d columns were missing", len(whole), compared, missing)
}

// FuzzColumn reads any bytes as a column.
func FuzzColumn(f *testing.F) {
	col := makeColumn(worldgen.New(worldgen.Land{Seed: 1, Generator: 1}), &protocol.Packer{}, store.Column{})
	f.Add(appendColumn(nil, col))
	f.Fuzz(func(t *testing.T, data []byte) {
		col, err := readColumn(data)
		if err == nil && string(appendColumn(nil, col)) != string(data) {
			t.Fatal("it is written otherwise")
		}
	})
}

func BenchmarkColumn(b *testing.B) {
	land := worldgen.Land{Seed: 11, Generator: worldgen.Newest}
	pack := protocol.Packer{}
	b.Run("made", func(b *testing.B) {
		gen := worldgen.New(land)
		for i := range b.N {
			makeColumn(gen, &pack, store.Column{X: int32(i % Side), Z: int32(i / Side % Side)})
		}
	})
	b.Run("read", func(b *testing.B) {
		dir := b.TempDir()
		c := New(dir, land)
		if _, err := c.Make(Square{}, func(int) error { return nil }); err != nil {
			b.Fatal(err)
		}
		b.ResetTimer()
		for i := range b.N {
			if i%(Side*Side) == 0 {
				c.Close()
				c = New(dir, land)
			}
			col := c.Column(store.Column{X: int32(i % Side), Z: int32(i / Side % Side)})
			for y := int32(lowest); y < lowest+sections; y++ {
				if _, err := pack.Unpack(col.Packed(y)); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
