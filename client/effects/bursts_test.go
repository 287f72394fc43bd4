package effects

import (
	"testing"

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
