package netlab

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/world"
)

// TestColumnsAreCounted: who digs below columns of sand again and again brings about as many edits as stand on what he breaks, and no law is broken;
// as many edits break law 14 where less stood there, and where he put something below a column in place of breaking it.
func TestColumnsAreCounted(t *testing.T) {
	land := world.New()
	sec := world.NewSection(world.Air)
	for p := (world.Pos{X: 3, Y: 5, Z: 3}); p.Y < 8; p.Y++ {
		sec.Set(p.Index(), world.Sand)
	}
	land.SetSection(world.SectionPos{}, sec)
	below := world.Pos{X: 3, Y: 4, Z: 3}
	if n := columnOn(land, below); n != 3 {
		t.Fatalf("a column of %d", n)
	}
	for _, c := range []struct {
		what   string
		kind   actions.Kind
		at     world.Pos
		broken bool
	}{
		{"below three", actions.FinishBreak, below, false},
		{"below two", actions.FinishBreak, below.Above(), true},
		{"beside", actions.FinishBreak, world.Pos{X: 4, Y: 4, Z: 3}, true},
		{"placed", actions.Place, below, true},
	} {
		v := &violations{}
		w := newWorkBound(v)
		for range 40 {
			w.performed(1, &actions.Action{Kind: c.kind, Pos: c.at}, actions.Done, land)
			for range 10 + 3*editsFall {
				w.edit(&edits.LogEntry{Edit: edits.Edit{Kind: edits.SetBlock, Author: 1, Block: world.Sand}})
			}
			w.check(0)
		}
		if got := v.violation != nil && v.violation.Law == 14; got != c.broken {
			t.Errorf("%s: broken %v: %v", c.what, got, v.violation)
		}
	}
}
