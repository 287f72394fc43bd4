package flow

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"voxtide/timestream"
)

// The tests' land: a box of cells, in a map.
type box struct {
	cells   map[Cell]Content
	lo, hi  Cell // inclusive; beyond it are walls
	known   func(c Cell) bool
	border  func(c, beside Cell) bool
	pending map[Cell]timestream.Time
	turns   int
}

func newBox(size int32) *box {
	return &box{cells: map[Cell]Content{}, hi: Cell{size - 1, size - 1, size - 1}, pending: map[Cell]timestream.Time{}}
}

func (b *box) inside(c Cell) bool {
	return c.X >= b.lo.X && c.X <= b.hi.X && c.Y >= b.lo.Y && c.Y <= b.hi.Y && c.Z >= b.lo.Z && c.Z <= b.hi.Z
}

func (b *box) Content(c Cell) Content {
	if !b.inside(c) {
		return Content{To: Wall}
	}
	return b.cells[c]
}

// Apart implements Land: there is a border where border says so.
func (b *box) Apart(c, beside Cell) bool { return b.border != nil && b.border(c, beside) }

func (b *box) Known(c Cell) bool { return b.known == nil || b.known(c) }

func (b *box) Turn(c Cell, to Level, since timestream.Time, keep bool) {
	b.turns++
	was := b.cells[c]
	before := was.To
	if keep {
		before = was.Before
	}
	if before == to {
		b.cells[c] = Content{To: to}
		return
	}
	b.cells[c] = Content{To: to, Before: before, Since: since}
}

func (b *box) Pend(c Cell, at timestream.Time) {
	if old, ok := b.pending[c]; !ok || at < old {
		b.pending[c] = at
	}
}

// put changes a block, as a rule of the game does.
func (b *box) put(p *Planner, c Cell, l Level, at timestream.Time, bound int) int {
	b.cells[c] = Content{To: l}
	if !Concerns(b, c, 0) && l != Source {
		return 0
	}
	p.EnterChange(c, at)
	return p.Run(b, at, bound)
}

// resume runs the pending cells, as the server does at a tick.
func (b *box) resume(p *Planner, now timestream.Time, bound int) int {
	var cells []Cell
	for c := range b.pending {
		cells = append(cells, c)
	}
	slices.SortFunc(cells, func(x, y Cell) int {
		return cmp.Or(cmp.Compare(x.X, y.X), cmp.Compare(x.Y, y.Y), cmp.Compare(x.Z, y.Z))
	})
	for _, c := range cells {
		p.Enter(c, max(b.pending[c], now))
	}
	clear(b.pending)
	return p.Run(b, now, bound)
}

// all calls f for each cell.
func (b *box) all(f func(c Cell)) {
	for x := b.lo.X; x <= b.hi.X; x++ {
		for y := b.lo.Y; y <= b.hi.Y; y++ {
			for z := b.lo.Z; z <= b.hi.Z; z++ {
				f(Cell{x, y, z})
			}
		}
	}
}

// steady returns the end state that follows from walls and sources alone, found without time: cell by cell until nothing
// changes.
func (b *box) steady() map[Cell]Level {
	s := newBox(0)
	s.lo, s.hi = b.lo, b.hi
	b.all(func(c Cell) {
		if l := b.cells[c].To; l == Wall || l == Source {
			s.cells[c] = Content{To: l}
		}
	})
	for again := true; again; {
		again = false
		s.all(func(c Cell) {
			if l := s.cells[c].To; l == Wall || l == Source {
				return
			}
			if l := Judge(s, c, 0); l != s.cells[c].To {
				s.cells[c], again = Content{To: l}, true
			}
		})
	}
	levels := map[Cell]Level{}
	s.all(func(c Cell) { levels[c] = s.cells[c].To })
	return levels
}

// stale returns how many cells are not what the steady state says, and how many hold flowing water.
func (b *box) stale() (wrong, wet int) {
	want := b.steady()
	b.all(func(c Cell) {
		l := b.cells[c].To
		if l != want[c] {
			wrong++
		}
		if l.Wet() && l != Source {
			wet++
		}
	})
	return wrong, wet
}

// terrain fills a box with random ground.
func (b *box) terrain(r *rand.Rand) {
	b.all(func(c Cell) {
		if h := 2 + int32(r.IntN(3)); c.Y < h || r.IntN(12) == 0 {
			b.cells[c] = Content{To: Wall}
		}
	})
}
