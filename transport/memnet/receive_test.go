package memnet

import (
	"bytes"
	"testing"
)

// TestDataStaysUntilNextReceive: what Receive gave is not touched by what arrives later,
// also when the owner never empties the inbox.
func TestDataStaysUntilNextReceive(t *testing.T) {
	eachSeed(t, func(t *testing.T, seed uint64) {
		l := Link{Delay: 20 * ms, Jitter: 20 * ms, Loss: 0.05, Copies: seed%2 == 0}
		w := newSimulatedPair(t, seed, l, l)
		for i := range 2000 {
			w.at += step
			w.net.Advance(w.at)
			msg, ok := w.b.m.Receive()
			if i < 1000 {
				game(w.a)
			}
			w.a.m.Flush()
			w.b.m.Flush()
			kept := bytes.Clone(msg.Data)
			w.at += step
			w.net.Advance(w.at)
			if !bytes.Equal(kept, msg.Data) {
				t.Fatal("data changed before the next Receive")
			}
			if ok {
				w.b.receiveOne(msg)
			}
		}
		w.settle(t)
	})
}
