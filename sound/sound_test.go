package sound

import (
	"strings"
	"testing"
)

// TestTable: each sound has a name of its own, a subtitle, a level, a reach and variants, and is found by its kind and material.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	for i := 1; i < Count(); i++ {
		id := ID(i)
		name, text := id.String(), id.Subtitle()
		if names[name] || name == "" || strings.HasPrefix(name, "-") {
			t.Errorf("%d: the name %q", i, name)
		}
		names[name] = true
		if text == "" || strings.Contains(text, "%") || text[0] < 'A' || text[0] > 'Z' || len(text) > 32 {
			t.Errorf("%s: the subtitle %q", name, text)
		}
		if id.Level() >= 0 || id.Level() < -60 || id.Reach() < 1 || id.Variants() < 1 {
			t.Errorf("%s: level %v, reach %v, %d variants", name, id.Level(), id.Reach(), id.Variants())
		}
		if Of(id.Kind(), id.Material()) != id || id.Group() >= GroupCount {
			t.Errorf("%s is not found", name)
		}
	}
	for b := range BedCount {
		if b.String() == "" || b.Subtitle() == "" || b.Level() >= -20 || b.Seconds() < 4 {
			t.Errorf("bed %d: %q", b, b)
		}
	}
	if Of(Dig, Water) != None || Of(Step, Water) == None || Of(DoorOpen, Stone) != Of(DoorOpen, NoMaterial) || Of(Step, NoMaterial) != None {
		t.Error("of water nothing is dug, and doors have no material")
	}
	t.Logf("%d sounds, %d beds", Count()-1, BedCount)
}
