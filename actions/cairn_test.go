package actions

import (
	"testing"

	"voxtide/edits"
	"voxtide/world"
)

// TestCairn: only its owner takes from a cairn or breaks it until its time is over; nobody puts anything in; with its last item it goes.
func TestCairn(t *testing.T) {
	at, until := world.Pos{X: 7, Z: 7}, 100*sec
	tries := 0
	for _, c := range [...]struct {
		owner string
		when  int64
		want  Refusal
	}{{"ann", 1, Done}, {"bob", 1, NotYours}, {"bob", 99, NotYours}, {"bob", 100, Done}} {
		s := stage(false)
		s.W.SetStreamName(1, "ann")
		s.Do(edits.Edit{Kind: edits.SetBlock, Pos: at, Block: named("cairn").Block()})
		for i, e := range [...]edits.Edit{{Kind: edits.SetSignText, Text: c.owner}, {Kind: edits.SetOven, At: until}, {Kind: edits.SetBoxSlot, Slot: 35, Stack: world.StackOf(world.Sand, 3)}} {
			e.Pos = at
			if !s.Do(e) {
				t.Fatalf("edit %d does not fit a cairn", i)
			}
		}
		now := sec * 1
		for now < sec*1 || now < sec*100 && int64(now/sec) < c.when {
			now += sec
		}
		move := Action{Kind: BoxMove, Pos: at, Slot: 35, Item: world.ItemOf(world.Sand), Count: 2, ToSlot: 8}
		put := Action{Kind: BoxMove, Pos: at, Slot: 1, Count: 1, ToSlot: 0, Want: true}
		swap := Action{Kind: BoxMove, Pos: at, Slot: 35, Item: world.ItemOf(world.Sand), Count: 3, ToSlot: 0}
		wantPut, wantSwap := NotForThat, NoRoom
		if c.want != Done {
			wantPut, wantSwap = c.want, c.want
		}
		act(t, s, now, wantPut, put)
		act(t, s, now, wantSwap, swap)
		act(t, s, now, c.want, Action{Kind: StartBreak, Pos: at, Aim: Aim{8, 8, 8}})
		act(t, s, now, c.want, move)
		if c.want == Done {
			move.Count, move.ToSlot = 1, 9
			act(t, s, now, Done, move)
			if b, _ := s.W.Block(at); b != world.Air || s.W.BlockEntityAt(at) != nil {
				t.Errorf("an empty cairn stays: %v", b)
			}
		}
		tries++
	}
	t.Logf("%d cairns", tries)
}
