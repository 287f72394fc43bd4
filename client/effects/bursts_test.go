package effects

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// TestBurstsArePlayedOnce: a change that a correction undoes and repeats throws particles once; the same change later throws
// them again.
func TestBurstsArePlayedOnce(t *testing.T) {
	var r bursts
	e := burst{at: world.Pos{X: 3}, before: world.Stone, now: world.Air, time: 5 * timestream.Time(timestream.Second)}
	back := burst{at: e.at, before: world.Air, now: world.Stone, time: e.time + 1000}
	soon, later := e, e
	soon.time = e.time.Add(sameBurstFor - 1)
	later.time = e.time.Add(sameBurstFor)
	for i, c := range []struct {
		e    burst
		want bool
	}{{e, false}, {back, false}, {soon, true}, {later, false}} {
		if got := r.playedRecently(c.e); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// TestStruckChips: chips fly from a struck player whom the scene shows, and none from one who is far away.
func TestStruckChips(t *testing.T) {
	for far, want := range map[float64]int{4: struckChips, 4000: 0} {
		d := particles{}
		d.setMax(100)
		sc := scene.Scene{Struck: []scene.Struck{{ID: 9, By: 5}}}
		sc.Entities = append(sc.Entities, scene.Entity{ID: 8}, scene.Entity{ID: 9, Drawn: [3]float64{far, 1, 0}})
		d.addStruck(&Frame{Scene: &sc, World: world.New()})
		if len(d.list) != want {
			t.Errorf("%d chips from a player %.0f blocks away, want %d", len(d.list), far, want)
		}
	}
}
