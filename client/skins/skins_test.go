package skins

import (
	"testing"
	"time"

	"voxtide/internal/skin"
	"voxtide/protocol"
	"voxtide/timestream"
)

// packedSkin returns a skin of one colour.
func packedSkin(n int) []byte {
	pix := make([]byte, 4*skin.Side*skin.Side)
	for i := range pix {
		pix[i] = 255
	}
	for i := 0; i < len(pix); i += 4 {
		pix[i], pix[i+1] = uint8(n), uint8(n>>8)
	}
	return skin.Pack(skin.Image(pix))
}

func row(of timestream.Stream, n int) protocol.SkinRow {
	return protocol.SkinRow{Stream: of, Skin: skin.IDOf(packedSkin(n))}
}

// TestBook: who has a skin gets a slot once its picture has come, which is asked for once in a while; it is uploaded once; who takes it off,
// and others while they are hidden, have none.
func TestBook(t *testing.T) {
	var b Book
	b.Begin(1)
	b.Told([]protocol.SkinRow{row(2, 7)})
	now := time.Duration(0)
	asks := 0
	for range 100 {
		now += 16 * time.Millisecond
		b.BeginFrame()
		if b.SlotOf(2) != 0 || b.SlotOf(3) != 0 || b.SlotOf(1) != 0 {
			t.Fatal("a slot without a picture")
		}
		if id, ask := b.Ask(now); ask {
			if asks++; id != skin.IDOf(packedSkin(7)) {
				t.Fatalf("asks for %v", id)
			}
		}
	}
	if asks < 2 || asks > 4 {
		t.Errorf("%d questions in 1.6 s", asks)
	}
	if err := b.Received(packedSkin(7)); err != nil {
		t.Fatal(err)
	}
	uploads := 0
	for range 10 {
		now += time.Second
		b.BeginFrame()
		if b.SlotOf(2) == 0 {
			t.Fatal("no slot")
		}
		uploads += len(b.Uploads())
		if _, ask := b.Ask(now); ask {
			t.Fatal("it asks for what it has")
		}
	}
	if uploads != 1 {
		t.Errorf("%d uploads", uploads)
	}
	b.Hide(true)
	if err := b.SetOwn(packedSkin(9)); err != nil {
		t.Fatal(err)
	}
	b.BeginFrame()
	if b.SlotOf(2) != 0 || b.SlotOf(1) == 0 || len(b.Uploads()) != 1 {
		t.Error("hidden, or the own one")
	}
	b.Hide(false)
	b.Told([]protocol.SkinRow{{Stream: 2}})
	if b.SlotOf(2) != 0 {
		t.Error("taken off")
	}
	if b.SetOwn([]byte{1}) == nil || b.Received(nil) == nil {
		t.Error("what is no skin is taken")
	}
	b.Begin(2)
	if b.SlotOf(2) != 0 || b.SetOwn(nil) != nil {
		t.Error("another session")
	}
}

// TestBookIsBounded: of more skins than slots as many are drawn as there are slots, each in its own; of more pictures than are kept the
// least used go, the own one never; a frame with known skins allocates nothing.
func TestBookIsBounded(t *testing.T) {
	var b Book
	b.Begin(1)
	if err := b.SetOwn(packedSkin(5000)); err != nil {
		t.Fatal(err)
	}
	for n := range keptMax + 40 {
		b.Told([]protocol.SkinRow{row(timestream.Stream(n+2), n)})
		b.BeginFrame()
		if err := b.Received(packedSkin(n)); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.kept) != keptMax || b.kept[b.ownID] == nil {
		t.Errorf("%d are kept, the own one: %v", len(b.kept), b.kept[b.ownID] != nil)
	}
	look := func() (shown int) {
		var used [Slots + 1]bool
		for n := keptMax; n < keptMax+40; n++ {
			if s := b.SlotOf(timestream.Stream(n + 2)); s != 0 {
				if shown++; used[s] {
					t.Fatalf("slot %d twice", s)
				}
				used[s] = true
			}
		}
		return shown
	}
	b.BeginFrame()
	if n := look(); n != Slots || len(b.Uploads()) != Slots {
		t.Errorf("%d are drawn, %d uploads", n, len(b.Uploads()))
	}
	if n := testing.AllocsPerRun(50, func() { b.BeginFrame(); look() }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if len(b.Uploads()) != 0 {
		t.Errorf("%d uploads of what is there", len(b.Uploads()))
	}
	for n := range 3000 {
		b.Told([]protocol.SkinRow{row(timestream.Stream(1<<15+n*8), n)})
	}
	if len(b.names) > namesMax {
		t.Errorf("%d names", len(b.names))
	}
}
