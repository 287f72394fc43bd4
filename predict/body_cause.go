package predict

import (
	"voxtide/edits"
	"voxtide/world"
)

// bodiesDecide reports whether it can depend on where others are which of two blocks is in a cell: a falling block lands beside a body in
// its way, or lifts it; a plate stays on while somebody stands on it; and what it opens does not shut on anybody.
func bodiesDecide(was, is world.Block) bool {
	for _, b := range [...]world.Block{was, is} {
		if world.Blocks[b].Falls || edits.LetsGo(b.Class()) || edits.Opens(b.Class()) {
			return true
		}
	}
	return false
}

// foreignBodyNear reports whether a body of another stream is near a cell, or was when it was in an update. The server
// judges other bodies where they are on its side, and they move on their own time: it may have found the body there, or
// not.
func (p *Predictor) foreignBodyNear(at world.Pos, counts func(k world.EntityKind) bool) bool {
	s := blockBox{at, at}
	for i := range p.influences.bodies {
		if b := &p.influences.bodies[i]; (counts == nil || counts(b.kind)) && s.near(b.at.Block()) {
			return true
		}
	}
	w := p.R.W
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		if of == p.Own {
			continue
		}
		for _, slot := range w.Bodies(of) {
			if e := w.Entity(slot); (counts == nil || counts(e.Kind)) && s.near(e.Motion.Pos.Block()) {
				return true
			}
		}
	}
	return false
}
