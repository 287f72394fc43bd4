package world

import (
	"testing"

	"voxtide/timestream"
)

// TestDay: a clock that is set says what it was set to, at any instant, and goes on from there.
func TestDay(t *testing.T) {
	w := New()
	if got := w.Clock(0); got < 7*60 || got > 8*60 {
		t.Errorf("a new world begins at minute %d", got)
	}
	for _, at := range []timestream.Time{0, 1, 999_999, timestream.Time(DayLength) - 1, timestream.Time(DayLength) * 7, 1<<62 + 12345} {
		for m := int64(0); m < dayMinutes; m++ {
			by := DayFor(at, m)
			w.SetDay(by)
			if got := w.Clock(at); got != m || by < 0 || by >= DayLength {
				t.Fatalf("set to minute %d at %d: it is minute %d, moved by %d", m, at, got, by)
			}
		}
	}
	w.SetDay(DayFor(50, 12*60))
	if got := w.Sun(50); got != DayLength/4 {
		t.Errorf("at noon the sun rose %d ago", got)
	}
	if got := w.Clock(timestream.Time(50).Add(DayLength / 4)); got != 18*60 {
		t.Errorf("a quarter of a day after noon it is minute %d", got)
	}
	before := w.Hash()
	w.SetDay(0)
	if w.Hash() == before {
		t.Error("the hash does not know the day")
	}
}
