package world

import (
	"slices"

	"voxtide/internal/wire"
	"voxtide/timestream"
)

// A turn is a change of a block that is decided and still to come: the cell holds its block from an instant on, and until then shows
// what it held before. Running water is told so, ahead of time; who asks at an instant gets what is there then, and nobody has to
// tell it again when it comes. A turn that is over changes nothing and is dropped some time later.

// runsOrAir holds the blocks that come and go by themselves.
var runsOrAir = func() (t [BlockCount]bool) {
	t[Air] = true
	for _, b := range Water.Kind().States() {
		t[b] = b.Get(PropLevel) != LevelSource
	}
	return t
}()

// RunsOrAir reports whether a block is air, or water that runs: what comes and goes by itself.
func (b Block) RunsOrAir() bool { return int(b) < BlockCount && runsOrAir[b] }

// turnCell is the turn of a cell.
type turnCell struct {
	cell   uint16
	before Block
	since  timestream.Time
}

func compareTurnCell(t turnCell, cell uint16) int { return int(t.cell) - int(cell) }

func (t *turnCell) hash() uint64 {
	v := uint64(t.before)
	if int(t.before) < BlockCount {
		v = contentHashes[t.before]
	}
	return mix(mix(mix(12, uint64(t.cell)), v), uint64(t.since))
}

// Turn returns the turn of a cell: what it holds until when; since is 0 if it has none.
func (s *Section) Turn(cell int) (before Block, since timestream.Time) {
	if s.more == nil {
		return Air, 0
	}
	if i, there := slices.BinarySearchFunc(s.more.turns, uint16(cell), compareTurnCell); there {
		return s.more.turns[i].before, s.more.turns[i].since
	}
	return Air, 0
}

// GetAt returns the block in a cell at an instant.
func (s *Section) GetAt(cell int, t timestream.Time) Block {
	if s.more != nil {
		if before, since := s.Turn(cell); t < since {
			return before
		}
	}
	return s.Get(cell)
}

// HasTurns reports whether any cell of the section has a turn.
func (s *Section) HasTurns() bool { return s.more != nil && len(s.more.turns) > 0 }

// At returns the section as it is at an instant: itself if nothing is to come, else a copy without turns.
func (s *Section) At(t timestream.Time) *Section {
	if !s.HasTurns() {
		return s
	}
	c := s.Clone()
	for _, turn := range s.more.turns {
		if t < turn.since {
			c.Set(int(turn.cell), turn.before)
		}
	}
	c.DropTurns(timestream.Never)
	return c
}

// setTurn sets the turn of a cell; with since 0 it has none.
func (s *Section) setTurn(cell int, before Block, since timestream.Time) {
	if s.more == nil && since == 0 {
		return
	}
	m := s.moreOf()
	i, there := slices.BinarySearchFunc(m.turns, uint16(cell), compareTurnCell)
	if there {
		s.addMoreHash(m.turns[i].hash())
	}
	switch {
	case since == 0 && there:
		m.turns = slices.Delete(m.turns, i, i+1)
	case since != 0 && !there:
		m.turns = slices.Insert(m.turns, i, turnCell{uint16(cell), before, since})
	case since != 0:
		m.turns[i] = turnCell{uint16(cell), before, since}
	}
	if since != 0 {
		s.addMoreHash(m.turns[i].hash())
	}
	s.trim()
}

// SetTurn sets the block of a cell and its turn, as World.SetTurn does. Only who makes a section of what was stored calls it.
func (s *Section) SetTurn(cell int, b, before Block, since timestream.Time) {
	s.Set(cell, b)
	s.setTurn(cell, before, since)
}

// DropTurns drops the turns up to an instant: they are over. The section is in no world.
func (s *Section) DropTurns(upTo timestream.Time) {
	if s.more == nil {
		return
	}
	kept := s.more.turns[:0]
	for i := range s.more.turns {
		if t := &s.more.turns[i]; t.since > upTo {
			kept = append(kept, *t)
		} else {
			s.addMoreHash(t.hash())
		}
	}
	s.more.turns = kept
	s.trim()
}

// BlockAt returns the block at p at an instant, and whether its section is loaded; Air if it is not.
func (w *World) BlockAt(p Pos, t timestream.Time) (Block, bool) {
	s := w.Section(p.Section())
	if s == nil {
		return Air, false
	}
	return s.GetAt(p.Index(), t), true
}

// SetTurn sets a block that its cell holds from an instant on, and what it holds until then; since 0 is from ever on. It returns what was
// so before. If the section is not loaded it changes nothing and returns false.
func (w *World) SetTurn(p Pos, b, before Block, since timestream.Time) (old, oldBefore Block, oldSince timestream.Time, ok bool) {
	at := p.Section()
	s := w.Section(at)
	if s == nil {
		return Air, Air, 0, false
	}
	hash, had := s.hash, s.HasTurns()
	oldBefore, oldSince = s.Turn(p.Index())
	old = s.Set(p.Index(), b)
	s.setTurn(p.Index(), before, since)
	if has := s.HasTurns(); has != had {
		w.noteTurning(at, has)
	}
	w.blocksHash ^= SectionHash(at, hash) ^ SectionHash(at, s.hash)
	return old, oldBefore, oldSince, true
}

// noteTurning keeps the list of sections with turns.
func (w *World) noteTurning(p SectionPos, has bool) {
	i, there := slices.BinarySearchFunc(w.turning, p, SectionPos.Compare)
	switch {
	case has && !there:
		w.turning = slices.Insert(w.turning, i, p)
	case !has && there:
		w.turning = slices.Delete(w.turning, i, i+1)
	}
}

// AppendTurns appends the cells that turn later than one instant and up to another, in order of sections and cells.
func (w *World) AppendTurns(dst []Pos, after, upTo timestream.Time) []Pos {
	for _, p := range w.turning {
		for _, t := range w.Section(p).more.turns {
			if t.since > after && t.since <= upTo {
				dst = append(dst, p.PosAt(int(t.cell)))
			}
		}
	}
	return dst
}

// appendTurns appends the count and, of each turn, its cell, the block before and the instant, as the distance to the one before.
func appendTurns(dst []byte, turns []turnCell) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(turns)))
	last := timestream.Time(0)
	for _, t := range turns {
		dst = wire.AppendUvarint(dst, uint64(t.cell))
		dst = wire.AppendUvarint(dst, uint64(t.before))
		dst = wire.AppendVarint(dst, int64(t.since-last))
		last = t.since
	}
	return dst
}

func (s *Section) readTurns(r *wire.Reader) {
	n := r.Count(SectionCells, 3)
	if n == 0 {
		r.Fail(ErrValue)
		return
	}
	m := s.moreOf()
	m.turns = make([]turnCell, 0, n)
	last := timestream.Time(0)
	for i := range n {
		cell, before := r.Uvarint(), ReadBlock(r)
		last += timestream.Time(r.Varint())
		if cell >= SectionCells || i > 0 && cell <= uint64(m.turns[i-1].cell) || last <= 0 || last > timestream.Never {
			r.Fail(ErrValue)
			return
		}
		m.turns = append(m.turns, turnCell{uint16(cell), before, last})
		s.addMoreHash(m.turns[i].hash())
	}
}
