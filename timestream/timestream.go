// Package timestream is the arithmetic of time in Voxtide: instants, ticks and the names of time streams.
//
// A time stream is a clock of the game: one for the server and one for each client. Each piece of state that
// updates belongs to exactly one stream; a stream is advanced from its stamp to a later one, never back. The
// discrete update runs at ticks (t0 + k*50 ms), the continuous update between them, so an advance (from, to] is
// cut at every tick m with from < m <= to. Nothing here reads a clock: the time is always an argument.
package timestream

// Time is an instant of world time in microseconds since t0. It is never negative in a world.
type Time int64

// Duration is a length of world time in microseconds.
type Duration int64

const (
	// Microsecond is the unit of Time and Duration.
	Microsecond Duration = 1
	// Millisecond is 1,000 microseconds.
	Millisecond = 1000 * Microsecond
	// Second is 1,000 milliseconds.
	Second = 1000 * Millisecond
	// Minute is 60 seconds.
	Minute = 60 * Second
	// TickLength is the distance between two ticks.
	TickLength = 50 * Millisecond
)

// Never is later than every instant that a world can reach.
const Never Time = 1<<62 - 1

// Add returns the instant d after t.
func (t Time) Add(d Duration) Time { return t + Time(d) }

// Sub returns the time from u to t.
func (t Time) Sub(u Time) Duration { return Duration(t - u) }

// Tick returns the latest tick that is not after t.
func (t Time) Tick() Time { return t - t%Time(TickLength) }

// NextTick returns the first tick after t, never t itself.
func (t Time) NextTick() Time { return t.Tick() + Time(TickLength) }

// IsTick reports whether the discrete update runs at t.
func (t Time) IsTick() bool { return t%Time(TickLength) == 0 }

// Stream names a time stream: the server's own or that of one client.
type Stream uint32

// Server is the server's stream, which owns everything that no player set in motion.
const Server Stream = 0
