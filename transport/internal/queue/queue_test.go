package queue

import (
	"math/rand/v2"
	"testing"
)

// TestBytesAndRing checks that bytes and values survive growing and wrapping.
func TestBytesAndRing(t *testing.T) {
	var b Bytes
	var r Ring[byte]
	luck := rand.New(rand.NewPCG(7, 1))
	next, first := byte(0), byte(0)
	for range 20000 {
		if luck.Uint64()%5 < 3 && b.Len() < 5000 {
			for range luck.Uint64() % 40 {
				b.Append([]byte{next})
				r.Push(next)
				next++
			}
		} else {
			for n := luck.Uint64() % 40; n > 0 && r.Len() > 0; n-- {
				if v := r.Pop(); v != first {
					t.Fatalf("ring gives %d for %d", v, first)
				}
				b.Head++
				first++
			}
		}
		p := make([]byte, b.Len())
		b.Read(p, b.Head)
		for i, v := range p {
			if v != first+byte(i) || *r.At(i) != v {
				t.Fatalf("byte %d of %d is %d, not %d", i, len(p), v, first+byte(i))
			}
		}
	}
}
