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
	out := SectionOf(&cells)
	if s.more != nil {
		out.more = s.more.clone()
		for i := range out.more.turns {
			out.more.turns[i].before = n.Block(out.more.turns[i].before)
		}
		for i := range out.more.boxes {
			n.BlockEntity(&out.more.boxes[i].BlockEntity)
		}
		out.rehashMore()
	}
	return out
}

// BlockEntity translates what a block holds.
func (n *Numbering) BlockEntity(x *BlockEntity) {
	for i := range x.Slots {
		x.Slots[i] = n.Stack(x.Slots[i])
	}
	x.Offer = n.Offer(x.Offer)
}

// Stack returns a stack with the numbers of the second table.
func (n *Numbering) Stack(s Stack) Stack {
	if s.Count > 0 && s.Item < FirstThing {
		s.Item = ItemOf(n.Block(Block(s.Item)))
	}
	return s
}

// Offer returns an offer with the numbers of the second table.
func (n *Numbering) Offer(o Offer) Offer {
	o.Goods, o.Price = n.Stack(o.Goods), n.Stack(o.Price)
	return o
}

// Part translates a part of a box.
func (n *Numbering) Part(v *BoxPart) { v.Stack, v.Offer = n.Stack(v.Stack), n.Offer(v.Offer) }

// Player translates what a player carries.
func (n *Numbering) Player(p *Player) {
	for i := range p.Slots {
		p.Slots[i] = n.Stack(p.Slots[i])
	}
}

// Entity translates what an entity is made of, what it breaks, and what it eats.
func (n *Numbering) Entity(e *Entity) {
	e.Block, e.Stack = n.Block(e.Block), n.Stack(e.Stack)
	e.Motion.BreakingBlock = n.Block(e.Motion.BreakingBlock)
	if needs := &e.Motion.Needs; needs.Eating != 0 {
		needs.Eating = n.Stack(Stack{Item: needs.Eating, Count: 1}).Item
	}
}

// FormerName returns the present name of a state that once had another one, "" for any other name.
func FormerName(name string) string { return formerNames[name] }

// TablesHash returns the hash of the tables of blocks, as far as rules read them: a server and its clients must have the same, for what
// they send each other are numbers of rows. How things look does not count.
func TablesHash() uint64 { return tablesHash }

var tablesHash = hashTables()

func hashTables() uint64 {
	h := uint64(len(Blocks))
	for b := range Blocks {
		i := &Blocks[b]
		h = mix(h, nameHash(i.Name))
		h = mix(h, uint64(i.Shape)|uint64(i.Light)<<8|uint64(i.Tool)<<16|uint64(i.Tier)<<24|uint64(i.Class)<<32|uint64(i.Drops)<<40|uint64(i.Harm)<<56)
		h = mix(h, uint64(i.Hardness))
		for _, is := range [...]bool{i.Opaque, i.Replaceable, i.Falls, i.NeedsFloor, i.Liquid, i.Climbable} {
			h <<= 1
			if is {
				h |= 1
			}
		}
	}
	for i := range Things {
		t := &Things[i]
		h = mix(h, nameHash(t.Name))
		h = mix(h, uint64(t.StackMax)|uint64(t.Tool)<<8|uint64(t.Tier)<<16|uint64(t.Food)<<24|uint64(t.WearMax)<<32)
		h = mix(h, uint64(t.Fuel))
	}
	for s := range ShapeCount {
		for _, b := range s.Boxes() {
			for i := range b.Lo {
				h = mix(h, uint64(uint8(b.Lo[i]))<<8|uint64(uint8(b.Hi[i])))
			}
		}
	}
	return h
}
