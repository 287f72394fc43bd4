package flood

import (
	"context"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Kind is a kind of attack.
type Kind int

// The kinds of packets. A recorded packet was sent by an honest player before.
const (
	Junk              Kind = iota // random bytes from a stranger's address
	HeaderedJunk                  // random bytes from a stranger's address, behind the first bytes of a recorded packet
	Replayed                      // a recorded packet, from the player's own address
	ReplayedElsewhere             // a recorded packet, from a stranger's address
	Truncated                     // a recorded packet without its end, from either address
	BitFlipped                    // a recorded packet with flipped bits, from either address
	Forged                        // random bytes from the player's own address, behind the first bytes of a recorded packet
	RacedCopies                   // copies of packets in flight, in both directions, which arrive before them from elsewhere
	HandshakeFirsts               // first messages of handshakes, collected once, from sixty addresses
	Acks                          // payloads of the attacker's own session that ack one segment 250 times
	Joins                         // sessions from one address, closed at once
	Kinds                         // number of kinds
)

// packetKinds is the number of kinds that are drawn packet by packet.
const packetKinds = RacedCopies

var kindNames = [Kinds]string{"junk", "dressed", "replayed", "elsewhere", "cut", "flipped", "forged", "early", "firsts", "acks", "joins"}

// String returns the name of a kind.
func (k Kind) String() string { return kindNames[k] }

// Attack describes an attack on a server.
type Attack struct {
	Server  netip.AddrPort
	Relays  []*Relay // of the honest players; at least one
	Rate    int      // packets per second; 0 is as many as can be sent
	Workers int      // sending goroutines; 0 is 1
	Seed    uint64

	// Attacks that are no single packets; the zero value leaves them out.
	Early               bool               // race the packets of all relays
	Firsts, Acks, Joins int                // per second
	Version             uint16             // the server's version, for Firsts, Acks and Joins
	Join                func(n int) []byte // the n-th message that joins as a player; nil: sessions do not join

	unsure atomic.Uint64 // own sessions that were begun and not seen to open
}

// Report counts what was sent.
type Report struct {
	Sent     [Kinds]uint64
	Failed   uint64 // packets that this machine did not take
	Opened   uint64 // sessions of the attacker's own, for Acks and Joins
	Unsure   uint64 // such sessions that were begun and not seen to open: the server may have them all the same
	Duration time.Duration
}

// Total returns the number of packets sent.
func (r *Report) Total() (n uint64) {
	for _, k := range r.Sent {
		n += k
	}
	return n
}

const (
	strangerSockets = 32 // strangers' addresses of each worker
	pollEvery       = 2 * time.Millisecond
	headerBytes     = 5
)

// Run attacks until the context ends. It fails with the system's errors, before anything is sent.
func (a *Attack) Run(ctx context.Context) (Report, error) {
	workers := max(a.Workers, 1)
	var all []*sender
	defer func() {
		for _, s := range all {
			s.close()
		}
	}()
	for i := range workers {
		s, err := a.sender(i)
		if s != nil {
			all = append(all, s)
		}
		if err != nil {
			return Report{}, err
		}
	}
	var c *handshakeCrowd
	if a.Firsts > 0 {
		var err error
		if c, err = newHandshakeCrowd(a); err != nil {
			return Report{}, err
		}
		defer c.close()
	}
	var r Report
	began := time.Now()
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		a.runOthers(ctx, c, &r)
	}()
	for _, s := range all {
		wait.Add(1)
		go func() {
			defer wait.Done()
			s.run(ctx, float64(a.Rate)/float64(workers))
		}()
	}
	wait.Wait()
	r.Duration = time.Since(began)
	for _, s := range all {
		for k := range s.sent {
			r.Sent[k] += s.sent[k]
		}
		r.Failed += s.failed.Load()
	}
	return r, nil
}

