package socket

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"voxtide/engine"
	"voxtide/internal/wire"
)

// The kinds of frames: a request of the client's, and what a server says.
const (
	kindHello byte = iota + 1
	kindClaim
	kindAppend
	kindRead
	kindFollow
	kindTrim
	kindPut
	kindGet
	kindList
	kindAnswer
	kindAlive
	kindEnd
)

const (
	magic   = "voxtide engine"
	version = 1

	frameMax   = 8 << 20  // bytes of a frame behind its length
	textMax    = 1 << 10  // of a log's name, a key, a holder, a reason
	valueMax   = 64 << 10 // of a key of the directory
	entriesMax = 1 << 18  // of one answer
	valuesMax  = 10_000
	entryCost  = 4 // bytes beside an entry's data, at most
)

// errFrame means that the far end does not speak this protocol, or another version of it.
var errFrame = errors.New("socket: not a frame of this protocol")

// request is one request as it travels. Fields that its kind does not have are zero.
type request struct {
	kind  byte
	id    uint64
	text  string // the log, the key or the prefix
	a, b  uint64 // seen; claim and number; from; up to
	who   string // the holder
	data  []byte
	isNil bool // the value is nil
}

func (q *request) append(b []byte) []byte {
	b = append(b, q.kind)
	b = wire.AppendUvarint(b, q.id)
	b = wire.AppendString(b, q.text)
	switch q.kind {
	case kindClaim:
		b = wire.AppendUvarint(b, q.a)
		b = wire.AppendString(b, q.who)
	case kindAppend:
		b = wire.AppendUvarint(b, q.a)
		b = wire.AppendUvarint(b, q.b)
		b = append(b, q.data...)
	case kindRead, kindFollow, kindTrim:
		b = wire.AppendUvarint(b, q.a)
	case kindPut:
		b = wire.AppendBool(b, q.isNil)
		b = append(b, q.data...)
	}
	return b
}

// readRequest reads a frame of a client. Its data aliases the frame.
func readRequest(frame []byte) (q request, err error) {
	r := wire.NewReader(frame)
	q.kind, q.id, q.text = r.Byte(), r.Uvarint(), r.String(textMax)
	switch q.kind {
	case kindClaim:
		q.a, q.who = r.Uvarint(), r.String(textMax)
	case kindAppend:
		q.a, q.b = r.Uvarint(), r.Uvarint()
		q.data = r.Rest()
	case kindRead, kindFollow, kindTrim:
		q.a = r.Uvarint()
	case kindPut:
		q.isNil = r.Bool()
		if q.data = r.Rest(); q.isNil && len(q.data) > 0 {
			r.Fail(wire.ErrLeftover)
		}
	case kindGet, kindList:
	default:
		r.Fail(errFrame)
	}
	return q, r.End()
}

// appendAnswer appends an answer with the client's number of its request.
func appendAnswer(b []byte, id uint64, a *engine.Answer) []byte {
	b = append(b, kindAnswer)
	b = wire.AppendUvarint(b, id)
	b = append(b, byte(a.Outcome))
	b = wire.AppendUvarint(b, a.Claim)
	b = wire.AppendString(b, a.Holder)
	b = wire.AppendUvarint(b, a.First)
	b = wire.AppendUvarint(b, a.Last)
	b = wire.AppendString(b, cut(a.Reason))
	b = wire.AppendBool(b, a.Value != nil)
	b = wire.AppendString(b, string(a.Value))
	b = wire.AppendBool(b, a.Values != nil)
	b = wire.AppendCount(b, len(a.Values))
	for _, k := range slices.Sorted(maps.Keys(a.Values)) {
		b = wire.AppendString(b, k)
		b = wire.AppendString(b, string(a.Values[k]))
	}
	b = wire.AppendCount(b, len(a.Entries))
	if len(a.Entries) > 0 {
		b = wire.AppendUvarint(b, a.Entries[0].N)
	}
	for _, e := range a.Entries {
		b = wire.AppendCount(b, len(e.Data))
		b = append(b, e.Data...)
	}
	return b
}

// cut makes a text no longer than it may be.
func cut(text string) string { return text[:min(len(text), textMax)] }

// readAnswer reads a kindAnswer. What it returns aliases the frame.
func readAnswer(frame []byte) (a engine.Answer, err error) {
	r := wire.NewReader(frame)
	if r.Byte() != kindAnswer {
		r.Fail(errFrame)
	}
	a.Request, a.Outcome = engine.Request(r.Uvarint()), engine.Outcome(r.Byte())
	if a.Outcome < engine.OK || a.Outcome > engine.Unknown {
		r.Fail(wire.ErrLimit)
	}
	a.Claim, a.Holder = r.Uvarint(), r.String(textMax)
	a.First, a.Last, a.Reason = r.Uvarint(), r.Uvarint(), r.String(textMax)
	hasValue := r.Bool()
	if value := r.Bytes(r.Count(valueMax, 1)); hasValue {
		a.Value = value
	} else if len(value) > 0 {
		r.Fail(wire.ErrLeftover)
	}
	hasValues := r.Bool()
	if n := r.Count(valuesMax, 2); hasValues && r.Err() == nil {
		a.Values = make(map[string][]byte, n)
		for before := ""; n > 0 && r.Err() == nil; n-- {
			k := r.String(textMax)
			v := r.Bytes(r.Count(valueMax, 1))
			if k <= before && len(a.Values) > 0 {
				r.Fail(wire.ErrLimit)
			}
			a.Values[k], before = v, k
		}
	} else if n > 0 {
		r.Fail(wire.ErrLeftover)
	}
	n := r.Count(entriesMax, 1)
	if n == 0 || r.Err() != nil {
		return a, r.End()
	}
	first := r.Uvarint()
	if n > r.Len() || first+uint64(n) < first {
		r.Fail(wire.ErrLimit)
		return a, r.End()
	}
	a.Entries = make([]engine.Stored, 0, n)
	for i := 0; i < n && r.Err() == nil; i++ {
		a.Entries = append(a.Entries, engine.Stored{N: first + uint64(i), Data: r.Bytes(r.Count(frameMax, 1))})
	}
	return a, r.End()
}

func hello(about string) []byte {
	b := wire.AppendString([]byte{kindHello}, magic)
	return wire.AppendString(wire.AppendUvarint(b, version), cut(about))
}

// readHello returns what the far end says of itself.
func readHello(frame []byte) (about string, err error) {
	r := wire.NewReader(frame)
	if r.Byte() != kindHello || r.String(textMax) != magic {
		return "", errFrame
	}
	v := r.Uvarint()
	about = r.String(textMax)
	if err := r.End(); err != nil {
		return "", err
	}
	if v != version {
		return "", fmt.Errorf("%w: it speaks version %d, this is version %d", errFrame, v, version)
	}
	return about, nil
}

// writeFrame writes a frame behind its length.
func writeFrame(w *bufio.Writer, frame []byte) error {
	w.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(frame))))
	_, err := w.Write(frame)
	return err
}

// readFrame reads one frame into memory of its own. Memory grows with what has come, not with what is announced.
func readFrame(r *bufio.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > frameMax {
		return nil, errFrame
	}
	const step = 64 << 10
	frame := make([]byte, 0, min(n, step))
	for uint32(len(frame)) < n {
		more := min(int(n)-len(frame), max(len(frame), step))
		frame = slices.Grow(frame, more)
		from := len(frame)
		frame = frame[:from+more]
		if _, err := io.ReadFull(r, frame[from:]); err != nil {
			return nil, err
		}
	}
	return frame, nil
}
