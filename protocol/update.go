package protocol

import (
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/textline"
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// An update is a message that the server sends and a client applies whole, between reverting and predicting again:
//
//	MsgUpdate | number | E, the edit number it is complete to (uvarint each) | entries to the end of the message
//
// An entry is a kind byte and its fields; see the UpdateWriter's methods.

// EntryKind is the kind of an entry of an update.
type EntryKind uint8

// The kinds of entries.
const (
	EntryEdit        EntryKind = iota + 1 // Edit, and Seq: its number in the server's history (0 for edits without one)
	EntryAdvance                          // Stream, At, Except: all known bodies of the stream, except those in Except, flew straight on to At
	EntryMotion                           // ID, At, Delta: a body's motion, as the difference from its straight flight to At
	EntryAck                              // Stream, Number: the client's actions up to Number are performed or refused
	EntryRefusal                          // Number, Reason: of the recipient's own actions; Name: whose the claim is, of actions.Claimed
	EntryReset                            // forget everything but sections and subscriptions: the whole state follows
	EntryStall                            // Stream: the server itself advanced it
	EntrySectionHash                      // Section, Number: hash of a subscribed section at CompleteTo
	EntryAvatarHash                       // ID, Number: hash of the recipient's own avatar at this update
	EntryServerMoved                      // ID: the server moved that body on its own in this update (a cause)
	EntryPitch                            // Stream, Pitch: how far up the player looks, 0 until the first one; no state
	EntryMethod                           // Method: how the server judges the recipient; no state
	EntryHit                              // Stream struck the body ID by its action Number; At, Age: see Struck
	entryKindCount
)

// ExceptMax is the greatest number of bodies that one EntryAdvance excepts.
const ExceptMax = 4096

// Entry is one entry of a decoded update. Its kind says which fields count.
type Entry struct {
	Kind    EntryKind
	Reason  actions.Refusal
	Pitch   int8   // degrees upward
	Age     uint16 // ms
	Stream  timestream.Stream
	At      timestream.Time
	Seq     uint64
	Number  uint64
	ID      world.EntityID
	Section world.SectionPos
	Except  []world.EntityID // valid until the update is read into again
	Edit    edits.Edit
	Delta   Delta
	Method  MethodState
	Name    string // "" for unknown
}

// Update is a decoded update. Reading into it again reuses its memory.
type Update struct {
	Number     uint64
	CompleteTo uint64
	Entries    []Entry

	ids   []world.EntityID
	seq   uint64          // of the last edit read
	stamp timestream.Time // the last stamp read
}

// UpdateWriter builds an update in the caller's buffer. The zero value is ready for Begin.
type UpdateWriter struct {
	b     []byte
	seq   uint64          // of the last edit written
	at    timestream.Time // the last stamp written
	count int
}

// stamp writes an instant as its distance to the one written before.
func (w *UpdateWriter) stamp(t timestream.Time) {
	w.b = wire.AppendVarint(w.b, int64(t-w.at))
	w.at = t
}

// entityID writes an entity's id: its origin stream and its counter.
func (w *UpdateWriter) entityID(id world.EntityID) {
	w.b = wire.AppendUvarint(w.b, uint64(id.OriginStream()))
	w.b = wire.AppendUvarint(w.b, uint64(id.Counter()))
}

// Begin starts an update at the end of dst.
func (w *UpdateWriter) Begin(dst []byte, number, complete uint64) {
	w.b = append(dst, MsgUpdate)
	w.b = wire.AppendUvarint(w.b, number)
	w.b = wire.AppendUvarint(w.b, complete)
	w.seq, w.at, w.count = complete, 0, 0
}

// Count returns the number of entries written since Begin.
func (w *UpdateWriter) Count() int { return w.count }

// Size returns how many bytes dst and the update behind it have by now.
func (w *UpdateWriter) Size() int { return len(w.b) }

// End returns dst with the update behind it.
func (w *UpdateWriter) End() []byte { return w.b }

func (w *UpdateWriter) entry(k EntryKind) {
	w.b = append(w.b, byte(k))
	w.count++
}

// Edit writes an edit. seq is its number in the history, 0 for an advance, a spawn or a removal. The number is written
// as its distance from CompleteTo or from the number before, in either direction.
func (w *UpdateWriter) Edit(seq uint64, e *edits.Edit) {
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

// Advance writes that all bodies of a stream that the recipient knows, except those in except and those with a Motion
// in this update, flew straight on to the stamp.
func (w *UpdateWriter) Advance(s timestream.Stream, stamp timestream.Time, except []world.EntityID) {
	w.entry(EntryAdvance)
	w.b = wire.AppendUvarint(w.b, uint64(s))
	w.stamp(stamp)
	w.b = wire.AppendCount(w.b, len(except))
	for _, id := range except {
		w.entityID(id)
	}
}

// Motion writes a body's whole motion at an instant, as the difference from base: the motion that the recipient last
// received, extrapolated to that instant.
func (w *UpdateWriter) Motion(id world.EntityID, at timestream.Time, base, m *world.Motion) {
	w.beginMotion(id, at)
	w.b = AppendDelta(w.b, base, m)
}

// MotionDelta is Motion with what AppendDelta appends.
func (w *UpdateWriter) MotionDelta(id world.EntityID, at timestream.Time, delta []byte) {
	w.beginMotion(id, at)
	w.b = append(w.b, delta...)
}

func (w *UpdateWriter) beginMotion(id world.EntityID, at timestream.Time) {
	w.entry(EntryMotion)
	w.entityID(id)
	w.stamp(at)
}

// Ack writes that a client's actions up to n have been performed or refused.
func (w *UpdateWriter) Ack(s timestream.Stream, n uint64) {
	w.entry(EntryAck)
	w.b = wire.AppendUvarint(w.b, uint64(s))
	w.b = wire.AppendUvarint(w.b, n)
}

// Refusal writes why an action of the recipient was refused. owner is whose the claim is, for actions.Claimed alone: "" for unknown.
func (w *UpdateWriter) Refusal(n uint64, why actions.Refusal, owner string) {
	w.entry(EntryRefusal)
	w.b = wire.AppendUvarint(w.b, n)
	w.b = append(w.b, byte(why))
	if why == actions.Claimed {
		w.b = wire.AppendString(w.b, owner)
	}
}

// Reset writes that the whole state follows.
func (w *UpdateWriter) Reset() { w.entry(EntryReset) }

// Stall writes that the server itself advanced a stream.
func (w *UpdateWriter) Stall(s timestream.Stream) {
	w.entry(EntryStall)
	w.b = wire.AppendUvarint(w.b, uint64(s))
}

// SectionHash writes the hash of a section at CompleteTo.
func (w *UpdateWriter) SectionHash(p world.SectionPos, h uint64) {
	w.entry(EntrySectionHash)
	w.b = world.AppendSectionPos(w.b, p)
	w.b = wire.AppendU64(w.b, h)
}

// AvatarHash writes the hash of the recipient's avatar in this update.
func (w *UpdateWriter) AvatarHash(id world.EntityID, h uint64) {
	w.entry(EntryAvatarHash)
	w.entityID(id)
	w.b = wire.AppendU64(w.b, h)
}

// ServerMoved writes that the server itself moved a body in this update.
func (w *UpdateWriter) ServerMoved(id world.EntityID) {
	w.entry(EntryServerMoved)
	w.entityID(id)
}

// Pitch writes how far up a player looks.
func (w *UpdateWriter) Pitch(s timestream.Stream, pitch int8) {
	w.entry(EntryPitch)
	w.b = append(wire.AppendUvarint(w.b, uint64(s)), byte(pitch))
}

// Read decodes an update after its kind byte.
func (f *Update) Read(r *wire.Reader) error {
	f.Number, f.CompleteTo = r.Uvarint(), r.Uvarint()
	f.Entries, f.ids = f.Entries[:0], f.ids[:0]
	f.seq, f.stamp = f.CompleteTo, 0
	for r.Len() > 0 && r.Err() == nil {
		if len(f.Entries) == cap(f.Entries) { // doubled: after a jump there are thousands, and append would copy them five times
			f.Entries = slices.Grow(f.Entries, max(16, len(f.Entries)))
		}
		f.Entries = f.Entries[:len(f.Entries)+1]
		f.readEntry(r, &f.Entries[len(f.Entries)-1])
	}
	return r.End()
}

func (f *Update) readEntry(r *wire.Reader, e *Entry) {
	e.Kind = EntryKind(r.Byte())
	switch e.Kind {
	case EntryEdit:
		f.readEdit(r, e)
	case EntryAdvance:
		e.Stream = world.ReadStream(r)
		e.At = f.readStamp(r)
		n := r.Count(ExceptMax, 2)
		from := len(f.ids)
		for range n {
			f.ids = append(f.ids, readEntityID(r))
		}
		e.Except = f.ids[from:]
	case EntryMotion:
		e.ID = readEntityID(r)
		e.At = f.readStamp(r)
		e.Delta.read(r)
	case EntryAck:
		e.Stream, e.Number = world.ReadStream(r), r.Uvarint()
	case EntryRefusal:
		e.Number, e.Reason = r.Uvarint(), actions.Refusal(r.Byte())
		if e.Reason >= actions.RefusalCount {
			r.Fail(ErrValue)
		}
		if e.Name = ""; e.Reason == actions.Claimed {
			e.Name = textline.Read(r, textline.NameMax)
		}
	case EntryReset:
	case EntryStall:
		e.Stream = world.ReadStream(r)
	case EntrySectionHash:
		e.Section, e.Number = world.ReadSectionPos(r), r.U64()
	case EntryAvatarHash:
		e.ID, e.Number = readEntityID(r), r.U64()
	case EntryServerMoved:
		e.ID = readEntityID(r)
	case EntryPitch:
		e.Stream, e.Pitch = world.ReadStream(r), readPitch(r)
	case EntryMethod:
		e.Method = readMethodState(r)
	case EntryHit:
		readStruck(r, e)
	default:
		r.Fail(ErrKind)
	}
}

// readEdit reads an edit. Kinds that have a number carry it between the kind byte and the fields.
func (f *Update) readEdit(r *wire.Reader, e *Entry) {
	e.Seq = 0
	if k := edits.Kind(peekByte(r)); k.Counted() {
		r.Byte()
		f.seq += uint64(r.Varint())
		e.Seq = f.seq
		edits.ReadAs(r, k, &e.Edit)
		return
	}
	edits.Read(r, &e.Edit)
}

// readStamp reads an instant as its distance to the one before.
func (f *Update) readStamp(r *wire.Reader) timestream.Time {
	t := f.stamp + timestream.Time(r.Varint())
	if t < 0 || t > timestream.Never {
		r.Fail(ErrValue)
		return 0
	}
	f.stamp = t
	return t
}

// readEntityID reads an entity's id.
func readEntityID(r *wire.Reader) world.EntityID {
	s := world.ReadStream(r)
	return world.MakeEntityID(s, r.Uvarint32())
}

func peekByte(r *wire.Reader) byte {
	c := *r
	return c.Byte()
}
