package netem

// Random draws. Each packet has draws of its own, by its number, so that no draw depends on what another packet
// needed; bursts have draws of their own as well.

import (
	"math"
	"time"

	"voxtide/internal/splitmix"
)

// rng is a sequence of draws.
type rng struct{ splitmix.Source }

func newRNG(seed uint64) rng { return rng{splitmix.Source(seed)} }

// unit returns a uniform number in [0, 1).
func (r *rng) unit() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// packetDraw is the fate of one packet, apart from rate, cuts and bursts.
type packetDraw struct {
	lost, duplicated bool
	extraDelay       [2]time.Duration // beyond Delay, of the packet and of its duplicate
}

// drawPacket draws the fate of packet n.
func drawPacket(c *Conditions, seed, n uint64) (f packetDraw) {
	r := newRNG(splitmix.Mix(seed ^ splitmix.Mix(n)))
	f.lost = r.unit() < c.Loss && !c.Burst
	f.duplicated = r.unit() < c.Duplicate
	for i := range f.extraDelay {
		f.extraDelay[i] = time.Duration(r.unit() * float64(c.Jitter))
		if r.unit() < c.Reorder {
			f.extraDelay[i] += c.ReorderBy
		}
	}
	return f
}

// burstMax bounds the length of a burst; lengths are uniform.
const burstMax = 200 * time.Millisecond

// burstModel is the bursts of loss of one direction.
type burstModel struct {
	rng      rng
	inBurst  bool
	switchAt time.Duration // end of the burst, or of the gap between two
	meanLoss float64       // mean loss for which the model was started
}

// burstAt reports whether a time lies in a burst. Times must not go back.
func (w *burstModel) burstAt(at time.Duration, loss float64) bool {
	if loss <= 0 || loss >= 1 {
		return loss >= 1
	}
	if w.meanLoss != loss {
		w.meanLoss, w.inBurst = loss, false
		w.switchAt = at + w.gapLength(loss)
	}
	for at >= w.switchAt {
		if w.inBurst = !w.inBurst; w.inBurst {
			w.switchAt += time.Duration(w.rng.unit() * float64(burstMax))
		} else {
			w.switchAt += w.gapLength(loss)
		}
	}
	return w.inBurst
}

// gapLength draws the length of the gap before the next burst, so that bursts' share of all time is the mean loss.
func (w *burstModel) gapLength(loss float64) time.Duration {
	mean := float64(burstMax/2) * (1 - loss) / loss
	return time.Duration(-math.Log(1-w.rng.unit()) * mean)
}
