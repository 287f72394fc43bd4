package punch

import (
	"bytes"
	"net/netip"
	"reflect"
	"testing"
	"time"
)

// cut cuts a fuzzer's bytes into packets: a length byte, then that number of bytes.
func cut(b []byte) (out [][]byte) {
	for len(b) > 0 && len(out) < 64 {
		n := min(int(b[0]), len(b)-1)
		out = append(out, b[1:1+n])
		b = b[1+n:]
	}
	return out
}

// recorded returns the packets of a true introduction, in the order in which 1 sent them.
func recorded() (out [][]byte) {
	p := newPlayers(nil, 20*ms)
	p.w.seen = func(f flight) {
		if f.from == p.sock[1].at[0] {
			out = append(out, bytes.Clone(f.data))
		}
	}
	p.introduce(77)
	p.run(400 * ms)
	return out
}

// FuzzKnock: raw packets, from an address of the fuzzer's choice, at a machine with one link and one introduction that
// still knocks. Nobody sealed them, so that they change nothing but counts, are not answered, and bring out neither a
// payload nor an event.
func FuzzKnock(f *testing.F) {
	whole := []byte{}
	for _, packet := range recorded()[:4] {
		f.Add(byte(1), append([]byte{byte(len(packet))}, packet...))
		whole = append(append(whole, byte(len(packet))), packet...)
	}
	f.Add(byte(0), whole)
	f.Add(byte(2), append([]byte{knockBytes, typeKnock, 77, 0, 0, 0, 200, 1}, make([]byte, knockBytes)...))
	f.Add(byte(2), append([]byte{30, typeSealed, 77, 0, 0, 0, 9, 9, 9}, make([]byte, 30)...))
	f.Add(byte(2), append([]byte{60, typeHandshake, 78, 0, 0, 0, 9, 0, 1}, make([]byte, 60)...))

	p := newPlayers(f, 20*ms) // for all: nothing that is tried may change it
	p.introduce(77)
	p.run(400 * ms)
	m := p.links[0]
	m.Introduce(p.w.now, Introduction{ID: 9, Key: secretOf(9).Public(), Pair: 78, Secret: [32]byte{78}, Addresses: []netip.AddrPort{netip.MustParseAddrPort("203.0.113.9:4009")}})
	m.Update(p.w.now)
	m.Events()
	f.Fuzz(func(t *testing.T, where byte, b []byte) {
		from := []netip.AddrPort{p.sock[1].at[0], netip.MustParseAddrPort("203.0.113.9:4009"), netip.MustParseAddrPort("198.51.100.1:3333"), {}}[where%4]
		state := func() (all [2]any) {
			for i, l := range []*link{m.byID(1), m.byID(9)} {
				s := m.Status(l.id)
				s.Drops = Drops{}
				all[i] = []any{s, l.secret.next, l.secret.seen, l.knocks, l.path, l.meter, l.inbox.count, l.pair.Received(), l.closing, l.shake}
			}
			return all
		}
		if m.Status(1).State != Open || m.Status(9).State != Knocking {
			t.Fatal("not the state to try")
		}
		before := state()
		sent := 0
		p.w.seen = func(flight) { sent++ }
		for _, packet := range cut(b) {
			m.receive(bytes.Clone(packet), from, p.w.now)
		}
		if sent > 0 {
			t.Errorf("%d packets are answered", sent)
		}
		if after := state(); !reflect.DeepEqual(before, after) {
			t.Errorf("the state has changed:\n%+v\n%+v", before, after)
		}
		if _, payload, ok := m.Receive(); ok || len(m.Events()) > 0 {
			t.Errorf("%q came out", payload)
		}
	})
}

// FuzzSealed: contents that a peer did seal, of any kind. They are answered with no more than they are, and only where the
// peer is; the other link does not notice.
func FuzzSealed(f *testing.F) {
	for kind := byte(0); kind < 8; kind++ {
		f.Add(append([]byte{9, kind}, 1, 2, 3, 4, 5, 6, 7, 8))
		f.Add([]byte{1, kind})
	}
	var p *players // for all, until a close ends the link
	f.Fuzz(func(t *testing.T, b []byte) {
		if p == nil || p.links[0].Status(1).State != Open {
			p = newPlayers(t, 20*ms)
			p.introduce(77)
			p.run(400 * ms)
			p.links[0].Introduce(p.w.now, Introduction{ID: 9, Key: secretOf(9).Public(), Pair: 78, Secret: [32]byte{78}})
		}
		m, peer := p.links[0], p.links[1].byID(0)
		p.w.now += time.Second // the bound of the rate is not what is tried
		bytes := 0
		p.w.seen = func(f flight) {
			bytes += len(f.data)
			if f.to != p.sock[1].at[0] {
				t.Errorf("an answer goes to %v", f.to)
			}
		}
		for _, contents := range cut(b) {
			packet, err := peer.pair.Seal(nil, typeSealed, contents)
			if err != nil {
				t.Fatal(err)
			}
			bytes = 0
			size := len(packet)
			m.receive(packet, p.sock[1].at[0], p.w.now)
			if bytes > size {
				t.Errorf("%d bytes are answered with %d", size, bytes)
			}
		}
		if s := m.Status(9); s.State != Waiting || s.Drops != (Drops{}) {
			t.Errorf("another introduction: %+v", s)
		}
	})
}
