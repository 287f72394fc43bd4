package lanes

import "net"

// batch is datagrams that are to leave, gathered under a Conn's lock and sent outside of
// it. The reader and the pump have one each.
type batch struct {
	buf   []byte
	items []item
}

type item struct {
	to  net.Addr
	end int // in buf
}

// open gives the buffer to append a datagram to; close takes it back.
func (b *batch) open() []byte { return b.buf }

func (b *batch) close(buf []byte, to net.Addr) (n int) {
	n = len(buf) - len(b.buf)
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
