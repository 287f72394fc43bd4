package effects

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/world"
)

// TestShine: what gives light on the ground gives as much of it in a hand; nothing else does, and a hand that is down gives none.
func TestShine(t *testing.T) {
	shining := 0
	for _, it := range world.AppendItems(nil) {
		want := float32(0)
		if b := it.Block(); b != world.Air {
			want = float32(b.Info().Light) * scene.ShineFall
		}
		if got := shineOf(it); got != want {
			t.Errorf("%v: %v instead of %v", it, got, want)
		} else if got > 0 {
			shining++
		}
	}
	var h hand
	torch := world.AppendItems(nil)[0]
	for _, it := range world.AppendItems(nil) {
		if it.Block() == world.Torch {
			torch = it
		}
	}
	sc := &scene.Scene{HeldItem: scene.HeldItem{Block: uint16(torch)}}
	most, least := float32(0), float32(1)
	for range 60 {
		sc.HeldItem.Block = uint16(torch)
		h.swapItem(sc, 1./60)
		if most, least = max(most, sc.HeldItem.Shine), min(least, sc.HeldItem.Shine); sc.HeldItem.Lowered == 1 && sc.HeldItem.Shine > 0 {
			t.Error("a hand that is down shines")
		}
	}
	if t.Logf("%d items shine; a torch from %.2f to %.2f", shining, least, most); shining < 5 || least > 0 || most != shineOf(torch) {
		t.Error("the torch was not taken into the hand")
	}
}
