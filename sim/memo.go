package sim

import (
	"voxtide/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// A client predicts all avatars anew at every frame, and nearly always the same: between two frames a body's received
// state has only moved along the path that was predicted. The memo keeps, for each body and mark, what the update made
// of it; what goes in and the hash of all blocks must be equal for it to be used again, so it is a function looked up and
// not a state of its own. Only avatars are kept, and only what physics makes of them, which reads blocks and motion alone.

// memoMarks is for how many marks of a body the memo holds an entry: 0.8 s.
const memoMarks = 16

// memoCheck is how often, in uses, an entry is computed anew and compared when Check is on.
const memoCheck = 16

type memo struct {
	bodies [][]remembered // by slot
	uses   int
	around around
}

// around remembers whether the sections of a box are all known to the owner of the client's stream.
type around struct {
	lo, hi       world.SectionPos
	subs, blocks uint64
	known        bool
}

// remembered is what the update of one mark made of a body, and of the flight to the next mark.
type remembered struct {
	mark         timestream.Time
	blocks       uint64 // hash of all blocks in the discrete update
	in, out      world.Motion
	pushed       bool
	next         bool // the flight to the next mark is known: it ends in after
	straight     bool // and nothing stopped it
	flightBlocks uint64
	after        world.Motion
}

func (s *Sim) remembers(e *world.Entity) bool {
	return !s.All && e.Kind == world.KindAvatar
}

func (k *memo) at(slot world.Slot, mark timestream.Time) *remembered {
	for int(slot) >= len(k.bodies) {
		k.bodies = append(k.bodies, nil)
	}
	if k.bodies[slot] == nil {
		k.bodies[slot] = make([]remembered, memoMarks)
	}
	return &k.bodies[slot][uint64(mark/timestream.Time(timestream.MarkSpan))%memoMarks]
}

// verify tells whether this use is one of those that are computed anew and compared.
func (s *Sim) verify() bool {
	s.memo.uses++
	return s.Check && s.memo.uses%memoCheck == 0
}

// known is known of the whole box of sections from lo to hi, through the memo on a client.
func (s *Sim) known(of timestream.Stream, lo, hi world.SectionPos) bool {
	if s.All {
		return s.knows(of, lo, hi)
	}
	n := &s.memo.around
	subs, blocks := s.R.W.SubsHash(of), s.R.W.BlocksHash()
	if n.lo != lo || n.hi != hi || n.subs != subs || n.blocks != blocks {
		*n = around{lo, hi, subs, blocks, s.knows(of, lo, hi)}
	}
	return n.known
}

// same compares the hashes of all blocks.
func (s *Sim) same(a, b uint64) bool { return a == b || faults.Active(faults.MemoForgetsBlocks) }

// recall returns what the discrete update of an avatar at a mark gives, if the memo knows it.
func (s *Sim) recall(slot world.Slot, e *world.Entity, mark timestream.Time) *remembered {
	if !s.remembers(e) {
		return nil
	}
	n := s.memo.at(slot, mark)
	if n.mark != mark || !s.same(n.blocks, s.R.W.BlocksHash()) || n.in != e.Motion {
		return nil
	}
	if s.verify() {
		x := n.in
		if physics.Discrete(s.R.W, &world.Kinds[e.Kind], &x) != n.pushed || x != n.out {
			s.Wrong++
		}
	}
	return n
}

// step is physics.Discrete of an avatar, which the memo keeps.
func (s *Sim) step(slot world.Slot, e *world.Entity, m *world.Motion, mark timestream.Time) (pushed bool) {
	if !s.remembers(e) {
		return physics.Discrete(s.R.W, &world.Kinds[e.Kind], m)
	}
	n := s.memo.at(slot, mark)
	n.mark, n.blocks, n.in, n.next = mark, s.R.W.BlocksHash(), *m, false
	n.pushed = physics.Discrete(s.R.W, &world.Kinds[e.Kind], m)
	n.out = *m
	return n.pushed
}

// fly puts into m where an avatar is at an instant up to the next mark, if the memo knows its flight from the mark before:
// in between, only one that nothing stopped, because then the way is a straight line wherever it is cut. The first time
// that a body is seen to leave a mark as the memo knows it, the whole flight is computed.
func (s *Sim) fly(slot world.Slot, e *world.Entity, to timestream.Time, m *world.Motion) bool {
	if !s.remembers(e) {
		return false
	}
	mark := e.At.Mark()
	n := s.memo.at(slot, mark)
	if n.mark != mark || !n.out.Reaches(&e.Motion, e.At.Sub(mark)) {
		return false
	}
	if blocks := s.R.W.BlocksHash(); !n.next || !s.same(n.flightBlocks, blocks) {
		if e.At != mark { // a block has changed on the way: what is known of the flight serves the next time
			return false
		}
		n.next, n.flightBlocks, n.after = true, blocks, n.out
		physics.Continuous(s.R.W, &world.Kinds[e.Kind], &n.after, timestream.MarkSpan)
		n.straight = n.out.Reaches(&n.after, timestream.MarkSpan)
	}
	switch {
	case n.straight:
		*m = e.Motion
		m.Fly(to.Sub(e.At))
	case e.At == mark && to == mark.Add(timestream.MarkSpan):
		*m = n.after
	default:
		return false
	}
	if s.verify() {
		x := e.Motion
		if physics.Continuous(s.R.W, &world.Kinds[e.Kind], &x, to.Sub(e.At)); x != *m {
			s.Wrong++
		}
	}
	return true
}
