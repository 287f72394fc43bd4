package actions

import (
	"testing"

	"voxtide/world"
)

// TestDrop throws items of a stack in all directions: none is lost or doubled, they fly where the player looks, and what cannot be
// thrown is refused whole.
func TestDrop(t *testing.T) {
	s := stage(false)
	thrown := 0
	for i := range 5 {
		a := Action{Kind: Drop, Number: uint64(i + 1), At: sec, Slot: 0, Count: 1, Yaw: uint16(i) << 14, Pitch: int16(i-2) << 12}
		if why := Do(s, 1, sec, &a); why != Done {
			t.Fatal(why)
		}
		thrown++
		in, lie := 0, 0
		for _, st := range s.W.Player(1).Slots {
			if st.Block() == world.Dirt {
				in += int(st.Count)
			}
		}
		for k := range s.W.StreamCount() {
			for _, slot := range s.W.AwakeAt(k) {
				e := s.W.Entity(slot)
				if e.Kind != world.KindItem {
					continue
				}
				lie += int(e.Stack.Count)
				speed := 0
				for _, v := range e.Motion.Vel {
					speed += int(v / 10 * v / 10) //exact: a speed below 100 m/s
				}
				if speed < 350_000 || speed > 370_000 || e.Stream != 1 || e.Born != sec {
					t.Errorf("it flies with %v, of stream %d", e.Motion.Vel, e.Stream)
				}
			}
		}
		if in+lie != 5 || lie != thrown {
			t.Fatalf("%d in the inventory, %d thrown", in, lie)
		}
	}
	before := s.W.Hash()
	a := Action{Kind: Drop, Number: 6, At: sec, Slot: 0, Count: 1}
	if why := Do(s, 1, sec, &a); why != NothingHeld {
		t.Errorf("an empty slot: %v", why)
	}
	if s.W.Hash() == before { // the number of the action moved on
		t.Error("the refusal was not counted")
	}
	t.Logf("%d thrown", thrown)
}
