package transport

import (
	"bytes"
	"testing"
)

// TestDataStaysUntilNextReceive: what Receive gave is not touched by what arrives later,
// also when the owner never empties the inbox.
func TestDataStaysUntilNextReceive(t *testing.T) {
	eachSeed(t, func(t *testing.T, seed uint64) {
		l := Link{Delay: 20 * ms, Jitter: 20 * ms, Loss: 0.05, Copies: seed%2 == 0}
		w := newWorld(t, seed, l, l)
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

// TestBacklogAndRing: bytes and elements survive growing and wrapping.
func TestBacklogAndRing(t *testing.T) {
	var b backlog
	var r ring[byte]
	luck := random{7}
	next, first := byte(0), byte(0)
	for range 20000 {
		if luck.next()%5 < 3 && b.len() < 5000 {
			for range luck.next() % 40 {
				b.append([]byte{next})
				r.push(next)
				next++
			}
		} else {
			for n := luck.next() % 40; n > 0 && r.n > 0; n-- {
				if v := r.pop(); v != first {
					t.Fatalf("ring gives %d for %d", v, first)
				}
				b.head++
				first++
			}
		}
		p := make([]byte, b.len())
		b.read(p, b.head)
		for i, v := range p {
			if v != first+byte(i) || *r.at(i) != v {
				t.Fatalf("byte %d of %d is %d, not %d", i, len(p), v, first+byte(i))
			}
		}
	}
}
