package replication

import (
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// deltas remembers what a relay wrote of motions in a step, for the next recipients: who was told any point of the same trajectory has the
// same motion at the same instant, and so is sent the same bytes. A place of the table holds the last one that fell to it.
type deltas struct {
	table []delta
}

// delta is what changes the last motion of one trajectory into a motion on another, as bytes. A number of a trajectory belongs to one
// stretch of one entity's path, so the three of the key say whose motions they are.
type delta struct {
	from, to uint64 // numbers of trajectories
	at       timestream.Time
	count    uint8 // of bytes
	bytes    [deltaBytesMax]byte
}

const (
	deltasBits    = 11 // of the number of a place; each has 64 bytes
	deltaBytesMax = 39 // of one that is remembered
)

// append appends the delta by which a client that knows an entity comes to the entity's motion, which lies on a trajectory.
func (d *deltas) append(dst []byte, t *knownEntity, e *world.Entity, number uint64) []byte {
	if t.trajectory == 0 || number == 0 {
		return appendDelta(dst, t, e)
	}
	if d.table == nil {
		d.table = make([]delta, 1<<deltasBits)
	}
	n := &d.table[d.place(t.trajectory, number)]
	if n.is(t.trajectory, number, e.At) {
		return append(dst, n.bytes[:n.count]...)
	}
	begin := len(dst)
	dst = appendDelta(dst, t, e)
	if count := len(dst) - begin; count <= deltaBytesMax {
		n.from, n.to, n.at, n.count = t.trajectory, number, e.At, uint8(count)
		copy(n.bytes[:], dst[begin:])
	}
	return dst
}

// place returns where a delta is remembered.
func (d *deltas) place(from, to uint64) uint64 {
	return (from*0x9e3779b97f4a7c15 ^ to*0xc2b2ae3d27d4eb4f) >> (64 - deltasBits)
}

// is reports whether a delta is the one between two trajectories at an instant.
func (n *delta) is(from, to uint64, at timestream.Time) bool {
	return n.from == from && n.to == to && n.at == at
}

// appendDelta appends the delta without looking for it.
func appendDelta(dst []byte, t *knownEntity, e *world.Entity) []byte {
	base := t.told.motionAt(e.At)
	return protocol.AppendDelta(dst, &base, &e.Motion)
}
