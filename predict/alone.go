package predict

import (
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// foreign tells whether an entry is of others alone: of their streams, of bodies that are not one's own, of their acks. What
// one's own stream set free and gave away is let go.
func (r *Received) foreign(e *protocol.Entry) bool {
	other := func(s timestream.Stream) bool { return s != r.Own && s != timestream.Server }
	switch e.Kind {
	case protocol.EntryMoved:
		return other(e.Stream)
	case protocol.EntryAck:
		return e.Stream != r.Own
	case protocol.EntryMotion:
		return r.R.W.Find(e.ID) == world.NoSlot
	case protocol.EntryEdit:
	default:
		return false
	}
	switch ed := &e.Edit; ed.Kind {
	case edits.Birth:
		return ed.Entity.Stream != r.Own
	case edits.SetOwner:
		slot := r.R.W.Find(ed.ID)
		if slot != world.NoSlot && ed.Stream != r.Own {
			r.R.Kill(slot)
		}
		return ed.Stream != r.Own
	case edits.AddStream, edits.RemoveStream, edits.AddCheck, edits.RemoveCheck:
		return other(ed.Stream)
	case edits.AddPlayer:
		return ed.Stream != r.Own
	}
	return false
}
