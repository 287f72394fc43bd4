package hearing

import (
	"voxtide/internal/faults"
	"voxtide/sound"
	"voxtide/timestream"
	"voxtide/world"
)

// heard remembers the changes of blocks that were heard, so that none is heard twice, and none when it is taken back.
//
// What an own action changes is heard in its frame. Until that action is acked, the same cell may change back (the action is refused, or
// somebody was first) and forth (it is predicted again): both is the netcode's doing, and silent. So is, for a while, what changes back in
// a frame that brings a refusal or a correction: it was heard as the consequence of an action that is acked by now.
type heard struct {
	list [heardMax]change
	next int    // of list, to be overwritten
	seen uint64 // number of the last own action that was acked before this frame
}

// change is a change of a block that was heard.
type change struct {
	at          world.Pos
	before, now world.Block
	number      uint64 // of the last own action then, which may have caused it; 0 for somebody else's
	id          sound.ID
	time        timestream.Time
}

const (
	heardMax  = 96
	backAfter = 3 * timestream.Second // how late a change is taken back by a refusal or a correction
)

// silent reports whether a change is the netcode's doing: another one of a cell whose change was heard and is not confirmed.
func (h *heard) silent(f *Frame, at world.Pos, before, now world.Block) bool {
	if faults.Active(faults.SoundOfUndo) {
		return false
	}
	told := f.Corrected || len(f.Scene.Refusals) > 0
	for i := range h.list {
		c := &h.list[i]
		if c.time == 0 || c.at != at || f.Now.Sub(c.time) > backAfter && c.number <= h.seen {
			continue
		}
		back := c.before == now || c.now == before
		again := c.before == before && c.now == now
		if (back || again) && (c.number > h.seen || told && f.Now.Sub(c.time) < backAfter) {
			return true
		}
	}
	return false
}

// note notes a change that is heard.
func (h *heard) note(c change) {
	h.list[h.next] = c
	h.next = (h.next + 1) % heardMax
}

// acked notes which own actions were acked in a frame.
func (h *heard) acked(x *Ears, f *Frame) {
	if faults.Active(faults.SoundTwice) {
		for i := range h.list {
			if c := &h.list[i]; c.number > h.seen && c.number <= f.Acked {
				x.begin(f, c.id, middle(c.at), true, 1)
			}
		}
	}
	h.seen = f.Acked
}
