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

// Kind is a way to attack.
type Kind int

// The kinds of packets that are sent. What is Recorded was sent by an honest player before.
const (
	Junk      Kind = iota // random bytes from a stranger
	Dressed               // random bytes from a stranger, behind the first bytes of something recorded
	Replayed              // recorded, again, from the player's own address
	Elsewhere             // recorded, again, from a stranger
	Cut                   // recorded, without its end, from either
	Flipped               // recorded, with bits turned, from either
	Forged                // random bytes from the player's own address, behind the first bytes of something recorded
	Early                 // copies of what is under way, from elsewhere and before it, both ways
	Firsts                // first messages of handshakes, gathered once, from sixty addresses
	Acks                  // payloads of a session of the attacker's own that ack one segment 250 times
	Joins                 // sessions from one address, closed at once
	Kinds                 // how many there are
)

// packets are the kinds that are drawn packet by packet.
const packets = Early

var names = [Kinds]string{"junk", "dressed", "replayed", "elsewhere", "cut", "flipped", "forged", "early", "firsts", "acks", "joins"}

// String returns the name of a kind.
func (k Kind) String() string { return names[k] }

// Attack says how a server is attacked.
type Attack struct {
	Server  netip.AddrPort
	Relays  []*Relay // of the honest players; at least one
	Rate    int      // packets a second; 0 is as many as can be sent
	Workers int      // goroutines that send; 0 is 1
	Seed    uint64

	// What is no single packet; the zero value leaves it out.
	Early               bool               // of all relays
	Firsts, Acks, Joins int                // a second
	Version             uint16             // of the server, for Firsts, Acks and Joins
	Join                func(n int) []byte // the n-th message that makes a session a player's; nil: they stay strangers
}

// Report counts what was sent.
type Report struct {
	Sent   [Kinds]uint64
	Failed uint64 // not taken by this machine
	Opened uint64 // sessions of the attacker's own, for Acks and Joins
	Took   time.Duration
}

// Total is how many packets were sent.
func (r *Report) Total() (n uint64) {
	for _, k := range r.Sent {
		n += k
	}
	return n
}

const (
	strangers  = 32 // addresses of strangers of each worker
	slice      = 2 * time.Millisecond
	dressBytes = 5
)

// Run attacks until the context ends. Errors: the system's, before anything is sent.
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
	var c *crowd
	if a.Firsts > 0 {
		var err error
		if c, err = newCrowd(a); err != nil {
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
		a.others(ctx, c, &r)
	}()
	for _, s := range all {
		wait.Add(1)
		go func() {
			defer wait.Done()
			s.run(ctx, float64(a.Rate)/float64(workers))
		}()
	}
	wait.Wait()
	r.Took = time.Since(began)
	for _, s := range all {
		for k := range s.sent {
			r.Sent[k] += s.sent[k]
		}
		r.Failed += s.failed.Load()
	}
	return r, nil
}

// others does what is no single packet.
func (a *Attack) others(ctx context.Context, c *crowd, r *Report) {
	var wait sync.WaitGroup
	for _, do := range []func(){
		func() {
			if c != nil {
				r.Sent[Firsts] = c.run(ctx, a)
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
			l.Race() // one that is closing, or for which there is no socket, is left alone
		}
	}
	var sessions uint64
	if a.Acks > 0 {
		r.Sent[Acks], sessions = a.acks(ctx)
	}
	<-ctx.Done()
	for _, l := range a.Relays {
		r.Sent[Early] += l.EndRace()
	}
	wait.Wait()
	r.Opened = r.Sent[Joins] + sessions
}

// sender is one worker.
type sender struct {
	attack *Attack
	luck   *rand.Rand
	from   []*net.UDPConn
	buf    []byte
	sent   [Kinds]uint64
	failed atomic.Uint64
}

func (a *Attack) sender(number int) (*sender, error) {
	s := &sender{attack: a, luck: rand.New(rand.NewPCG(a.Seed, uint64(number)))}
	for range strangers {
		c, err := open()
		if err != nil {
			return s, err
		}
		s.from = append(s.from, c)
	}
	return s, nil
}

func (s *sender) close() {
	for _, c := range s.from {
		c.Close()
	}
}

// run sends so many packets a second.
func (s *sender) run(ctx context.Context, rate float64) {
	began := time.Now()
	var sent float64
	for ctx.Err() == nil {
		due := rate * (time.Since(began) + slice).Seconds()
		if rate == 0 {
			due = sent + 64
		}
		for ; sent < due && ctx.Err() == nil; sent++ {
			s.one()
		}
		if rate > 0 {
			time.Sleep(slice)
		}
	}
}

// one sends a packet.
func (s *sender) one() {
	k := Kind(s.luck.IntN(int(packets)))
	relay := s.attack.Relays[s.luck.IntN(len(s.attack.Relays))]
	b, own := s.packet(k, relay)
	var err error
	if own {
		err = relay.Inject(b)
	} else {
		_, err = s.from[s.luck.IntN(len(s.from))].WriteToUDPAddrPort(b, s.attack.Server)
	}
	if err != nil {
		s.failed.Add(1)
		return
	}
	s.sent[k]++
}

// packet makes one, and tells whether it goes out from the player's own address.
func (s *sender) packet(k Kind, relay *Relay) (b []byte, own bool) {
	b, ok := relay.Recorded(s.buf[:0], s.luck.Uint32())
	s.buf = b
	own = k == Replayed || k == Forged || k != Junk && k != Dressed && k != Elsewhere && s.luck.IntN(2) == 0
	if !ok || k == Junk {
		s.buf = s.noise(b[:0], 1+s.luck.IntN(1200))
		return s.buf, own
	}
	switch k {
	case Dressed, Forged:
		s.buf = s.noise(b[:min(len(b), 1+s.luck.IntN(2*dressBytes))], s.luck.IntN(1200))
	case Cut:
		s.buf = b[:s.luck.IntN(max(len(b), 1))]
	case Flipped:
		for range 1 + s.luck.IntN(4) {
			b[s.luck.IntN(len(b))] ^= 1 << s.luck.IntN(8)
		}
	}
	return s.buf, own
}

// noise appends n random bytes.
func (s *sender) noise(b []byte, n int) []byte {
	for range n / 8 {
		v := s.luck.Uint64()
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
	}
	for range n % 8 {
		b = append(b, byte(s.luck.Uint32()))
	}
	return b
}
