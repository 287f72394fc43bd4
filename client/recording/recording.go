// Package recording writes all that a client's session depends on into a file, and plays it again: with the same inputs and the same
// messages at the same frames a client shows the same, frame for frame, because it reads no clock and draws no lots.
//
// Job: Writer is a client.Recorder; Reader reads the file; Replay gives it to a real client through a connection that answers as the
// recorded one did. Owner: the client's goroutine; the file belongs to the caller. A recording of a bad moment is a bug report that
// reproduces.
//
// Data flow: each frame's time and input, each message with its lane or slot, each refusal to send and each end of a connection go, in
// the order in which the client met them, into records; records into blocks, which are compressed and written at least once in
// flushEvery. After each frame there is a hash of the shown world and of where bodies are drawn.
//
// The file, version 4:
//
//	"voxrec" | version | protocol version | hash of the tables of blocks 8 bytes | blocks, each: length 4 bytes | CRC-32 4 bytes | deflated records
//
// Invariants: a file that ends in the middle of a block is read up to that block; each record and each block has a bound; what is not
// understood ends in an error. No name of a machine, no address and no key is in it; the name of the player and what was said are. So of
// direct links it has what they did to the session (links.Effect), and neither the packets nor what the server said to introduce players.
package recording

import (
	"errors"
	"hash/fnv"
	"math"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/internal/wire"
	"voxtide/render/scene"
	"voxtide/transport"
	"voxtide/world"
)

// Version is that of the file format.
const Version = 4

const magic = "voxrec"

// Bounds of a file.
const (
	blockMax     = 4 << 20 // deflated bytes of a block
	recordsMax   = 8 << 20 // bytes of its records
	flushAt      = 256 << 10
	flushEvery   = time.Second
	fileMax      = 1 << 30 // after which nothing more is recorded
	textMax      = 1 << 10
	actionsMax   = 1 << 12 // of a frame
	frameTimeMax = 1 << 50 // ns between two frames
)

// Errors of reading and writing.
var (
	ErrNoRecording = errors.New("recording: this is not a recording")
	ErrVersion     = errors.New("recording: the recording has another version")
	ErrBroken      = errors.New("recording: a record is broken")
	ErrFull        = errors.New("recording: the file has reached its bound; what came later is not recorded")
)

// kind is the kind of a record.
type kind uint8

const (
	kindConfig    kind = iota + 1
	kindFrame          // a frame begins
	kindShown          // a frame has ended
	kindMessage        // a message or a value was received; the number of its connection comes first
	kindDialed         // a connection was opened, or not
	kindSendError      // a message was not taken; likewise
	kindClosed         // the connection has closed; likewise
	kindRefused        // the port was reported as closed; likewise
	kindCall           // another call than Frame
	kindNetwork        // the conditions of the network, in words
	kindEnd            // nothing is missing
	kindEffect         // a direct link changed the session
	kindCount
)

// Config is what of client.Config a replay needs.
type Config struct {
	Name         string
	Method       string // in text form
	ViewDistance int
	NoScene      bool
	JoinTimeout  time.Duration
}

// Event is a record that was read. Which fields count depends on the kind.
type Event struct {
	kind    kind
	conn    uint64 // which of the session's connections, from 1
	config  Config
	now     time.Duration // of a frame
	input   client.Input
	hash    uint32
	message transport.Message
	ok      bool
	err     uint8
	text    string
	call    client.Call
	effect  links.Effect
}

// shownHash returns a digest of what a frame shows: the world, and where bodies are simulated and drawn.
func shownHash(sc *scene.Scene, w *world.World) uint32 {
	h := fnv.New64a()
	var buf [8 * 9]byte
	b := wire.AppendU64(buf[:0], uint64(sc.Time))
	if w != nil {
		b = wire.AppendU64(b, w.Hash())
	}
	h.Write(append(b, byte(sc.Unacked)))
	add := func(e *scene.Entity) {
		b := wire.AppendU64(buf[:0], e.ID)
		for i := range e.Drawn {
			b = wire.AppendU64(wire.AppendU64(b, math.Float64bits(e.Drawn[i])), math.Float64bits(e.Simulated[i]))
		}
		h.Write(wire.AppendU16(b, e.Yaw))
	}
	add(&sc.OwnEntity)
	for i := range sc.Entities {
		add(&sc.Entities[i])
	}
	s := h.Sum64()
	return uint32(s ^ s>>32)
}

var sendErrors = [...]error{transport.ErrFull, transport.ErrClosed, transport.ErrTooLarge}

// sendError returns the number of an error of sending.
func sendError(err error) uint8 {
	for i, e := range sendErrors {
		if errors.Is(err, e) {
			return uint8(i)
		}
	}
	return 1
}
