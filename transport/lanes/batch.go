package lanes

import (
	"net"

	"voxtide/transport"
)

// batch is datagrams that are to leave, gathered under a Conn's lock and sent outside of
// it. The reader and the pump have one each.
type batch struct {
	buf   []byte
	items []item
	kcp   [transport.Lanes][]byte // packets put together again, as KCP knows them
}

type item struct {
	to  net.Addr
	end int // in buf
}

// close takes the buffer back with a datagram at its end, which begins at a place, and gives
// its bytes.
func (b *batch) close(buf []byte, at int, to net.Addr) (n int) {
	n = len(buf) - at
	b.buf = buf
	b.items = append(b.items, item{to, len(buf)})
	return n
}

// send writes all and begins anew. A datagram that the socket does not take is lost, as any
// may be.
func (b *batch) send(pc net.PacketConn) (failed uint64) {
	start := 0
	for _, it := range b.items {
		if _, err := pc.WriteTo(b.buf[start:it.end], it.to); err != nil {
			failed++
		}
		start = it.end
	}
	b.buf, b.items = b.buf[:0], b.items[:0]
	return failed
}
