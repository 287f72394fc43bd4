package lanes

import (
	"bytes"
	"encoding/binary"
	"net"
	"net/netip"
	"strings"
	"testing"

	"voxtide/transport"
)

// samples is one datagram of each type.
func samples() [][]byte {
	n := nonce{1, 2, 3, 4, 5, 6, 7, 8}
	return [][]byte{
		appendHello(nil, n),
		appendWelcome(nil, n, 7),
		appendRefuse(nil, n, strings.Repeat("full ", 40)),
		append(appendHead(nil, typePayload, 7), somePayload()...),
		binary.LittleEndian.AppendUint32(appendHead(nil, typePing, 7), 99),
		binary.LittleEndian.AppendUint32(appendHead(nil, typePong, 7), 99),
		append(appendHead(nil, typeClose, 7), "left"...),
	}
}

// TestDatagrams: what is written is read, and no answer to a hello is larger than it.
func TestDatagrams(t *testing.T) {
	for i, b := range samples() {
		d, ok := decode(b)
		if !ok || int(d.kind) != i+1 {
			t.Fatalf("type %d: read %v, type %d", i+1, ok, d.kind)
		}
		if d.kind > typeRefuse && d.id != 7 || d.kind <= typeRefuse && d.nonce != (nonce{1, 2, 3, 4, 5, 6, 7, 8}) {
			t.Fatalf("type %d: connection %d, nonce %v", d.kind, d.id, d.nonce)
		}
		if d.kind <= typeRefuse && len(b) > helloBytes {
			t.Fatalf("type %d has %d bytes", d.kind, len(b))
		}
		if d.kind == typePayload && !bytes.Equal(d.body, somePayload()) {
			t.Fatalf("payload %x", d.body)
		}
		for n := range b {
			decode(b[:n]) // does not panic
		}
	}
}

// FuzzDatagram: no datagram makes a Hub panic, allocate much, or make a connection, and none
// of a connection makes it panic either.
func FuzzDatagram(f *testing.F) {
	for _, b := range samples() {
		f.Add(b)
	}
	at := netip.MustParseAddrPort("192.0.2.7:7")
	to := func() net.Addr { return net.UDPAddrFromAddrPort(at) }
	f.Fuzz(func(t *testing.T, b []byte) {
		h := still()
		var out batch
		h.take(b, peerAt(at), to, &out)
		if len(h.conns) > 0 {
			t.Fatal("a stranger has a connection")
		}
		c := newConn(h, to(), peerAt(at), 0)
		c.begin(7)
		h.conns[7] = c
		if d, ok := decode(b); ok {
			d.id = 7
			c.Value(3, []byte("v"))
			c.Send(transport.Live, []byte("m"))
			c.Flush()
			c.put(&d, len(b), 0, &out)
			c.make(&out)
			for _, ok := c.Receive(); ok; _, ok = c.Receive() {
			}
		}
	})
}

// still makes a Hub without socket or goroutines.
func still() *Hub {
	h := newHub(nil, Config{})
	h.conns, h.greeted, h.sources = map[uint32]*Conn{}, map[helloKey]uint32{}, map[peer]int{}
	return h
}

// TestJunkAllocatesNothing.
func TestJunkAllocatesNothing(t *testing.T) {
	h := still()
	var out batch
	at := netip.MustParseAddrPort("192.0.2.7:7")
	for _, b := range append(samples()[1:], []byte("junk"), make([]byte, 2000)) {
		n := testing.AllocsPerRun(100, func() {
			h.take(b, peerAt(at), func() net.Addr { return net.UDPAddrFromAddrPort(at) }, &out)
		})
		if n > 0 || len(out.items) > 0 {
			t.Fatalf("type %d: %v allocations, %d answers", b[0], n, len(out.items))
		}
	}
	if got := h.counts.junk.Load(); got != 8*101 {
		t.Fatalf("%d of %d counted", got, 8*101)
	}
}

// TestPeers: an address is the same however it is written, and a source is a /64.
func TestPeers(t *testing.T) {
	four := peerOf(&net.UDPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 5})
	if four != peerAt(netip.MustParseAddrPort("[::ffff:10.0.0.1]:5")) {
		t.Error("an IPv4 address differs from itself")
	}
	if four.source() != peerAt(netip.MustParseAddrPort("10.0.0.1:6")).source() {
		t.Error("a port makes another source")
	}
	a, b := netip.MustParseAddrPort("[2001:db8:1:2::1]:5"), netip.MustParseAddrPort("[2001:db8:1:2:3::1]:5")
	if peerAt(a).source() != peerAt(b).source() || peerAt(a) == peerAt(b) {
		t.Error("a /64 is not one source")
	}
}
