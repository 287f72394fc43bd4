package server

import (
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/transport"
)

const (
	live = transport.Live
	bulk = transport.Bulk
)

// snapshotsMax bounds the sections that are packed for one client in a step; those that are packed already cost nothing.
const snapshotsMax = 8

// sendBulk sends the sections that a client has credit for, in the order of their opening. Each is as it is now, and
// leaves when what it contains is committed.
func (s *Server) sendBulk(c *session) {
	if !c.greeted { // a client holds what overtakes the Welcome, not what precedes it
		return
	}
	encoded, under := 0, 0
	for i := range c.flight {
		under += c.flight[i].sent
	}
	for i := range c.flight {
		f := &c.flight[i]
		if f.index > 0 || f.there {
			continue
		}
		if f.data == nil {
			pl := s.spots[f.pos]
			if pl.packed == nil {
				if encoded == snapshotsMax {
					return
				}
				encoded++
			}
			f.data = protocol.AppendSnapshot(nil, &protocol.Snapshot{Section: f.pos, Epoch: f.epoch, Edits: s.edits,
				Changed: pl.changed || pl.fresh, Biomes: pl.biomes, Packed: s.packed(f.pos)})
			f.ticket = pl.ticket
		}
		if f.ticket > s.durable && !faults.Active(faults.SnapshotBeforeCommit) {
			continue
		}
		if under > 0 && under+len(f.data) > s.cfg.BulkBytes {
			return
		}
		if c.conn.Send(bulk, f.data) != nil { // the lane is full; again in the next step
			return
		}
		c.bulkSent++
		under += len(f.data)
		f.index, f.sent, f.data = c.bulkSent, len(f.data), nil
		s.metrics.Snapshots++
		s.metrics.SnapshotBytes += uint64(f.sent)
	}
}
