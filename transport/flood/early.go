package flood

import (
	"net"
	"sync"
	"time"
)

// earlyBy is by how much copies from elsewhere come before the packets themselves.
const earlyBy = 2 * time.Millisecond

// thief is an address of this machine from which copies come, where the system has more than one.
var thief = net.IPv4(127, 9, 9, 9)

// openAt opens a socket at an address of this machine, or at the usual one where there is no other.
func openAt(ip net.IP) (*net.UDPConn, error) {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: ip})
	if err != nil {
		return open()
	}
	c.SetReadBuffer(socketSize)
	return c, nil
}

// race is a Relay that somebody is faster than: of each packet a copy comes first, from elsewhere.
type race struct {
	from *net.UDPConn
	sent uint64
	wait sync.WaitGroup // for packets that are held back
}

// Race has a copy of each packet, in either direction, arrive from elsewhere before the packet itself does, until EndRace.
// Errors: the system's.
func (r *Relay) Race() error {
	from, err := openAt(thief)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.raced != nil || r.closed {
		from.Close()
		return net.ErrClosed
	}
	r.raced = &race{from: from}
	return nil
}

// EndRace ends it, and returns how many copies were sent.
func (r *Relay) EndRace() uint64 {
	r.mu.Lock()
	x := r.raced
	r.raced = nil
	r.mu.Unlock()
	if x == nil {
		return 0
	}
	x.wait.Wait()
	x.from.Close()
	return x.sent
}

// pass sends a packet on, after its copy if there is a race.
func (r *Relay) pass(b []byte, to func(c *net.UDPConn, b []byte), by *net.UDPConn) {
	r.mu.Lock()
	x := r.raced
	if x == nil {
		r.mu.Unlock()
		to(by, b)
		return
	}
	x.sent++
	x.wait.Add(1)
	r.mu.Unlock()
	to(x.from, b)
	late := append([]byte(nil), b...)
	time.AfterFunc(earlyBy, func() {
		defer x.wait.Done()
		to(by, late)
	})
}
