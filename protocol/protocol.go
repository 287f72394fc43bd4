// Package protocol holds the messages between client and server: updates down, actions and declared stamps up, joining and
// resuming, sections in bulk. It knows bytes and their bounds, and no rules.
//
// Lanes and values (package transport):
//
//	up    live     Join first, then one action a message; a Resend for a section that differs from its hash;
//	               Report now and then; a MethodRequest for another method; Links, Linked and Unlinked;
//	               AskPlayers while the player looks at the list of players; SetSkin and AskSkin; AskFar; AskPack
//	up    value    SlotStamp: Declare; SlotPing to SlotPing+PingCount-1: Ping; SlotInput to
//	               SlotInput+InputSlots-1: TickInputs
//	down  live     Queued while the world is full; Welcome, then one update a message; a Preview for a player who asked for one; Peer,
//	               PeerGone and LinkOffer; Players for one who asked; Skins; Others when they
//	               are not what the Welcome said any more; Pack; Travel
//	down  bulk     Snapshot; BulkSkin, BulkFar and BulkPack, for one who asked
//	down  value    SlotPing...: Pong; SlotSlack: Slack
//
// Between two players, over a direct link (package transport/punch): one PeerMessage a packet.
//
// Invariants: a decoder checks every bound before it allocates; leftover bytes are an error; a decoded message encodes
// to the same bytes.
package protocol

