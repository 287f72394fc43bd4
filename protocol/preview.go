package protocol

import (
	"voxtide/internal/wire"
	"voxtide/world"
)

// Preview shows its recipient alone the blocks that a requested rollback would set. They are no state: nothing is
// predicted on them, and a resume forgets them.
type Preview struct {
	Clear bool // forget the cells shown before
	Cells []PreviewCell
}

// PreviewCell is a cell and the block that it would hold.
type PreviewCell struct {
	Pos   world.Pos
	Block world.Block
}

// PreviewMax is the greatest number of cells in one message, PreviewShownMax the greatest number that a client shows.
const (
	PreviewMax      = 1024
	PreviewShownMax = 16384
)

// AppendPreview writes a Preview as a live message. Each cell is written as its distance from the one before.
func AppendPreview(b []byte, g *Preview) []byte {
	b = wire.AppendBool(append(b, MsgPreview), g.Clear)
	b = wire.AppendCount(b, len(g.Cells))
	var at world.Pos
	for _, c := range g.Cells {
		b = world.AppendPos(b, world.Pos{X: c.Pos.X - at.X, Y: c.Pos.Y - at.Y, Z: c.Pos.Z - at.Z})
		b = wire.AppendUvarint(b, uint64(c.Block))
		at = c.Pos
	}
	return b
}

// ReadPreview reads a Preview after its kind byte.
func ReadPreview(r *wire.Reader) (g Preview, err error) {
	g.Clear = r.Bool()
	n := r.Count(PreviewMax, 4)
	var at world.Pos
	for range n {
		d := world.ReadPos(r)
		at = world.Pos{X: at.X + d.X, Y: at.Y + d.Y, Z: at.Z + d.Z}
		block := r.Uvarint()
		if block >= uint64(world.BlockCount) {
			r.Fail(ErrValue)
			break
		}
		g.Cells = append(g.Cells, PreviewCell{at, world.Block(block)})
	}
	return g, r.End()
}
