package actions

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// Trade{Pos, Count, Offer} buys at a shop, Count times: the price goes from the own slots into the box, the goods from the box into the own slots. All of it
// or nothing. Offer is what the player saw there: if it is another one by now, all is refused. Nobody's land is asked: who may open the box has made the offer.

func trade(c Context, a *Action) Refusal {
	if c.player == nil || a.Count == 0 || a.Count > world.TradeMax || a.Offer == (world.Offer{}) {
		return NotAllowed
	}
	if _, why := c.reachHolder(a.Pos); why != Done {
		return why
	}
	return TradeAt(c.Recorder, c.Stream, a.Pos, int(a.Count), a.Offer)
}

// TradeAt has the player of a stream trade at the box of a cell, from wherever: it is what the action does, and the command. The caller holds a transaction
// open, and rolls it back after a refusal. The player's inventory must be known here.
func TradeAt(r *edits.Recorder, by timestream.Stream, at world.Pos, times int, seen world.Offer) Refusal {
	x, player := r.W.BlockEntityAt(at), r.W.Player(by)
	switch o := x.OfferOf(); {
	case o == world.Offer{}:
		return NoShop
	case o != seen && !faults.Active(faults.AnyOfferTaken):
		return OfferChanged
	}
	own, box, before := player.Slots, boxStacks(x), boxStacks(x)
	if why := exchangeGoods(own[:], box[:world.ChestSlots], x.Offer, times); why != Done {
		if why != NoRoom || !faults.Active(faults.TradeInHalves) {
			return why
		}
		own = player.Slots
	}
	for i := range box {
		if box[i] != before[i] && !r.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: at, Slot: uint8(i), Stack: box[i]}) {
			return NoRoom
		}
	}
	setSlots(r, by, &own)
	return Done
}

// setSlots sets the slots of a player that differ.
func setSlots(r *edits.Recorder, of timestream.Stream, slots *[world.InventorySize]world.Stack) {
	before := r.W.Player(of).Slots
	for i, st := range slots {
		if st != before[i] {
			r.Do(edits.Edit{Kind: edits.SetInventorySlot, Stream: of, Slot: uint8(i), Stack: st})
		}
	}
	r.SyncHeldItem(of)
}

// boxStacks returns what lies in the slots of a box.
func boxStacks(x *world.BlockEntity) (out [world.ChestSlots]world.Stack) {
	for i := range out {
		out[i] = x.Slot(i)
	}
	return out
}

// AfterTrade returns what own slots hold after some trades at a box, or why these are not possible now. It changes nothing.
func AfterTrade(own [world.InventorySize]world.Stack, x *world.BlockEntity, times int) ([world.InventorySize]world.Stack, Refusal) {
	box := boxStacks(x)
	if x.OfferOf() == (world.Offer{}) {
		return own, NoShop
	}
	return own, exchangeGoods(own[:], box[:], x.Offer, times)
}

// exchangeGoods moves price and goods between own stacks and those of a box. After a refusal the stacks are of no use.
func exchangeGoods(own, box []world.Stack, o world.Offer, times int) Refusal {
	goods, price := times*int(o.Goods.Count), times*int(o.Price.Count)
	switch {
	case !take(box, o.Goods, goods):
		return SoldOut
	case !faults.Active(faults.PriceNotTaken) && !take(own, o.Price, price):
		return MissingItems
	case !world.StowItems(box, o.Price, price):
		return ShopFull
	case !world.StowItems(own, o.Goods, goods):
		return NoRoom
	}
	return Done
}

// take takes n new ones of an item out of stacks, and reports whether there were as many.
func take(from []world.Stack, what world.Stack, n int) bool {
	return world.TakeItems(from, n, func(s world.Stack) bool { return s.Item == what.Item && s.Wear == 0 })
}

// Pay moves n of an item from the slots of one player to those of another: all of them or, where one has not as many or the other no room, none. The
// caller holds a transaction open. Both inventories must be known here, and the players be two.
func Pay(r *edits.Recorder, from, to timestream.Stream, what world.Item, n int) Refusal {
	give, get := r.W.Player(from).Slots, r.W.Player(to).Slots
	st := world.Stack{Item: what, Count: 1}
	switch {
	case !take(give[:], st, n):
		return MissingItems
	case !world.StowItems(get[:], st, n) && !faults.Active(faults.PaidInPart):
		return NoRoom
	}
	setSlots(r, from, &give)
	setSlots(r, to, &get)
	return Done
}

func writeTrade(b []byte, a *Action) []byte {
	return world.AppendOffer(append(world.AppendPos(b, a.Pos), a.Count), a.Offer)
}

func readTrade(r *wire.Reader, a *Action) {
	a.Pos = world.ReadPos(r)
	a.Count = r.Byte()
	if a.Offer = world.ReadOffer(r); a.Count == 0 || a.Count > world.TradeMax || a.Offer == (world.Offer{}) || !a.Offer.Valid() {
		r.Fail(ErrValue)
	}
}
