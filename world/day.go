package world

import "voxtide/timestream"

// The day: the sun rises at 6 and sets at 18 o'clock, and a new world begins in the morning.
const (
	// DayLength is the length of a day in time of the world.
	DayLength = 1200 * timestream.Second
	// dayStart is how long ago the sun rose over a new world.
	dayStart = 96 * timestream.Second
	// dayMinutes are those of a clock, and dayRise when the sun rises.
	dayMinutes = 24 * 60
	dayRise    = 6 * 60
)

// Day returns how far the day has been moved on from what the time of the world says: 0 to below DayLength.
func (w *World) Day() timestream.Duration { return w.day }

// SetDay moves the day on. It returns how far it was before.
func (w *World) SetDay(by timestream.Duration) (old timestream.Duration) {
	old, w.day = w.day, by
	return old
}

// Sun returns how long ago the sun rose at an instant, 0 to below DayLength: at a quarter of it is noon, at a half it sets.
func (w *World) Sun(t timestream.Time) timestream.Duration {
	d := (timestream.Duration(int64(t)%int64(DayLength)) + dayStart + w.day) % DayLength
	return (d + DayLength) % DayLength
}

// Clock returns the time of day at an instant, in minutes since midnight.
func (w *World) Clock(t timestream.Time) int64 {
	const minute = int64(DayLength) / dayMinutes
	return (int64(w.Sun(t))/minute + dayRise) % dayMinutes
}

// DayFor returns how far the day has to be moved on so that an instant is a time of day, in minutes since midnight.
func DayFor(t timestream.Time, minutes int64) timestream.Duration {
	since := (minutes - dayRise + dayMinutes) % dayMinutes
	goal := timestream.Duration((since*int64(DayLength) + dayMinutes - 1) / dayMinutes) //exact: both are small
	d := (goal - dayStart - timestream.Duration(int64(t)%int64(DayLength))) % DayLength
	return (d + DayLength) % DayLength
}
