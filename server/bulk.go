package server

import (
	"voxtide/protocol"
	"voxtide/transport"
)

const (
	live = transport.Live
	bulk = transport.Bulk
)

// snapshotsMax bounds the sections that are encoded for one client in a step.
const snapshotsMax = 8

// sendBulk sends the sections that a client has credit for, in the order of their opening. Each is as it is now, and
// leaves when what it contains is committed.
func (s *Server) sendBulk(c *session) {
	if !c.greeted { // a client holds what overtakes the Welcome, not what precedes it
		return
	}
	encoded := 0
	for i := range c.flight {
		f := &c.flight[i]
		if f.index > 0 || f.there {
			continue
		}
		if f.data == nil {
			if encoded == snapshotsMax {
				return
			}
			encoded++
			sn := protocol.Snapshot{Section: f.pos, Epoch: f.epoch, Edits: s.edits}
			f.data = protocol.AppendSnapshot(nil, sn, s.rec.W.Section(f.pos))
			f.ticket = s.changed[f.pos]
		}
		if f.ticket > s.durable {
			continue
		}
		if c.conn.Send(bulk, f.data) != nil { // the lane is full; again in the next step
			return
		}
		c.bulkSent++
		f.index, f.data = c.bulkSent, nil
		s.metrics.Snapshots++
	}
}
