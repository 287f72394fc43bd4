package ui

import "testing"

// BenchmarkHUD is what the screens cost each picture of a game, without the canvas.
func BenchmarkHUD(b *testing.B) {
	for _, debug := range []bool{false, true} {
		name := "plain"
		if debug {
			name = "debug"
		}
		b.Run(name, func(b *testing.B) {
			u := New(&fake{room: 1000, quiet: true}, Config{Options: testOptions()})
			s := State{}
			playing(u, &s)
			u.debug = debug
			s.Debug = &Debug{Biome: "moor", Streams: make([]Stream, 20)}
			talk(&s)
			u.Draw(1280, 720, &s)
			s.Said = nil
			b.ReportAllocs()
			for b.Loop() {
				u.Feed(1, nil)
				u.Draw(1280, 720, &s)
			}
		})
	}
}
