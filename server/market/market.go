// Package market is what commands do with shops: it finds them, makes them and ends them, trades at them and pays from hand to hand; and it remembers who
// bought last.
//
// Data flow: a command, or an action that has traded, in; edits through the recorder, one transaction for each call, and lines for those whom it concerns, out.
// Owner: the server's loop. Invariants: a call that is refused has changed nothing; what it changes is one transaction, so that the price and the goods are
// durable together; of an offer the box is changed on behalf of who asked, so that the history has the name, and the hands by the server, as no client has
// predicted it.
package market

import (
	"cmp"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// Shop is a box at which something is sold.
type Shop struct {
	At    world.Pos
	Block world.Block
	Offer world.Offer
	Left  int // items of the goods that lie in it
}

// Look returns the shop of a cell. Its offer is the zero value where nothing is sold; loaded says whether the land there is in memory.
func Look(w *world.World, p world.Pos) (s Shop, loaded bool) {
	b, loaded := w.Block(p)
	s = Shop{At: p, Block: b}
	if x := w.BlockEntityAt(p); x != nil {
		s.Offer, s.Left = x.Offer, world.CountNew(x.Slots, x.Offer.Goods.Item)
	}
	return s, loaded && p.InHeight()
}

// Near appends the shops within some blocks of a cell on each axis, of the land that is in memory, the nearest first.
func Near(dst []Shop, w *world.World, from world.Pos, within int32) []Shop {
	first := len(dst)
	var room [world.BoxesMax]int
	low := world.Pos{X: from.X - within, Y: max(from.Y-within, world.MinY), Z: from.Z - within}.Section()
	high := world.Pos{X: from.X + within, Y: min(from.Y+within, world.MaxY), Z: from.Z + within}.Section()
	for x := low.X; x <= high.X; x++ {
		for z := low.Z; z <= high.Z; z++ {
			for y := low.Y; y <= high.Y; y++ {
				sp := world.SectionPos{X: x, Y: y, Z: z}
				s := w.Section(sp)
				if s == nil {
					continue
				}
				for _, cell := range s.AppendBlockEntityCells(room[:0]) {
					if p := sp.PosAt(cell); s.BlockEntity(cell).OfferOf() != (world.Offer{}) && Distance(p, from) <= within {
						shop, _ := Look(w, p)
						dst = append(dst, shop)
					}
				}
			}
		}
	}
	slices.SortFunc(dst[first:], func(a, b Shop) int {
		return cmp.Or(cmp.Compare(Distance(a.At, from), Distance(b.At, from)), cmp.Compare(a.At.X, b.At.X), cmp.Compare(a.At.Z, b.At.Z), cmp.Compare(a.At.Y, b.At.Y))
	})
	return dst
}

// Beside returns the cell of the nearest box within some blocks of a cell that can be a shop or, with shops, is one; false if there is none.
func Beside(w *world.World, from world.Pos, within int32, shops bool) (at world.Pos, found bool) {
	best := int64(1) << 62
	for y := -within; y <= within; y++ {
		for z := -within; z <= within; z++ {
			for x := -within; x <= within; x++ {
				p := world.Pos{X: from.X + x, Y: from.Y + y, Z: from.Z + z}
				b, _ := w.Block(p)
				if !b.CanBeShop() || shops && w.BlockEntityAt(p).OfferOf() == (world.Offer{}) {
					continue
				}
				if d := int64(x)*int64(x) + int64(y)*int64(y) + int64(z)*int64(z); d < best {
					best, at, found = d, p, true
				}
			}
		}
	}
	return at, found
}

// Distance returns how far two cells are from each other, along the axis on which they are farthest.
func Distance(a, b world.Pos) int32 {
	return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y, a.Z-b.Z, b.Z-a.Z)
}

// SetOffer makes the box of a cell a shop on behalf of a player, or with no offer none.
func SetOffer(r *edits.Recorder, by timestream.Stream, at world.Pos, o world.Offer) actions.Refusal {
	return perform(r, by, func() actions.Refusal {
		switch b, _ := r.W.Block(at); {
		case !b.CanBeShop():
			return actions.NoBox
		case !r.Do(edits.Edit{Kind: edits.SetOffer, Pos: at, Offer: o}):
			return actions.NoRoom
		}
		return actions.Done
	})
}

// Trade has a player buy at the shop of a cell some times, all or nothing. The player must be in the world.
func Trade(r *edits.Recorder, by timestream.Stream, at world.Pos, times int) actions.Refusal {
	return perform(r, by, func() actions.Refusal {
		return actions.TradeAt(r, by, at, times, r.W.BlockEntityAt(at).OfferOf())
	})
}

// Pay moves n of an item from one player's hands to another's, all or nothing. Both must be in the world.
func Pay(r *edits.Recorder, from, to timestream.Stream, what world.Item, n int) actions.Refusal {
	return perform(r, from, func() actions.Refusal { return actions.Pay(r, from, to, what, n) })
}

// perform runs a transaction, undoes it if it is refused, and has its changes of boxes be those of a player.
func perform(r *edits.Recorder, by timestream.Stream, deal func() actions.Refusal) actions.Refusal {
	first, tx := len(r.Log), r.Begin()
	why := deal()
	if why != actions.Done {
		r.Rollback(tx)
		return why
	}
	r.End()
	for i := range r.Log[first:] {
		if d := &r.Log[first+i]; d.Edit.Kind.ChangesBox() {
			d.Edit.Author, d.Inverse.Author = by, by
		}
	}
	return why
}
