package world

import (
	"slices"
	"testing"

	"voxtide/internal/testrand"
)

// TestSubscriptions: after random changes the subscriptions are those of a plain map, in the order of their sections, by all ways to read
// them; and a pass from the last to the first may take them out.
func TestSubscriptions(t *testing.T) {
	rnd := testrand.New(t)
	var s Subscriptions
	want := map[SectionPos]Subscription{}
	sets, removals, swept, most := 0, 0, 0, 0
	compare := func(step int) {
		t.Helper()
		var sorted []Subscription
		for _, sub := range want {
			sorted = append(sorted, sub)
		}
		slices.SortFunc(sorted, func(a, b Subscription) int { return a.Section.Compare(b.Section) })
		clone := s.Clone()
		got := slices.Collect(clone.All())
		back := slices.Collect(s.Backward())
		slices.Reverse(back)
		if !slices.Equal(got, sorted) || !slices.Equal(back, sorted) || s.Len() != len(sorted) {
			t.Fatalf("step %d: %d subscriptions, %d backward, %d by their number, want %d", step, len(got), len(back), s.Len(), len(sorted))
		}
		for i, sub := range sorted {
			if s.At(i) != sub {
				t.Fatalf("step %d: the %d-th is %v, want %v", step, i, s.At(i), sub)
			}
		}
		most = max(most, len(sorted))
		listed := 0
		for _, l := range s.levels {
			for _, a := range l.list {
				if listed++; s.tiles[a.at].taken == 0 {
					t.Fatalf("step %d: an empty tile is listed", step)
				}
			}
			if len(l.list) == 0 {
				t.Fatalf("step %d: height %d is empty", step, l.y)
			}
		}
		if listed+len(s.free) != len(s.tiles) || s.passing || s.emptied != 0 {
			t.Fatalf("step %d: %d tiles, %d listed, %d free", step, len(s.tiles), listed, len(s.free))
		}
	}
	for step := range 30_000 * testrand.Rounds(1) {
		p := SectionPos{X: int32(rnd.IntN(12)) - 6, Y: int32(rnd.IntN(9)) - 4, Z: int32(rnd.IntN(12)) - 6}
		if rnd.IntN(40) == 0 {
			p.Y = [...]int32{-1 << 31, 1<<31 - 1, 1 << 20}[rnd.IntN(3)]
		}
		sub := Subscription{Section: p, Epoch: uint32(step) + 1, Confirmed: rnd.IntN(2) == 0}
		if rnd.IntN(3) == 0 {
			sub.Epoch = 0
		}
		was := want[p]
		if got := s.set(sub); got != was {
			t.Fatalf("step %d: before it was %v, want %v", step, got, was)
		}
		if delete(want, p); sub.Epoch != 0 {
			want[p] = sub
			sets++
		} else {
			removals++
		}
		if got := s.get(p); got != want[p] {
			t.Fatalf("step %d: %v is %v, want %v", step, p, got, want[p])
		}
		if step%500 == 0 {
			compare(step)
		}
		if step%3500 == 3499 {
			odd := rnd.IntN(3)
			until := len(want)
			if rnd.IntN(2) == 0 { // a pass may end anywhere
				until = rnd.IntN(len(want))
			}
			for sub := range s.Backward() {
				switch {
				case int(sub.Epoch)%3 != odd:
					s.set(Subscription{Section: sub.Section})
					delete(want, sub.Section)
					swept++
				case sub.Epoch%2 == 0:
					s.set(Subscription{Section: sub.Section})
					sub.Confirmed = !sub.Confirmed
					s.set(sub)
					want[sub.Section] = sub
				}
				if until--; until < 0 {
					break
				}
			}
			compare(step)
		}
	}
	for sub := range s.Backward() {
		s.set(Subscription{Section: sub.Section})
	}
	if s.count != 0 || s.tiles != nil || s.levels != nil || s.free != nil {
		t.Errorf("something is kept for nothing: %d, %d tiles", s.count, len(s.tiles))
	}
	t.Logf("%d set, %d removed, %d swept, %d at most", sets, removals, swept, most)
	if most < 500 || swept < 500 {
		t.Error("too few")
	}
}
