package httpguard

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Bounds of an endpoint. Beyond a bound a connection is closed, unless an idle one can make room for it.
const (
	// ConnectionsMax is the number of connections at most.
	ConnectionsMax = 128
	// ConnectionsPerAddress is the number of connections from one address, of IPv6 from one network of 64 bits.
	ConnectionsPerAddress = 16
	// ConnectionsPerLoopback is the number of connections from this machine, where a proxy may stand for many visitors.
	ConnectionsPerLoopback = 64
)

// connLimiter holds the open connections. A connection with a request under way is busy; the others are idle, also those that
// have sent nothing or half of a header.
type connLimiter struct {
	mu         sync.Mutex
	open       []*limitedConn // the one that has been idle for longest first
	perAddress map[string]int // connections from an address
	handling   int            // requests under way
	quiet      chan struct{}  // closed when none is under way, if somebody waits for that
}

// limitedConn is an open connection.
type limitedConn struct {
	net.Conn
	address string
	limiter *connLimiter
	busy    bool // under the limiter's lock, as removed
	removed bool
}

// connKey is the key of the connection in a request's context.
type connKey struct{}

// addressOf returns the address that a connection counts for.
func addressOf(a net.Addr) string {
	p, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return a.String()
	}
	at := p.Addr().Unmap()
	if at.Is6() && !at.IsLoopback() {
		if net, err := at.WithZone("").Prefix(64); err == nil {
			return net.String()
		}
	}
	return at.String()
}

// addressLimit returns the number of connections that an address may have.
func addressLimit(from string) int {
	if at, err := netip.ParseAddr(from); err == nil && at.IsLoopback() {
		return ConnectionsPerLoopback
	}
	return ConnectionsPerAddress
}

// admit lets a connection in, in the place of an idle one if need be; nil if it is to be closed. An address that has all its
// connections gives up one of its own; else the address with the most connections does.
func (v *connLimiter) admit(c net.Conn) *limitedConn {
	n := &limitedConn{Conn: c, address: addressOf(c.RemoteAddr()), limiter: v}
	v.mu.Lock()
	defer v.mu.Unlock()
	var out *limitedConn
	switch {
	case v.perAddress[n.address] >= addressLimit(n.address):
		out = v.longestIdle(func(o *limitedConn) bool { return o.address == n.address })
	case len(v.open) >= ConnectionsMax:
		most := 0
		for _, o := range v.open {
			if !o.busy {
				most = max(most, v.perAddress[o.address])
			}
		}
		out = v.longestIdle(func(o *limitedConn) bool { return v.perAddress[o.address] == most })
	default:
		v.add(n)
		return n
	}
	if out == nil {
		return nil
	}
	v.remove(out)
	go out.Conn.Close() // may wait for the lock
	v.add(n)
	return n
}

// longestIdle returns the connection that has been idle for longest among those that f accepts, nil if there is none.
func (v *connLimiter) longestIdle(so func(*limitedConn) bool) *limitedConn {
	for _, o := range v.open {
		if !o.busy && so(o) {
			return o
		}
	}
	return nil
}

func (v *connLimiter) add(n *limitedConn) {
	v.open = append(v.open, n)
	v.perAddress[n.address]++
}

func (v *connLimiter) remove(n *limitedConn) {
	if n.removed {
		return
	}
	n.removed = true
	for i, o := range v.open {
		if o == n {
			v.open = append(v.open[:i], v.open[i+1:]...)
			break
		}
	}
	if v.perAddress[n.address]--; v.perAddress[n.address] == 0 {
		delete(v.perAddress, n.address)
	}
}

// markBusy marks a connection as busy while a request of it is under way.
func (v *connLimiter) markBusy(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v.mu.Lock()
		v.handling++
		if c, ok := r.Context().Value(connKey{}).(*limitedConn); ok {
			c.busy = true
		}
		v.mu.Unlock()
		defer v.handled()
		h.ServeHTTP(w, r)
	})
}

// handled notes that a request is not under way any more.
func (v *connLimiter) handled() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.handling--; v.handling == 0 && v.quiet != nil {
		close(v.quiet)
		v.quiet = nil
	}
}

// waitQuiet waits until no request is under way, for a time at most.
func (v *connLimiter) waitQuiet(most time.Duration) {
	v.mu.Lock()
	if v.handling > 0 && v.quiet == nil {
		v.quiet = make(chan struct{})
	}
	quiet := v.quiet
	v.mu.Unlock()
	if quiet == nil {
		return
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-quiet:
	case <-timer.C:
	}
}

// markIdle marks a connection as idle, once its answer has left.
func (v *connLimiter) markIdle(c net.Conn) {
	n, ok := c.(*limitedConn)
	if !ok {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if n.busy = false; !n.removed { // the last of the idle ones now
		v.remove(n)
		n.removed = false
		v.add(n)
	}
}

// Close implements net.Conn.
func (n *limitedConn) Close() error {
	n.limiter.mu.Lock()
	n.limiter.remove(n)
	n.limiter.mu.Unlock()
	return n.Conn.Close()
}

// listener admits connections within the bounds.
type listener struct {
	net.Listener
	limiter *connLimiter
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if n := l.limiter.admit(c); n != nil {
			return n, nil
		}
		c.Close()
	}
}
