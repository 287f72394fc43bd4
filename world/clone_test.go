package world

import "testing"

func TestClone(t *testing.T) {
	w := New()
	w.SetSection(SectionPos{}, NewSection(Stone))
	w.AddStream(1, 5, 1)
	w.AddPlayer(1, Player{Name: "ann"})
	slot := w.AddEntity(Entity{ID: AvatarID(1), Kind: KindAvatar, Stream: 1, At: 5})
	w.SetRules(Rules{Difficulty: Hard, Falls: true})
	w.SetDayOffset(77)
	c := w.Clone()
	if c.Rules() != w.Rules() || c.DayOffset() != 77 {
		t.Errorf("a copy has the rules %v and the time %d", c.Rules(), c.DayOffset())
	}
	if c.Hash() != w.Hash() || c.Memory() == 0 {
		t.Fatal("a copy differs")
	}
	before := w.Hash()
	c.SetBlock(Pos{1, 2, 3}, Dirt)
	c.InsertSupportCheck(1, -1, Pos{1, 2, 3})
	c.SetInventorySlot(1, 0, StackOf(Dirt, 3))
	m := c.Entity(slot).Motion
	m.Pos[0]++
	c.SetMotion(slot, 6, &m)
	if w.Hash() != before {
		t.Fatal("a change of the copy changed the world")
	}
	if c.Hash() == before {
		t.Fatal("the copy did not change")
	}
}
