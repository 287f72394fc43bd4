package reliable

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// Route is a resolved server address.
type Route struct{ To *net.UDPAddr }

// Resolve resolves an address once, so that a mistake shows at the start.
func Resolve(address string) (Route, error) {
	to, err := net.ResolveUDPAddr("udp", address)
	return Route{to}, err
}

// ResolveAll resolves a list of addresses, separated by commas, of which each may name several machines: all of them are servers of one world.
// An error is that of the first that cannot be resolved, if none can.
func ResolveAll(list string) (all []Route, err error) {
	for address := range strings.SplitSeq(list, ",") {
		host, port, err1 := net.SplitHostPort(strings.TrimSpace(address))
		if err1 != nil {
			err = cmp.Or(err, err1)
			continue
		}
		names := []string{host}
		if found, err := net.LookupHost(host); err == nil {
			names = found
		}
		for _, name := range names {
			to, err1 := net.ResolveUDPAddr("udp", net.JoinHostPort(name, port))
			if err = cmp.Or(err, err1); err1 == nil && !slices.ContainsFunc(all, func(r Route) bool { return r.To.String() == to.String() }) {
				all = append(all, Route{to})
			}
		}
	}
	if len(all) > 0 {
		err = nil
	}
	return all, err
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
