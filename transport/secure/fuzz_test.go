package secure

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"voxtide/transport/query"
)

// packets cuts a fuzzer's bytes into packets: a length byte, then that number of bytes.
func packets(b []byte) (out [][]byte) {
	for len(b) > 0 && len(out) < 64 {
		n := min(int(b[0]), len(b)-1)
		out = append(out, b[1:1+n])
		b = b[1+n:]
	}
	return out
}

// FuzzServer: arbitrary packets at a server open nothing, keep nothing, and are answered
// with no more than they are.
func FuzzServer(f *testing.F) {
	s := &strangerPackets{rng: counting{}}
	for kind := range 6 {
		d := s.next(kind).data
		f.Add(append([]byte{byte(len(d))}, d...))
	}
	f.Add(append(append([]byte{255}, query.Question([8]byte{1})[:255]...), 7, 8, 'V', 'X', 'T', 'G', 1, 0))
	f.Fuzz(func(t *testing.T, b []byte) {
		answered := 0
		g := steppedServer(Config{Secret: secret(1), About: func() []byte { return make([]byte, 2000) }}, func(p datagram) { answered += len(p.data) })
		for _, p := range packets(b) {
			answered = 0
			if _, from := g.arrive(datagram{from: ap("198.51.100.1:1"), data: p}); from != nil {
				t.Fatal("a payload came out")
			}
			if answered > len(p) {
				t.Fatalf("%d bytes are answered with %d", len(p), answered)
			}
		}
		if n := g.Stats(); n.Peers != 0 || n.HalfOpen != 0 || len(g.sources) != 0 {
			t.Fatalf("%+v", n)
		}
	})
}

// counting is luck without any.
type counting struct{}

func (counting) Uint64() uint64 { return 0x0102030405060708 }

// FuzzClient: arbitrary packets at a client that dials, each with its nonce or without,
// open nothing.
func FuzzClient(f *testing.F) {
	f.Add(true, []byte{byte(retryBytes), typeRetry})
	f.Add(false, append([]byte{byte(refuseBytes), typeRefusal}, make([]byte, refuseBytes-1)...))
	f.Fuzz(func(t *testing.T, nonced bool, b []byte) {
		g := steppedClient(ap("198.51.100.1:1"), Config{Secret: secret(2), Known: known(1)}, func(datagram) {})
		for _, p := range packets(b) {
			p = bytes.Clone(p)
			if nonced && len(p) > nonceBytes {
				copy(p[1:], g.dialed.dialing.nonce[:])
			}
			if _, from := g.arrive(datagram{from: ap(serverAt), data: p}); from != nil {
				t.Fatal("a payload came out")
			}
			g.pumpOnce()
		}
		if g.dialed.state.within(ready, open) || g.Stats().Handshakes != 0 {
			t.Fatal("open")
		}
	})
}

// FuzzHandshake: a true handshake, of which each byte of the fuzzer says what becomes of the
// next packet: delivered, lost, doubled, cut, or with a byte changed. What was not touched
// must lead to an open session in the end, and nothing else to any.
func FuzzHandshake(f *testing.F) {
	f.Add(true, []byte{0, 0, 0, 0, 0})
	f.Add(false, []byte{1, 0x83, 2, 0x43, 0x24, 0xff, 0x64, 0})
	f.Fuzz(func(t *testing.T, ik bool, b []byte) {
		b = b[:min(len(b), 14)] // or a silence of 10 s can be made of it, which is a timeout
		client := Config{Secret: secret(2), Handshake: time.Hour}
		if ik {
			client.Known = known(1)
		} else {
			client.Trust = func(k Key) error {
				if k != *known(1) {
					t.Fatal("asked to trust a key that nobody has")
				}
				return nil
			}
		}
		m := newSteppedPair(Config{Secret: secret(1), SourceRate: 1e6, TotalRate: 1e6}, client)
		mutate := func(q *[]datagram) {
			for i := 0; i < len(*q) && len(b) > 0; i++ {
				op, arg := b[0]&7, int(b[0]>>3)
				b = b[1:]
				p := &(*q)[i]
				switch op {
				case 1:
					p.data = nil
				case 2:
					*q = append(*q, datagram{p.from, p.to, bytes.Clone(p.data)})
				case 3:
					p.data = p.data[:len(p.data)*arg/32]
				case 4, 5, 6: // changed, and the true one behind it
					true1 := datagram{p.from, p.to, bytes.Clone(p.data)}
					if len(p.data) > 0 {
						p.data[(arg*7+int(op))%len(p.data)] ^= 1 << (arg % 8)
					}
					*q = append(*q, true1)
				case 7:
					p.from = ap("203.0.113.9:9")
				}
			}
		}
		for range 40 {
			for _, g := range []*stepped{m.client, m.server} {
				g.later(500 * time.Millisecond)
				g.pumpOnce()
			}
			mutate(&m.up)
			mutate(&m.down)
			up, down := m.step()
			if len(up)+len(down) > 0 {
				t.Fatal("a payload that nobody said")
			}
			n := m.server.Stats()
			if n.HalfOpen+n.Peers > 40 {
				t.Fatalf("%+v", n)
			}
		}
		p := m.client.dialed
		switch err := p.Err(); err.(type) {
		case nil:
			if !p.IsOpen() || p.Key() != *known(1) {
				t.Fatalf("not open in 20 s: %+v", m.server.Stats())
			}
		case *KeyError, *RefusedError: // neither the key shown nor a refusal is authentic
		default:
			if err != ErrTimeout {
				t.Fatal(err)
			}
		}
		for _, p := range m.server.peers {
			if p.IsOpen() && p.Key() != *known(2) {
				t.Fatal("open with somebody else")
			}
		}
	})
}

