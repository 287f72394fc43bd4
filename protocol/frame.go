package protocol

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// A frame is what the server sends and a client applies whole, between one revert and one re-predict:
//
//	MsgFrame | number | E, the edit number it is complete to (uvarint each) | entries to the end of the message
//
// An entry is a kind byte and its fields; see the Writer's methods.

// EntryKind tells what an entry of a frame is.
type EntryKind uint8

// The kinds of entries.
const (
	EntryEdit    EntryKind = iota + 1 // Edit, and Seq: its number in the server's history (0 for those without)
	EntryMoved                        // Stream, At, Except: all known bodies of the stream but those flew on to At
	EntryMotion                       // ID, At, Delta: a body's motion, as difference from its flight to At
	EntryAck                          // Stream, Number: that client's actions up to Number are performed or refused
	EntryRefusal                      // Number, Reason: of the recipient's own actions
	EntryReset                        // forget all but sections and subscriptions: the whole state follows
	EntryStall                        // Stream: the server itself advanced it
	EntryHash                         // Section, Number: hash of a subscribed section at E
	EntryBody                         // ID, Number: hash of the recipient's own avatar at this frame
	EntryMoveMe                       // ID: the server moved that body on its own in this frame (a cause)
	EntryLook                         // Stream, Pitch: so that player looks up or down; level until told. No state
	entryKinds
)

// ExceptMax is the greatest number of bodies that one EntryMoved leaves out.
const ExceptMax = 4096

// Entry is one entry of a decoded frame. Which fields count depends on the kind.
type Entry struct {
	Kind    EntryKind
	Reason  actions.Refusal
	Pitch   int8 // degrees upward
	Stream  timestream.Stream
	At      timestream.Time
	Seq     uint64
	Number  uint64
	ID      world.EntityID
	Section world.SectionPos
	Except  []world.EntityID // valid until the frame is read into again
	Edit    edits.Edit
	Delta   Delta
}

// Frame is a decoded frame. Reading into it again reuses its memory.
type Frame struct {
	Number  uint64
	Edits   uint64
	Entries []Entry

	ids []world.EntityID
	seq uint64          // of the last edit read
	at  timestream.Time // the last stamp read
}

// Writer builds a frame in a buffer of the caller's. The zero value is ready for Begin.
type Writer struct {
	b     []byte
	seq   uint64          // of the last edit written
	at    timestream.Time // the last stamp written
	count int
}

// stamp writes an instant as its distance to the one written before.
func (w *Writer) stamp(t timestream.Time) {
	w.b = wire.AppendVarint(w.b, int64(t-w.at))
	w.at = t
}

// body writes an entity's id: the stream of its birth and its counter.
func (w *Writer) body(id world.EntityID) {
	w.b = wire.AppendUvarint(w.b, uint64(id.Birth()))
	w.b = wire.AppendUvarint(w.b, uint64(id.Counter()))
}

// Begin starts a frame at the end of dst.
func (w *Writer) Begin(dst []byte, number, complete uint64) {
	w.b = append(dst, MsgFrame)
	w.b = wire.AppendUvarint(w.b, number)
	w.b = wire.AppendUvarint(w.b, complete)
	w.seq, w.at, w.count = complete, 0, 0
}

// Count returns the number of entries written since Begin.
func (w *Writer) Count() int { return w.count }

// Size returns how many bytes dst and the frame behind it have by now.
func (w *Writer) Size() int { return len(w.b) }

// End returns dst with the frame behind it.
func (w *Writer) End() []byte { return w.b }

func (w *Writer) entry(k EntryKind) {
	w.b = append(w.b, byte(k))
	w.count++
}

// Edit writes an edit; seq is its number in the history, 0 for advances, births and deaths. Numbers go as the
// distance to the frame's E or to the one before, whichever way.
func (w *Writer) Edit(seq uint64, e *edits.Edit) {
	w.entry(EntryEdit)
	if !e.Kind.Counted() {
		w.b = edits.Append(w.b, e)
		return
	}
	w.b = append(w.b, byte(e.Kind))
	w.b = wire.AppendVarint(w.b, int64(seq-w.seq))
	w.seq = seq
	w.b = edits.AppendFields(w.b, e)
}

// Moved writes that all bodies of a stream that the recipient knows, but those in except and those with a Motion in
// this frame, have flown on to the stamp by plain arithmetic.
func (w *Writer) Moved(s timestream.Stream, stamp timestream.Time, except []world.EntityID) {
	w.entry(EntryMoved)
	w.b = wire.AppendUvarint(w.b, uint64(s))
	w.stamp(stamp)
	w.b = wire.AppendCount(w.b, len(except))
	for _, id := range except {
		w.body(id)
	}
}

// Motion writes a body's whole motion at an instant, as the difference from base, which is the motion that the
// recipient was last told, flown on to that instant.
func (w *Writer) Motion(id world.EntityID, at timestream.Time, base, m *world.Motion) {
	w.entry(EntryMotion)
	w.body(id)
	w.stamp(at)
	d := Diff(base, m)
	w.b = d.append(w.b)
}

