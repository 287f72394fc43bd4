// Package protocol is what client and server say to each other: frames down, actions and declared stamps up, the
// joining and resuming, sections in bulk. It knows bytes and their bounds, and no rule.
//
// Lanes and values (package transport):
//
//	up    live     Join first, then one action a message; Again for a section that turned out wrong;
//	               Report now and then
//	up    value    SlotStamp: Declare; SlotPing to SlotPing+Pings-1: Ping
//	down  live     Welcome first, then one frame a message; Ghosts for who asked for them
//	down  bulk     Snapshot
//	down  value    SlotPing...: Pong
//
// Invariants: a decoder checks every bound before it allocates; bytes that are left over are an error; what was
// written reads back equal.
package protocol

import (
	"errors"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Version is the number of the protocol; both ends must say the same.
const Version = 6

// Slots of newest-wins values.
const (
	SlotStamp = 0
	SlotPing  = 1
	// Pings is the number of exchanges by which a clock is set at joining.
	Pings = 5
)

// Horizon is how far past the stamp of its stream a client may act and declare. It counts from the stamp that was received,
// so that a client can keep to it without knowing the server's clock, which may have stood still: the server's own stamp
// is never less. A client takes no input 2 s after the last frame, which told a stamp that may be older by the delays of
// both ways and by as much as a stream may stall; the server ends a session that goes further.
const Horizon = 4 * timestream.Second

// Limits of what is decoded.
const (
	TokenSize = 16
	SubsMax   = 32768 // sections that a client may hold
	HeldMax   = 12000 // of them, that a resume goes on with; the others come anew. So many fit a message, wherever they are
	ViewMax   = 64    // sections that a client may wish to see around it
)

// Errors of decoding: the peer that sent such bytes breaks the protocol.
var (
	ErrKind    = errors.New("protocol: unknown kind of message")
	ErrVersion = errors.New("protocol: another version")
	ErrValue   = errors.New("protocol: value out of bounds")
)

// Kinds of live messages, the first byte.
const (
	MsgJoin byte = iota + 1
	MsgWelcome
	MsgAction
	MsgFrame
	MsgAgain
	MsgGhosts
	MsgReport
)

// Token is the secret by which a session is resumed.
type Token [TokenSize]byte

// Join opens a session, or resumes one when Token is set.
type Join struct {
	Name  string
	Token Token
	View  uint8 // sections that the client wants to see horizontally, at most ViewMax; 0: as many as the server gives
	// Of a resume: the edit number that the client's state is complete to, the first un-acked action, and the
	// sections held under which epochs, at most HeldMax.
	Edits   uint64
	FirstUn uint64
	Held    []actions.Arrived
}

// AppendJoin writes a Join.
func AppendJoin(b []byte, j *Join) []byte {
	b = append(b, MsgJoin)
	b = wire.AppendUvarint(b, Version)
	b = wire.AppendString(b, j.Name)
	b = append(b, j.Token[:]...)
	b = append(b, j.View)
	b = wire.AppendUvarint(b, j.Edits)
	b = wire.AppendUvarint(b, j.FirstUn)
	b = wire.AppendCount(b, len(j.Held))
	for _, h := range j.Held {
		b = edits.AppendPos(b, world.Pos(h.Section))
		b = wire.AppendUvarint(b, uint64(h.Epoch))
	}
	return b
}

// ReadJoin reads a Join after its kind byte.
func ReadJoin(r *wire.Reader) (j Join, err error) {
	if v := r.Uvarint(); v != Version && r.Err() == nil {
		return j, ErrVersion
	}
	j.Name = edits.ReadLine(r, edits.NameMax)
	copy(j.Token[:], r.Bytes(TokenSize))
	if j.View = r.Byte(); j.View > ViewMax {
		r.Fail(ErrValue)
	}
	j.Edits = r.Uvarint()
	j.FirstUn = r.Uvarint()
	n := r.Count(HeldMax, 4)
	if r.Err() == nil && n > 0 {
		j.Held = make([]actions.Arrived, n)
	}
	for i := range j.Held {
		j.Held[i].Section = world.SectionPos(edits.ReadPos(r))
		e := r.Uvarint()
		if e > 1<<32-1 {
			r.Fail(ErrValue)
		}
		j.Held[i].Epoch = uint32(e)
	}
	return j, r.End()
}

// Welcome accepts a Join. The whole first frame follows.
type Welcome struct {
	Stream  timestream.Stream
	Token   Token
	Resumed bool
}

// AppendWelcome writes a Welcome.
func AppendWelcome(b []byte, w *Welcome) []byte {
	b = append(b, MsgWelcome)
	b = wire.AppendUvarint(b, Version)
	b = wire.AppendUvarint(b, uint64(w.Stream))
	b = append(b, w.Token[:]...)
	return wire.AppendBool(b, w.Resumed)
}

// ReadWelcome reads a Welcome after its kind byte.
func ReadWelcome(r *wire.Reader) (w Welcome, err error) {
	if v := r.Uvarint(); v != Version && r.Err() == nil {
		return w, ErrVersion
	}
	w.Stream = stream(r)
	copy(w.Token[:], r.Bytes(TokenSize))
	w.Resumed = r.Bool()
	return w, r.End()
}

// AppendAction writes an action as a live message.
func AppendAction(b []byte, a *actions.Action) []byte { return actions.Append(append(b, MsgAction), a) }

// AppendAgain writes that a section, held under an epoch, is not what the server's hash says: it is asked for anew.
func AppendAgain(b []byte, h actions.Arrived) []byte {
	b = edits.AppendPos(append(b, MsgAgain), world.Pos(h.Section))
	return wire.AppendUvarint(b, uint64(h.Epoch))
}

// ReadAgain reads what AppendAgain wrote, after its kind byte.
func ReadAgain(r *wire.Reader) (h actions.Arrived, err error) {
	h.Section = world.SectionPos(edits.ReadPos(r))
	e := r.Uvarint()
	if e > 1<<32-1 {
		r.Fail(ErrValue)
	}
	h.Epoch = uint32(e)
	return h, r.End()
}

// Declare is a client's word on its time, with the number of the last action before it.
type Declare struct {
	Stamp timestream.Time
	Last  uint64 // number of the last action before the stamp
	Pitch int8   // of the look, for others to see: degrees upward, -PitchMax to PitchMax. No rule asks for it
}

// PitchMax is straight up, in degrees.
const PitchMax = 90

// AppendDeclare writes a Declare.
func AppendDeclare(b []byte, d Declare) []byte {
	return append(wire.AppendUvarint(wire.AppendUvarint(b, uint64(d.Stamp)), d.Last), byte(d.Pitch))
}

// ReadDeclare reads a Declare.
func ReadDeclare(b []byte) (d Declare, err error) {
	r := wire.NewReader(b)
	d.Stamp = edits.ReadTime(&r)
	d.Last = r.Uvarint()
	d.Pitch = pitch(&r)
	return d, r.End()
}

func pitch(r *wire.Reader) int8 {
	p := int8(r.Byte())
	if p < -PitchMax || p > PitchMax {
		r.Fail(ErrValue)
		return 0
	}
	return p
}

// Ping asks for the server's clock, and tells which frame was applied last: the server knows by it that what it sends is
// read. Pong answers with the ping's own number and the clock.
type Ping struct{ ID, Frame uint64 }

// Pong is the answer to a Ping.
type Pong struct {
	ID  uint64
	Now timestream.Time
}

// AppendPing writes a Ping.
func AppendPing(b []byte, p Ping) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, p.ID), p.Frame)
}

