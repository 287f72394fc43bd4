package world

import (
	"testing"
	"time"

	"voxtide/timestream"
)

// TestCopiesOnWrite: sections that are copies of one another on write have their own blocks, whichever of them change, and a copy has no memory of its own until then.
func TestCopiesOnWrite(t *testing.T) {
	r, n := random(t, 40)
	type kept struct {
		s     *Section
		model [SectionCells]Block
	}
	copies, changed := 0, 0
	for range n {
		all := []*kept{{s: NewSection(Air)}}
		kinds := 1 + r.IntN(1<<r.IntN(9))
		for range 40 {
			k := all[r.IntN(len(all))]
			switch r.IntN(4) {
			case 0:
				if len(all) < 6 {
					c := &kept{k.s.CloneOnWrite(), k.model}
					if &c.s.words[0] != &k.s.words[0] {
						t.Fatal("a copy has its own memory before anything is changed")
					}
					all, copies = append(all, c), copies+1
				}
			case 1:
				k.s.Compact()
			default:
				for range r.IntN(30) {
					i, b := r.IntN(SectionCells), Block(r.IntN(kinds))
					k.s.Set(i, b)
					k.model[i] = b
					changed++
				}
			}
			for _, k := range all {
				agree(t, k.s, &k.model)
			}
		}
	}
	t.Logf("%d copies, %d blocks set", copies, changed)
	if copies < 2*n || changed < 100*n {
		t.Error("too few")
	}
}

// TestCopyOnWriteIsReadBeside: another goroutine reads a copy while the section changes; the race detector sees it if both use the same memory. What there is beside blocks is not
// shared, either.
func TestCopyOnWriteIsReadBeside(t *testing.T) {
	s := NewSection(Stone)
	for i := range 100 {
		s.Set(i, Dirt)
	}
	s.SetTurn(3, Sand, Stone, timestream.Time(time.Second))
	c := s.CloneOnWrite()
	done := make(chan int)
	go func() {
		n := 0
		var cells [SectionCells]Block
		for range 200 {
			c.Cells(&cells)
			for _, b := range cells {
				if b == Dirt {
					n++
				}
			}
		}
		done <- n
	}()
	for i := range SectionCells {
		s.Set(i, Block(i%40))
		s.SetTurn(i, Sand, Dirt, timestream.Time(2*time.Second))
	}
	if n := <-done; n != 99*200 {
		t.Errorf("%d blocks of dirt were read in the copy instead of %d", n, 99*200)
	}
	if before, since := c.Turn(3); before != Stone || since != timestream.Time(time.Second) {
		t.Errorf("the turn in the copy is from %v at %v", before, since)
	}
}