import (
	"errors"

	"voxtide/actions"
	"voxtide/internal/textline"
	"voxtide/internal/wire"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// Version is the number of the protocol; both ends must have the same.
const Version = 21

// Slots of newest-wins values.
const (
	SlotStamp = 0
	SlotPing  = 1
	// PingCount is the number of exchanges by which a client sets its clock at joining.
	PingCount = 5
	SlotInput = SlotPing + PingCount
	// InputSlots is how many slots the inputs of ticks take in turn, by tick: of several that arrive between two steps of the server
	// a single slot would keep the newest alone.
	InputSlots = 4
	SlotSlack  = SlotInput + InputSlots
)

// Horizon is how far past the received stamp of its stream a client may act and declare. Counting from the received stamp
// lets a client keep to it without knowing the server's clock, which may have been stopped; the server's own stamp is
// never less. A client takes no input 2 s after the last update, and that update's stamp may be older by the delays of
// both ways and by as much as a stream may stall. The server ends a session that goes beyond.
const Horizon = 4 * timestream.Second

// Bounds that decoders check.
const (
	TokenSize        = 16
	SubscriptionsMax = 32768 // sections that a client may hold
	HeldMax          = 12000 // sections that a resume goes on with, the others are sent again; as many as fit a message at any coordinates
	OthersMax        = 8     // other servers that a Welcome names,
	OtherMax         = 255   // bytes of each
	ViewDistanceMax  = 64    // sections that a client may ask to see around it
)

// Errors of decoding: the peer that sent such bytes breaks the protocol.
var (
	ErrKind    = errors.New("protocol: unknown kind of message")
	ErrVersion = errors.New("protocol: another version")
	ErrTables  = errors.New("protocol: the same version with another table of blocks")
	ErrValue   = errors.New("protocol: value out of bounds")
)

// Kinds of live messages, the first byte.
const (
	MsgJoin byte = iota + 1
	MsgWelcome
	MsgAction
	MsgUpdate
	MsgResend
	MsgPreview
	MsgReport
	MsgMethod
	MsgLinks
	MsgPeer
	MsgLinked
	MsgUnlinked
	MsgPeerGone
	MsgLinkOffer
	MsgAskPlayers
	MsgPlayers
	MsgSetSkin
	MsgAskSkin
	MsgSkins
	MsgOthers
	MsgQueued
	MsgAskFar
	MsgWatch
	MsgPack
	MsgAskPack
	MsgTravel
)

// Token is the secret by which a session is resumed.
type Token [TokenSize]byte

// appendVersion begins Join and Welcome: the version of the protocol, and the hash of the tables, as what is sent later are
// numbers of their rows.
func appendVersion(b []byte) []byte {
	return wire.AppendU64(wire.AppendUvarint(b, Version), TablesHash())
}

// TablesHash is the hash of the tables whose rows are sent by number: blocks, things and recipes.
func TablesHash() uint64 { return world.TablesHash() ^ recipes.Hash }

// readVersion reads what appendVersion writes, and says what differs.
func readVersion(r *wire.Reader) error {
	if v := r.Uvarint(); v != Version && r.Err() == nil {
		return ErrVersion
	}
	if h := r.U64(); h != TablesHash() && r.Err() == nil {
		return ErrTables
	}
	return nil
}

// Join opens a session, or resumes one when Token is set.
type Join struct {
	Name         string
	World        string // of those of the server, at most WorldNameMax bytes; "": where the player was last
	Token        Token
	ViewDistance uint8 // horizontal view distance in sections, at most ViewDistanceMax; 0: the server's
	// Of a resume: the edit number that the client's state is complete to, the first un-acked action, how far the client's own stream
	// has come, and the held sections with their epochs, at most HeldMax.
	CompleteTo   uint64
	FirstUnacked uint64
	Received     timestream.Time // the latest received stamp of the own stream
	Attempt      uint32          // which join of the session it is: one that is overtaken by a later one counts no more
	Held         []actions.SectionEpoch
}

// AppendJoin writes a Join.
func AppendJoin(b []byte, j *Join) []byte {
	b = append(b, MsgJoin)
	b = appendVersion(b)
	b = wire.AppendString(b, j.Name)
	b = wire.AppendString(b, j.World)
	b = append(b, j.Token[:]...)
	b = append(b, j.ViewDistance)
	b = wire.AppendUvarint(b, j.CompleteTo)
	b = wire.AppendUvarint(b, j.FirstUnacked)
	b = wire.AppendUvarint(b, uint64(j.Received))
	b = wire.AppendUvarint(b, uint64(j.Attempt))
	b = wire.AppendCount(b, len(j.Held))
	for _, h := range j.Held {
		b = world.AppendSectionPos(b, h.Section)
		b = wire.AppendUvarint(b, uint64(h.Epoch))
	}
	return b
}

// ReadJoin reads a Join after its kind byte.
func ReadJoin(r *wire.Reader) (j Join, err error) {
	if err := readVersion(r); err != nil {
		return j, err
	}
	j.Name = textline.Read(r, textline.NameMax)
	j.World = textline.Read(r, WorldNameMax)
	copy(j.Token[:], r.Bytes(TokenSize))
	if j.ViewDistance = r.Byte(); j.ViewDistance > ViewDistanceMax {
		r.Fail(ErrValue)
	}
	j.CompleteTo = r.Uvarint()
	j.FirstUnacked = r.Uvarint()
	j.Received = world.ReadTime(r)
	j.Attempt = r.Uvarint32()
	n := r.Count(HeldMax, 4)
	if r.Err() == nil && n > 0 {
		j.Held = make([]actions.SectionEpoch, n)
	}
	for i := range j.Held {
		j.Held[i].Section = world.ReadSectionPos(r)
		j.Held[i].Epoch = r.Uvarint32()
	}
	return j, r.End()
}

// Welcome accepts a Join. The first update after it is a full one.
type Welcome struct {
	Stream  timestream.Stream
	Token   Token
	Resumed bool
	World   string   // its name among those of the server; "": there is one
	Others  []string // addresses of other servers that may go on with the world, at most OthersMax
}

// AppendWelcome writes a Welcome.
func AppendWelcome(b []byte, w *Welcome) []byte {
	b = append(b, MsgWelcome)
	b = appendVersion(b)
	b = wire.AppendUvarint(b, uint64(w.Stream))
	b = append(b, w.Token[:]...)
	return appendAddresses(wire.AppendString(wire.AppendBool(b, w.Resumed), w.World), w.Others)
}

func appendAddresses(b []byte, all []string) []byte {
	b = wire.AppendCount(b, len(all))
	for _, at := range all {
		b = wire.AppendString(b, at)
	}
	return b
}

func readAddresses(r *wire.Reader) (all []string) {
	for range r.Count(OthersMax, 1) {
		all = append(all, textline.Read(r, OtherMax))
	}
	return all
}

// AppendOthers writes the addresses of other servers that may go on with the world, at most OthersMax, in the place of those before.
func AppendOthers(b []byte, all []string) []byte { return appendAddresses(append(b, MsgOthers), all) }

// ReadOthers reads a MsgOthers after its kind byte.
func ReadOthers(r *wire.Reader) ([]string, error) {
	all := readAddresses(r)
	return all, r.End()
}

// ReadWelcome reads a Welcome after its kind byte.
func ReadWelcome(r *wire.Reader) (w Welcome, err error) {
	if err := readVersion(r); err != nil {
		return w, err
	}
	w.Stream = world.ReadStream(r)
	copy(w.Token[:], r.Bytes(TokenSize))
	w.Resumed = r.Bool()
	w.World = textline.Read(r, WorldNameMax)
	w.Others = readAddresses(r)
	return w, r.End()
}

// AppendAction writes an action as a live message.
func AppendAction(b []byte, a *actions.Action) []byte { return actions.Append(append(b, MsgAction), a) }

// AppendResend writes a request to send a section again: it is held under an epoch and differs from the server's hash.
func AppendResend(b []byte, h actions.SectionEpoch) []byte {
	b = world.AppendSectionPos(append(b, MsgResend), h.Section)
	return wire.AppendUvarint(b, uint64(h.Epoch))
}

// ReadResend reads a request of AppendResend after its kind byte.
func ReadResend(r *wire.Reader) (h actions.SectionEpoch, err error) {
	h.Section = world.ReadSectionPos(r)
	h.Epoch = r.Uvarint32()
	return h, r.End()
}

// Declare is a client's statement of its time, with the number of the last action before it.
type Declare struct {
	Stamp      timestream.Time
	LastAction uint64 // number of the last action before the stamp
	Pitch      int8   // the look's, for other players to see: degrees upward, -PitchMax to PitchMax; no rule uses it
}

// PitchMax is straight up, in degrees.
const PitchMax = 90

// AppendDeclare writes a Declare.
func AppendDeclare(b []byte, d Declare) []byte {
	return append(wire.AppendUvarint(wire.AppendUvarint(b, uint64(d.Stamp)), d.LastAction), byte(d.Pitch))
}

// ReadDeclare reads a Declare.
func ReadDeclare(b []byte) (d Declare, err error) {
	r := wire.NewReader(b)
	d = readDeclare(&r)
	return d, r.End()
}

func readDeclare(r *wire.Reader) Declare {
	return Declare{Stamp: world.ReadTime(r), LastAction: r.Uvarint(), Pitch: readPitch(r)}
}

func readPitch(r *wire.Reader) int8 {
	p := int8(r.Byte())
	if p < -PitchMax || p > PitchMax {
		r.Fail(ErrValue)
		return 0
	}
	return p
}

// Ping asks for the server's clock, and names the last update applied, so that the server knows that its messages are read.
// Pong answers with the ping's own number and the clock.
type Ping struct{ ID, LastUpdate uint64 }

// Pong is the answer to a Ping.
type Pong struct {
	ID  uint64
	Now timestream.Time
}

// AppendPing writes a Ping.
func AppendPing(b []byte, p Ping) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, p.ID), p.LastUpdate)
}

// ReadPing reads a Ping.
func ReadPing(b []byte) (p Ping, err error) {
	r := wire.NewReader(b)
	p.ID = r.Uvarint()
	p.LastUpdate = r.Uvarint()
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
	p.Now = world.ReadTime(&r)
	return p, r.End()
}