// FuzzSession: packets of an open session, changed in any way, deliver nothing but what was
// said, at most once.
func FuzzSession(f *testing.F) {
	f.Add([]byte{3, 1, 2, 3})
	f.Add(bytes.Repeat([]byte{200, 8}, 40))
	f.Fuzz(func(t *testing.T, b []byte) {
		m := opened(Config{epochBits: 3}, Config{epochBits: 3})
		said, got := 0, map[byte]bool{}
		var last []byte
		m.client.wire.sent = func(p datagram) { last = bytes.Clone(p.data) }
		for i := 0; i+1 < len(b) && said < 200; i += 2 {
			if b[i]&1 == 0 || last == nil {
				m.client.WriteTo([]byte{byte(said)}, m.client.dialed)
				said++
			}
			p := bytes.Clone(last)
			p[int(b[i]>>1)%len(p)] ^= b[i+1]
			payload, from := m.server.arrive(datagram{from: m.client.wire.at, data: p})
			if from == nil {
				continue
			}
			if len(payload) != 1 || int(payload[0]) >= said || got[payload[0]] || b[i+1] != 0 {
				t.Fatalf("%x came out, after %d were said", payload, said)
			}
			got[payload[0]] = true
		}
	})
}

// TestQuestions: who has not joined is told what the server says of itself, in no more bytes than the question has, a few times a second for
// each source and not too often for all; a server that says nothing is silent. Nothing is kept of anybody.
func TestQuestions(t *testing.T) {
	sent, bytes := 0, 0
	g := steppedServer(Config{Secret: secret(1), About: func() []byte { return make([]byte, 400) }}, func(p datagram) { sent, bytes = sent+1, bytes+len(p.data) })
	ask := func(from string, n int) (answers int) {
		before := sent
		for i := range n {
			g.arrive(datagram{from: ap(from), data: query.Question([8]byte{byte(i)})})
		}
		return sent - before
	}
	if n := ask("198.51.100.1:1", 1000); n != questionsBurst {
		t.Errorf("%d answers to one source at once", n)
	}
	if n := ask("198.51.100.2:1", 1); n != 1 {
		t.Error("another source is not answered")
	}
	all, begin := 0, time.Now()
	for i := range 3000 {
		all += ask(fmt.Sprintf("10.%d.%d.1:1", i>>8, i&255), 1)
	}
	if most := questionsPerSecond/4 + int(time.Since(begin).Seconds()*questionsPerSecond) + 1; all > most {
		t.Errorf("%d answers to all at once", all)
	}
	if bytes > sent*query.QuestionBytes {
		t.Errorf("%d bytes in %d answers", bytes, sent)
	}
	if n := g.Stats(); n.Peers != 0 || n.HalfOpen != 0 || len(g.sources) != 0 || n.Questions != uint64(sent) {
		t.Errorf("%+v", n)
	}
	t.Logf("%d of %d questions answered, %d bytes for %d", sent, 4001, bytes, 4001*query.QuestionBytes)
	for _, about := range []func() []byte{nil, func() []byte { return nil }} {
		g := steppedServer(Config{Secret: secret(1), About: about}, func(datagram) { t.Error("a server that says nothing has answered") })
		g.arrive(datagram{from: ap("198.51.100.1:1"), data: query.Question([8]byte{1})})
	}
}
