package far

import (
	"time"

	"voxtide/protocol"
	"voxtide/world"
)

// A client sees blocks change in the sections that it has. Their tiles are not drawn then, and are the first ones that are drawn when it moves
// away: by then they have to be as the blocks are. The server's answer shows all that changed before the question.
const (
	// changeRests is how long nothing changes in a tile before it is asked for: who builds goes on.
	changeRests = time.Second
	// changesFor is how long something may go on changing before it is asked for all the same, and askedBefore how long ago a tile was asked
	// for at least.
	changesFor  = 5 * time.Second
	askedBefore = 3 * time.Second
)

// Changed notes that a block was seen to change, by oneself or by others, or to be as it was again.
func (v *View) Changed(now time.Duration, at world.Pos) {
	if v == nil || v.reach == 0 {
		return
	}
	const beside = 1 // the last corners of a tile lie in the next one
	for p := (protocol.FarPlace{}); p.Level <= topLevel; p.Level++ {
		w := int64(p.Width())
		x, z := int32(world.FloorDiv(int64(at.X), w)), int32(world.FloorDiv(int64(at.Z), w))
		for p.Z = int32(world.FloorDiv(int64(at.Z)-beside, w)); p.Z <= z; p.Z++ {
			for p.X = int32(world.FloorDiv(int64(at.X)-beside, w)); p.X <= x; p.X++ {
				t := v.tiles[p]
				if t == nil || t.sum == 0 && t.again == 0 {
					continue // it is yet to be asked for
				}
				if t.changed.to = now; t.changed.from == 0 {
					t.changed.from = now
				}
				v.changes = true
			}
		}
	}
}

// askChanged adds the tiles where blocks were seen to change.
func (v *View) askChanged(now time.Duration, add func(protocol.FarPlace, *tile)) {
	if !v.changes {
		return
	}
	v.changes = false
	for _, p := range v.wanted {
		t := v.tiles[p]
		if t.changed.to == 0 {
			continue
		}
		v.changes = true
		if due := now-t.changed.to >= changeRests || now-t.changed.from >= changesFor; due && now-t.askedAt >= askedBefore && len(v.rows) < protocol.FarAskMax {
			add(p, t)
		}
	}
}
