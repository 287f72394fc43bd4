package render

import (
	"bytes"
	"testing"

	"voxtide/chance"
)

// TestChunks: cut in chunks, a list draws what it drew, in its order, and the driver is told in time.
func TestChunks(t *testing.T) {
	r := chance.Source(t)
	for range chance.Rounds(200) {
		var l drawList
		l.init()
		l.most = 1 + r.IntN(40)
		since := 0
		for range 1 + r.IntN(4) { // pages
			var d, got draws
			for i := range r.IntN(30) {
				d.counts = append(d.counts, int32(1+r.IntN(20))*indicesPerQuad)
				d.bases = append(d.bases, int32(i))
			}
			for from := 0; from < len(d.counts); {
				c := l.chunk(&d, from)
				if len(c.counts) == 0 || len(c.counts) != len(c.bases) {
					t.Fatalf("a chunk of %d draws and %d places", len(c.counts), len(c.bases))
				}
				got.counts, got.bases = append(got.counts, c.counts...), append(got.bases, c.bases...)
				from += len(c.counts)
				for i, n := range c.counts {
					if since >= l.most {
						t.Fatalf("%d quads wait, and %d are enough", since, l.most)
					}
					if since += int(n) / indicesPerQuad; since >= l.most && i < len(c.counts)-1 {
						t.Fatal("a chunk goes on when it is full")
					}
				}
				if l.unsent == 0 {
					since = 0
				}
			}
			if len(got.counts) != len(d.counts) {
				t.Fatalf("%d draws of %d", len(got.counts), len(d.counts))
			}
			for i := range d.counts {
				if got.counts[i] != d.counts[i] || got.bases[i] != d.bases[i] {
					t.Fatalf("draw %d is another one", i)
				}
			}
		}
	}
}

// TestChunksDrawTheSame: the picture is the same however often the driver is told to begin, on every path.
func TestChunksDrawTheSame(t *testing.T) {
	for _, path := range []Path{PathMulti, PathLoop, PathOffset} {
		for _, rich := range []bool{false, true} {
			onGPU(t, Config{Path: path, Rich: rich}, func(r *Renderer) {
				r.list.most = 1 << 30
				sc := hills(3)
				want := shoot(r, sc, nil)
				whole := r.Stats()
				for _, most := range []int{1, 37, 500} {
					r.list.most = most
					got := shoot(r, sc, nil)
					if !bytes.Equal(want.Pix, got.Pix) {
						t.Errorf("%v: in chunks of %d quads the picture is another one", path, most)
					}
					if st := r.Stats(); st.Quads != whole.Quads || st.Draws != whole.Draws || path == PathMulti && r.driver.Software && st.Calls <= whole.Calls {
						t.Errorf("%v: in chunks of %d quads %d quads, %d draws, %d calls; whole %d, %d, %d", path, most, st.Quads, st.Draws, st.Calls, whole.Quads, whole.Draws, whole.Calls)
					}
				}
			})
		}
	}
}
