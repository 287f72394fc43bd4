package world

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
)

// Offer is what a shop gives and takes: each time Goods for Price. It stands at a box and is state of its cell, as what lies in it is. The zero value is no
// offer. Both are at most what lies in one slot, and new: worn tools are neither sold nor taken.
type Offer struct {
	Goods, Price Stack
	By           timestream.Stream // who made it
}

// TradeMax is how often one action may trade.
const TradeMax = 64

// Valid reports whether there may be such an offer: none, or something for something else, of somebody.
func (o Offer) Valid() bool {
	return o == Offer{} || o.Goods.Count > 0 && o.Price.Count > 0 && o.Goods.Wear == 0 && o.Price.Wear == 0 && o.Goods.Valid() && o.Price.Valid() &&
		o.Goods.Item != o.Price.Item
}

// CanBeShop reports whether a block may have an offer: one in which anything may lie.
func (b Block) CanBeShop() bool { return b.BoxSlots() == ChestSlots }

// OfferOf returns the offer of a box, the zero value for none.
func (x *BlockEntity) OfferOf() Offer {
	if x == nil {
		return Offer{}
	}
	return x.Offer
}

// CountNew returns how many of an item lie in stacks, worn ones not counted.
func CountNew(of []Stack, it Item) (n int) {
	for _, st := range of {
		if st.Item == it && st.Wear == 0 {
			n += int(st.Count)
		}
	}
	return n
}

// hash goes by the names of items, as that of cells does by those of blocks.
func (o Offer) hash() uint64 {
	h := mix(17, uint64(o.By))
	for _, st := range [...]Stack{o.Goods, o.Price} {
		h = mix(h, mix(nameHash(st.Item.String()), uint64(st.Count)))
	}
	return h
}

// AppendOffer appends an offer: one byte that says whether there is one, then goods, price, and who made it as a uvarint.
func AppendOffer(dst []byte, o Offer) []byte {
	if o == (Offer{}) {
		return append(dst, 0)
	}
	return wire.AppendUvarint(AppendStack(AppendStack(append(dst, 1), o.Goods), o.Price), uint64(o.By))
}

// ReadOffer reads an offer that there may be.
func ReadOffer(r *wire.Reader) Offer { return readOffer(r, ReadStack) }

// ReadForeignOffer reads an offer that may have the numbers of another table, until Numbering.Offer translates it.
func ReadForeignOffer(r *wire.Reader) Offer { return readOffer(r, ReadForeignStack) }

// readOffer reads one whose stacks are read by a function. Of another table of blocks it is judged once it has been translated, as stacks are.
func readOffer(r *wire.Reader, stack func(*wire.Reader) Stack) (o Offer) {
	if !r.Bool() {
		return Offer{}
	}
	o = Offer{Goods: stack(r), Price: stack(r), By: ReadStream(r)}
	if o.Goods.Count == 0 || o.Price.Count == 0 || o.Goods.Wear != 0 || o.Price.Wear != 0 || o.Goods.Item == o.Price.Item {
		r.Fail(ErrValue)
		return Offer{}
	}
	return o
}
