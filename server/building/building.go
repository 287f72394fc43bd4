// Package building is what builders do to many cells at once, as plain values: a selection, a clipboard, and operations that say which cell becomes
// what.
//
// Data flow: a command makes an Operation; a goroutine of package server/rollback has it list its cells, for which it reads the sections that it needs
// as they are in the store; they become a preview, or the cells of a rollback's job, which sets them by ordinary edits of the builder. Owner: a
// Table belongs to the server's loop; an Operation is read only and may be used by any goroutine. Invariants: cells come section by section, each
// once; what boxes hold is neither copied nor set; no operation makes half a door.
package building

import (
	"errors"
	"fmt"

	"voxtide/edits"
	"voxtide/world"
)

// Cell is what a cell becomes.
type Cell struct {
	Pos   world.Pos
	Block world.Block
	Text  string // of a sign
}

// Read returns a section as it is now. It may take its time.
type Read func(world.SectionPos) (*world.Section, error)

// Operation is a change of a box of cells.
type Operation struct {
	Text string // what is done, for people: "fill with stone from 1 2 3 to 4 5 6"
	Box  Box    // all cells lie in it
	// Strict operations change what they have read and nothing else: a cell that holds another block by then stays.
	Strict bool
	// Original operations read the land as it was made, and get no section that nobody has changed.
	Original bool

	cells func(read Read, f func(Cell) error) error
}

// Cells calls f with each cell that the operation sets, section by section, and ends at its first error or one of read.
func (o *Operation) Cells(read Read, f func(Cell) error) error { return o.cells(read, f) }

// Errors of operations.
var (
	ErrHalves  = errors.New("a door or a bed fills two cells: place it by hand, or copy and paste it")
	ErrHeight  = fmt.Errorf("that reaches above or below the world, whose y is %d to %d", world.MinY, world.MaxY)
	ErrTooFar  = errors.New("that reaches beyond the edge of the world")
	ErrNoCells = errors.New("there is nothing to do")
)

// Fill sets all cells of a box to a block. Errors: ErrHalves.
func Fill(box Box, b world.Block) (*Operation, error) {
	if edits.HasHalves(b.Class()) {
		return nil, ErrHalves
	}
	return &Operation{Text: fmt.Sprintf("fill with %v %v", b, box), Box: box, cells: func(_ Read, f func(Cell) error) error {
		return box.each(func(at Box) error {
			return at.eachCell(func(p world.Pos) error { return f(Cell{Pos: p, Block: b}) })
		})
	}}, nil
}

// Replace sets each cell of a box that holds a block to another one. A block in its usual state stands for all of its states; what replaces one keeps
// facing, half and whatever else both have. Errors: ErrHalves.
func Replace(box Box, from, to world.Block) (*Operation, error) {
	if edits.HasHalves(to.Class()) && to.Class() != from.Class() {
		return nil, ErrHalves
	}
	any := from == from.Kind().Block()
	o := &Operation{Text: fmt.Sprintf("replace %v by %v %v", from, to, box), Box: box, Strict: true}
	o.cells = func(read Read, f func(Cell) error) error {
		return box.each(func(at Box) error {
			s, err := read(at.Low.Section())
			if err != nil {
				return err
			}
			return at.eachCell(func(p world.Pos) error {
				b := s.Get(p.Index())
				if b != from && !(any && b.Kind() == from.Kind()) {
					return nil
				}
				c := Cell{Pos: p, Block: likeness(to, b)}
				if c.Block.HasText() {
					c.Text = textOf(s, p)
				}
				return f(c)
			})
		})
	}
	return o, nil
}

// likeness returns a block in the state that is most like that of another one, if it was given in its usual state.
func likeness(to, of world.Block) world.Block {
	if to != to.Kind().Block() {
		return to
	}
	for p := range world.Property(world.PropertyCount) {
		if of.Has(p) && to.Has(p) && p != world.PropJoins && p != world.PropLevel {
			to = to.With(p, of.Get(p))
		}
	}
	return to
}

// textOf returns the text of the sign in a cell of a section, "" for none.
func textOf(s *world.Section, p world.Pos) string {
	if x := s.BlockEntity(p.Index()); x != nil && s.Get(p.Index()).HasText() {
		return x.Text
	}
	return ""
}

// Regenerate sets all cells of a box to what the land was before anybody changed it.
func Regenerate(box Box) *Operation {
	return &Operation{Text: fmt.Sprintf("regenerate %v", box), Box: box, Original: true, cells: func(made Read, f func(Cell) error) error {
		return box.each(func(at Box) error {
			s, err := made(at.Low.Section())
			if err != nil || s == nil {
				return err
			}
			return at.eachCell(func(p world.Pos) error { return f(Cell{Pos: p, Block: s.Get(p.Index())}) })
		})
	}}
}
