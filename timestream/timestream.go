// Package timestream is the arithmetic of time in Voxtide: instants, marks and the names of time streams.
//
// A time stream is a clock of the game: one for the server and one for each client. Each piece of state that
// updates belongs to exactly one stream; a stream is advanced from its stamp to a later one, never back. The
// discrete update runs at marks (t0 + k*50 ms), the continuous update between them, so an advance (from, to] is
// cut at every mark m with from < m <= to. Nothing here reads a clock: the time is always an argument.
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
	// MarkSpan is the distance between two marks.
	MarkSpan = 50 * Millisecond
)

// Never is later than every instant that a world can reach.
const Never Time = 1<<62 - 1

// Add returns the instant d after t.
func (t Time) Add(d Duration) Time { return t + Time(d) }

// Sub returns the time from u to t.
func (t Time) Sub(u Time) Duration { return Duration(t - u) }

// Mark returns the latest mark that is not after t.
func (t Time) Mark() Time { return t - t%Time(MarkSpan) }

// NextMark returns the first mark after t, never t itself.
func (t Time) NextMark() Time { return t.Mark() + Time(MarkSpan) }

// IsMark tells whether the discrete update runs at t.
func (t Time) IsMark() bool { return t%Time(MarkSpan) == 0 }

// Stream names a time stream: the server's own or that of one client.
type Stream uint32

// Server is the stream of everything that no player set in motion.
const Server Stream = 0
