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
	pushed, next bool // next: after holds
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

// flown returns where the flight of an avatar from mark to mark ends, if the memo knows it; into is the entry that
// could keep it if not, nil if none could.
func (s *Sim) flown(slot world.Slot, e *world.Entity, to timestream.Time) (after *world.Motion, into *remembered) {
	if !s.remembers(e) || !e.At.IsMark() || to.Sub(e.At) != timestream.MarkSpan {
		return nil, nil
	}
	n := s.memo.at(slot, e.At)
	if n.mark != e.At || n.out != e.Motion {
		return nil, nil
	}
	if !n.next || !s.same(n.flightBlocks, s.R.W.BlocksHash()) {
		return nil, n
	}
	if s.verify() {
		x := n.out
		if physics.Continuous(s.R.W, &world.Kinds[e.Kind], &x, timestream.MarkSpan); x != n.after {
			s.Wrong++
		}
	}
	return &n.after, n
}
