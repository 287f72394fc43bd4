package server

import (
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/server/streamtime"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// A server that was killed, or whose machine was lost, is followed by one that goes on from the store. Who was in the world then is in it
// again at once: in a seat, a session without a connection whose stream stands at the stamp of its row and waits for its client.
//
// What a stream does between two of its rows follows from the older one and from the blocks on its path: only time passes, as each action
// writes the row. So the next server, advancing the stream from the last row that is durable, comes to the same, bit for bit, if
//
//   - a batch that writes a block near the path of a stream since its last row holds the row of that stream, too (noteNear);
//   - a batch with a change that a stream itself makes, at a tick, holds its row;
//   - a batch with the row of a stream holds the bodies that move on it (addMoving).
//
// The client has all actions that are not durable, since they are not acked, and sends them again. So a kill sets nobody back.

const (
	// seatHold is how long a stream waits for its client after a start, before it is advanced as that of any client who is silent.
	seatHold = 5 * time.Second
	// seatGrace is how long after a resume the stream of a seat may be later than others: all that was not acked comes at once, and a
	// packet that is lost of it delays the rest.
	seatGrace = 5 * time.Second
	// seatSlack is added to the horizon for that: a client that has come to it waits there, while the server's clock goes on until it hears it.
	seatSlack = 2 * timestream.Second
	// seatReach is how much farther than its row a client may have been told that its stream was: motion is told before it is durable.
	seatReach = 3 * timestream.Second
	// clockMargin is added to the clock of a world that goes on after a short time: it must be later than all that clients were told.
	clockMargin = 50 * timestream.Millisecond
)

// resumedTime returns the world's time at which a server begins that goes on from a store, and since when no server ran; that is known if
// wall clocks tell it. A short time passes in the world, too, so that clients' clocks are right; a long one does not.
func (c *Config) resumedTime(st *store.State) (now timestream.Time, away timestream.Duration, known bool) {
	now = max(st.Ceiling, c.StartTime)
	if st.Now <= 0 || c.ReadOnly != actions.Done || faults.Active(faults.SeatsForgotten) {
		return now, 0, false
	}
	if c.StartTime >= st.Now {
		return c.StartTime, c.StartTime.Sub(st.Now), true
	}
	if st.Time == 0 || c.WallClock == nil {
		return now, 0, false
	}
	gone := c.WallClock() - st.Time
	if gone < 0 || gone > c.Bounds.Linger.Milliseconds() {
		return now, 0, false
	}
	away = timestream.Duration(gone)*timestream.Millisecond + clockMargin
	return st.Now.Add(away), away, true
}

// loadSeats notes who was in the world when the server before this one ended, if that is not long ago; bodies that belong to them stay
// theirs.
func (s *Server) loadSeats(st *store.State, away timestream.Duration, known bool) {
	recent := known && away <= timestream.Duration(s.cfg.Bounds.Linger.Microseconds())
	for i := range st.Players {
		r := s.roster.Find(st.Players[i].Name)
		if r.Online && recent && r.Avatar.At > 0 && r.Avatar.At <= s.clock.now {
			s.clients.seats = append(s.clients.seats, r)
		}
		r.Online = false
	}
}

// takeSeats brings those who were in the world into it, in the first step.
func (s *Server) takeSeats() {
	for _, r := range s.clients.seats {
		c := &session{stream: r.Stream, name: r.Name, row: r, activity: clientActivity{active: true, at: s.clock.mono}}
		c.seat = seat{empty: true, waits: true, since: s.clock.mono}
		c.link.lostAt, c.link.heardAt = s.clock.mono, s.clock.mono
		c.time = streamtime.New(&s.cfg.Bounds.Bounds, 0)
		c.told = replication.NewClient(c.stream, protocol.Token{}, true)
		av := r.Avatar
		s.rec.Do(edits.Edit{Kind: edits.AddStream, Stream: c.stream, At: av.At, Number: uint64(max(1, r.EntityCounter)), Text: r.Name})
		pl := r.Player
		s.rec.Do(edits.Edit{Kind: edits.AddPlayer, Stream: c.stream, Player: &pl})
		av.Stream = c.stream
		s.rec.Do(edits.Edit{Kind: edits.SpawnEntity, ID: av.ID, Entity: av, Number: uint64(max(1, r.EntityCounter))})
		s.rec.SyncHeldItem(c.stream)
		s.clients.add(c)
		c.path.start(av.Motion.Pos.Block())
		s.persist.batch.addPlayer(c.stream)
		s.endTransaction(Seated)
		s.metrics.Seated++
	}
	for _, e := range s.items.seated {
		s.loadNow(e.Motion.Pos.Block().Section())
		s.rec.Do(edits.Edit{Kind: edits.SpawnEntity, ID: e.ID, Entity: e, Number: uint64(s.rec.W.Stream(e.Stream).Counter)})
		s.tell.source.Edit(0, &s.rec.Log[len(s.rec.Log)-1].Edit, false)
	}
	for _, k := range s.items.seatedChecks {
		s.loadNow(k.Pos.Section())
		s.loadNow(k.Pos.Below().Section())
		s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: k.Stream, Pos: k.Pos})
		s.tell.source.Edit(0, &s.rec.Log[len(s.rec.Log)-1].Edit, false)
	}
	s.discardTransaction() // they were never gone
	s.clients.seats, s.items.seated, s.items.seatedChecks = nil, nil, nil
}

