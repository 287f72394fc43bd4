package predict

import (
	"slices"
	"testing"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/world"
)

// TestNearestIsHeld: of too many sections a resume names the nearest, and the newest wherever it is.
func TestNearestIsHeld(t *testing.T) {
	var all []actions.Arrived
	for i := range int32(protocol.HeldMax + 500) {
		all = append(all, actions.Arrived{Section: world.SectionPos{X: i*7919%20000 - 10000, Z: 5}, Epoch: uint32(i + 1)})
	}
	few := slices.Clone(all[:protocol.HeldMax])
	if got := nearest(slices.Clone(few), world.SectionPos{}); !slices.Equal(got, few) {
		t.Error("what fits was changed")
	}
	here := world.SectionPos{X: 300, Z: 5}
	newest := actions.Arrived{Section: world.SectionPos{X: 1 << 27, Y: -1 << 27, Z: 1 << 27}, Epoch: 1 << 30}
	got := nearest(append(slices.Clone(all), newest), here)
	if len(got) != protocol.HeldMax || !slices.Contains(got, newest) {
		t.Fatalf("%d are named, the newest: %v", len(got), slices.Contains(got, newest))
	}
	far := int32(0)
	for _, h := range got {
		if h != newest {
			far = max(far, h.Section.X-here.X, here.X-h.Section.X)
		}
	}
	closer := 0
	for _, h := range all {
		if d := max(h.Section.X-here.X, here.X-h.Section.X); d < far {
			closer++
		}
	}
	if closer > protocol.HeldMax {
		t.Errorf("%d are nearer than the farthest that is named", closer)
	}
}
