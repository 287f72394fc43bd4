package edits

import (
	"voxtide/internal/textline"
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// SetStamp{Stream, At} says that a stream has been advanced to an instant.

func applySetStamp(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) == nil {
		return false
	}
	*inv = Edit{Kind: SetStamp, Author: e.Author, Stream: e.Stream, At: w.SetStamp(e.Stream, e.At)}
	return true
}

func writeSetStamp(b []byte, e *Edit) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, uint64(e.Stream)), uint64(e.At))
}

func readSetStamp(r *wire.Reader, e *Edit) { e.Stream, e.At = world.ReadStream(r), world.ReadTime(r) }

// AddStream{Stream, At, Number, Text} adds a stream at a stamp, with the entity counter Number; Text is its player's
// name.

func applyAddStream(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) != nil {
		return false
	}
	w.AddStream(e.Stream, e.At, uint32(e.Number))
	w.SetStreamName(e.Stream, e.Text)
	*inv = Edit{Kind: RemoveStream, Author: e.Author, Stream: e.Stream}
	return true
}

func writeAddStream(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = wire.AppendUvarint(b, uint64(e.At))
	b = wire.AppendUvarint(b, e.Number)
	return wire.AppendString(b, e.Text)
}

func readAddStream(r *wire.Reader, e *Edit) {
	e.Stream = world.ReadStream(r)
	e.At = world.ReadTime(r)
	e.Number = uint64(r.Uvarint32())
	e.Text = textline.Read(r, textline.NameMax)
}

// RemoveStream{Stream} removes a stream that owns nothing.

func applyRemoveStream(w *world.World, e, inv *Edit) bool {
	st := w.Stream(e.Stream)
	if st == nil || len(st.SupportChecks)+st.Subscriptions.Len()+len(w.Bodies(e.Stream)) > 0 {
		return false
	}
	*inv = Edit{Kind: AddStream, Author: e.Author, Stream: e.Stream, At: st.Stamp, Number: uint64(st.Counter), Text: st.Name}
	w.RemoveStream(e.Stream)
	return true
}

func writeRemoveStream(b []byte, e *Edit) []byte { return wire.AppendUvarint(b, uint64(e.Stream)) }
func readRemoveStream(r *wire.Reader, e *Edit)   { e.Stream = world.ReadStream(r) }

// AddSupportCheck{Stream, Pos, Number} adds a support check to a stream's list, before position Number-1 or, for 0, at
// the end. RemoveSupportCheck{Stream, Pos} removes it.

func applyAddSupportCheck(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) == nil || !w.InsertSupportCheck(e.Stream, int(e.Number)-1, e.Pos) {
		return false
	}
	*inv = Edit{Kind: RemoveSupportCheck, Author: e.Author, Stream: e.Stream, Pos: e.Pos}
	return true
}

func applyRemoveSupportCheck(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) == nil {
		return false
	}
	at := w.RemoveSupportCheck(e.Stream, e.Pos)
	if at < 0 {
		return false
	}
	*inv = Edit{Kind: AddSupportCheck, Author: e.Author, Stream: e.Stream, Pos: e.Pos, Number: uint64(at) + 1}
	return true
}

func writeSupportCheck(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = world.AppendPos(b, e.Pos)
	return wire.AppendUvarint(b, e.Number)
}

func readSupportCheck(r *wire.Reader, e *Edit) {
	e.Stream = world.ReadStream(r)
	e.Pos = world.ReadPos(r)
	e.Number = uint64(r.Uvarint32())
}

// SetSubscription{Stream, Pos (a section), Number (the epoch, 0: none), Flag (confirmed)} sets a client's subscription.

func applySetSubscription(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) == nil {
		return false
	}
	old := w.SetSubscription(e.Stream, world.Subscription{Section: world.SectionPos(e.Pos), Epoch: uint32(e.Number), Confirmed: e.Flag})
	*inv = SubscriptionEdit(e.Stream, old)
	inv.Author = e.Author
	return true
}

// SubscriptionEdit returns the edit that sets a subscription.
func SubscriptionEdit(s timestream.Stream, sub world.Subscription) Edit {
	return Edit{Kind: SetSubscription, Stream: s, Pos: world.Pos(sub.Section), Number: uint64(sub.Epoch), Flag: sub.Confirmed}
}

func writeSetSubscription(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = world.AppendPos(b, e.Pos)
	b = wire.AppendUvarint(b, e.Number)
	return wire.AppendBool(b, e.Flag)
}

func readSetSubscription(r *wire.Reader, e *Edit) {
	e.Stream = world.ReadStream(r)
	e.Pos = world.ReadPos(r)
	e.Number = uint64(r.Uvarint32())
	e.Flag = r.Bool()
}
