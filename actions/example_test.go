package actions_test

import (
	"fmt"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// Do is the one rule that the server runs as the truth and a client runs as a prediction.
func ExampleDo() {
	const me = timestream.Stream(1)
	w := world.New()
	w.AddStream(me, 0, 1)
	w.AddEntity(world.Entity{ID: world.AvatarID(me), Kind: world.KindAvatar, Stream: me, Motion: world.Motion{Pos: world.BottomCentre(world.Pos{X: 6, Z: 6})}})
	w.AddPlayer(me, world.Player{Slots: [world.InventorySize]world.Stack{world.StackOf(world.Dirt, 2)}})
	for y, b := range map[int32]world.Block{-1: world.Stone, 0: world.Air, 1: world.Air} {
		p := world.SectionPos{Y: y}
		w.SetSection(p, world.NewSection(b))
		w.SetSubscription(me, world.Subscription{Section: p, Epoch: 1, Confirmed: true})
	}
	r := edits.Recorder{W: w}

	place := actions.Action{Kind: actions.Place, Number: 1, Pos: world.Pos{X: 6, Z: 9}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
	fmt.Println(actions.Do(&r, me, 0, &place), "with", w.Player(me).Held().Count, "left")

	place.Number, place.Pos = 2, world.Pos{X: 14, Z: 14}
	fmt.Println(actions.Do(&r, me, 0, &place), "with", w.Player(me).Held().Count, "left")

	fmt.Println("acked up to", w.Player(me).LastAction)
	// Output:
	// done with 1 left
	// too far with 1 left
	// acked up to 2
}
