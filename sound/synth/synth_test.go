package synth

import (
	"slices"
	"testing"

	"voxtide/sound"
)

// TestSameSeedSameSamples: a seed gives the same samples each time, another seed others; a sound ends in silence.
func TestSameSeedSameSamples(t *testing.T) {
	for i := 1; i < sound.Count(); i += 7 {
		id := sound.ID(i)
		a, again, other := Sound(Seed, id, 0), Sound(Seed, id, 0), Sound(Seed+1, id, 0)
		if !slices.Equal(a, again) || slices.Equal(a, other) {
			t.Errorf("%v: the seed does not decide", id)
		}
		if a[len(a)-1] != 0 {
			t.Errorf("%v ends with %d", id, a[len(a)-1])
		}
	}
	if !slices.Equal(Bed(Seed, sound.Fire), Bed(Seed, sound.Fire)) {
		t.Error("a bed is another one each time")
	}
}

// TestEveryKindHasARecipe: so that nothing of the tables is missing here.
func TestEveryKindHasARecipe(t *testing.T) {
	for k := sound.Kind(1); k < sound.KindCount; k++ {
		if recipes[k] == nil {
			t.Errorf("kind %d has no recipe", k)
		}
	}
	for b := range sound.BedCount {
		if beds[b] == nil {
			t.Errorf("%v has no recipe", b)
		}
	}
}

// BenchmarkAll makes all sounds and beds, as a client does behind its first frames.
func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		for i := 1; i < sound.Count(); i++ {
			for v := range sound.ID(i).Variants() {
				Sound(Seed, sound.ID(i), v)
			}
		}
		for bed := range sound.BedCount {
			Bed(Seed, bed)
		}
	}
}
