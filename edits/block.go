package edits

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/world"
)

// SetBlock{Pos, Block} sets the block at a position.

func applySetBlock(w *world.World, e, inv *Edit) bool {
	old, ok := w.SetBlock(e.Pos, e.Block)
	if !ok {
		return false
	}
	*inv = Edit{Kind: SetBlock, Author: e.Author, Pos: e.Pos, Block: old}
	if faults.Active(faults.UndoForgetsACell) && e.Pos.X&7 == 3 {
		inv.Block = e.Block
	}
	return true
}

func writeSetBlock(b []byte, e *Edit) []byte {
	return wire.AppendUvarint(world.AppendPos(b, e.Pos), uint64(e.Block))
}

func readSetBlock(r *wire.Reader, e *Edit) {
	e.Pos = world.ReadPos(r)
	e.Block = world.ReadBlock(r)
	if !e.Pos.InHeight() {
		r.Fail(ErrValue)
	}
}
