package world

import "voxtide/timestream"

// The sun rises at 6 and sets at 18 o'clock, and a new world begins in the morning.
const (
	// DayLength is the length of a day in world time.
	DayLength = 1200 * timestream.Second
	// newWorldSinceSunrise is how long before the start of a new world the sun rose.
	newWorldSinceSunrise = 96 * timestream.Second
	// minutesPerDay is the length of a day on the clock, sunriseMinute the time of sunrise on it.
	minutesPerDay = 24 * 60
	sunriseMinute = 6 * 60
)

// DayOffset returns how far the day is ahead of the world's time: 0 to below DayLength.
func (w *World) DayOffset() timestream.Duration { return w.dayOffset }

// SetDayOffset sets how far the day is ahead of the world's time, and returns the offset before.
func (w *World) SetDayOffset(by timestream.Duration) (old timestream.Duration) {
	old, w.dayOffset = w.dayOffset, by
	return old
}

// SinceSunrise returns the time since the last sunrise at an instant, 0 to below DayLength: a quarter of it is noon,
// half of it sunset. Where the day stops, the offset is that time.
func (w *World) SinceSunrise(t timestream.Time) timestream.Duration {
	if w.rules.DayStops {
		return w.dayOffset
	}
	d := (timestream.Duration(int64(t)%int64(DayLength)) + newWorldSinceSunrise + w.dayOffset) % DayLength
	return (d + DayLength) % DayLength
}

// IsNight reports whether one can sleep at an instant: from half past six in the evening to half past five in the morning.
func (w *World) IsNight(t timestream.Time) bool {
	d := w.SinceSunrise(t)
	return d >= DayLength*25/48 && d < DayLength*47/48
}

// TimeOfDay returns the time of day at an instant, in minutes since midnight.
func (w *World) TimeOfDay(t timestream.Time) int64 {
	const minute = int64(DayLength) / minutesPerDay
	return (int64(w.SinceSunrise(t))/minute + sunriseMinute) % minutesPerDay
}

// DayOffsetSince returns the offset with which an instant is so long after sunrise.
func (w *World) DayOffsetSince(t timestream.Time, since timestream.Duration) timestream.Duration {
	if w.rules.DayStops {
		return since
	}
	d := (since - newWorldSinceSunrise - timestream.Duration(int64(t)%int64(DayLength))) % DayLength
	return (d + DayLength) % DayLength
}

// DayOffsetFor returns the offset with which an instant has a time of day, in minutes since midnight.
func (w *World) DayOffsetFor(t timestream.Time, minutes int64) timestream.Duration {
	since := (minutes - sunriseMinute + minutesPerDay) % minutesPerDay
	goal := timestream.Duration((since*int64(DayLength) + minutesPerDay - 1) / minutesPerDay) //exact: both are small
	return w.DayOffsetSince(t, goal%DayLength)
}
