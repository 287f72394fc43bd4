package recording

import (
	"bytes"
	"compress/flate"
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
	"voxtide/render/scene"
	"voxtide/transport"
	"voxtide/world"
)

// Writer records a session. The first error stops the recording and not the session.
type Writer struct {
	to      io.Writer
	err     error
	written int

	records []byte // of the block that is being filled
	block   bytes.Buffer
	deflate *flate.Writer

	now      time.Duration // of the last frame
	flushed  time.Duration
	input    client.Input // of the last frame, without actions
	begun    bool
	frames   int
	dialed   uint64 // connections so far
	hash     uint64
	finished bool
}

var _ client.Recorder = (*Writer)(nil)

// NewWriter begins a recording of a client that is made with a Config.
func NewWriter(to io.Writer, cfg Config) *Writer {
	w := &Writer{to: to}
	w.deflate, w.err = flate.NewWriter(nil, flate.BestSpeed)
	w.write(wire.AppendU64(wire.AppendUvarint(wire.AppendUvarint([]byte(magic), Version), protocol.Version), protocol.TablesHash()))
	w.begin(kindConfig)
	w.records = wire.AppendString(w.records, cfg.Name)
	w.records = wire.AppendString(w.records, cfg.Method)
	w.records = wire.AppendUvarint(w.records, uint64(cfg.ViewDistance))
	w.records = wire.AppendBool(w.records, cfg.NoScene)
	w.records = wire.AppendUvarint(w.records, uint64(max(0, cfg.JoinTimeout)))
	w.flush()
	return w
}

// Err returns the error that stopped the recording, nil if none has.
func (w *Writer) Err() error { return w.err }

// Frames returns the number of frames recorded.
func (w *Writer) Frames() int { return w.frames }

// Hash returns a digest of what the frames showed, which a replay gives, too.
func (w *Writer) Hash() uint64 { return w.hash }

func (w *Writer) begin(k kind) { w.records = append(w.records, byte(k)) }

// Network notes the conditions of the network from now on, as lab/profile reads them.
func (w *Writer) Network(conditions string) {
	w.begin(kindNetwork)
	w.records = wire.AppendString(w.records, conditions[:min(len(conditions), textMax)])
}

// BeginFrame implements client.Recorder.
func (w *Writer) BeginFrame(now time.Duration, in *client.Input) {
	w.begin(kindFrame)
	w.records = wire.AppendUvarint(w.records, uint64(max(0, now-w.now)))
	w.now = max(now, w.now)
	last := &w.input
	same := w.begun && in.Keys == last.Keys && in.Yaw == last.Yaw && math.Float64bits(in.Pitch) == math.Float64bits(last.Pitch)
	if w.records = wire.AppendBool(w.records, same); !same {
		w.records = wire.AppendUvarint(w.records, uint64(in.Keys))
		w.records = wire.AppendU16(w.records, in.Yaw)
		w.records = wire.AppendU64(w.records, math.Float64bits(in.Pitch))
	}
	*last, w.begun = client.Input{Keys: in.Keys, Yaw: in.Yaw, Pitch: in.Pitch}, true
	n := min(len(in.Actions), actionsMax)
	w.records = wire.AppendCount(w.records, n)
	for i := range in.Actions[:n] {
		w.records = actions.Append(w.records, &in.Actions[i])
	}
}

// EndFrame implements client.Recorder.
func (w *Writer) EndFrame(sc *scene.Scene, shown *world.World) {
	h := shownHash(sc, shown)
	w.begin(kindShown)
	w.records = wire.AppendU32(w.records, h)
	w.frames++
	w.hash = chain(w.hash, h)
	if len(w.records) >= flushAt || w.now-w.flushed >= flushEvery {
		w.flush()
	}
}

// chain returns the digest of all frames after one more.
func chain(all uint64, frame uint32) uint64 { return (all ^ uint64(frame)) * 0x9e3779b97f4a7c15 }

// Called implements client.Recorder.
func (w *Writer) Called(call client.Call, argument string) {
	w.begin(kindCall)
	w.records = append(w.records, byte(call))
	w.records = wire.AppendString(w.records, argument[:min(len(argument), textMax)])
}

// Linked implements client.Recorder.
func (w *Writer) Linked(e *links.Effect) {
	w.begin(kindEffect)
	w.records = wire.AppendUvarint(append(w.records, byte(e.Kind)), uint64(e.Stream))
	switch e.Kind {
	case links.Act:
		w.records = actions.Append(w.records, &e.Action)
	case links.Look:
		w.records = append(wire.AppendUvarint(w.records, uint64(e.Stamp)), byte(e.Pitch))
	case links.Say:
		w.records = wire.AppendString(w.records, string(e.Message[:min(len(e.Message), textMax)]))
	}
}

