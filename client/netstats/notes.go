package netstats

import (
	"voxtide/protocol"
	"voxtide/timestream"
)

const msPerMicro = 1.0 / 1000

// Took notes that a frame takes an own action that it may show.
func (r *Recorder) Took(now timestream.Duration, number uint64) {
	r.now = max(r.now, now)
	r.actions[number%actionsKept] = action{number, now}
}

// Shown notes that a frame shows the own actions up to a number.
func (r *Recorder) Shown(now timestream.Duration, number uint64) {
	r.now = max(r.now, now)
	r.shown = r.wait(&r.WaitFrame, now, r.shown, number)
}

// Acked notes that an update acks the own actions up to a number, and returns how many that are.
func (r *Recorder) Acked(now timestream.Duration, number uint64) int {
	r.now = max(r.now, now)
	before := r.acked
	r.acked = r.wait(&r.WaitAck, now, before, number)
	return int(r.acked - before)
}

// wait notes how long the actions after one number and up to another one have waited, and returns the latter.
func (r *Recorder) wait(s *Series, now timestream.Duration, after, upTo uint64) uint64 {
	if upTo <= after {
		return after
	}
	for n := max(after, upTo-min(upTo, actionsKept)) + 1; n <= upTo; n++ {
		if a := &r.actions[n%actionsKept]; a.number == n {
			s.max(now, float64(now-a.at)*msPerMicro)
		}
	}
	return upTo
}

// Frame notes how many own actions are un-acked in a frame.
func (r *Recorder) Frame(now timestream.Duration, unacked int) {
	r.now = max(r.now, now)
	r.Unacked.max(now, float64(unacked))
}

// Replayed notes what the prediction of a frame after an update cost, in microseconds.
func (r *Recorder) Replayed(now timestream.Duration, micros int64) {
	r.now = max(r.now, now)
	r.Totals.Replays++
	r.Replay.max(now, float64(micros))
}

// Corrected notes a correction; jump is how far it moved the own body, in cm.
func (r *Recorder) Corrected(now timestream.Duration, cause protocol.Cause, kind string, jump float64) {
	r.now = max(r.now, now)
	r.Totals.Corrections[min(cause, protocol.CauseCount-1)]++
	r.marks.add(Mark{now, cause, kind, jump})
	if jump > 0 {
		r.JumpOwn.max(now, jump)
	}
}

// Updated notes an update: its number, its size in bytes, its entries, the own actions that it acks, and whether it brings
// the whole state.
func (r *Recorder) Updated(now timestream.Duration, number uint64, bytes, entries, acks int, full bool) {
	r.now = max(r.now, now)
	r.Totals.Updates++
	u := Update{At: now, Number: number, Bytes: bytes, Entries: entries, Acks: acks, Full: full}
	if n := r.updates.count(); n > 0 {
		u.Gap = now - r.updates.at(n-1).At
	}
	r.updates.add(u)
}

// Late notes how far the stamp of a stream lies before the frame's time. The first call should be for the own stream.
func (r *Recorder) Late(now timestream.Duration, stream uint32, name string, behind timestream.Duration) {
	r.now = max(r.now, now)
	free := -1
	for i := range r.streams {
		s := &r.streams[i]
		if s.Name != "" && s.ID == stream {
			s.Name = name
			s.Late.max(now, float64(behind)*msPerMicro)
			return
		}
		gone := now/ColumnTime-timestream.Duration(s.Late.last) >= Columns // no note for ten seconds
		if free < 0 && (s.Name == "" || gone) {
			free = i
		}
	}
	if free >= 0 && name != "" {
		r.streams[free] = Stream{ID: stream, Name: name}
		r.streams[free].Late.max(now, float64(behind)*msPerMicro)
	}
}

// SeenDirectly notes how long before the frame's time a linked player's action lies that came over the direct link.
func (r *Recorder) SeenDirectly(now timestream.Duration, after timestream.Duration) {
	r.now = max(r.now, now)
	r.SeenDirect.max(now, float64(after)*msPerMicro)
}

// Counted notes the packets of the present connection so far. Counts that fall begin another connection.
func (r *Recorder) Counted(now timestream.Duration, p Packets) {
	r.now = max(r.now, now)
	was := r.packets
	if !r.counted || p.Up < was.Up || p.Down < was.Down || p.Lost < was.Lost {
		was = p
	}
	r.packets, r.counted = p, true
	r.Up.sum(now, float64(p.Up-was.Up))
	r.Down.sum(now, float64(p.Down-was.Down))
	r.Lost.sum(now, float64(p.Lost-was.Lost))
}

// Linked notes the direct links as they are now; those past LinksKept are left out.
func (r *Recorder) Linked(all []Link) { r.linked = copy(r.links[:], all) }

// Links returns the direct links that were noted last.
func (r *Recorder) Links() []Link { return r.links[:r.linked] }
