package replication

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// writeMotion writes how far each stream has come, and the motion of those entities for which the stamp does not say all.
func (r *relay) writeMotion(c *Client) {
	w, b := r.World, &r.motion
	for i := range c.streams {
		k := &c.streams[i]
		look := r.Now-k.pitchAt >= pitchInterval
		acks := c.tellsAcks(k.stream)
		if r.Now < k.quietTo && !look && !acks {
			continue
		}
		st := k.state(w)
		if st == nil {
			continue
		}
		b.exceptions, b.told, b.flown = b.exceptions[:0], b.told[:0], b.flown[:0]
		if look {
			k.pitchAt = r.Now
			if pitch := r.pitches[k.index]; pitch != noPitch && pitch != k.pitch && k.stream != c.stream {
				r.writePitch(c, k, pitch)
			}
		}
		all := false
		if acks {
			p := r.clientOf(k.stream)
			all = p != nil && p.acks.handled != k.ackedAction
		}
		count, due := r.sortEntities(c, st, w.AwakeAt(k.index), all)
		if k.stream == timestream.Server {
			n := r.addRested(c)
			count, due = count+n, due || n > 0
		}
		if count > 0 && !due && !all { // all its entities are far: the stream's time is told as seldom as they are
			if k.stream != timestream.Server {
				k.quietTo = b.dueAt
			}
			continue
		}
		for _, t := range b.flown {
			t.knownAt, t.nextAt, t.toldAt = st.Stamp, r.Now+t.interval, r.Now
		}
		idle := count == 0 && len(st.SupportChecks) == 0 && k.stream != c.stream && k.stream != timestream.Server
		if st.Stamp != k.sentStamp && (!idle || r.Now-k.stampSentAt >= farInterval) {
			if faults.Active(faults.ExceptionsForgotten) {
				b.exceptions = b.exceptions[:0]
			}
			r.writer.Advance(st.Stream, st.Stamp, b.exceptions)
			k.sentStamp, k.stampSentAt = st.Stamp, r.Now
		}
		r.counters.Motions += uint64(len(b.told))
		for _, t := range b.told {
			e := w.Entity(t.slot)
			r.delta = r.deltas.append(r.delta[:0], t, e, r.Trajectories.bySlot[t.slot].number)
			r.writer.MotionDelta(t.id, e.At, r.delta)
			r.noteSent(t)
		}
	}
	c.picture.note(r, c)
	c.entities.deactivateResting()
}

// addRested adds to the told motions those of entities that have come to rest, and returns their number.
func (r *relay) addRested(c *Client) (n int) {
	if !c.entities.restUntold {
		return 0
	}
	for i := range c.entities.list[:c.entities.active] {
		t := &c.entities.list[i]
		if l := &r.Trajectories.bySlot[t.slot]; t.id == l.id && l.begin.motion.Flags&world.Asleep != 0 && t.trajectory != l.number {
			r.motion.told = append(r.motion.told, t)
			n++
		}
	}
	return n
}

// writePitch tells how far up a player looks, where the client is near enough to see it.
func (r *relay) writePitch(c *Client, k *knownStream, pitch int8) {
	id := world.AvatarID(k.stream)
	t := c.entities.find(r.World.Find(id), id)
	if t == nil || t.interval == farInterval {
		return
	}
	k.pitch = pitch
	r.writer.Pitch(k.stream, pitch)
}

// sortEntities sorts the entities of a stream that the client knows into those that have flown on to the stamp, those to be left
// out, and those whose motion is told. It returns their number and whether one is due. With all none is left out: the update acks
// the stream's actions, and a client that knows the entities predicts from their motion on.
func (r *relay) sortEntities(c *Client, st *world.StreamState, slots []world.EntitySlot, all bool) (count int, due bool) {
	b, known := &r.motion, &c.entities
	b.dueAt = 1<<63 - 1
	for _, slot := range slots {
		if int(slot) >= len(known.bySlot) || known.bySlot[slot] == 0 {
			continue
		}
		t := &known.list[known.bySlot[slot]-1]
		l := &r.Trajectories.bySlot[slot]
		if t.id != l.id {
			continue
		}
		count++
		b.dueAt = min(b.dueAt, t.nextAt)
		switch {
		case t.trajectory == l.number && l.at == st.Stamp:
			b.flown = append(b.flown, t)
			due = due || t.interval == 0 || r.Now >= t.nextAt
		case t.trajectory == l.number && l.at == t.knownAt:
			b.exceptions = append(b.exceptions, t.id)
		case t.trajectory == l.number || all || t.interval == 0 || r.Now >= t.nextAt || t.trajectory == 0:
			b.told = append(b.told, t)
			due = true
		default:
			b.exceptions = append(b.exceptions, t.id)
		}
	}
	return count, due
}
