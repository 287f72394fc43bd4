package server

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/world"
)

// TestGiftsAreWholeOrNothing: after /give an inventory holds exactly as many more items as the answer says, or is as it was before.
func TestGiftsAreWholeOrNothing(t *testing.T) {
	r, _, _, bob := newAdminFixture(t, nil)
	src := testrand.New(t)
	whole, none := 0, 0
	for range 60 {
		for i := range world.InventorySize { // full except for some slots
			st := world.StackOf(world.Dirt, world.StackMax)
			if src.IntN(12) == 0 {
				st = world.StackOf(world.Glass, uint8(1+src.IntN(world.StackMax)))
			}
			r.s.rec.Do(edits.Edit{Kind: edits.SetInventorySlot, Stream: bob.stream(), Slot: uint8(i), Stack: st})
		}
		r.s.endTransaction("test")
		before := *r.s.World().Player(bob.stream())
		n := 1 + src.IntN(world.StackMax)
		room := 0
		for _, st := range before.Slots {
			if st.Block() == world.Glass {
				room += int(world.StackMax - st.Count)
			}
		}
		got := r.consoleCommand(fmt.Sprintf("give bob glass %d", n))
		after := *r.s.World().Player(bob.stream())
		switch {
		case room >= n:
			whole++
			if d := glass(&after) - glass(&before); d != n || !strings.Contains(got, "has") {
				t.Fatalf("%d given: %d more: %q", n, d, got)
			}
		default:
			none++
			if after.Slots != before.Slots || !strings.Contains(got, "no room") {
				t.Fatalf("%d given where %d fit: %d more: %q", n, room, glass(&after)-glass(&before), got)
			}
		}
	}
	t.Logf("%d whole, %d refused", whole, none)
	if whole == 0 || none == 0 {
		t.Error("one of the two cases never happened")
	}
	bob.agrees()
}

func glass(p *world.Player) (n int) {
	for _, st := range p.Slots {
		if st.Block() == world.Glass {
			n += int(st.Count)
		}
	}
	return n
}
