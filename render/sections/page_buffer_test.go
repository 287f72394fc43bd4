package sections

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/internal/testrand"
)

// TestPageBufferKeepsUnits: a buffer that grows keeps what was written into it, and has no more memory than a step beyond what was asked for at most.
func TestPageBufferKeepsUnits(t *testing.T) {
	r := testrand.New(t)
	onGPU(t, func(*Sections) {
		grown, refused, written := 0, 0, 0
		for range testrand.Rounds(20) {
			b := pageBuffer{most: uint32(100 + r.IntN(3000)), unit: 16, target: gl.ARRAY_BUFFER}
			b.grown = func() { grown++ }
			b.init(b.step())
			var held []extent
			var values []uint32
			mostUsed := uint32(0)
			for range 200 {
				if len(held) > 0 && r.IntN(4) == 0 {
					i := r.IntN(len(held))
					b.release(held[i])
					held, values = slices.Delete(held, i, i+1), slices.Delete(values, i, i+1)
					continue
				}
				n := uint32(r.IntN(60))
				if !b.hasRoom(n) {
					refused++
					continue
				}
				s := b.take(n)
				if s.count != n || s.start+n > b.size || b.size > b.most {
					t.Fatalf("%v for %d units, of %d, %d at most", s, n, b.size, b.most)
				}
				mostUsed = max(mostUsed, s.start+n)
				v := r.Uint32()
				if d := b.write(s); d != nil {
					for i := range d {
						d[i] = v + uint32(i)
					}
					b.done()
					written++
				}
				held, values = append(held, s), append(values, v)
			}
			if b.size > max(mostUsed, b.step())+b.step() {
				t.Errorf("%d units for %d that were used, with a step of %d", b.size, mostUsed, b.step())
			}
			for i, s := range held {
				got := make([]uint32, s.count*4)
				if s.count == 0 {
					continue
				}
				gl.BindBuffer(gl.ARRAY_BUFFER, b.buffer)
				gl.GetBufferSubData(gl.ARRAY_BUFFER, int(s.start)*16, len(got)*4, unsafe.Pointer(&got[0]))
				for k, w := range got {
					if w != values[i]+uint32(k) {
						t.Fatalf("word %d of %v is %#x and was %#x", k, s, w, values[i]+uint32(k))
					}
				}
			}
			gl.DeleteBuffers(1, &b.buffer)
		}
		t.Logf("%d buffers made, %d runs written, %d times without room", grown, written, refused)
		if grown < 60 || refused < 20 || written < 1000 {
			t.Error("too few of one kind")
		}
	})
}

// TestPagesBeginSmall: a page with one small section has an eighth of what a full one has.
func TestPagesBeginSmall(t *testing.T) {
	onGPU(t, func(s *Sections) {
		sc := offerMeshes(1, 10)
		frame(s, sc)
		if _, reserved := s.MemoryUsage(); reserved > 2*PageBytes/pageSteps+slotsPerPage*slotBytes {
			t.Errorf("%d bytes for ten quads", reserved)
		}
		full := offerMeshes(1, pageQuads)
		full.Uploads[0].Mesh.Section = [3]int32{5, 5, 5}
		full.Uploads[0].Urgent = true
		frame(s, full)
		if _, reserved := s.MemoryUsage(); uploadedCount(full) != 1 || s.Stats().Pages != 2 || reserved < PageBytes {
			t.Errorf("%d pages of %d bytes for a section as large as a page, and another", s.Stats().Pages, reserved)
		}
	})
}
