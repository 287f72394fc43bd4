package world

import (
	"slices"
	"unicode/utf8"

	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/timestream"
)

// BlockEntity is what a block holds beside its state: stacks, the fire of an oven, the text of a sign, whose a cairn is. It is state of its cell and of no stream,
// as blocks are. The zero value is what a block holds that has just been placed.
type BlockEntity struct {
	Slots []Stack // up to the last one that is not empty
	// Since is when what lies in an oven began to burn; Heat is how long what burnt then had still to burn. What has been made of it at
	// an instant is a function of both: nothing ticks.
	Since timestream.Time // of a cairn: until when it is its owner's alone
	Heat  timestream.Duration
	Text  string // of a sign; of a cairn the name of its owner
	Offer Offer  // of a shop
}

// Slots of an oven.
const (
	OvenIn = iota
	OvenFuel
	OvenOut
	ovenSlots
)

// Bounds of boxes.
const (
	ChestSlots  = 27         // slots of a chest
	BoxSlotsMax = 36         // slots of the largest box: a cairn has as many as an inventory
	SignTextMax = 4*20*4 + 3 // bytes of the text of a sign
	BoxesMax    = 128        // boxes of a section that hold anything
	OvenHeatMax = timestream.Duration(1) << 50
)

// boxSlots holds the number of slots by class.
var boxSlots = [ClassCount]int{ClassChest: ChestSlots, ClassBarrel: ChestSlots, ClassCairn: InventorySize, ClassFurnace: ovenSlots, ClassKiln: ovenSlots, ClassCampfire: ovenSlots}

// BoxSlots returns the number of slots that a block holds; 0 for a block that holds none.
func (b Block) BoxSlots() int { return boxSlots[b.Class()] }

// IsOven reports whether a block makes something of what lies in it.
func (b Block) IsOven() bool { return b.BoxSlots() == ovenSlots }

// HasText reports whether a block holds a text that players write.
func (b Block) HasText() bool { return b.Class() == ClassSign }

// Slot returns a stack of the box.
func (x *BlockEntity) Slot(i int) Stack {
	if x == nil || i >= len(x.Slots) {
		return Stack{}
	}
	return x.Slots[i]
}

// The parts of a box beside its slots, which have their own numbers.
const (
	PartOffer = 252
	PartText  = 254
	PartFire  = 255
)

// BoxPart is the value of one part of a box: of a slot, of the text, of the fire, or of the offer. The other fields are zero.
type BoxPart struct {
	Part  uint8 // a slot, PartOffer, PartText or PartFire
	Stack Stack
	Text  string
	Since timestream.Time
	Heat  timestream.Duration
	Offer Offer
}

// Part returns a part of a box; of none an empty one.
func (x *BlockEntity) Part(part uint8) BoxPart {
	v := BoxPart{Part: part}
	switch {
	case x == nil:
	case part == PartText:
		v.Text = x.Text
	case part == PartFire:
		v.Since, v.Heat = x.Since, x.Heat
	case part == PartOffer:
		v.Offer = x.Offer
	default:
		v.Stack = x.Slot(int(part))
	}
	return v
}

// IsEmpty reports whether a part holds nothing.
func (v *BoxPart) IsEmpty() bool { return *v == BoxPart{Part: v.Part} }

// Holds reports whether a block may hold a part.
func (b Block) Holds(v *BoxPart) bool {
	switch v.Part {
	case PartText:
		return b.HasText() || b.Class() == ClassCairn
	case PartFire:
		return b.IsOven() || b.Class() == ClassCairn
	case PartOffer:
		return b.CanBeShop()
	}
	return int(v.Part) < b.BoxSlots()
}

// empty reports whether the box is as of a block that has just been placed.
func (x *BlockEntity) empty() bool {
	return len(x.Slots) == 0 && x.Since == 0 && x.Heat == 0 && x.Text == "" && x.Offer == Offer{}
}

func (x *BlockEntity) hash(cell int) uint64 {
	if x.empty() {
		return 0
	}
	if faults.Active(faults.BoxNotInHash) {
		return 0
	}
	h := mix(11, uint64(cell))
	for i, st := range x.Slots { // by the names of items, as the hash of a cell goes by those of blocks
		if st.Count > 0 && st.Item < FirstThing {
			h = mix(h, contentHashes[st.Item])
			st.Item = 0
		}
		h = mix(h, stackHash(i, st))
	}
	h = mix(mix(mix(h, uint64(x.Since)), uint64(x.Heat)), nameHash(x.Text))
	if x.Offer != (Offer{}) && !faults.Active(faults.OfferNotInHash) { // what was hashed before there were shops has the hash that it had
		h = mix(h, x.Offer.hash())
	}
	return h
}

