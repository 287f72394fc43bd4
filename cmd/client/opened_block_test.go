package main

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// TestBoxAt: an oven is shown as it is at the moment of the frame, a sign with its text, and a chest with its slots.
func TestBoxAt(t *testing.T) {
	named := func(name string) world.Item {
		it, known := world.ItemNamed(name)
		if !known {
			t.Fatal(name)
		}
		return it
	}
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	r := &edits.Recorder{W: w}
	oven, chest, sign := world.Pos{X: 1}, world.Pos{X: 2}, world.Pos{X: 3}
	w.SetBlock(oven, named("furnace").Block())
	w.SetBlock(chest, named("chest").Block())
	w.SetBlock(sign, named("oak_sign").Block())
	begun := timestream.Time(timestream.Second)
	for i, name := range []string{world.OvenIn: "sand", world.OvenFuel: "coal"} {
		r.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: oven, Slot: uint8(i), Stack: world.Stack{Item: named(name), Count: 3}})
	}
	r.Do(edits.Edit{Kind: edits.SetOven, Pos: oven, At: begun})
	r.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: chest, Slot: 26, Stack: world.Stack{Item: named("bread"), Count: 2}})
	const text = "mill\n\nhere"
	r.Do(edits.Edit{Kind: edits.SetSignText, Pos: sign, Text: text})
	b := boxAt(w, oven, begun.Add(4*timestream.Second))
	if b.Count != 3 || b.Slots[world.OvenIn].Count != 3 || b.Burnt != 4 || b.Takes <= 4 {
		t.Errorf("after 4 s: %+v", b)
	}
	takes := b.Takes
	b = boxAt(w, oven, begun.Add(timestream.Duration(takes*float64(timestream.Second))+timestream.Second))
	if b.Slots[world.OvenIn].Count != 2 || b.Slots[world.OvenFuel].Count != 2 || b.Slots[world.OvenOut].Count != 1 || b.Burnt != 1 {
		t.Errorf("a second after the first was made: %+v", b)
	}
	if b := boxAt(w, chest, begun); b.Count != world.ChestSlots || b.Slots[26].Count != 2 || b.Class != world.ClassChest {
		t.Errorf("the chest: %+v", b)
	}
	if b := boxAt(w, sign, begun); b.Text != text || b.Count != 0 || actions.CleanSign(text) != text {
		t.Errorf("the sign: %+v", b)
	}
}
