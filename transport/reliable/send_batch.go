package reliable

import (
	"voxtide/transport"
	"voxtide/transport/secure"
)

// batch holds payloads of one connection, gathered under its lock and sent outside of it. The reader and the pump
// have one each.
type batch struct {
	buf   []byte
	items []int                   // ends of the payloads in buf
	kcp   [transport.Lanes][]byte // buffers for restored KCP packets
}

// close takes the buffer back with a payload that begins at position at, and returns the payload's size.
func (b *batch) close(buf []byte, at int) (n int) {
	n = len(buf) - at
	b.buf = buf
	b.items = append(b.items, len(buf))
	return n
}

// gather hands all payloads to the endpoint and empties the batch. They leave at the endpoint's next Flush, or before, and in
// this order. A payload that the endpoint or the socket does not take counts as lost.
func (b *batch) gather(h *Hub, to *secure.Peer) {
	start := 0
	for _, end := range b.items {
		payload := b.buf[start:end]
		if h.cfg.through != nil {
			payload = h.cfg.through(payload)
		}
		h.endpoint.Gather(payload, to)
		start = end
	}
	b.buf, b.items = b.buf[:0], b.items[:0]
}

// send sends all payloads, after those that wait for a Flush, and empties the batch.
func (b *batch) send(h *Hub, to *secure.Peer) {
	if len(b.items) == 0 {
		return
	}
	b.gather(h, to)
	h.endpoint.Flush()
}