// boxCell is a box in its cell.
type boxCell struct {
	cell uint16
	BlockEntity
}

func compareBoxCell(b boxCell, cell uint16) int { return int(b.cell) - int(cell) }

// BlockEntity returns what the block in a cell holds beside its state, nil for nothing. Read it only; it is valid until the next setter.
func (s *Section) BlockEntity(cell int) *BlockEntity {
	if s.more == nil {
		return nil
	}
	if i, there := slices.BinarySearchFunc(s.more.boxes, uint16(cell), compareBoxCell); there {
		return &s.more.boxes[i].BlockEntity
	}
	return nil
}

// AppendBlockEntityCells appends the cells of the section whose blocks hold something, in order.
func (s *Section) AppendBlockEntityCells(dst []int) []int {
	if s.more != nil {
		for i := range s.more.boxes {
			dst = append(dst, int(s.more.boxes[i].cell))
		}
	}
	return dst
}

// changeBox changes the box of a cell. It returns false and changes nothing if the section has no room for a box more.
func (s *Section) changeBox(cell int, change func(*BlockEntity)) bool {
	m := s.moreOf()
	i, there := slices.BinarySearchFunc(m.boxes, uint16(cell), compareBoxCell)
	if !there {
		if len(m.boxes) >= BoxesMax {
			s.trim()
			return false
		}
		m.boxes = slices.Insert(m.boxes, i, boxCell{cell: uint16(cell)})
	}
	x := &m.boxes[i].BlockEntity
	before := x.hash(cell)
	change(x)
	by := before ^ x.hash(cell)
	s.addMoreHash(by)
	if x.empty() {
		m.boxes = slices.Delete(m.boxes, i, i+1)
		s.trim()
	}
	return true
}

// SetBoxPart sets a part of the box of a cell. It returns false and changes nothing if the block there has no such part, or the section
// no room.
func (s *Section) SetBoxPart(cell int, v BoxPart) bool {
	return s.Get(cell).Holds(&v) && s.changeBox(cell, func(x *BlockEntity) { x.setPart(&v) })
}

// setPart sets a part of a box.
func (x *BlockEntity) setPart(v *BoxPart) {
	switch v.Part {
	case PartText:
		x.Text = v.Text
	case PartFire:
		x.Since, x.Heat = v.Since, v.Heat
	case PartOffer:
		x.Offer = v.Offer
	default:
		x.setSlot(int(v.Part), v.Stack)
	}
}

// setSlot sets a slot, and keeps the slots up to the last one that is not empty.
func (x *BlockEntity) setSlot(slot int, st Stack) {
	if st.Count > 0 && slot >= len(x.Slots) {
		x.Slots = append(x.Slots, make([]Stack, slot+1-len(x.Slots))...)
	}
	if slot < len(x.Slots) {
		x.Slots[slot] = st
	}
	for n := len(x.Slots); n > 0 && x.Slots[n-1].Count == 0; n-- {
		x.Slots = x.Slots[:n-1]
	}
}

// BlockEntityAt returns what the block at p holds beside its state, nil for nothing. Read it only; it is valid until the next setter.
func (w *World) BlockEntityAt(p Pos) *BlockEntity {
	s := w.Section(p.Section())
	if s == nil {
		return nil
	}
	return s.BlockEntity(p.Index())
}

// changeBox is Section.changeBox for the section of a position; false also where that is not loaded.
func (w *World) changeBox(p Pos, change func(*BlockEntity)) bool {
	s := w.Section(p.Section())
	if s == nil {
		return false
	}
	before := s.hash
	ok := s.changeBox(p.Index(), change)
	w.blocksHash ^= SectionHash(p.Section(), before) ^ SectionHash(p.Section(), s.hash)
	return ok
}

// SetBoxSlot sets a slot of the box at p and returns the stack before. It returns false and changes nothing if the section is not
// loaded or has no room.
func (w *World) SetBoxSlot(p Pos, slot int, st Stack) (old Stack, ok bool) {
	ok = w.changeBox(p, func(x *BlockEntity) {
		old = x.Slot(slot)
		x.setSlot(slot, st)
	})
	return old, ok
}

