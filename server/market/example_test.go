package market_test

import (
	"fmt"

	"voxtide/edits"
	"voxtide/server/market"
	"voxtide/timestream"
	"voxtide/world"
)

// Ann sells marble for dirt, and bob buys twice.
func Example() {
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	chest, _ := world.BlockNamed("chest")
	at := world.Pos{X: 3, Y: 4, Z: 5}
	w.SetBlock(at, chest)
	w.SetBoxSlot(at, 0, world.StackOf(world.Marble, 9))
	const ann, bob = timestream.Stream(1), timestream.Stream(2)
	for _, of := range [...]timestream.Stream{ann, bob} {
		w.AddStream(of, 0, 1)
		w.AddPlayer(of, world.Player{Slots: [world.InventorySize]world.Stack{world.StackOf(world.Dirt, 5)}})
	}
	r := &edits.Recorder{W: w, KeepLog: true}
	fmt.Println(market.SetOffer(r, ann, at, world.Offer{Goods: world.StackOf(world.Marble, 3), Price: world.StackOf(world.Dirt, 2), By: ann}))
	fmt.Println(market.Trade(r, bob, at, 2))
	fmt.Println(market.Trade(r, bob, at, 1))
	shop := market.Near(nil, w, world.Pos{}, 16)[0]
	fmt.Println(shop.Left, "left,", world.CountNew(w.BlockEntityAt(at).Slots, world.ItemOf(world.Dirt)), "dirt taken")
	fmt.Println(market.Pay(r, ann, bob, world.ItemOf(world.Dirt), 5), w.Player(bob).Slots[0])
	// Output:
	// done
	// done
	// something for it is missing
	// 3 left, 4 dirt taken
	// done {dirt 6 0}
}
