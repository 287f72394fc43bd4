package predict

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// TestMadeOfEither: charcoal lies before the own player, who is about to pick it up and makes dye of it while coal stays in the bag. Another
// player was quicker, so that the coal is used: a correction of the bag which is that player's doing. Where it is meat that he took, two
// blocks away, and the server says that there was less coal all along, it is nobody's.
func TestMadeOfEither(t *testing.T) {
	item := func(name string) world.Item {
		it, known := world.ItemNamed(name)
		if !known {
			t.Fatal("no", name)
		}
		return it
	}
	dye := -1
	for n := range recipes.Table {
		if recipes.Table[n].Out.Item == item("black_dye") && len(recipes.Table[n].In) == 1 && recipes.Table[n].In[0].Takes(item("coal")) {
			dye = n
		}
	}
	if dye < 0 {
		t.Fatal("no dye is made of coal")
	}
	for _, c := range []struct {
		lies  string
		at    world.Pos
		less  bool // the server says that there is less coal
		cause protocol.Cause
	}{{"charcoal", world.Pos{}, false, protocol.CauseStream}, {"meat", world.Pos{X: -2}, true, protocol.Unexplained}} {
		p, s := joinedPredictor(t, 1)
		w := s.begin()
		w.Edit(101, &edits.Edit{Kind: edits.SetInventorySlot, Stream: own, Slot: 0, Stack: world.Stack{Item: item("coal"), Count: 9}})
		lying := edits.Edit{Kind: edits.SpawnEntity, Number: 2}
		lying.Entity = world.Entity{ID: world.MakeEntityID(own+1, 1), Kind: world.KindItem, Stream: timestream.Server, At: t0, Stack: world.Stack{Item: item(c.lies), Count: 1}}
		lying.Entity.Motion.Pos = world.BottomCentre(c.at)
		lying.Entity.Motion.Flags = world.OnGround | world.Asleep
		w.Edit(0, &lying)
		s.tell(t, p)
		p.AddAction(&actions.Action{Kind: actions.Craft, Number: 1, At: t0 + 100_000, Recipe: recipes.Number(dye), Count: 1})
		p.AdvanceTo(t0 + 120_000)
		coal := p.R.W.Player(own).Slots[0].Count
		if want := map[string]uint8{"charcoal": 9, "meat": 8}[c.lies]; coal != want {
			t.Fatalf("%s: %d coal after the dye was made, not %d", c.lies, coal, want)
		}
		w = s.begin()
		w.Edit(0, &edits.Edit{Kind: edits.RemoveEntity, Author: own + 1, ID: lying.Entity.ID, Number: 2})
		if c.less {
			w.Edit(102, &edits.Edit{Kind: edits.SetInventorySlot, Author: own, Stream: own, Slot: 0, Stack: world.Stack{Item: item("coal"), Count: 7}})
		}
		s.tell(t, p)
		p.AdvanceTo(t0 + 120_000)
		seen := 0
		for i := range p.Corrections {
			if x := &p.Corrections[i]; x.Slot == 0 {
				if seen++; x.Cause != c.cause {
					t.Errorf("%s: the %v, not for %v", c.lies, x, c.cause)
				}
			}
		}
		t.Logf("%s: %d corrections, %d of the coal", c.lies, len(p.Corrections), seen)
		if seen != 1 {
			t.Errorf("%s: %d corrections of the coal, of %v", c.lies, seen, p.Corrections)
		}
	}
}