// ReadPing reads a Ping.
func ReadPing(b []byte) (p Ping, err error) {
	r := wire.NewReader(b)
	p.ID = r.Uvarint()
	p.Frame = r.Uvarint()
	return p, r.End()
}

// AppendPong writes a Pong.
func AppendPong(b []byte, p Pong) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, p.ID), uint64(p.Now))
}

// ReadPong reads a Pong.
func ReadPong(b []byte) (p Pong, err error) {
	r := wire.NewReader(b)
	p.ID = r.Uvarint()
	p.Now = edits.ReadTime(&r)
	return p, r.End()
}

// Snapshot is a whole section as it was after edit number Edits, under an epoch of the subscription.
type Snapshot struct {
	Section world.SectionPos
	Epoch   uint32
	Edits   uint64
	Changed bool   // it is not as it was generated
	Biomes  Biomes // of its columns
	Packed  []byte // the section, as Packer.Pack writes it; of a read one valid as long as the message
}

// AppendSnapshot writes a Snapshot.
func AppendSnapshot(b []byte, s *Snapshot) []byte {
	b = edits.AppendPos(b, world.Pos(s.Section))
	b = wire.AppendUvarint(b, uint64(s.Epoch))
	b = wire.AppendUvarint(b, s.Edits)
	b = wire.AppendBool(b, s.Changed)
	b = appendBiomes(b, &s.Biomes)
	return append(b, s.Packed...)
}

// ReadSnapshot reads a Snapshot; the section in it is still packed.
func ReadSnapshot(b []byte) (s Snapshot, err error) {
	r := wire.NewReader(b)
	s.Section = world.SectionPos(edits.ReadPos(&r))
	s.Epoch = uint32(stream(&r)) // 32 bits, as a stream is
	s.Edits = r.Uvarint()
	s.Changed = r.Bool()
	readBiomes(&r, &s.Biomes)
	s.Packed = r.Rest()
	return s, r.Err()
}
