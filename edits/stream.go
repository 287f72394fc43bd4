package edits

import (
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// SetStamp{Stream, At}: a stream has been advanced to an instant.

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

func readSetStamp(r *wire.Reader, e *Edit) { e.Stream, e.At = readStream(r), ReadTime(r) }

// AddStream{Stream, At, Number, Text}: a stream comes in at a stamp, with the counter Number; Text is the name of its player.

func applyAddStream(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) != nil {
		return false
	}
	w.AddStream(e.Stream, e.At, uint32(e.Number))
	w.NameStream(e.Stream, e.Text)
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
	e.Stream = readStream(r)
	e.At = ReadTime(r)
	e.Number = readNumber32(r)
	e.Text = ReadLine(r, NameMax)
}

// RemoveStream{Stream}: a stream that owns nothing any more goes away.

func applyRemoveStream(w *world.World, e, inv *Edit) bool {
	st := w.Stream(e.Stream)
	if st == nil || len(st.Checks)+len(st.Subs)+len(w.Bodies(e.Stream)) > 0 {
		return false
	}
	*inv = Edit{Kind: AddStream, Author: e.Author, Stream: e.Stream, At: st.Stamp, Number: uint64(st.Counter), Text: st.Name}
	w.RemoveStream(e.Stream)
	return true
}

func writeRemoveStream(b []byte, e *Edit) []byte { return wire.AppendUvarint(b, uint64(e.Stream)) }
func readRemoveStream(r *wire.Reader, e *Edit)   { e.Stream = readStream(r) }

// AddCheck{Stream, Pos, Number}: a support check is entered in a stream's list before position Number-1, at the end
// for 0. RemoveCheck{Stream, Pos} takes it out.

func applyAddCheck(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) == nil || !w.InsertCheck(e.Stream, int(e.Number)-1, e.Pos) {
		return false
	}
	*inv = Edit{Kind: RemoveCheck, Author: e.Author, Stream: e.Stream, Pos: e.Pos}
	return true
}

func applyRemoveCheck(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) == nil {
		return false
	}
	at := w.RemoveCheck(e.Stream, e.Pos)
	if at < 0 {
		return false
	}
	*inv = Edit{Kind: AddCheck, Author: e.Author, Stream: e.Stream, Pos: e.Pos, Number: uint64(at) + 1}
	return true
}

func writeCheck(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = AppendPos(b, e.Pos)
	return wire.AppendUvarint(b, e.Number)
}

func readCheck(r *wire.Reader, e *Edit) {
	e.Stream = readStream(r)
	e.Pos = ReadPos(r)
	e.Number = readNumber32(r)
}

// SetSub{Stream, Pos (a section), Number (the epoch, 0: none), Flag (confirmed)}: a subscription of a client.

func applySetSub(w *world.World, e, inv *Edit) bool {
	if w.Stream(e.Stream) == nil {
		return false
	}
	old := w.SetSub(e.Stream, world.Sub{Section: world.SectionPos(e.Pos), Epoch: uint32(e.Number), Confirmed: e.Flag})
	*inv = Sub(e.Stream, old)
	inv.Author = e.Author
	return true
}

// Sub is the edit that sets a subscription.
func Sub(s timestream.Stream, sub world.Sub) Edit {
	return Edit{Kind: SetSub, Stream: s, Pos: world.Pos(sub.Section), Number: uint64(sub.Epoch), Flag: sub.Confirmed}
}

func writeSetSub(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = AppendPos(b, e.Pos)
	b = wire.AppendUvarint(b, e.Number)
	return wire.AppendBool(b, e.Flag)
}

func readSetSub(r *wire.Reader, e *Edit) {
	e.Stream = readStream(r)
	e.Pos = ReadPos(r)
	e.Number = readNumber32(r)
	e.Flag = r.Bool()
}