// Dialed implements client.Recorder.
func (w *Writer) Dialed(conn transport.Conn) transport.Conn {
	w.begin(kindDialed)
	w.records = wire.AppendBool(w.records, conn != nil)
	if conn == nil {
		return nil
	}
	w.dialed++
	return &recordedConn{conn, w, w.dialed}
}

// Close ends the recording: the file is complete. It returns the first error.
func (w *Writer) Close() error {
	if w.finished {
		return w.err
	}
	w.finished = true
	w.begin(kindEnd)
	w.flush()
	return w.err
}

// flush writes the records so far as a block.
func (w *Writer) flush() {
	w.flushed = w.now
	if w.err != nil || len(w.records) == 0 {
		w.records = w.records[:0]
		return
	}
	w.block.Reset()
	w.deflate.Reset(&w.block)
	if _, w.err = w.deflate.Write(w.records); w.err == nil {
		w.err = w.deflate.Close()
	}
	w.records = w.records[:0]
	b := w.block.Bytes()
	if w.written+len(b) > fileMax || len(b) > blockMax {
		w.err = ErrFull
		return
	}
	w.write(wire.AppendU32(wire.AppendU32(nil, uint32(len(b))), crc32.ChecksumIEEE(b)))
	w.write(b)
}

func (w *Writer) write(b []byte) {
	if w.err != nil {
		return
	}
	w.written += len(b)
	if _, err := w.to.Write(b); err != nil {
		w.err = fmt.Errorf("recording: %w", err)
	}
}

// recordedConn is a connection that notes what it answers.
type recordedConn struct {
	transport.Conn
	w *Writer
	n uint64 // which of the session's connections, from 1
}

// begin begins a record of what this connection answered: a session may have two at once, while it asks another server.
func (c *recordedConn) begin(k kind) {
	c.w.begin(k)
	c.w.records = wire.AppendUvarint(c.w.records, c.n)
}

// Receive implements transport.Conn.
func (c *recordedConn) Receive() (transport.Message, bool) {
	m, ok := c.Conn.Receive()
	if ok && !aboutLinks(&m) {
		c.begin(kindMessage)
		c.w.records = append(c.w.records, byte(m.Kind), byte(m.Lane), m.Slot)
		data := withoutAddresses(&m)
		c.w.records = wire.AppendCount(c.w.records, len(data))
		c.w.records = append(c.w.records, data...)
		if len(c.w.records) >= flushAt {
			c.w.flush()
		}
	}
	return m, ok
}

// aboutLinks reports whether a message is of the rendezvous of direct links: it may hold addresses, keys and secrets of others.
func aboutLinks(m *transport.Message) bool {
	if m.Kind != transport.KindMessage || m.Lane != transport.Live || len(m.Data) == 0 {
		return false
	}
	k := m.Data[0]
	return k == protocol.MsgPeer || k == protocol.MsgPeerGone || k == protocol.MsgLinkOffer
}

// withoutAddresses returns a message without the addresses of other servers: a replay needs only how many there are.
func withoutAddresses(m *transport.Message) []byte {
	if m.Kind != transport.KindMessage || m.Lane != transport.Live || len(m.Data) == 0 {
		return m.Data
	}
	r := wire.NewReader(m.Data[1:])
	switch m.Data[0] {
	case protocol.MsgWelcome:
		if w, err := protocol.ReadWelcome(&r); err == nil {
			w.Others = make([]string, len(w.Others))
			return protocol.AppendWelcome(nil, &w)
		}
	case protocol.MsgOthers:
		if all, err := protocol.ReadOthers(&r); err == nil {
			return protocol.AppendOthers(nil, make([]string, len(all)))
		}
	}
	return m.Data
}

// Send implements transport.Conn.
func (c *recordedConn) Send(lane transport.Lane, message []byte) error {
	err := c.Conn.Send(lane, message)
	if err != nil {
		c.begin(kindSendError)
		c.w.records = append(c.w.records, sendError(err))
	}
	return err
}

// Closed implements transport.Conn.
func (c *recordedConn) Closed() (reason string, closed bool) {
	if reason, closed = c.Conn.Closed(); closed {
		reason = reason[:min(len(reason), textMax)]
		c.begin(kindClosed)
		c.w.records = wire.AppendString(c.w.records, reason)
	}
	return reason, closed
}

// Refused implements transport.RefusalReporter.
func (c *recordedConn) Refused() bool {
	refused := transport.Refused(c.Conn)
	if refused {
		c.begin(kindRefused)
	}
	return refused
}
