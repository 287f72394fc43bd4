package protocol_test

import (
	"fmt"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/world"
)

// An update is written entry by entry into the caller's buffer and read back as a list of entries.
func ExampleUpdateWriter() {
	var w protocol.UpdateWriter
	w.Begin(nil, 7, 100) // update 7, complete to edit 100
	w.Edit(100, &edits.Edit{Kind: edits.SetBlock, Author: 1, Pos: world.Pos{X: 3, Y: 64, Z: -2}, Block: world.Torch})
	w.Ack(1, 12)
	w.Refusal(12, actions.TooFar, "")
	message := w.End()

	r := wire.NewReader(message)
	fmt.Println("an update:", r.Byte() == protocol.MsgUpdate, "in", len(message), "bytes")
	var u protocol.Update
	if err := u.Read(&r); err != nil {
		fmt.Println(err)
	}
	for _, e := range u.Entries {
		switch e.Kind {
		case protocol.EntryEdit:
			fmt.Println("edit", e.Seq, "by stream", e.Edit.Author, "puts", e.Edit.Block, "at", e.Edit.Pos)
		case protocol.EntryAck:
			fmt.Println("stream", e.Stream, "is acked up to", e.Number)
		case protocol.EntryRefusal:
			fmt.Println("action", e.Number, "was refused:", e.Reason)
		}
	}
	// Output:
	// an update: true in 18 bytes
	// edit 100 by stream 1 puts torch at 3,64,-2
	// stream 1 is acked up to 12
	// action 12 was refused: too far
}
