package predict

import (
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// foreign reports whether an entry concerns other players alone: their streams, bodies and acks. A body that the own
// stream set free and gave away is removed.
func (r *Received) foreign(e *protocol.Entry) bool {
	other := func(s timestream.Stream) bool { return s != r.Own && s != timestream.Server }
	switch e.Kind {
	case protocol.EntryAdvance:
		return other(e.Stream)
	case protocol.EntryAck:
		return e.Stream != r.Own
	case protocol.EntryMotion:
		return r.R.W.Find(e.ID) == world.NoEntity
	case protocol.EntryEdit:
	default:
		return false
	}
	switch ed := &e.Edit; ed.Kind {
	case edits.SpawnEntity:
		return ed.Entity.Stream != r.Own
	case edits.SetOwner:
		slot := r.R.W.Find(ed.ID)
		if slot != world.NoEntity && ed.Stream != r.Own {
			r.R.RemoveEntity(slot)
		}
		return ed.Stream != r.Own
	case edits.AddStream, edits.RemoveStream, edits.AddSupportCheck, edits.RemoveSupportCheck:
		return other(ed.Stream)
	case edits.AddPlayer:
		return ed.Stream != r.Own
	}
	return false
}
