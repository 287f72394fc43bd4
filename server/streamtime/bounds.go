package streamtime

import (
	"cmp"

	"voxtide/protocol"
	"voxtide/timestream"
)

// Bounds limits what a client may declare about its time (docs/netcode.md). A zero field has the value that its comment names.
type Bounds struct {
	Ahead     timestream.Duration // how far a stream may be ahead of the server's clock: 50 ms
	RateMille int64               // long-run speed of a stream in thousandths: 1005
	Burst     timestream.Duration // of the time budget: 700 ms
	Late      timestream.Duration // how late a stream may be beyond its least lateness of the last 2 s: 500 ms
	LateMax   timestream.Duration // how late it may be in any case: 2 s
	Release   timestream.Duration // from a stall until keys are released: 150 ms
	Held      timestream.Duration // how far queued actions reach beyond the stream's stamp: protocol.Horizon, which clients keep to
	HeldCount int                 // most metered actions in the queue: 256
}

// UnmeteredMax bounds the queued actions that no rate meters; with more the session ends.
const UnmeteredMax = 1024

// Fill sets the fields that are zero.
func (b *Bounds) Fill() {
	b.Ahead = cmp.Or(b.Ahead, 50*timestream.Millisecond)
	b.RateMille = cmp.Or(b.RateMille, 1005)
	b.Burst = cmp.Or(b.Burst, 700*timestream.Millisecond)
	b.Late = cmp.Or(b.Late, 500*timestream.Millisecond)
	b.LateMax = cmp.Or(b.LateMax, 2*timestream.Second)
	b.Release = cmp.Or(b.Release, 150*timestream.Millisecond)
	b.Held = cmp.Or(b.Held, protocol.Horizon)
	b.HeldCount = cmp.Or(b.HeldCount, 256)
}
