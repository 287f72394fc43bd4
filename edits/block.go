package edits

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// SetBlock{Pos, Block, Before, At} sets the block at a position; with At it turns then, and is Before until then (see world.SetTurn).

func applySetBlock(w *world.World, e, inv *Edit) bool {
	old, before, since, ok := w.SetTurn(e.Pos, e.Block, e.Before, e.At)
	if !ok {
		return false
	}
	*inv = Edit{Kind: SetBlock, Author: e.Author, Pos: e.Pos, Block: old, Before: before, At: since}
	if faults.Active(faults.UndoForgetsACell) && e.Pos.X&7 == 3 {
		inv.Block = e.Block
	}
	return true
}

// BlockAt returns the block that a SetBlock sets, as it is at an instant.
func (e *Edit) BlockAt(t timestream.Time) world.Block {
	if t < e.At {
		return e.Before
	}
	return e.Block
}

func writeSetBlock(b []byte, e *Edit) []byte {
	b = world.AppendPos(b, e.Pos)
	if e.At == 0 {
		return wire.AppendUvarint(b, uint64(e.Block)<<1)
	}
	b = wire.AppendUvarint(b, uint64(e.Block)<<1|1)
	return wire.AppendUvarint(wire.AppendUvarint(b, uint64(e.Before)), uint64(e.At))
}

func readSetBlock(r *wire.Reader, e *Edit) {
	e.Pos = world.ReadPos(r)
	v := r.Uvarint()
	if v >= uint64(world.BlockCount)<<1 {
		r.Fail(ErrValue)
	}
	if e.Block = world.Block(v >> 1); v&1 != 0 {
		e.Before, e.At = world.ReadBlock(r), world.ReadTime(r)
		if e.At == 0 {
			r.Fail(ErrValue)
		}
	}
	if !e.Pos.InHeight() {
		r.Fail(ErrValue)
	}
}
