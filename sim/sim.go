// Package sim is the update of the game as time passes: it advances one stream to an instant, on the server as truth
// and on a client as guess.
//
// Owner: the owner of the world; a Sim holds nothing but scratch memory and counters. State changes through the
// recorder alone.
//
// Invariants: an advance runs the discrete update at every mark m with from < m <= to and the continuous update in
// between; advance(a, c) equals advance(a, b) and advance(b, c) bit for bit. At a mark, within a stream: the avatar,
// then the entities from low to high and by id, then the support checks in the order of their entry. Every body
// carries the instant at which it holds; one that already holds at a mark has had that mark's update.
package sim

import (
	"cmp"
	"slices"

	"voxtide/edits"
	"voxtide/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// Sim advances streams of one world.
type Sim struct {
	R *edits.Recorder
	// All says that this is the server's world, in which every section is known and every stream's updates are
	// whole. On a client Own is its stream; others are judged by what has been told of them.
	All bool
	Own timestream.Stream
	// Frozen bodies, by slot, stay as they are: on a client, those near a section that it lacks.
	Frozen []bool

	// Check computes some of what the memo knows anew; Wrong counts what it knew wrongly.
	Check bool
	Wrong int
	// Moved counts the bodies that were entered for a discrete update, avatars aside: what others' doing costs.
	Moved uint64
	// Pushed counts bodies that were found inside a block and moved out.
	Pushed int
	// Lifted holds the bodies that were moved by another stream's doing since the owner last cleared it.
	Lifted []world.EntityID
	// Loose holds the cells in which a client's own stream set blocks free since the owner last cleared it: what becomes of
	// them says what the player has paid.
	Loose []world.Pos
	// Strays says that an entity of a client's stream came near a section which that client has not confirmed.
	// The server hands the stream's entities over.
	Strays bool

	near     []world.EntityID // items that are being collected
	full     []world.Block    // kinds for which there was no room
	due      []due
	head     int // due before it has run
	memo     memo
	entities bool // leave the avatar out: only a stream's entities are advanced
}

// due is a body whose discrete update runs at the mark to come.
type due struct {
	stream timestream.Stream
	slot   world.Slot
	id     world.EntityID
	rank   int64 // avatars before all, then by height
}

// Advance advances a stream to an instant: the whole update, and the stamp. The server's only way to let time pass.
func (s *Sim) Advance(of timestream.Stream, to timestream.Time) {
	st := s.R.W.Stream(of)
	if st == nil || to <= st.Stamp {
		return
	}
	from := st.Stamp
	first := from.NextMark()
	if faults.Active(faults.MarkAtFrom) && from.IsMark() {
		for _, slot := range s.R.W.Awake(of) {
			s.due = append(s.due, due{stream: of, slot: slot, id: s.R.W.Entity(slot).ID})
		}
		s.Run(of, from)
	}
	for m := first; m <= to; m = m.Add(timestream.MarkSpan) {
		s.Arrive(of, m)
		s.Run(of, m)
	}
	s.Continuous(of, to)
	s.R.Do(edits.Edit{Kind: edits.SetStamp, Stream: of, At: to})
}

// Continuous moves the bodies of a stream to an instant. No mark may lie between the instant at which a body holds
// and this one; at a mark itself use Arrive.
func (s *Sim) Continuous(of timestream.Stream, to timestream.Time) {
	for _, slot := range s.R.W.Awake(of) {
		s.Move(slot, to)
	}
}

// Move moves one body to an instant, as Continuous does.
func (s *Sim) Move(slot world.Slot, to timestream.Time) {
	e := s.R.W.Entity(slot)
	if e.At >= to || s.frozen(slot) || s.entities && e.Kind == world.KindAvatar {
		return
	}
	var m world.Motion
	if !s.fly(slot, e, to, &m) {
		m = e.Motion
		physics.Continuous(s.R.W, &world.Kinds[e.Kind], &m, to.Sub(e.At))
	}
	if faults.Active(faults.AdvanceTwice) && e.At.IsMark() {
		physics.Continuous(s.R.W, &world.Kinds[e.Kind], &m, to.Sub(e.At))
	}
	s.R.SetMotion(slot, to, &m)
}

func (s *Sim) frozen(slot world.Slot) bool { return int(slot) < len(s.Frozen) && s.Frozen[slot] }

// Arrive moves the bodies of a stream to a mark and enters them for its discrete update.
func (s *Sim) Arrive(of timestream.Stream, mark timestream.Time) {
	for _, slot := range s.R.W.Awake(of) {
		e := s.R.W.Entity(slot)
		if e.At >= mark || s.frozen(slot) || s.entities && e.Kind == world.KindAvatar {
			continue
		}
		s.Move(slot, mark)
		d := due{stream: of, slot: slot, id: e.ID, rank: -1 << 63}
		if e.Kind != world.KindAvatar {
			d.rank = e.Motion.Pos[world.AxisY]
			s.Moved++
		}
		s.due = append(s.due, d)
	}
}

// Run runs the discrete update of a mark for a stream of which Arrive has entered the bodies: avatar, entities from
// low to high and by id, then the support checks. Streams run in the order in which they arrived.
func (s *Sim) Run(of timestream.Stream, mark timestream.Time) {
	from := s.head
	for s.head < len(s.due) && s.due[s.head].stream == of {
		s.head++
	}
	batch := s.due[from:s.head]
	if s.head == len(s.due) {
		s.due, s.head = s.due[:0], 0
	}
	if len(batch) > 1 {
		slices.SortFunc(batch, func(a, b due) int {
			if a.rank != b.rank {
				return cmp.Compare(a.rank, b.rank)
			}
			return cmp.Compare(a.id, b.id)
		})
	}
	if faults.Active(faults.OrderByMap) {
		byMap(batch)
	}
	author := s.R.Author
	s.R.Author = of
	for _, d := range batch {
		if s.R.W.Entity(d.slot).ID == d.id { // it may have been taken or landed on meanwhile
			s.discrete(d.slot, mark)
		}
	}
	s.checks(of, mark)
	s.R.Author = author
}

// checks runs the pending support checks of a stream that is advanced over a mark.
func (s *Sim) checks(of timestream.Stream, mark timestream.Time) {
	st := s.R.W.Stream(of)
	if st == nil || st.Stamp >= mark && !s.entities || !s.All && of == timestream.Server {
		return
	}
	freed := 0
	for range checksMax {
		if len(st.Checks) == 0 || freed == freesMax {
			break
		}
		if s.check(of, st.Checks[0], mark) {
			freed++
		}
	}
}

// Bounds of what is set free by one stream at one mark; the rest waits for the next.
const (
	checksMax = 512 // cells that are looked at
	freesMax  = 64  // blocks that come loose
)

// HandOver gives the entities and pending checks of a stream (the avatar stays) to the server's stream, after
// advancing them to its stamp by their ordinary updates. The server's alone.
func (s *Sim) HandOver(of timestream.Stream) {
	w := s.R.W
	st, server := w.Stream(of), w.Stream(timestream.Server)
	if st == nil || server == nil || of == timestream.Server {
		return
	}
	s.entities = true
	for m := st.Stamp.NextMark(); m <= server.Stamp; m = m.Add(timestream.MarkSpan) {
		s.Arrive(of, m)
		s.Run(of, m)
	}
	s.Continuous(of, server.Stamp)
	s.entities = false
	for again := true; again; {
		again = false
		for _, slot := range w.Bodies(of) {
			if e := w.Entity(slot); e.Kind != world.KindAvatar {
				s.R.Do(edits.Edit{Kind: edits.SetOwner, ID: e.ID, Stream: timestream.Server, At: e.At})
				again = true
				break
			}
		}
	}
	for len(st.Checks) > 0 {
		c := st.Checks[0]
		s.R.Do(edits.Edit{Kind: edits.RemoveCheck, Stream: of, Pos: c})
		if !faults.Active(faults.ChecksDropped) {
			s.R.Do(edits.Edit{Kind: edits.AddCheck, Stream: timestream.Server, Pos: c})
		}
	}
}

// byMap puts bodies in the order of a map: a deliberate fault.
func byMap(batch []due) {
	m := map[int]due{}
	for i, d := range batch {
		m[i] = d
	}
	i := 0
	for _, d := range m {
		batch[i] = d
		i++
	}
}
