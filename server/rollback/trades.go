package rollback

import (
	"fmt"
	"slices"

	"voxtide/store"
	"voxtide/world"
)

// offerText writes what became of the offer of a box.
func offerText(c *store.BoxChange) string {
	o := c.Now.Offer
	if o == (world.Offer{}) {
		return "ended the shop"
	}
	return fmt.Sprintf("made it a shop: %d %v for %d %v", o.Goods.Count, o.Goods.Item, o.Price.Count, o.Price.Item)
}

// textAt writes what the first changes did, and how many of them that is: a trade is all that it did to the slots of its box.
func textAt(changes []store.HistoryEntry) (n int, text string) {
	if n, text = tradeText(changes); n == 0 {
		return 1, changeText(&changes[0])
	}
	return n, text
}

// tradeText writes the trade that begins a list of changes, and of how many it is; 0 for none. What follows each other without a gap was one transaction, and of
// one that puts one item into a box and takes another out of it in several slots there is no other kind.
func tradeText(changes []store.HistoryEntry) (n int, text string) {
	first := &changes[0]
	type sum struct {
		item world.Item
		n    int
	}
	var sums []sum
	add := func(st world.Stack, times int) {
		if st.Count == 0 {
			return
		}
		i := slices.IndexFunc(sums, func(s sum) bool { return s.item == st.Item })
		if i < 0 {
			i, sums = len(sums), append(sums, sum{item: st.Item})
		}
		sums[i].n += times * int(st.Count)
	}
	for n < len(changes) {
		c := &changes[n]
		if c.Box == nil || c.Pos != first.Pos || c.Author != first.Author || c.Box.Now.Part >= world.BoxSlotsMax || !c.Block.CanBeShop() ||
			n > 0 && c.Seq != changes[n-1].Seq+1 && c.Seq+1 != changes[n-1].Seq {
			break
		}
		add(c.Box.Now.Stack, 1)
		add(c.Box.Before.Stack, -1)
		n++
	}
	if len(sums) != 2 || n < 2 || sums[0].n*sums[1].n >= 0 {
		return 0, ""
	}
	if sums[0].n > 0 {
		sums[0], sums[1] = sums[1], sums[0]
	}
	return n, fmt.Sprintf("bought %d %v for %d %v out of the %v", -sums[0].n, sums[0].item, sums[1].n, sums[1].item, first.Block.Kind())
}
