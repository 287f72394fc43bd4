package badnet

// luck draws the fate of packets. Each packet has draws of its own, by its number, so that
// none depends on what another needed; bad times have draws of their own as well.

import (
	"math"
	"time"
)

// mix is splitmix64's finish.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// random is a sequence of draws.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	return mix(uint64(*r))
}

// unit is uniform in [0, 1).
func (r *random) unit() float64 { return float64(r.next()>>11) / (1 << 53) }

// fate is what happens to one packet, apart from rate, cuts and bad times.
type fate struct {
	lost, doubled bool
	late          [2]time.Duration // over Delay, of the packet and of its double
}

// fateOf draws the fate of packet n.
func fateOf(c *Conditions, seed, n uint64) (f fate) {
	r := random(mix(seed ^ mix(n)))
	f.lost = r.unit() < c.Loss && !c.Burst
	f.doubled = r.unit() < c.Duplicate
	for i := range f.late {
		f.late[i] = time.Duration(r.unit() * float64(c.Jitter))
		if r.unit() < c.Reorder {
			f.late[i] += c.ReorderBy
		}
	}
	return f
}

// badTimeMax bounds a bad time; their lengths are uniform.
const badTimeMax = 200 * time.Millisecond

// weather is the bad times of a direction.
type weather struct {
	luck random
	bad  bool
	turn time.Duration // when the good or bad time ends
	from float64       // the loss that it was begun for
}

// bads says whether a time is a bad one. Times do not go back.
func (w *weather) bads(at time.Duration, loss float64) bool {
	if loss <= 0 || loss >= 1 {
		return loss >= 1
	}
	if w.from != loss {
		w.from, w.bad = loss, false
		w.turn = at + w.good(loss)
	}
	for at >= w.turn {
		if w.bad = !w.bad; w.bad {
			w.turn += time.Duration(w.luck.unit() * float64(badTimeMax))
		} else {
			w.turn += w.good(loss)
		}
	}
	return w.bad
}

// good draws how long a good time lasts: on average as long as makes the bad times' share
// of all time the loss.
func (w *weather) good(loss float64) time.Duration {
	mean := float64(badTimeMax/2) * (1 - loss) / loss
	return time.Duration(-math.Log(1-w.luck.unit()) * mean)
}