// SetOven sets the fire of the oven at p and returns the one before. It returns false and changes nothing if the section is not loaded
// or has no room.
func (w *World) SetOven(p Pos, since timestream.Time, heat timestream.Duration) (oldSince timestream.Time, oldHeat timestream.Duration, ok bool) {
	ok = w.changeBox(p, func(x *BlockEntity) {
		oldSince, oldHeat = x.Since, x.Heat
		x.Since, x.Heat = since, heat
	})
	return oldSince, oldHeat, ok
}

// SetOffer sets the offer of the box at p and returns the one before. It returns false and changes nothing if the section is not loaded or
// has no room.
func (w *World) SetOffer(p Pos, o Offer) (old Offer, ok bool) {
	ok = w.changeBox(p, func(x *BlockEntity) { old, x.Offer = x.Offer, o })
	return old, ok
}

// SetText sets the text of the sign at p and returns the one before. It returns false and changes nothing if the section is not loaded
// or has no room.
func (w *World) SetText(p Pos, text string) (old string, ok bool) {
	ok = w.changeBox(p, func(x *BlockEntity) { old, x.Text = x.Text, text })
	return old, ok
}

// AppendBlockEntity appends the bytes of a box, all but its offer, which a section has apart.
//
//	slots  uvarint count, then the stacks
//	fire   uvarint since, uvarint heat
//	text   as wire.AppendString
func AppendBlockEntity(dst []byte, x *BlockEntity) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(x.Slots)))
	for _, st := range x.Slots {
		dst = AppendStack(dst, st)
	}
	dst = wire.AppendUvarint(dst, uint64(x.Since))
	dst = wire.AppendUvarint(dst, uint64(x.Heat))
	return wire.AppendString(dst, x.Text)
}

// ReadBlockEntity reads what AppendBlockEntity appends and accepts nothing else, and no empty box.
func ReadBlockEntity(r *wire.Reader) (x BlockEntity) { return readBlockEntity(r, ReadStack) }

// readBlockEntity reads one whose stacks are read by a function.
func readBlockEntity(r *wire.Reader, stack func(*wire.Reader) Stack) (x BlockEntity) {
	n := r.Count(BoxSlotsMax, 1)
	for range n {
		x.Slots = append(x.Slots, stack(r))
	}
	x.Since = ReadTime(r)
	heat := r.Uvarint()
	x.Heat = timestream.Duration(heat)
	x.Text = r.String(SignTextMax)
	if n > 0 && x.Slots[n-1].Count == 0 || heat > uint64(OvenHeatMax) || x.empty() || !utf8.ValidString(x.Text) {
		r.Fail(ErrValue)
	}
	return x
}

// AppendBoxPart appends a part of a box: its number in one byte, then a stack, a text, since and heat as uvarints, or an offer.
func AppendBoxPart(dst []byte, v *BoxPart) []byte {
	dst = append(dst, v.Part)
	switch v.Part {
	case PartText:
		return wire.AppendString(dst, v.Text)
	case PartFire:
		return wire.AppendUvarint(wire.AppendUvarint(dst, uint64(v.Since)), uint64(v.Heat))
	case PartOffer:
		return AppendOffer(dst, v.Offer)
	}
	return AppendStack(dst, v.Stack)
}

// ReadBoxPart reads a part of a box that there may be.
func ReadBoxPart(r *wire.Reader) (v BoxPart) { return readBoxPart(r, ReadStack) }

// ReadForeignBoxPart reads a part whose stack may have the number of another table; see ReadForeignStack.
func ReadForeignBoxPart(r *wire.Reader) (v BoxPart) { return readBoxPart(r, ReadForeignStack) }

func readBoxPart(r *wire.Reader, stack func(*wire.Reader) Stack) (v BoxPart) {
	v.Part = r.Byte()
	switch {
	case v.Part == PartText:
		if v.Text = r.String(SignTextMax); !utf8.ValidString(v.Text) {
			r.Fail(ErrValue)
		}
	case v.Part == PartFire:
		v.Since = ReadTime(r)
		heat := r.Uvarint()
		if heat > uint64(OvenHeatMax) {
			r.Fail(ErrValue)
			heat = 0
		}
		v.Heat = timestream.Duration(heat)
	case v.Part == PartOffer:
		v.Offer = readOffer(r, stack)
	case v.Part < BoxSlotsMax:
		v.Stack = stack(r)
	default:
		r.Fail(ErrValue)
	}
	return v
}
