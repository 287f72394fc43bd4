package edits_test

import (
	"fmt"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// The recorder performs edits and keeps their inverses: a transaction that cannot be finished leaves no trace.
func ExampleRecorder_Rollback() {
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	before := w.Hash()

	r := edits.Recorder{W: w}
	tx := r.Begin()
	r.PutBlock(timestream.Server, world.Pos{Y: 1}, world.Sand)
	ok := r.PutBlock(timestream.Server, world.Pos{Y: 99}, world.Sand) // no section there
	fmt.Println("both blocks set:", ok)
	if !ok {
		r.Rollback(tx)
	}
	fmt.Println("as before:", w.Hash() == before)
	// Output:
	// both blocks set: false
	// as before: true
}

// Applying an edit gives its inverse, which is an edit too.
func ExampleApply() {
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	e := edits.Edit{Kind: edits.SetBlock, Block: world.Glass}
	var inverse edits.Edit
	edits.Apply(w, &e, &inverse)
	fmt.Println(inverse.Kind, "to", inverse.Block)
	// Output:
	// set block to air
}
