package reliable

import (
	"net"
	"net/netip"
	"sync"
)

// Route is a resolved server address.
type Route struct{ To *net.UDPAddr }

// Resolve resolves an address once, so that a mistake shows at the start.
func Resolve(address string) (Route, error) {
	to, err := net.ResolveUDPAddr("udp", address)
	return Route{to}, err
}

// Socket opens a client's socket that can reach the server, and where the system can also players of the other family of addresses.
func (r *Route) Socket() (*net.UDPConn, error) { return net.ListenUDP("udp", nil) }

// routesMax bounds the addresses that are remembered.
const routesMax = 64

// Routes are the routes to other servers that a server named. Any goroutine may use them; the zero value has none.
type Routes struct {
	mu    sync.Mutex
	found map[string]*Route // nil while a name is looked up
}

// Find returns the route to an address without waiting: false while its name is looked up, which a goroutine does, and where that failed, until
// the next try.
func (r *Routes) Find(address string) (Route, bool) {
	if at, err := netip.ParseAddrPort(address); err == nil {
		return Route{net.UDPAddrFromAddrPort(at)}, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	found, known := r.found[address]
	switch {
	case found != nil:
		return *found, true
	case known:
		return Route{}, false
	}
	if len(r.found) >= routesMax || r.found == nil {
		r.found = map[string]*Route{}
	}
	r.found[address] = nil
	go func() {
		found, err := Resolve(address)
		r.mu.Lock()
		defer r.mu.Unlock()
		if delete(r.found, address); err == nil && len(r.found) < routesMax {
			r.found[address] = &found
		}
	}()
	return Route{}, false
}
