package sections

// A section that is new on the GPU fades in: it is first drawn in the colour of the fog, which gives way to its own colours.
// Its slot holds the time at which it came as a stamp of one byte. Stamps repeat after some seconds, so the stamp is cleared
// once the fade has ended. A block that the player places appears at once, and so does every section in a frame without time. Where far land
// stands, a section takes its place at once, too: its colours are nearly the same, and a patch of fog before them would be seen from afar.
const (
	fadeStampsPerSecond = 32
	fadeStampPeriod     = 255 // stamps until they repeat; the stamp 0 means long ago
	fadeSeconds         = 0.5 // after which a fade has certainly ended: the shaders take less
)

// fadeStampAt returns the stamp of a time in seconds.
func fadeStampAt(seconds float64) uint8 {
	return uint8(int64(seconds*fadeStampsPerSecond)%fadeStampPeriod) + 1
}

// fadeEnded reports whether the fade of a section that came at start has ended. It has if time went back, or is 0.
func fadeEnded(start, now float64) bool {
	return now <= 0 || now < start || now-start >= fadeSeconds
}
