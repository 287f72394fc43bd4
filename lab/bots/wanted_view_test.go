package bots

import (
	"math"
	"slices"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// TestFullViewNeedsAll: without one section, or with one on its way, a view is not full.
func TestFullViewNeedsAll(t *testing.T) {
	w := world.New()
	v := wantedView{view: 2}
	v.moveTo(world.SectionPos{X: 5, Y: 4, Z: -7})
	var subs []world.Subscription
	for at, l := range v.columns {
		for y := l.low; y <= l.high; y++ {
			p := world.SectionPos{X: at[0], Y: y, Z: at[1]}
			subs = append(subs, world.Subscription{Section: p, Epoch: 1})
			w.SetSection(p, &world.Section{})
		}
	}
	if v.needed != len(subs) || len(subs) != cylinder(2, 4) {
		t.Fatalf("%d needed, %d, want %d", v.needed, len(subs), cylinder(2, 4))
	}
	cases := 0
	for i := range subs {
		gone := w.RemoveSection(subs[i].Section)
		if v.take(w, slices.Values(subs), time.Hour); v.full != 0 {
			t.Fatalf("full without %v", subs[i].Section)
		}
		w.SetSection(subs[i].Section, gone)
		cases++
	}
	far := world.SectionPos{X: 8, Y: 4, Z: -7}
	if v.take(w, slices.Values(append(subs, world.Subscription{Section: far, Epoch: 1})), time.Hour); v.full != 0 {
		t.Fatal("full while a section beyond the view is on its way")
	}
	if v.take(w, slices.Values(subs[1:]), 0); v.full != 0 {
		t.Fatal("full without a subscription")
	}
	late := wantedView{view: 4} // all within 2, and some beyond them: the server is late, for however long it says nothing
	late.moveTo(v.center)
	for _, p := range []world.SectionPos{{X: 9, Y: 4, Z: -7}, {X: 5, Y: 4, Z: -3}} {
		w.SetSection(p, &world.Section{})
		if late.take(w, slices.Values(append(subs, world.Subscription{Section: p, Epoch: 1})), time.Hour); late.full != 0 || late.view != 4 {
			t.Fatalf("a late server's view is full at %d", late.view)
		}
	}
	if late.take(w, slices.Values(subs), calmTime-1); late.full != 0 {
		t.Fatal("a smaller view is full at once")
	}
	if late.take(w, slices.Values(subs), calmTime); late.full != len(subs) || late.view != 2 || late.needed != len(subs) {
		t.Fatalf("a view of 2 sections is not full with all %d: %d of view %d", len(subs), late.full, late.view)
	}
	if v.take(w, slices.Values(subs), 0); v.full != len(subs) {
		t.Fatalf("not full with all %d", len(subs))
	}
	t.Logf("%d sections taken away one by one", cases)
}

// TestNeededSections walks a view about and counts what comes into it by another way: a set of sections, of which those are dropped that are
// more than one section out of view.
func TestNeededSections(t *testing.T) {
	const view = 3
	rng := testrand.New(t)
	v := wantedView{view: view}
	at := world.SectionPos{Y: 4}
	kept := map[world.SectionPos]bool{}
	needed, moves := 0, 0
	within := func(p world.SectionPos, view int, height int32) bool {
		x, y, z := float64(p.X-at.X), p.Y-at.Y, float64(p.Z-at.Z)
		return x*x+z*z <= float64(view*view+view) && math.Abs(x) <= float64(view) && math.Abs(z) <= float64(view) && y >= -height && y <= height &&
			p.Y*16 >= world.MinY && p.Y*16 <= world.MaxY
	}
	for range 400 {
		step := int32(1)
		if rng.IntN(20) == 0 {
			step = 9
		}
		at.X, at.Y, at.Z = at.X+step*int32(rng.IntN(3)-1), max(-8, min(23, at.Y+step*int32(rng.IntN(3)-1))), at.Z+step*int32(rng.IntN(3)-1)
		for p := range kept {
			if !within(p, view+1, 9) {
				delete(kept, p)
			}
		}
		for x := at.X - view; x <= at.X+view; x++ {
			for y := at.Y - 8; y <= at.Y+8; y++ {
				for z := at.Z - view; z <= at.Z+view; z++ {
					if p := (world.SectionPos{X: x, Y: y, Z: z}); within(p, view, 8) && !kept[p] {
						kept[p] = true
						needed++
					}
				}
			}
		}
		v.moveTo(at)
		if moves++; v.needed != needed {
			t.Fatalf("after %d moves %d sections are needed, want %d", moves, v.needed, needed)
		}
	}
	t.Logf("%d moves, %d sections needed", moves, needed)
}
