package actions

import (
	"testing"

	"voxtide/world"
)

// TestProvide: in creative mode every item comes out of nothing, over whatever was in the slot, and goes; in survival mode nothing does.
func TestProvide(t *testing.T) {
	s, items := stage(true), 0
	p := s.W.Player(1)
	at := sec
	for _, it := range world.AppendItems(nil) {
		at += sec // so that the rate does not count
		want := world.Stack{Item: it, Count: it.Info().StackMax}
		act(t, s, at, Done, Action{Kind: Provide, Slot: p.Selected, Item: it, Count: want.Count})
		if p.Held() != want {
			t.Fatalf("%v: %+v", it, p.Held())
		}
		if shown := s.W.Entity(s.W.Find(world.AvatarID(1))).Stack; shown.Item != it {
			t.Errorf("%v is provided, and %v shown in the hand", it, shown.Item)
		}
		items++
	}
	act(t, s, at+sec, Done, Action{Kind: Provide, Slot: p.Selected})
	if p.Held() != (world.Stack{}) {
		t.Errorf("none of it: %+v", p.Held())
	}
	s = stage(false)
	before := s.W.Player(1).Slots
	act(t, s, sec, NotAllowed, Action{Kind: Provide, Slot: 3, Item: world.ItemOf(world.Stone), Count: 64})
	act(t, s, sec, NotAllowed, Action{Kind: Provide, Slot: 0})
	if s.W.Player(1).Slots != before {
		t.Error("survival: the slots have changed")
	}
	t.Logf("%d items", items)
}
