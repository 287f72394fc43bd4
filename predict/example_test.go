package predict_test

import (
	"fmt"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// A placed block shows in the next frame. When the server refuses the action, the block is taken back.
func ExamplePredictor() {
	const me = timestream.Stream(1)
	p := predict.New(me)
	number := uint64(0)
	update := func(write func(w *protocol.UpdateWriter)) {
		var w protocol.UpdateWriter
		number++
		w.Begin(nil, number, 1)
		write(&w)
		r := wire.NewReader(w.End())
		r.Byte()
		var u protocol.Update
		if err := u.Read(&r); err != nil {
			fmt.Println(err)
		}
		if err := p.ApplyUpdate(&u); err != nil {
			fmt.Println(err)
		}
	}

	// The server sends the whole state: the own stream, its avatar and player, and three sections.
	sections := map[int32]world.Block{-1: world.Stone, 0: world.Air, 1: world.Air}
	update(func(w *protocol.UpdateWriter) {
		w.Reset()
		w.Edit(1, &edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, Number: 1})
		w.Edit(1, &edits.Edit{Kind: edits.AddStream, Stream: me, Number: 1})
		avatar := world.Entity{ID: world.AvatarID(me), Kind: world.KindAvatar, Stream: me}
		avatar.Motion.Pos = world.BottomCentre(world.Pos{X: 6, Z: 6})
		w.Edit(0, &edits.Edit{Kind: edits.SpawnEntity, Entity: avatar, Number: 1})
		w.Edit(1, &edits.Edit{Kind: edits.AddPlayer, Stream: me, Player: &world.Player{
			Slots: [world.InventorySize]world.Stack{world.StackOf(world.Dirt, 1)}}})
		for y := range sections {
			e := edits.SubscriptionEdit(me, world.Subscription{Section: world.SectionPos{Y: y}, Epoch: 1, Confirmed: true})
			w.Edit(1, &e)
		}
	})
	for y, b := range sections {
		p.ApplySnapshot(protocol.Snapshot{Section: world.SectionPos{Y: y}, Epoch: 1, AtEdit: 1}, world.NewSection(b))
	}

	cell := world.Pos{X: 6, Z: 9}
	show := func(when string) {
		b, _ := p.World().Block(cell)
		fmt.Println(when, "the cell holds", b)
	}
	p.AddAction(&actions.Action{Kind: actions.Place, Number: 1, At: 1000, Pos: cell, Face: world.Down, Aim: actions.Aim{8, 0, 8}})
	p.AdvanceTo(2000)
	show("at once")

	update(func(w *protocol.UpdateWriter) {
		e := edits.Edit{Kind: edits.SetLastAction, Stream: me, Number: 1}
		w.Edit(1, &e)
		w.Ack(me, 1)
		w.Refusal(1, actions.Claimed, "")
	})
	p.AdvanceTo(3000)
	show("after the refusal")
	// Output:
	// at once the cell holds dirt
	// after the refusal the cell holds air
}
