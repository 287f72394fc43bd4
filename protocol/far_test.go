package protocol

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/internal/wire"
	"voxtide/world"
)

// randomFarTile makes a tile of smooth land, or of none.
func randomFarTile(r *rand.Rand) *FarTile {
	t := &FarTile{Place: FarPlace{uint8(r.IntN(FarLevels)), int32(r.IntN(2000) - 1000), int32(r.IntN(2000) - 1000)}}
	for range 1 + r.IntN(9) {
		t.Covers = append(t.Covers, FarCover{world.Block(r.IntN(400)), uint8(r.IntN(20))})
	}
	steep := 1 + r.IntN(40)
	for i := range t.Heights {
		t.Heights[i] = int16(min(max(planeAt(&t.Heights, i)+int32(r.IntN(2*steep+1)-steep)/int32(1+r.IntN(12)), farHeightMin), world.MaxY))
	}
	run := 1 + r.IntN(700)
	for i := range t.Cells {
		if i > 0 && r.IntN(run) > 0 {
			t.Cells[i] = t.Cells[i-1]
		} else {
			t.Cells[i] = uint8(r.IntN(len(t.Covers)))
		}
	}
	for range r.IntN(5) {
		t.Boxes = append(t.Boxes, FarBox{X: uint16(r.IntN(64)), Z: uint16(r.IntN(64)), Width: uint16(1 + r.IntN(64)), Depth: uint16(1 + r.IntN(64)),
			Low: int16(r.IntN(100) - 50), Height: uint16(1 + r.IntN(90)), Block: world.Block(r.IntN(400))})
	}
	return t
}

// TestFarTile: tiles come back as they were, and so does what is sent again.
func TestFarTile(t *testing.T) {
	r := testrand.New(t)
	var got FarTile
	total, count := 0, testrand.Rounds(300)
	for range count {
		want := randomFarTile(r)
		b := AppendFarTile(nil, want)
		is, err := ReadFarTile(&got, b)
		if !is || err != nil || got.Place != want.Place || got.Heights != want.Heights || got.Cells != want.Cells || !reflect.DeepEqual(got.Covers, want.Covers) ||
			len(got.Boxes) != len(want.Boxes) || !bytes.Equal(AppendFarTile(nil, &got), b) {
			t.Fatalf("%v %v", is, err)
		}
		for i := range got.Boxes {
			if got.Boxes[i] != want.Boxes[i] {
				t.Fatalf("%+v became %+v", want.Boxes[i], got.Boxes[i])
			}
		}
		total += len(b)
	}
	t.Logf("%d tiles of %d bytes on average", count, total/count)
}

// TestFarPlaces: places have their corners and distances.
func TestFarPlaces(t *testing.T) {
	p := FarPlace{1, -1, 2}
	if x, z := p.Corner(); p.Cell() != 4 || p.Width() != 256 || x != -256 || z != 512 {
		t.Fatal(p.Cell(), p.Width(), x, z)
	}
	for _, c := range []struct {
		x, z int32
		want int64
	}{{-100, 600, 0}, {-266, 600, 10}, {5, 600, 5}, {5, 500, 12}, {-1 << 31, 512, 1<<31 - 256}} {
		if got := p.Distance(c.x, c.z); got != c.want {
			t.Errorf("%d, %d: %d, want %d", c.x, c.z, got, c.want)
		}
	}
}

func FuzzFar(f *testing.F) {
	r := testrand.New(f)
	f.Add(AppendAskFar(nil, []FarAsk{{FarPlace{2, -3, 4}, 77}, {}})[1:])
	for range 3 {
		f.Add(AppendFarTile(nil, randomFarTile(r)))
	}
	var tile FarTile
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		if rows, err := ReadAskFar(nil, &r); err == nil && (len(rows) > FarAskMax || !bytes.Equal(AppendAskFar(nil, rows)[1:], b)) {
			t.Fatalf("%d rows of %x", len(rows), b)
		}
		if is, err := ReadFarTile(&tile, b); is && err == nil && !bytes.Equal(AppendFarTile(nil, &tile), b) {
			t.Fatalf("%x is read, and written otherwise", b)
		}
	})
}
