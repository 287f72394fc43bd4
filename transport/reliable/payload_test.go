package reliable

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/internal/testrand"
	"voxtide/transport"
)

// kcpPacket is a packet as KCP makes them: acks, then data.
func kcpPacket(conv, una uint32, acks []uint32, sn []uint32, data string) (p []byte) {
	add := func(cmd byte, sn, ts uint32, data string) {
		p = binary.LittleEndian.AppendUint32(p, conv)
		p = binary.LittleEndian.AppendUint16(append(p, cmd, 0), 200)
		p = binary.LittleEndian.AppendUint32(p, ts)
		p = binary.LittleEndian.AppendUint32(p, sn)
		p = binary.LittleEndian.AppendUint32(p, una)
		p = binary.LittleEndian.AppendUint32(p, uint32(len(data)))
		p = append(p, data...)
	}
	for i, sn := range acks {
		add(kcp.IKCP_CMD_ACK, sn, 99_000+uint32(i), "")
	}
	for i, sn := range sn {
		add(kcp.IKCP_CMD_PUSH, sn, 40_000+uint32(i), data)
	}
	return p
}

// somePayload has every part, of a connection that has received nothing.
func somePayload() []byte {
	b := []byte{1<<partValues | 1<<partLive | 1<<partBulk | 1<<partHave | 1<<partTimes | 1<<partCopies}
	b = appendValue(b, valueRecord{slot: 3, number: 1000, waits: true, back: 1, data: []byte("look")})
	b = appendValue(b, valueRecord{slot: 255, number: 1, last: true})
	b = appendSegments(b, kcpPacket(firstConversation, 0, []uint32{0}, []uint32{0, 1}, "live"), firstConversation, bulkInfo{})
	b = appendSegments(b, kcpPacket(firstConversation+1, 0, nil, []uint32{0, 2}, "bulk"), firstConversation+1,
		bulkInfo{stamps: true, stamp: 700, train: 3, reports: true, queue: 9, rate: 2500})
	b = appendHave(b, haveInfo{0, 3, 5})
	b = appendTimes(b, timesInfo{true, true, 1, 2, 3})
	b = appendBase(b, 9, 2)
	b = append(appendCopy(b, 0, 5), "newer"...)
	b = append(appendCopy(b, 2, 3), "old"...)
	return b
}

// stillConn is a connection of a Hub without socket or goroutines.
func stillConn(cfg Config) *Conn {
	h := hubWithoutGoroutines()
	h.cfg = cfg.withDefaults()
	c := newConn(h, nil, 0)
	c.start()
	c.batch = new(batch)
	return c
}

// TestPayload checks that decoding returns what was encoded and that every truncated payload is refused.
func TestPayload(t *testing.T) {
	c := stillConn(Config{})
	b := somePayload()
	p, ok := c.parse(b, 100_000)
	if !ok {
		t.Fatal("not read")
	}
	r := payloadReader{b: p.values}
	if v := readValue(&r); v.slot != 3 || v.number != 1000 || !v.waits || v.back != 1 || string(v.data) != "look" {
		t.Fatalf("value %+v", v)
	}
	if v := readValue(&r); v.slot != 255 || len(v.data) > 0 || len(r.b) > 0 {
		t.Fatalf("value %+v, %d bytes left", v, len(r.b))
	}
	if want := kcpPacket(firstConversation, 0, []uint32{0}, []uint32{0, 1}, "live"); !bytes.Equal(p.kcp[0], want) {
		t.Fatalf("live %x,\nnot  %x", p.kcp[0], want)
	}
	if want := kcpPacket(firstConversation+1, 0, nil, []uint32{0, 2}, "bulk"); !bytes.Equal(p.kcp[1], want) {
		t.Fatalf("bulk %x,\nnot  %x", p.kcp[1], want)
	}
	if p.bulk != (bulkInfo{true, 700, 3, true, 9, 2500}) || p.have != (haveInfo{0, 3, 5}) || p.times != (timesInfo{true, true, 1, 2, 3}) {
		t.Fatalf("%+v, %+v, %+v", p.bulk, p.have, p.times)
	}
	if p.base != 9 || p.news != 2 || !c.applyPayload(b, len(b), 0) || c.copyRecv.present != bitOf(9)|bitOf(6) {
		t.Fatalf("base %d, news %d, ahead %x", p.base, p.news, c.copyRecv.present)
	}
	old, newer := len("old")+2, len("newer")+1
	for n := range b {
		whole := n == len(b)-old || n == len(b)-old-newer // without copies it is
		if c := stillConn(Config{}); c.applyPayload(b[:n], n, 0) != whole {
			t.Fatalf("the first %d of %d bytes: read %v", n, len(b), !whole)
		}
	}
}

