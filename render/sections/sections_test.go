package sections

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/glutil"
)

// TestChunksKeepAllDraws: chunks have all draws of a list in its order, and the driver is flushed in time.
func TestChunksKeepAllDraws(t *testing.T) {
	r := testrand.New(t)
	for range testrand.Rounds(200) {
		l := &Sections{FlushQuads: 1 + r.IntN(40)}
		since := 0
		for range 1 + r.IntN(4) { // pages
			var d, got multiDraw
			for i := range r.IntN(30) {
				d.counts = append(d.counts, int32(1+r.IntN(20))*glutil.IndicesPerQuad)
				d.bases = append(d.bases, int32(i))
			}
			for from := 0; from < len(d.counts); {
				c := l.nextChunk(&d, from)
				if len(c.counts) == 0 || len(c.counts) != len(c.bases) {
					t.Fatalf("a chunk of %d draws and %d bases", len(c.counts), len(c.bases))
				}
				got.counts, got.bases = append(got.counts, c.counts...), append(got.bases, c.bases...)
				from += len(c.counts)
				for i, n := range c.counts {
					if since >= l.FlushQuads {
						t.Fatalf("%d quads wait, and %d are enough", since, l.FlushQuads)
					}
					if since += int(n) / glutil.IndicesPerQuad; since >= l.FlushQuads && i < len(c.counts)-1 {
						t.Fatal("a chunk goes on when it is full")
					}
				}
				if l.sinceFlush == 0 {
					since = 0
				}
			}
			if len(got.counts) != len(d.counts) {
				t.Fatalf("%d draws of %d", len(got.counts), len(d.counts))
			}
			for i := range d.counts {
				if got.counts[i] != d.counts[i] || got.bases[i] != d.bases[i] {
					t.Fatalf("draw %d differs", i)
				}
			}
		}
	}
}
