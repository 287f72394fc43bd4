package world

import (
	"testing"

	"voxtide/timestream"
)

// TestTimeOfDay sets the clock at any instant: it shows the time it was set to, and goes on from there.
func TestTimeOfDay(t *testing.T) {
	w := New()
	if got := w.TimeOfDay(0); got < 7*60 || got > 8*60 {
		t.Errorf("a new world begins at minute %d", got)
	}
	for _, at := range []timestream.Time{0, 1, 999_999, timestream.Time(DayLength) - 1, timestream.Time(DayLength) * 7, 1<<62 + 12345} {
		for m := int64(0); m < minutesPerDay; m++ {
			by := New().DayOffsetFor(at, m)
			w.SetDayOffset(by)
			if got := w.TimeOfDay(at); got != m || by < 0 || by >= DayLength {
				t.Fatalf("set to minute %d at %d: it is minute %d, moved by %d", m, at, got, by)
			}
		}
	}
	w.SetDayOffset(w.DayOffsetFor(50, 12*60))
	if got := w.SinceSunrise(50); got != DayLength/4 {
		t.Errorf("at noon the sun rose %d ago", got)
	}
	if got := w.TimeOfDay(timestream.Time(50).Add(DayLength / 4)); got != 18*60 {
		t.Errorf("a quarter of a day after noon it is minute %d", got)
	}
	before := w.Hash()
	w.SetDayOffset(0)
	if w.Hash() == before {
		t.Error("the hash does not know the day")
	}
}

// TestDayStops stops the day: the time of day that is set stays, whatever instant it is.
func TestDayStops(t *testing.T) {
	w := New()
	w.SetRules(Rules{DayStops: true})
	for _, minutes := range [...]int64{0, 6 * 60, 18*60 + 1, 24*60 - 1} {
		w.SetDayOffset(w.DayOffsetFor(12345, minutes))
		for _, at := range [...]timestream.Time{0, 777_777_777, 98_765_432_109} {
			if got := w.TimeOfDay(at); got != minutes {
				t.Errorf("at %v: minute %d, want %d", at, got, minutes)
			}
		}
	}
}
