package predict

import (
	"fmt"
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestFirstAtABusyBox: who took out of a slot is known however much goes on at others since, until as many parts have changed as are kept. What the
// server did since has no name and takes none away from the box; who broke it was first at all of its slots.
func TestFirstAtABusyBox(t *testing.T) {
	busy, quiet := world.Pos{X: 1}, world.Pos{X: 2}
	r := NewReceived(own)
	note := func(p world.Pos, part uint8, by string) { r.blocks.boxes.add(boxChange{p, part, by}) }
	b := &r.blocks.boxes
	want := func(when string, p world.Pos, part uint8, last, newest string) {
		t.Helper()
		if got := b.last(p, part); got != last {
			t.Errorf("%s: slot %d was changed by %q, want %q", when, part, got, last)
		}
		if got := b.newest(p); got != newest {
			t.Errorf("%s: the box was changed by %q, want %q", when, got, newest)
		}
	}
	note(quiet, 3, "ann")
	note(busy, 5, "eve")
	for i := range 10 * boxChangesMax {
		note(busy, uint8(i%5), fmt.Sprint("p", i%7))
	}
	if len(b.kept) != 7 {
		t.Errorf("%d changes are kept of 7 parts", len(b.kept))
	}
	want("busy", quiet, 3, "ann", "ann")
	want("busy", busy, 5, "eve", fmt.Sprint("p", (10*boxChangesMax-1)%7))
	want("no such slot", quiet, 9, "ann", "ann")

	r.noteBoxChange(quiet, 3, timestream.Server)
	want("the server's", quiet, 3, "", "")
	want("the server's, another slot", quiet, 4, "ann", "")
	note(busy, wholeBox, "bob")
	want("broken", busy, 5, "bob", "bob")
	if len(b.kept) != 3 {
		t.Errorf("%d changes are kept, want the broken box and two of the other one", len(b.kept))
	}
	for i := range boxChangesMax {
		note(world.Pos{X: 9, Y: int32(i)}, 0, "eve")
	}
	if len(b.kept) != boxChangesMax || b.changed(quiet) || b.changed(busy) {
		t.Errorf("%d changes are kept", len(b.kept))
	}
}
