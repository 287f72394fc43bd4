package speaker

import (
	"sync/atomic"

	"voxtide/internal/resourcepack"
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
	worn   atomic.Pointer[wardrobe]
}

// wardrobe are samples of a pack, in the place of those that are made.
type wardrobe struct {
	sounds [128][variantsMax][]int16
	beds   [sound.BedCount][]int16
}

// wear takes samples by their names in packs. A sound of which a pack has some versions alone has those in the place of all.
func (b *bank) wear(named map[string][]int16) {
	w := &wardrobe{}
	for i := 1; i < sound.Count(); i++ {
		id, of := sound.ID(i), [][]int16(nil)
		for v := range id.Variants() {
			if s := named[resourcepack.SoundName(id, v)]; len(s) > 0 {
				of = append(of, s)
			}
		}
		for v := 0; len(of) > 0 && v < variantsMax; v++ {
			w.sounds[i][v] = of[v%len(of)]
		}
	}
	for i := range w.beds {
		w.beds[i] = named[resourcepack.BedName(sound.Bed(i))]
	}
	b.worn.Store(w)
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
	if w := b.worn.Load(); w != nil && len(w.sounds[id][variant]) > 0 {
		return w.sounds[id][variant]
	}
	for _, v := range [2]int{variant, 0} {
		if p := b.sounds[id][v].Load(); p != nil {
			return *p
		}
	}
	return nil
}

// bed returns the loop of a bed, nil while it is not made.
func (b *bank) bed(of sound.Bed) []int16 {
	if w := b.worn.Load(); w != nil && len(w.beds[of]) > 0 {
		return w.beds[of]
	}
	if p := b.beds[of].Load(); p != nil {
		return *p
	}
	return nil
}
