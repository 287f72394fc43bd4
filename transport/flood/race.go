package flood

import (
	"net"
	"sync"
	"time"
)

// raceLead is how much earlier the copies arrive than the packets themselves.
const raceLead = 2 * time.Millisecond

// racerAddr is the address of this machine that sends the copies, where the system has more than one.
var racerAddr = net.IPv4(127, 9, 9, 9)

// openAt opens a socket at an address of this machine, or at the usual one if that fails.
func openAt(ip net.IP) (*net.UDPConn, error) {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: ip})
	if err != nil {
		return openLoopback()
	}
	c.SetReadBuffer(socketSize)
	return c, nil
}

// race is an attacker who is faster than a Relay: a copy of each packet arrives first, from another address.
type race struct {
	from *net.UDPConn
	sent uint64
	wait sync.WaitGroup // for delayed packets
}

// Race makes a copy of each packet, in either direction, arrive from another address before the packet itself, until
// EndRace. It fails with the system's errors.
func (r *Relay) Race() error {
	from, err := openAt(racerAddr)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.race != nil || r.closed {
		from.Close()
		return net.ErrClosed
	}
	r.race = &race{from: from}
	return nil
}

// EndRace ends the race, and returns the number of copies sent.
func (r *Relay) EndRace() uint64 {
	r.mu.Lock()
	x := r.race
	r.race = nil
	r.mu.Unlock()
	if x == nil {
		return 0
	}
	x.wait.Wait()
	x.from.Close()
	return x.sent
}

// forward sends a packet on, after its copy if there is a race.
func (r *Relay) forward(b []byte, to func(c *net.UDPConn, b []byte), by *net.UDPConn) {
	r.mu.Lock()
	x := r.race
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
	time.AfterFunc(raceLead, func() {
		defer x.wait.Done()
		to(by, late)
	})
}
