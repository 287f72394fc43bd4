package actions

import (
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestEat eats: it takes its time, takes one of the stack, feeds as the table says and never more than was missing; and what is no food,
// or no hunger, or another thing in the hand by then, is refused with nothing changed.
func TestEat(t *testing.T) {
	foods := 0
	for _, it := range world.AppendItems(nil) {
		food := it.Info().Food
		if food == 0 {
			continue
		}
		foods++
		for _, hunger := range [...]uint8{1, food, 20} {
			s := stage(false)
			s.PutInventorySlot(1, 0, world.Stack{Item: it, Count: 3})
			hungry(s.W, hunger)
			act(t, s, sec, Done, Action{Kind: StartEat, Number: 1})
			act(t, s, sec.Add(EatTime-1), TooSoon, Action{Kind: FinishEat, Number: 2})
			act(t, s, sec.Add(EatTime), Done, Action{Kind: FinishEat, Number: 3})
			n := s.W.Entity(s.W.Find(world.AvatarID(1))).Motion.Needs
			if want := hunger - min(food, hunger); n.Hunger != want || s.W.Player(1).Slots[0].Count != 2 || n.Eating != 0 {
				t.Errorf("%v with hunger %d: %+v, %v left", it, hunger, n, s.W.Player(1).Slots[0])
			}
			act(t, s, sec.Add(2*EatTime), NothingHeld, Action{Kind: FinishEat, Number: 4})
		}
	}
	if foods < 5 {
		t.Errorf("%d foods", foods)
	}
	s := stage(false)
	act(t, s, sec, NotFood, Action{Kind: StartEat, Number: 1})
	s.PutInventorySlot(1, 1, world.Stack{Item: named("bread"), Count: 1})
	act(t, s, sec, Done, Action{Kind: SelectSlot, Number: 2, Slot: 1})
	hungry(s.W, 0)
	act(t, s, sec, NotHungry, Action{Kind: StartEat, Number: 3})
	hungry(s.W, 9)
	act(t, s, sec, Done, Action{Kind: StartEat, Number: 4})
	act(t, s, sec, Done, Action{Kind: SelectSlot, Number: 5, Slot: 0})
	act(t, s, sec.Add(EatTime), NothingHeld, Action{Kind: FinishEat, Number: 6})
	act(t, s, sec.Add(EatTime), Done, Action{Kind: SelectSlot, Number: 7, Slot: 1})
	act(t, s, sec.Add(EatTime), Done, Action{Kind: CancelEat, Number: 8})
	act(t, s, sec.Add(EatTime), NothingHeld, Action{Kind: FinishEat, Number: 9})
	act(t, s, sec.Add(EatTime), Done, Action{Kind: SelectSlot, Number: 10, Slot: 5})
	act(t, s, sec.Add(EatTime+timestream.Second), NothingHeld, Action{Kind: StartEat, Number: 11})
	t.Logf("%d foods", foods)
}

// hungry makes the player of stream 1 hungry.
func hungry(w *world.World, hunger uint8) {
	slot := w.Find(world.AvatarID(1))
	m := w.Entity(slot).Motion
	m.Needs.Hunger = hunger
	w.SetMotion(slot, w.Entity(slot).At, &m)
}
