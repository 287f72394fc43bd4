package ui

import (
	"testing"

	"voxtide/window"
	"voxtide/world"
)

// BenchmarkHUD measures the screens of one frame of a game, without the canvas.
func BenchmarkHUD(b *testing.B) {
	for _, debug := range []bool{false, true} {
		name := "plain"
		if debug {
			name = "debug"
		}
		b.Run(name, func(b *testing.B) {
			u := New(&fakeCanvas{imagesMax: 1000, forgetful: true}, Config{Options: testOptions()})
			s := State{}
			inGame(u, &s)
			u.hud.debug = debug
			s.Debug = &Debug{Biome: "moor", Streams: make([]Stream, 20)}
			chatting(&s)
			u.Draw(1280, 720, &s)
			s.ChatLines = nil
			b.ReportAllocs()
			for b.Loop() {
				u.Feed(1, nil)
				u.Draw(1280, 720, &s)
			}
		})
	}
}

// TestSteadyPagesAllocateNothing: a frame of a page in which one plays, in which nothing changes, allocates nothing: each page with slots,
// each of them with a stack in the hand that is being spread, and each tab of the catalogue.
func TestSteadyPagesAllocateNothing(t *testing.T) {
	held := 0
	for _, row := range screens {
		switch row.name {
		case "inventory", "inventory-start", "workbench", "chest", "furnace", "campfire", "sign", "catalogue", "catalogue-search", "pause", "menu":
		default:
			continue
		}
		variants := []func(*UI){func(*UI) {}}
		if row.name != "sign" && row.name != "pause" && row.name != "menu" {
			variants = append(variants, func(u *UI) {
				u.pickUp(0, false)
				u.hand.stroke.button, u.hand.stroke.marks, u.hand.stroke.marked = window.MouseLeft, [allSlots]int{20, 21, 22}, 3
			})
		}
		if row.name == "catalogue" {
			for g := range world.GroupCount {
				variants = append(variants, func(u *UI) { u.palette.tab = int(g) })
			}
		}
		for i, change := range variants {
			u := New(&fakeCanvas{imagesMax: 1000, forgetful: true}, Config{Options: testOptions()})
			s := State{}
			u.Draw(1280, 720, &s)
			row.set(u, &s)
			u.Draw(1280, 720, &s)
			change(u)
			for range 3 {
				u.Feed(1, nil)
				u.Draw(1280, 720, &s)
			}
			n := testing.AllocsPerRun(100, func() {
				u.Feed(1, nil)
				u.Draw(1280, 720, &s)
			})
			if n > 0 {
				t.Errorf("%s, variant %d: %v allocations in a frame", row.name, i, n)
			}
			held++
		}
	}
	if want := 11 + 8 + int(world.GroupCount); held != want {
		t.Errorf("%d pages were held, want %d", held, want)
	}
	t.Logf("%d pages", held)
}
