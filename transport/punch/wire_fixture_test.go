package punch

import (
	"crypto/ed25519"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"voxtide/transport/secure"
)

const ms = time.Millisecond

// secretOf returns the key of a player by a number.
func secretOf(n int) secure.Secret {
	seed := make([]byte, ed25519.SeedSize)
	seed[0], seed[1] = byte(n), byte(n>>8)
	return secure.NewSecret(ed25519.NewKeyFromSeed(seed))
}

// flight is a packet on its way.
type flight struct {
	at       time.Duration
	from, to netip.AddrPort
	data     []byte
}

// wire is a network in virtual time without translators. fate, if set, changes a packet's fate.
type wire struct {
	now     time.Duration
	delay   time.Duration
	flights []flight
	ends    map[netip.AddrPort]*end
	fate    func(f *flight) bool // false: lost
	seen    func(f flight)       // called for each packet that is sent
	free    [][]byte
}

// end is a socket of a wire, at one or more addresses.
type end struct {
	w    *wire
	at   []netip.AddrPort
	came []flight
}

func newWire(delay time.Duration) *wire {
	return &wire{delay: delay, ends: map[netip.AddrPort]*end{}}
}

func (w *wire) socket(at ...string) *end {
	e := &end{w: w}
	for _, a := range at {
		e.move(netip.MustParseAddrPort(a))
	}
	return e
}

// move puts the socket at one more address, from which it sends now.
func (e *end) move(at netip.AddrPort) {
	e.at = append([]netip.AddrPort{at}, e.at...)
	e.w.ends[at] = e
}

func (e *end) Send(packet []byte, to netip.AddrPort) {
	f := flight{at: e.w.now + e.w.delay, from: e.at[0], to: to}
	if n := len(e.w.free); n > 0 {
		f.data, e.w.free = e.w.free[n-1], e.w.free[:n-1]
	}
	f.data = append(f.data[:0], packet...)
	e.w.send(f)
}

func (w *wire) send(f flight) {
	if w.seen != nil {
		w.seen(f)
	}
	w.flights = append(w.flights, f)
	if w.fate != nil && !w.fate(&w.flights[len(w.flights)-1]) {
		w.flights = w.flights[:len(w.flights)-1]
	}
}

func (e *end) Receive(buf []byte) (int, netip.AddrPort, bool) {
	if len(e.came) == 0 {
		return 0, netip.AddrPort{}, false
	}
	f := e.came[0]
	e.came = slices.Delete(e.came, 0, 1)
	e.w.free = append(e.w.free, f.data)
	return copy(buf, f.data), f.from, true
}

func (e *end) Addresses() []netip.AddrPort { return e.at }

// advance brings the wire to a time, and delivers what has arrived.
func (w *wire) advance(now time.Duration) {
	w.now = now
	kept := w.flights[:0]
	for _, f := range w.flights {
		if f.at > now {
			kept = append(kept, f)
		} else if e := w.ends[f.to]; e != nil {
			e.came = append(e.came, f)
		}
	}
	w.flights = kept
}

// players is two introduced players on a wire.
type players struct {
	t      testing.TB
	w      *wire
	sock   [2]*end
	links  [2]*Links
	events [2][]Event
	step   time.Duration
}

func newPlayers(t testing.TB, delay time.Duration) *players {
	p := &players{t: t, w: newWire(delay), step: 5 * ms}
	p.sock[0] = p.w.socket("203.0.113.1:4001")
	p.sock[1] = p.w.socket("203.0.113.2:4002")
	for i := range p.links {
		p.links[i] = New(p.sock[i], Config{Secret: secretOf(i)})
	}
	return p
}

// introduce introduces the two with the number of a pair.
func (p *players) introduce(pair uint32) {
	luck := rand.New(rand.NewPCG(uint64(pair), 7))
	var secret [32]byte
	for i := range secret {
		secret[i] = byte(luck.Uint32())
	}
	for i, l := range p.links {
		ok := l.Introduce(p.w.now, Introduction{
			ID: uint64(1 - i), Key: secretOf(1 - i).Public(), Pair: pair, Secret: secret, Role: byte(i), In: 50 * ms,
			Addresses: p.sock[1-i].Addresses(),
		})
		if !ok {
			p.t.Fatal("not introduced")
		}
	}
}

// run lets time pass.
func (p *players) run(d time.Duration) {
	for end := p.w.now + d; p.w.now < end; {
		p.w.advance(p.w.now + p.step)
		for i, l := range p.links {
			l.Update(p.w.now)
			p.events[i] = append(p.events[i], l.Events()...)
		}
	}
}

// linked runs until both are linked, and fails after a while.
func (p *players) linked() {
	p.t.Helper()
	for range 600 {
		p.run(p.step)
		if p.links[0].Status(1).State == Open && p.links[1].Status(0).State == Open {
			return
		}
	}
	p.t.Fatalf("not linked: %+v, %+v", p.links[0].Status(1), p.links[1].Status(0))
}

// pass sends a payload from one to the other and reports whether it came.
func (p *players) pass(from int, text string) bool {
	p.t.Helper()
	if !p.links[from].Send(uint64(1-from), []byte(text), p.w.now) {
		return false
	}
	p.run(p.w.delay + 2*p.step)
	for {
		id, payload, ok := p.links[1-from].Receive()
		if !ok {
			return false
		}
		if id == uint64(from) && string(payload) == text {
			return true
		}
	}
}
