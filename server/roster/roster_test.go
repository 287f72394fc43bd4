package roster

import (
	"fmt"
	"testing"

	"voxtide/store"
	"voxtide/timestream"
)

// TestSweepVisitsAll: a sweep comes to each row in turn, whatever is added and removed meanwhile, and an empty roster has nothing left
// of the rows that it held.
func TestSweepVisitsAll(t *testing.T) {
	r := New()
	for i := range 40 {
		r.Add(&store.PlayerRow{Name: fmt.Sprint("player ", i), Stream: r.NextStream()})
	}
	seen := map[timestream.Stream]bool{}
	for range 10 {
		r.Sweep(4, func(row *store.PlayerRow) {
			if seen[row.Stream] {
				t.Fatalf("%s is visited twice", row.Name)
			}
			seen[row.Stream] = true
			if row.Stream%3 == 0 {
				r.Remove(row)
			}
		})
	}
	if len(seen) != 40 || r.Len() != 27 {
		t.Fatalf("%d rows were visited, %d are left", len(seen), r.Len())
	}
	for r.Len() > 0 {
		r.Sweep(8, r.Remove)
	}
	if len(r.byName)+len(r.byStream)+len(r.byFold)+len(r.byLook) != 0 {
		t.Errorf("an empty roster holds %d names, %d streams, %d folded names and %d looks", len(r.byName), len(r.byStream), len(r.byFold), len(r.byLook))
	}
}