// runOthers runs the attacks that are no single packets.
func (a *Attack) runOthers(ctx context.Context, c *handshakeCrowd, r *Report) {
	var wait sync.WaitGroup
	for _, do := range []func(){
		func() {
			if c != nil {
				r.Sent[HandshakeFirsts] = c.run(ctx, a)
			}
		},
		func() {
			if a.Joins > 0 {
				r.Sent[Joins] = a.joins(ctx)
			}
		},
	} {
		wait.Add(1)
		go func() {
			defer wait.Done()
			do()
		}()
	}
	if a.Early {
		for _, l := range a.Relays {
			l.Race() // a relay that is closing, or has no socket, is left alone
		}
	}
	var sessions uint64
	if a.Acks > 0 {
		r.Sent[Acks], sessions = a.acks(ctx)
	}
	<-ctx.Done()
	for _, l := range a.Relays {
		r.Sent[RacedCopies] += l.EndRace()
	}
	wait.Wait()
	r.Opened, r.Unsure = r.Sent[Joins]+sessions, a.unsure.Load()
}

// sender is one sending goroutine.
type sender struct {
	attack  *Attack
	rng     *rand.Rand
	sockets []*net.UDPConn
	buf     []byte
	sent    [Kinds]uint64
	failed  atomic.Uint64
}

func (a *Attack) sender(number int) (*sender, error) {
	s := &sender{attack: a, rng: rand.New(rand.NewPCG(a.Seed, uint64(number)))}
	for range strangerSockets {
		c, err := openLoopback()
		if err != nil {
			return s, err
		}
		s.sockets = append(s.sockets, c)
	}
	return s, nil
}

func (s *sender) close() {
	for _, c := range s.sockets {
		c.Close()
	}
}

// run sends packets at a rate per second.
func (s *sender) run(ctx context.Context, rate float64) {
	began := time.Now()
	var sent float64
	for ctx.Err() == nil {
		due := rate * (time.Since(began) + pollEvery).Seconds()
		if rate == 0 {
			due = sent + 64
		}
		for ; sent < due && ctx.Err() == nil; sent++ {
			s.sendOne()
		}
		if rate > 0 {
			time.Sleep(pollEvery)
		}
	}
}

// sendOne sends one packet.
func (s *sender) sendOne() {
	k := Kind(s.rng.IntN(int(packetKinds)))
	relay := s.attack.Relays[s.rng.IntN(len(s.attack.Relays))]
	b, own := s.packet(k, relay)
	var err error
	if own {
		err = relay.Inject(b)
	} else {
		_, err = s.sockets[s.rng.IntN(len(s.sockets))].WriteToUDPAddrPort(b, s.attack.Server)
	}
	if err != nil {
		s.failed.Add(1)
		return
	}
	s.sent[k]++
}

// packet makes a packet, and reports whether it is sent from the player's own address.
func (s *sender) packet(k Kind, relay *Relay) (b []byte, own bool) {
	b, ok := relay.Recorded(s.buf[:0], s.rng.Uint32())
	s.buf = b
	own = k == Replayed || k == Forged || k != Junk && k != HeaderedJunk && k != ReplayedElsewhere && s.rng.IntN(2) == 0
	if !ok || k == Junk {
		s.buf = s.appendNoise(b[:0], 1+s.rng.IntN(1200))
		return s.buf, own
	}
	switch k {
	case HeaderedJunk, Forged:
		s.buf = s.appendNoise(b[:min(len(b), 1+s.rng.IntN(2*headerBytes))], s.rng.IntN(1200))
	case Truncated:
		s.buf = b[:s.rng.IntN(max(len(b), 1))]
	case BitFlipped:
		for range 1 + s.rng.IntN(4) {
			b[s.rng.IntN(len(b))] ^= 1 << s.rng.IntN(8)
		}
	}
	return s.buf, own
}

// appendNoise appends n random bytes.
func (s *sender) appendNoise(b []byte, n int) []byte {
	for range n / 8 {
		v := s.rng.Uint64()
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
	}
	for range n % 8 {
		b = append(b, byte(s.rng.Uint32()))
	}
	return b
}
