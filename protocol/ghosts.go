package protocol

import (
	"voxtide/edits"
	"voxtide/wire"
	"voxtide/world"
)

// Ghosts shows its recipient, and nobody else, blocks that are not there: what a rollback that was asked for would set.
// They are no state: nothing is predicted on them, and a resume forgets them.
type Ghosts struct {
	Clear bool // forget those shown before
	Cells []Ghost
}

// Ghost is a cell and what it would hold.
type Ghost struct {
	Pos   world.Pos
	Block world.Block
}

// GhostsMax is the most cells of one message, and GhostsShown the most that a client shows.
const (
	GhostsMax   = 1024
	GhostsShown = 16384
)

// AppendGhosts writes Ghosts as a live message. A cell is told by its distance to the one before.
func AppendGhosts(b []byte, g *Ghosts) []byte {
	b = wire.AppendBool(append(b, MsgGhosts), g.Clear)
	b = wire.AppendCount(b, len(g.Cells))
	var at world.Pos
	for _, c := range g.Cells {
		b = edits.AppendPos(b, world.Pos{X: c.Pos.X - at.X, Y: c.Pos.Y - at.Y, Z: c.Pos.Z - at.Z})
		b = wire.AppendUvarint(b, uint64(c.Block))
		at = c.Pos
	}
	return b
}

// ReadGhosts reads what AppendGhosts wrote, after its kind byte.
func ReadGhosts(r *wire.Reader) (g Ghosts, err error) {
	g.Clear = r.Bool()
	n := r.Count(GhostsMax, 4)
	var at world.Pos
	for range n {
		d := edits.ReadPos(r)
		at = world.Pos{X: at.X + d.X, Y: at.Y + d.Y, Z: at.Z + d.Z}
		block := r.Uvarint()
		if block >= uint64(world.BlockCount) {
			r.Fail(ErrValue)
			break
		}
		g.Cells = append(g.Cells, Ghost{at, world.Block(block)})
	}
	return g, r.End()
}