// AdvanceSeat advances the stream of a seat to an instant as when its client is back and holds all land around, and returns a body
// as it is then, for laws. The server must not be stepped afterwards.
func (s *Server) AdvanceSeat(of timestream.Stream, to timestream.Time, body world.EntityID) (e world.Entity, ok bool) {
	for {
		st, slot := s.rec.W.Stream(of), s.rec.W.Find(world.AvatarID(of))
		if st == nil || slot == world.NoEntity {
			return e, false
		}
		if st.Stamp >= to {
			if slot = s.rec.W.Find(body); slot == world.NoEntity {
				return e, false
			}
			return *s.rec.W.Entity(slot), true
		}
		at := s.rec.W.Entity(slot).Motion.Pos.Block().Section()
		for i := range int32(27) {
			p := world.SectionPos{X: at.X + i%3 - 1, Y: at.Y + i/3%3 - 1, Z: at.Z + i/9 - 1}
			s.loadNow(p)
			s.rec.Do(edits.SubscriptionEdit(of, world.Subscription{Section: p, Epoch: 1, Confirmed: true}))
		}
		s.sim.Advance(of, min(to, st.Stamp.Add(timestream.TickLength/2)))
	}
}

// seatWaits reports whether a stream stands because the client of its seat is not back, or has sent nothing yet.
func (s *Server) seatWaits(c *session) bool {
	k := &c.seat
	if !k.waits {
		return false
	}
	if k.heard && !c.told.Resuming() || s.clock.mono-k.since > seatHold {
		k.waits = false
		c.time.Resume(s.clock.now.Sub(s.rec.W.Stream(c.stream).Stamp))
		return false
	}
	return true
}

// seatIsLate reports whether the stream of a seat may be as late as it is, because its client has only just come back: it may have acted up to the
// horizon past what it was told, which may be more than the row.
func (s *Server) seatIsLate(c *session, st *world.StreamState) bool {
	return c.seat.told > 0 && s.clock.mono-c.seat.back < seatGrace && s.clock.now < max(st.Stamp, c.seat.told).Add(protocol.Horizon+seatSlack)
}

// declaredFrom returns the instant from which the bound of what a client declares counts: how far it was told that its stream was.
func (s *Server) declaredFrom(c *session) timestream.Time {
	return max(s.rec.W.Stream(c.stream).Stamp, c.seat.told)
}
