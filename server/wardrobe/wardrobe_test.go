package wardrobe

import (
	"image"
	"image/color"
	"testing"
	"time"

	"voxtide/internal/skin"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
)

func packed(n int) []byte {
	p := image.NewNRGBA(image.Rect(0, 0, skin.Side, skin.Side))
	for i := range skin.Side * skin.Side {
		p.SetNRGBA(i%skin.Side, i/skin.Side, color.NRGBA{uint8(n), uint8(n >> 8), 7, 255})
	}
	return skin.Pack(p)
}

// TestNewsConverges: players put skins on, change them, take them off and leave in random order, and clients are told now and then, some
// from the beginning: who has been told all knows exactly what each player wears.
func TestNewsConverges(t *testing.T) {
	r := testrand.New(t)
	var w Wardrobe
	wears := map[timestream.Stream]skin.ID{}
	type client struct {
		told  uint64
		knows map[timestream.Stream]skin.ID
	}
	clients := make([]client, 5)
	now := time.Duration(0)
	rows := 0
	for range testrand.Rounds(4000) {
		now += SetEvery
		of := timestream.Stream(1 + r.IntN(40))
		switch r.IntN(6) {
		case 0:
			w.Remove(of)
			delete(wears, of)
		case 1:
			if err := w.Set(of, nil, now); err != nil {
				t.Fatal(err)
			}
			delete(wears, of)
		default:
			b := packed(r.IntN(3000))
			if err := w.Set(of, b, now); err != nil {
				t.Fatal(err)
			}
			wears[of] = skin.IDOf(b)
		}
		c := &clients[r.IntN(len(clients))]
		if c.knows == nil || r.IntN(30) == 0 {
			*c = client{knows: map[timestream.Stream]skin.ID{}}
		}
		news, told := w.News(nil, c.told)
		c.told = told
		for _, n := range news {
			rows++
			if c.knows[n.Stream] = n.Skin; n.Skin == [protocol.SkinIDSize]byte{} {
				delete(c.knows, n.Stream)
			}
		}
		if len(c.knows) != len(wears) {
			t.Fatalf("a client knows %d skins of %d", len(c.knows), len(wears))
		}
		for of, id := range wears {
			if c.knows[of] != id || w.Packed(id) == nil {
				t.Fatalf("%d wears %x, and a client knows %x", of, id, c.knows[of])
			}
		}
	}
	t.Logf("%d rows told", rows)
}

// TestSetIsChecked: what is no skin is refused and kept nowhere; a second one within SetEvery is ignored; the same again is no news.
func TestSetIsChecked(t *testing.T) {
	var w Wardrobe
	for _, b := range [][]byte{{1}, make([]byte, protocol.SkinMax), append(packed(1), 0)} {
		if w.Set(3, b, 0) == nil {
			t.Errorf("%d bytes are a skin", len(b))
		}
	}
	if rows, _ := w.News(nil, 0); len(rows) != 0 || w.Set(3, packed(1), 0) != nil || w.Set(3, packed(2), SetEvery-1) != nil {
		t.Error("rows of what was refused")
	}
	rows, told := w.News(nil, 0)
	if len(rows) != 1 || rows[0].Skin != skin.IDOf(packed(1)) {
		t.Errorf("%v", rows)
	}
	if w.Set(3, packed(1), time.Hour) != nil {
		t.Error("the same again is refused")
	}
	if rows, _ := w.News(nil, told); len(rows) != 0 {
		t.Error("the same again is news")
	}
	if w.Packed(skin.ID{}) != nil || w.Packed(skin.ID{9}) != nil {
		t.Error("a picture of nobody")
	}
}

// TestNewsIsBounded: more rows than a message holds come in several, each once.
func TestNewsIsBounded(t *testing.T) {
	var w Wardrobe
	for n := range 600 {
		if err := w.Set(timestream.Stream(n+1), packed(n), 0); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[timestream.Stream]bool{}
	told := uint64(0)
	for range 3 {
		var rows []protocol.SkinRow
		rows, told = w.News(nil, told)
		if len(rows) > protocol.SkinRowsMax {
			t.Fatalf("%d rows", len(rows))
		}
		for _, r := range rows {
			if seen[r.Stream] {
				t.Fatalf("%d twice", r.Stream)
			}
			seen[r.Stream] = true
		}
	}
	if rows, _ := w.News(nil, told); len(seen) != 600 || len(rows) != 0 {
		t.Errorf("%d of 600, %d more", len(seen), len(rows))
	}
}
