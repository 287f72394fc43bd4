package live

import "testing"

// FuzzParseTape: no text makes it panic, and what it reads is written back as text that reads the same.
func FuzzParseTape(f *testing.F) {
	f.Add("")
	f.Add((&Tape{Seed: 7, Frames: 60, Events: []Event{{Kind: Method, Text: "dumb"}, {Frame: 3, Kind: Hold, Keys: 1, Yaw: east}, {Frame: 9, Kind: Rate, Rate: 10}}}).Text())
	f.Fuzz(func(t *testing.T, text string) {
		tape, err := ParseTape(text)
		if err != nil {
			return
		}
		back, err := ParseTape(tape.Text())
		if err != nil || back.Text() != tape.Text() {
			t.Fatalf("%q reads as %+v, and then as %+v (%v)", text, tape, back, err)
		}
	})
}
