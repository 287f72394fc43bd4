package lanes

import (
	"voxtide/transport"
	"voxtide/transport/gate"
)

// batch is payloads of one connection that are to leave, gathered under its lock and sent
// outside of it. The reader and the pump have one each.
type batch struct {
	buf   []byte
	items []int                   // ends in buf
	kcp   [transport.Lanes][]byte // packets put together again, as KCP knows them
}

// close takes the buffer back with a payload at its end, which begins at a place, and gives
// its bytes.
func (b *batch) close(buf []byte, at int) (n int) {
	n = len(buf) - at
	b.buf = buf
	b.items = append(b.items, len(buf))
	return n
}

// send writes all and begins anew. A payload that the gate or the socket does not take is
// lost, as any may be.
func (b *batch) send(h *Hub, to *gate.Peer) {
	start := 0
	for _, end := range b.items {
		payload := b.buf[start:end]
		if h.cfg.through != nil {
			payload = h.cfg.through(payload)
		}
		h.gate.WriteTo(payload, to)
		start = end
	}
	b.buf, b.items = b.buf[:0], b.items[:0]
}
