package world

import (
	"testing"

	"voxtide/internal/testrand"
)

// TestLookUpsAreRemembered: whatever comes, goes and is looked up, a section is found where it is and nowhere else; the memory of look-ups
// grows with the land, within bounds, and is given back with it.
func TestLookUpsAreRemembered(t *testing.T) {
	rnd := testrand.New(t)
	w := New()
	at := func() SectionPos {
		return SectionPos{X: int32(rnd.IntN(64) - 32), Y: int32(rnd.IntN(6) - 3), Z: int32(rnd.IntN(64) - 32)}
	}
	land := map[SectionPos]*Section{}
	for _, grows := range []bool{true, false} {
		for range 60_000 {
			p := at()
			switch n := rnd.IntN(4); {
			case n == 0 && grows:
				land[p] = NewSection(Stone)
				w.SetSection(p, land[p])
			case n == 0 && w.RemoveSection(p) != land[p]:
				t.Fatalf("another section was removed at %v", p)
			case n == 0:
				delete(land, p)
			case w.Section(p) != land[p]:
				t.Fatalf("at %v is %p, want %p", p, w.Section(p), land[p])
			}
		}
		if grows && (len(land) <= cacheMost*cacheShare/2 || len(w.cache) != cacheMost) {
			t.Errorf("%d places for %d sections", len(w.cache), len(land))
		}
	}
	for p := range land {
		w.RemoveSection(p)
	}
	for range 1000 {
		if p := at(); w.Section(p) != nil {
			t.Fatalf("something is left at %v", p)
		}
	}
	if w.Shrink(); len(w.cache) != cacheLeast {
		t.Errorf("%d places for nothing", len(w.cache))
	}
}
