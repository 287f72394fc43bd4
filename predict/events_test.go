package predict

import (
	"testing"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// TestSwingsAreBounded: of more than swingsMax players who change a block in one update only swingsMax are in Swings;
// all the blocks change.
func TestSwingsAreBounded(t *testing.T) {
	const others = swingsMax + 20
	p, s := joinedPredictor(t, others)
	s.edits += others
	w := s.begin()
	for i := range timestream.Stream(others) {
		by := own + 1 + i
		at := p.World().Entity(p.World().Find(world.AvatarID(by))).Motion.Pos.Block()
		w.Edit(s.edits-others+uint64(i)+1, &edits.Edit{Kind: edits.SetBlock, Author: by, Pos: at.Below(), Block: world.Glass})
	}
	s.tell(t, p)
	changed := map[world.Pos]bool{}
	for i := range timestream.Stream(others) {
		at := p.World().Entity(p.World().Find(world.AvatarID(own + 1 + i))).Motion.Pos.Block().Below()
		if b, _ := p.World().Block(at); b == world.Glass {
			changed[at] = true
		}
	}
	if len(p.Swings) != swingsMax || len(changed) != others {
		t.Errorf("%d players struck, %d of %d blocks changed", len(p.Swings), len(changed), others)
	}
}
