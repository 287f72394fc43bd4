package edits

import (
	"testing"

	"voxtide/world"
)

// TestGoneLever: a lever, a button and a plate that are on keep a gate open. Broken, or without the ground on which they sit, they let it
// shut, unless another lever keeps it open. Undone, all is as before.
func TestGoneLever(t *testing.T) {
	tried := 0
	for _, device := range []string{"lever[on=yes]", "oak_button[on=yes]", "oak_plate[on=yes]"} {
		for _, how := range []string{"broken", "its ground is broken", "broken beside another that is on"} {
			w := world.New()
			w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
			r := Recorder{W: w}
			put := func(p world.Pos, name string) {
				b, known := world.BlockNamed(name)
				if !known || !r.PutBlock(0, p, b) {
					t.Fatal(name)
				}
			}
			at, gate := world.Pos{X: 4, Y: 2, Z: 4}, world.Pos{X: 5, Y: 2, Z: 4}
			put(at.Below(), "stone")
			put(gate.Below(), "stone")
			put(gate, "oak_gate[open=yes]")
			put(at, device)
			want := 0
			if how == "broken beside another that is on" {
				put(world.Pos{X: 6, Y: 1, Z: 4}, "stone")
				put(world.Pos{X: 6, Y: 2, Z: 4}, "lever[on=yes]")
				want = 1
			}
			r.Commit()
			before := w.Hash()
			if how == "its ground is broken" {
				at = at.Below()
			}
			r.PutBlock(0, at, world.Air)
			if b, _ := w.Block(gate); b.Class() != world.ClassGate || b.Get(world.PropOpen) != want {
				t.Errorf("%s %s: the gate is %v", device, how, b)
			}
			if r.Revert(); w.Hash() != before {
				t.Errorf("%s %s: undoing leaves a trace", device, how)
			}
			tried++
		}
	}
	t.Logf("%d ways", tried)
}
