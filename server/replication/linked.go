package replication

import (
	"slices"

	"voxtide/internal/faults"
	"voxtide/timestream"
)

// What a client is told of a player to whom its own player has a direct link: which of that player's actions were handled, so that the
// predicted ones go, and when the server itself advanced that stream. Nobody else is told either.

// unacked is the number of an action whose ack was not told; no client numbers as far.
const unacked = 1<<64 - 1

// tellsAcks reports whether the client is told the acks of another stream.
func (c *Client) tellsAcks(of timestream.Stream) bool {
	return len(c.linked) > 0 && slices.Contains(c.linked, of) || faults.Active(faults.AcksWithoutLink)
}

// writePeerAcks writes the acks and stalls of others.
func (r *relay) writePeerAcks(c *Client) {
	if len(c.linked) == 0 && !faults.Active(faults.AcksWithoutLink) {
		return
	}
	for i := range c.streams {
		k := &c.streams[i]
		if !c.tellsAcks(k.stream) {
			continue
		}
		p := r.clientOf(k.stream)
		if p == nil || p == c {
			continue
		}
		if p.stalls != k.stalls {
			k.stalls = p.stalls
			r.writer.Stall(k.stream)
		}
		if p.acks.handled != k.ackedAction {
			k.ackedAction = p.acks.handled
			r.writer.Ack(k.stream, k.ackedAction)
			r.dependOn(p.acks.commitSeq)
		}
	}
}
