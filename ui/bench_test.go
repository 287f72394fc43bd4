package ui

import "testing"

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
			u.debug = debug
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

// TestSteadyPagesAllocateNothing: a frame of a page with slots, in which nothing changes, allocates nothing.
func TestSteadyPagesAllocateNothing(t *testing.T) {
	for _, row := range screens {
		switch row.name {
		case "inventory", "inventory-start", "workbench", "catalogue", "catalogue-search", "chest", "furnace", "sign":
		default:
			continue
		}
		u := New(&fakeCanvas{imagesMax: 1000, forgetful: true}, Config{Options: testOptions()})
		s := State{}
		u.Draw(1280, 720, &s)
		row.set(u, &s)
		for range 3 {
			u.Feed(1, nil)
			u.Draw(1280, 720, &s)
		}
		n := testing.AllocsPerRun(100, func() {
			u.Feed(1, nil)
			u.Draw(1280, 720, &s)
		})
		if n > 0 {
			t.Errorf("%s: %v allocations in a frame", row.name, n)
		}
	}
}
