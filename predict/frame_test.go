package predict

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/timestream"
	"voxtide/world"
)

// TestExtendingEqualsPredictingAgain drives random input with updates withheld and Check on: laws 1 and 11.
func TestExtendingEqualsPredictingAgain(t *testing.T) {
	r := testrand.New(t)
	for range 60 {
		p, _ := joinedPredictor(t, 5)
		p.Check, p.CheckAlways = true, true
		now, n := t0, uint64(0)
		for range 80 {
			last := now
			now = now.Add(timestream.Duration(1 + r.IntN(60_000)))
			for range r.IntN(3) {
				n++
				a := key(n, last+1, world.Keys(r.IntN(int(world.KeysAll)+1)))
				if r.IntN(3) == 0 {
					a = put(n, last+1, int32(r.IntN(6)))
				}
				p.AddAction(a)
			}
			p.AdvanceTo(now)
			if p.BrokenLaw != "" {
				t.Fatal(p.BrokenLaw)
			}
		}
		if b, _ := p.World().Block(world.Pos{X: 2, Z: 3}); b == world.Air && n > 60 {
			t.Log("nothing was placed") // rare; the next rounds place
		}
		h := uint64(0)
		p.InspectReceived(func(w *world.World) { h = w.Hash() })
		q, _ := joinedPredictor(t, 5)
		q.InspectReceived(func(w *world.World) {
			if w.Hash() != h {
				t.Fatal("law 1: the state after reverting is not the received state")
			}
		})
	}
}
