package hearing

import (
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	lowHealth   = 6                 // at this health and below the own heart is heard
	hurtAgainIn = timestream.Second // after which the same harm is another one
)

// hearNeeds adds what is heard of a body that eats, is hurt, or is near its end.
func (x *Ears) hearNeeds(f *Frame, k *body, b *scene.Entity, e *world.Entity, own bool) {
	n := &e.Motion.Needs
	if n.Eating == 0 {
		k.chewIn = 0
	} else if k.chewIn -= x.span; k.chewIn <= 0 {
		k.chewIn = chewEvery
		x.begin(f, sound.Of(sound.Eat, sound.NoMaterial), b.Drawn, own, 1)
	}
	if f.Now.Sub(k.hurtAt) > hurtAgainIn {
		k.hurtTo = min(k.hurtTo, k.damage)
	}
	if n.Damage > k.damage && n.Damage > k.hurtTo { // harm that is undone and predicted again is heard once
		by := float64(n.Damage - k.damage)
		k.hurtTo, k.hurtAt = n.Damage, f.Now
		x.begin(f, sound.Of(sound.Hurt, sound.NoMaterial), b.Drawn, own, min(1.1, 0.6+by/12))
	}
	x.hearDeath(f, k, e, own)
	if !own || n.Health() > lowHealth || e.Motion.Flags&world.Creative != 0 {
		k.beatIn = 0
	} else if k.beatIn -= x.span; k.beatIn <= 0 {
		k.beatIn = 1 / (1.1 + 0.15*float64(lowHealth-n.Health())) // as the screen shows it
		x.begin(f, sound.Of(sound.Heart, sound.NoMaterial), b.Drawn, true, 0.5+0.5*float64(lowHealth-n.Health())/lowHealth)
	}
}

// hearDeath adds the end of a body that was at the brink and lives again, whole.
func (x *Ears) hearDeath(f *Frame, k *body, e *world.Entity, own bool) {
	if k.damage >= world.HealthMax && e.Motion.Needs.Damage == 0 {
		x.begin(f, sound.Of(sound.Death, sound.NoMaterial), k.pos, own, 1)
		k.hurtTo = 0
	}
}

// hearStruck adds the blows of which the server has told.
func (x *Ears) hearStruck(f *Frame) {
	for i := range f.Scene.Struck {
		hit := &f.Scene.Struck[i]
		for k := -1; k < len(f.Scene.Entities); k++ {
			b := &f.Scene.OwnEntity
			if k >= 0 {
				b = &f.Scene.Entities[k]
			}
			if b.ID == hit.ID {
				at := b.Drawn
				at[1]++
				x.begin(f, sound.Of(sound.Struck, sound.NoMaterial), at, hit.Own, 1)
			}
		}
	}
}