// Ack writes that a client's actions up to n have been performed or refused.
func (w *Writer) Ack(s timestream.Stream, n uint64) {
	w.entry(EntryAck)
	w.b = wire.AppendUvarint(w.b, uint64(s))
	w.b = wire.AppendUvarint(w.b, n)
}

// Refusal writes why an action of the recipient's was refused.
func (w *Writer) Refusal(n uint64, why actions.Refusal) {
	w.entry(EntryRefusal)
	w.b = wire.AppendUvarint(w.b, n)
	w.b = append(w.b, byte(why))
}

// Reset writes that the whole state follows.
func (w *Writer) Reset() { w.entry(EntryReset) }

// Stall writes that the server itself advanced a stream.
func (w *Writer) Stall(s timestream.Stream) {
	w.entry(EntryStall)
	w.b = wire.AppendUvarint(w.b, uint64(s))
}

// Hash writes the hash of a section at E.
func (w *Writer) Hash(p world.SectionPos, h uint64) {
	w.entry(EntryHash)
	w.b = edits.AppendPos(w.b, world.Pos(p))
	w.b = wire.AppendU64(w.b, h)
}

// Body writes the hash of the recipient's avatar as it is in this frame.
func (w *Writer) Body(id world.EntityID, h uint64) {
	w.entry(EntryBody)
	w.body(id)
	w.b = wire.AppendU64(w.b, h)
}

// MoveMe writes that the server moved a body on its own in this frame.
func (w *Writer) MoveMe(id world.EntityID) {
	w.entry(EntryMoveMe)
	w.body(id)
}

// Look writes how far up a player looks.
func (w *Writer) Look(s timestream.Stream, pitch int8) {
	w.entry(EntryLook)
	w.b = append(wire.AppendUvarint(w.b, uint64(s)), byte(pitch))
}

// Read decodes a live message that is a frame, after its kind byte.
func (f *Frame) Read(r *wire.Reader) error {
	f.Number, f.Edits = r.Uvarint(), r.Uvarint()
	f.Entries, f.ids = f.Entries[:0], f.ids[:0]
	f.seq, f.at = f.Edits, 0
	for r.Len() > 0 && r.Err() == nil {
		if len(f.Entries) < cap(f.Entries) {
			f.Entries = f.Entries[:len(f.Entries)+1]
		} else {
			f.Entries = append(f.Entries, Entry{})
		}
		f.entry(r, &f.Entries[len(f.Entries)-1])
	}
	return r.End()
}

func (f *Frame) entry(r *wire.Reader, e *Entry) {
	e.Kind = EntryKind(r.Byte())
	switch e.Kind {
	case EntryEdit:
		f.edit(r, e)
	case EntryMoved:
		e.Stream = stream(r)
		e.At = f.stamp(r)
		n := r.Count(ExceptMax, 2)
		from := len(f.ids)
		for range n {
			f.ids = append(f.ids, body(r))
		}
		e.Except = f.ids[from:]
	case EntryMotion:
		e.ID = body(r)
		e.At = f.stamp(r)
		e.Delta.read(r)
	case EntryAck:
		e.Stream, e.Number = stream(r), r.Uvarint()
	case EntryRefusal:
		e.Number, e.Reason = r.Uvarint(), actions.Refusal(r.Byte())
		if e.Reason >= actions.Refusals {
			r.Fail(ErrValue)
		}
	case EntryReset:
	case EntryStall:
		e.Stream = stream(r)
	case EntryHash:
		e.Section, e.Number = world.SectionPos(edits.ReadPos(r)), r.U64()
	case EntryBody:
		e.ID, e.Number = body(r), r.U64()
	case EntryMoveMe:
		e.ID = body(r)
	case EntryLook:
		e.Stream, e.Pitch = stream(r), pitch(r)
	default:
		r.Fail(ErrKind)
	}
}

// edit reads an edit. Its number stands before it, but only for kinds that have one: the kind byte is looked at first.
func (f *Frame) edit(r *wire.Reader, e *Entry) {
	e.Seq = 0
	if k := edits.Kind(peek(r)); k.Counted() {
		r.Byte()
		f.seq += uint64(r.Varint())
		e.Seq = f.seq
		edits.ReadAs(r, k, &e.Edit)
		return
	}
	edits.Read(r, &e.Edit)
}

// stamp reads an instant as its distance to the one before.
func (f *Frame) stamp(r *wire.Reader) timestream.Time {
	t := f.at + timestream.Time(r.Varint())
	if t < 0 || t > timestream.Never {
		r.Fail(ErrValue)
		return 0
	}
	f.at = t
	return t
}

// body reads an entity's id.
func body(r *wire.Reader) world.EntityID {
	s, n := stream(r), r.Uvarint()
	if n > 1<<32-1 {
		r.Fail(ErrValue)
	}
	return world.MakeID(s, uint32(n))
}

func peek(r *wire.Reader) byte {
	c := *r
	return c.Byte()
}

func stream(r *wire.Reader) timestream.Stream {
	s := r.Uvarint()
	if s > 1<<32-1 {
		r.Fail(ErrValue)
	}
	return timestream.Stream(s)
}
