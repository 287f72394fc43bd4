package memnet

import (
	"testing"
	"time"
	"voxtide/transport"
)

// session is 8 clients at 60 messages and values a second each way, 5 % loss.
type session struct {
	net  *Network
	ends []*Conn
	at   time.Duration
	msg  [40]byte
}

func newSession(copies bool) *session {
	s := &session{net: New(1)}
	l := Link{Delay: 40 * ms, Jitter: 10 * ms, Loss: 0.05, Copies: copies}
	for range 8 {
		a, b := s.net.Pair(l, l)
		s.ends = append(s.ends, a, b)
	}
	return s
}

func (s *session) step() {
	s.at += step
	s.net.Advance(s.at)
	for _, m := range s.ends {
		for {
			if _, ok := m.Receive(); !ok {
				break
			}
		}
		if m.Send(transport.Live, s.msg[:]) != nil || m.Value(0, s.msg[:12]) != nil {
			panic("transport: session refused")
		}
		m.Flush()
	}
}

func (s *session) packets() (n uint64) {
	for _, m := range s.ends {
		n += m.stats.Packets
	}
	return n
}

func benchmark(b *testing.B, copies bool) {
	s := newSession(copies)
	for range 600 {
		s.step()
	}
	before := s.packets()
	b.ReportAllocs()
	for b.Loop() {
		s.step()
	}
	packets := s.packets() - before
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(packets), "ns/packet")
	b.ReportMetric(float64(step)*float64(b.N)/float64(b.Elapsed()), "x-real-time")
}

func BenchmarkSessionCopies(b *testing.B) { benchmark(b, true) }
func BenchmarkSessionPlain(b *testing.B)  { benchmark(b, false) }

// TestSteadyStateAllocatesNothing checks that nothing is allocated once pools and rings have grown.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, copies := range []bool{false, true} {
		s := newSession(copies)
		for range 60 * 60 {
			s.step()
		}
		if n := testing.AllocsPerRun(2000, s.step); n != 0 {
			t.Fatalf("copies %v: %v allocations in a step", copies, n)
		}
	}
}
