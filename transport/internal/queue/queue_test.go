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
				b.Advance(b.Head + 1)
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

// TestBytesShrink checks that a ring that was large for a while becomes small, with the bytes that it holds, that an empty one keeps no large room, and that neither
// a large ring that is used nor a small one is ever made again.
func TestBytesShrink(t *testing.T) {
	var b Bytes
	fill := func(n int) {
		for range n {
			b.Append([]byte{byte(b.End)})
		}
	}
	held := func() {
		p := make([]byte, b.Len())
		b.Read(p, b.Head)
		for i, v := range p {
			if v != byte(b.Head+uint64(i)) {
				t.Fatalf("byte %d of %d is %d", i, len(p), v)
			}
		}
	}
	// through lets n bytes through of which at most a number are held, and returns the lengths that the ring had.
	through := func(n, most int) (lengths map[int]int) {
		lengths = map[int]int{}
		for range n {
			fill(1)
			if b.Len() > most {
				b.Advance(b.Head + 1)
			}
			lengths[len(b.buf)]++
		}
		held()
		return lengths
	}
	fill(100_000)
	held()
	if len(b.buf) != 1<<17 {
		t.Fatalf("a ring of %d for 100,000", len(b.buf))
	}
	b.Advance(b.End - 40_000)
	if seen := through(1<<20, 40_000); len(seen) != 1 {
		t.Errorf("a ring that is used had the lengths %v", seen)
	}
	b.Advance(b.End - 30_000)
	if through(1<<18, 30_000); len(b.buf) != 1<<16 {
		t.Errorf("a ring of %d for 30,000 bytes, less than a quarter of 131,072", len(b.buf))
	}
	b.Advance(b.End - 5000)
	seen := through(1<<19, 5000)
	if len(b.buf) != 1<<14 || len(seen) != 2 {
		t.Errorf("for 5,000 bytes the lengths were %v", seen)
	}
	b.Advance(b.End)
	if seen = through(1<<18, 0); len(b.buf) != leastBytes {
		t.Errorf("for one byte the lengths were %v", seen)
	}
	fill(50_000)
	first := b.Head
	if b.Advance(b.End); len(b.buf) != 0 || b.Len() != 0 {
		t.Errorf("an empty ring of %d has a room of %d", b.Len(), len(b.buf))
	}
	if b.Advance(first); b.Len() != 0 {
		t.Errorf("%d bytes that were forgotten are there again", b.Len())
	}
	fill(3000)
	if held(); b.Len() != 3000 || len(b.buf) != 4096 {
		t.Errorf("%d of 3,000 bytes in a room of %d", b.Len(), len(b.buf))
	}
	b.Advance(b.End)
	if through(1<<14, 0); len(b.buf) != leastBytes {
		t.Errorf("room for %d", len(b.buf))
	}
	if n := testing.AllocsPerRun(10, func() { fill(60_000); b.Advance(b.End) }); n > 9 { // a word for each room, in place of 130 kB
		t.Errorf("%v allocations for 60,000 bytes", n)
	}
	through(1<<14, 0)
	if n := testing.AllocsPerRun(10, func() { through(1<<12, 200) }); n > 4 { // of the test
		t.Errorf("%v allocations of a small ring in use", n)
	}
	fill(leastBytes)
	if held(); len(b.buf) != 2*leastBytes {
		t.Errorf("%d after growing again", len(b.buf))
	}
}
