package recording

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/links"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

// Reader reads the records of a file.
type Reader struct {
	from    *bufio.Reader
	records wire.Reader
	event   Event
	peeked  bool
	ended   bool // by a kindEnd
	over    bool
	err     error
	input   client.Input // of the last frame
	now     time.Duration
}

// NewReader reads the head of a file.
func NewReader(from io.Reader) (*Reader, error) {
	r := &Reader{from: bufio.NewReader(from), records: wire.NewReader(nil)}
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(r.from, head); err != nil || string(head) != magic {
		return nil, ErrNoRecording
	}
	version, err := binary.ReadUvarint(r.from)
	if err != nil {
		return nil, ErrNoRecording
	}
	of, err := binary.ReadUvarint(r.from)
	if err != nil {
		return nil, ErrNoRecording
	}
	if version != Version || of != protocol.Version {
		return nil, fmt.Errorf("%w: format %d of protocol %d, and this program reads %d of %d", ErrVersion, version, of, Version, protocol.Version)
	}
	tables := make([]byte, 8)
	if _, err := io.ReadFull(r.from, tables); err != nil {
		return nil, ErrNoRecording
	}
	if !bytes.Equal(tables, wire.AppendU64(nil, protocol.TablesHash())) {
		return nil, fmt.Errorf("%w: it was made with another table of blocks", ErrVersion)
	}
	return r, nil
}

// peek returns the next event without taking it, nil at the end. It is valid until the next peek after a take.
func (r *Reader) peek() *Event {
	if !r.peeked {
		if r.over || !r.read() {
			r.over = true
			return nil
		}
		r.peeked = true
	}
	return &r.event
}

// take takes the event that was peeked.
func (r *Reader) take() { r.peeked = false }

// read reads the next record; false at the end.
func (r *Reader) read() bool {
	for r.records.Len() == 0 {
		if !r.readBlock() {
			return false
		}
	}
	e := &r.event
	*e = Event{kind: kind(r.records.Byte())}
	b := &r.records
	switch e.kind {
	case kindMessage, kindSendError, kindClosed, kindRefused:
		e.conn = b.Uvarint()
	}
	switch e.kind {
	case kindConfig:
		e.config = Config{Name: b.String(textMax), Method: b.String(textMax), ViewDistance: int(b.Uvarint16()), NoScene: b.Bool(),
			JoinTimeout: time.Duration(b.Uvarint() % frameTimeMax)}
	case kindFrame:
		r.readFrame(e)
	case kindShown:
		e.hash = b.U32()
	case kindMessage:
		e.message = transport.Message{Kind: transport.Kind(b.Byte()), Lane: transport.Lane(b.Byte()), Slot: b.Byte()}
		e.message.Data = b.Bytes(b.Count(transport.MessageMax, 1))
		if e.message.Kind > transport.KindValue || e.message.Lane >= transport.Lanes {
			b.Fail(ErrBroken)
		}
	case kindDialed:
		e.ok = b.Bool()
	case kindSendError:
		if e.err = b.Byte(); int(e.err) >= len(sendErrors) {
			b.Fail(ErrBroken)
		}
	case kindClosed, kindNetwork:
		e.text = b.String(textMax)
	case kindCall:
		e.call, e.text = client.Call(b.Byte()), b.String(textMax)
	case kindEffect:
		r.readEffect(&e.effect)
	case kindRefused:
	case kindEnd:
		r.ended = true
		return false
	default:
		b.Fail(ErrBroken)
	}
	if err := b.Err(); err != nil {
		r.err = fmt.Errorf("%w: %w", ErrBroken, err)
		return false
	}
	return true
}

func (r *Reader) readFrame(e *Event) {
	b := &r.records
	span := b.Uvarint()
	if span > frameTimeMax {
		b.Fail(ErrBroken)
		return
	}
	r.now += time.Duration(span)
	if same := b.Bool(); !same {
		r.input = client.Input{Keys: world.Keys(b.Uvarint16()), Yaw: b.U16(), Pitch: math.Float64frombits(b.U64())}
	}
	e.now, e.input = r.now, r.input
	for range b.Count(actionsMax, 1) {
		var a actions.Action
		actions.Read(b, &a)
		e.input.Actions = append(e.input.Actions, a)
	}
}

func (r *Reader) readEffect(e *links.Effect) {
	b := &r.records
	if e.Kind, e.Stream = links.EffectKind(b.Byte()), world.ReadStream(b); e.Kind >= links.EffectKindCount {
		b.Fail(ErrBroken)
	}
	switch e.Kind {
	case links.Act:
		actions.Read(b, &e.Action)
	case links.Look:
		e.Stamp, e.Pitch = world.ReadTime(b), int8(b.Byte())
	case links.Say:
		e.Message = []byte(b.String(textMax))
	}
}

// readBlock reads the next block. A block that is cut short or does not fit its checksum is the end of the file.
func (r *Reader) readBlock() bool {
	var head [8]byte
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		return false
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > blockMax {
		return false
	}
	b := make([]byte, size)
	if _, err := io.ReadFull(r.from, b); err != nil || crc32.ChecksumIEEE(b) != binary.LittleEndian.Uint32(head[4:]) {
		return false
	}
	records, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b)), recordsMax+1))
	if err != nil || len(records) > recordsMax {
		r.err = errors.Join(ErrBroken, err)
		return false
	}
	r.records = wire.NewReader(records)
	return true
}

// Err returns why the file was not read to its end, nil if it was, or was cut short.
func (r *Reader) Err() error { return r.err }

// Complete reports whether the whole recording was read: the file was not cut short.
func (r *Reader) Complete() bool { return r.ended }
