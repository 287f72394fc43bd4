package world

import "fmt"

// Numbering translates numbers of blocks from one table to another: worlds on disk and recordings hold numbers of the program that wrote
// them, and the names to them.
type Numbering struct {
	blocks []Block // by the number before
	same   bool
}

// NewNumbering returns the translation from a table to another, both names by number. The error names what the second has not; a
// name of a former version stands for its state.
func NewNumbering(from, to []string) (*Numbering, error) {
	at := make(map[string]Block, len(to))
	for b, name := range to {
		at[name] = Block(b)
	}
	n := &Numbering{same: true}
	for i, name := range from {
		b, known := at[name]
		if !known {
			b, known = at[FormerName(name)]
		}
		if !known {
			return nil, fmt.Errorf("block %d is %q, which is not known", i, name)
		}
		n.blocks = append(n.blocks, b)
		n.same = n.same && int(b) == i
	}
	return n, nil
}

// Same reports whether nothing changes by the translation.
func (n *Numbering) Same() bool { return n.same }

// Block returns the number of a block in the second table.
func (n *Numbering) Block(b Block) Block {
	if int(b) >= len(n.blocks) {
		return b
	}
	return n.blocks[b]
}

// Section returns a copy of a section with the numbers of the second table.
func (n *Numbering) Section(s *Section) *Section {
	var cells [SectionCells]Block
	s.Cells(&cells)
	for i := range cells {
		cells[i] = n.Block(cells[i])
	}
	return SectionOf(&cells)
}

// Stack returns a stack with the numbers of the second table.
func (n *Numbering) Stack(s Stack) Stack {
	s.Block = n.Block(s.Block)
	return s
}

// Player translates what a player carries.
func (n *Numbering) Player(p *Player) {
	for i := range p.Slots {
		p.Slots[i] = n.Stack(p.Slots[i])
	}
}

// Entity translates what an entity is made of, and what it breaks.
func (n *Numbering) Entity(e *Entity) {
	e.Block, e.Stack = n.Block(e.Block), n.Stack(e.Stack)
	e.Motion.BreakingBlock = n.Block(e.Motion.BreakingBlock)
}

// FormerName returns the present name of a state that once had another one, "" for any other name.
func FormerName(name string) string { return formerNames[name] }