// TestMalformedChangesNothing checks that nothing of a payload is applied if its end is malformed.
func TestMalformedChangesNothing(t *testing.T) {
	c := stillConn(Config{})
	b := append(somePayload(), 200) // a copy without bytes
	if c.applyPayload(b, len(b), 0) || c.copyRecv.present != 0 || c.copyRecv.newest != 0 || len(c.newestValues) > 0 || c.lanes[0].headers.hasReceived || c.feedback.feedbackAt != never {
		t.Fatal("taken in part")
	}
}

// TestNear checks that numbers are recovered from their low bits.
func TestNear(t *testing.T) {
	luck := testrand.New(t)
	for range 10_000 {
		at := luck.Uint64()>>20 + 1<<20
		v := at + luck.Uint64N(1<<20) - 1<<19
		if got := near(at, v&(1<<20-1), 20); got != v {
			t.Fatalf("%d near %d is read as %d", v, at, got)
		}
	}
}

// TestSegments checks that any KCP packet survives encoding, at any sequence number.
func TestSegments(t *testing.T) {
	luck := testrand.New(t)
	for range 2000 {
		una, sn := luck.Uint32(), luck.Uint32()
		var acks, data []uint32
		for range luck.IntN(40) {
			acks = append(acks, una+uint32(luck.IntN(300))-20)
		}
		for n := luck.IntN(4); n > 0; n-- {
			data = append(data, sn)
			sn += uint32(1 + luck.IntN(100))
		}
		if len(acks)+len(data) == 0 {
			continue
		}
		packet := kcpPacket(77, una, acks, data, "some bytes")
		part := appendSegments(nil, packet, 77, bulkInfo{})
		if len(part) > len(packet)+packMore {
			t.Fatalf("%d bytes became %d", len(packet), len(part))
		}
		r := payloadReader{b: part}
		got, _ := readSegments(&r, nil, anchors{77, una + 50, sn - 90, 100_000})
		if r.bad || len(r.b) > 0 || !bytes.Equal(got, packet) {
			t.Fatalf("%x\nis read as %x", packet, got)
		}
	}
}

// FuzzPayload: no payload makes a connection panic or grow, and it goes on.
func FuzzPayload(f *testing.F) {
	f.Add(somePayload())
	f.Add([]byte{1 << partHave, 1, 0, 0x80, 255, 255})
	f.Add(appendValueAck([]byte{1 << partValueAcks}, 3, true, 1))
	f.Add(appendSegments([]byte{1 << partLive}, kcpPacket(firstConversation, 1, []uint32{0}, []uint32{0}, "\x0bhello!"), firstConversation, bulkInfo{}))
	f.Fuzz(func(t *testing.T, b []byte) {
		c := stillConn(Config{})
		c.Value(3, []byte("v"))
		for range 70 {
			c.Send(transport.Live, []byte("m"))
		}
		c.Send(transport.Bulk, []byte("b"))
		c.Flush()
		var out batch
		c.build(&out)
		if len(b) > payloadMax {
			return
		}
		for range 2 {
			c.receiveLocked(b, time.Second, &out)
			c.build(&out)
			for m, ok := c.Receive(); ok; m, ok = c.Receive() {
				if len(m.Data) > transport.MessageMax {
					t.Fatal("too large")
				}
			}
		}
		if c.copyRecv.arrived > copiesWindow*4 && len(b) < 100 || c.lanes[0].out.Delivered > 70 {
			t.Fatalf("%d arrived, %d delivered", c.copyRecv.arrived, c.lanes[0].out.Delivered)
		}
	})
}
