package speaker

import (
	"sync/atomic"

	"voxtide/sound"
	"voxtide/sound/synth"
)

// variantsMax is the most versions that a sound has; a test compares it with the table.
const variantsMax = 4

// bank holds the samples that have been made. One goroutine makes them, any may read.
type bank struct {
	sounds [128][variantsMax]atomic.Pointer[[]int16]
	beds   [sound.BedCount]atomic.Pointer[[]int16]
	whole  atomic.Bool // all are made
}

// make makes all samples: the first version of each sound before any second one, the beds between. It ends early when stop is set.
func (b *bank) make(stop *atomic.Bool) {
	for v := range variantsMax {
		for i := 1; i < sound.Count(); i++ {
			if stop.Load() {
				return
			}
			if id := sound.ID(i); v < id.Variants() {
				samples := synth.Sound(synth.Seed, id, v)
				b.sounds[i][v].Store(&samples)
			}
		}
		for i := range b.beds {
			if v == 0 {
				samples := synth.Bed(synth.Seed, sound.Bed(i))
				b.beds[i].Store(&samples)
			}
		}
	}
	b.whole.Store(true)
}

// of returns a version of a sound, the first one while the others are not made, nil while none is.
func (b *bank) of(id sound.ID, variant int) []int16 {
	for _, v := range [2]int{variant, 0} {
		if p := b.sounds[id][v].Load(); p != nil {
			return *p
		}
	}
	return nil
}

// bed returns the loop of a bed, nil while it is not made.
func (b *bank) bed(of sound.Bed) []int16 {
	if p := b.beds[of].Load(); p != nil {
		return *p
	}
	return nil
}
