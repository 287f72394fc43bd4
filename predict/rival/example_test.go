package rival_test

import (
	"fmt"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/predict"
	"voxtide/predict/rival"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// The same key press under two methods: prediction with reconciliation shows it in the next frame, serialization by the
// server when it has come back. A method goes on over what another one received.
func Example() {
	const me = timestream.Stream(1)
	r := predict.NewReceived(me)
	update := receiveFlatLand(r, me)

	sequence := rival.NewSequence(r, rival.Options{})
	sequence.AdvanceTo(1)
	sequence.AddAction(&actions.Action{Kind: actions.SetKeys, Number: 1, At: 2, Keys: world.KeyForward})
	show := func(name string, w *world.World) {
		moved := w.Entity(w.Find(world.AvatarID(me))).Motion.Pos[world.AxisZ] != world.BottomCentre(world.Pos{})[world.AxisZ]
		fmt.Printf("%s: moved %v, %d un-acked\n", name, moved, r.UnackedCount())
	}
	sequence.AdvanceTo(16_000)
	show("sequence", sequence.World())

	sequence.Revert()
	commit := rival.NewCommit(r)
	commit.AdvanceTo(32_000)
	show("commit", commit.World())
	update()
	show("commit, acked", commit.World())
	// Output:
	// sequence: moved true, 1 un-acked
	// commit: moved false, 1 un-acked
	// commit, acked: moved true, 0 un-acked
}

// receiveFlatLand lets a client receive a world of stone with its own body in it. The function that it returns lets it receive
// that the body has begun to walk, and the ack.
func receiveFlatLand(r *predict.Received, me timestream.Stream) (walk func()) {
	var w protocol.UpdateWriter
	tell := func() {
		in := wire.NewReader(w.End())
		in.Byte()
		var u protocol.Update
		if err := u.Read(&in); err != nil {
			fmt.Println(err)
		}
		if err := r.ApplyUpdate(&u); err != nil {
			fmt.Println(err)
		}
	}
	w.Begin(nil, 1, 1)
	w.Reset()
	w.Edit(1, &edits.Edit{Kind: edits.AddStream, Stream: timestream.Server, Number: 1})
	w.Edit(1, &edits.Edit{Kind: edits.AddStream, Stream: me, Number: 1})
	avatar := world.Entity{ID: world.AvatarID(me), Kind: world.KindAvatar, Stream: me}
	avatar.Motion.Pos = world.BottomCentre(world.Pos{})
	avatar.Motion.Flags = world.OnGround
	w.Edit(1, &edits.Edit{Kind: edits.SpawnEntity, Entity: avatar, Number: 1})
	w.Edit(1, &edits.Edit{Kind: edits.AddPlayer, Stream: me, Player: &world.Player{Name: "me"}})
	tell()
	return func() {
		w.Begin(nil, 2, 1)
		m := avatar.Motion
		m.Pos[world.AxisZ] -= world.Unit / 10
		w.Motion(avatar.ID, 5000, &avatar.Motion, &m)
		w.Advance(me, 5000, nil)
		w.Ack(me, 1)
		tell()
	}
}
