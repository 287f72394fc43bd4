package web

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// visits are the connections that are open. One that has a request under way is busy; the others, those that have sent
// nothing or half of a header among them, are idle.
type visits struct {
	mu  sync.Mutex
	all []*visit       // those that have been idle for longest first
	of  map[string]int // how many come from an address
}

// visit is an open connection.
type visit struct {
	net.Conn
	from string
	in   *visits
	busy bool // under the lock of visits, as gone
	gone bool
}

// visitKey is what a request's context knows its connection by.
type visitKey struct{}

// source returns what counts as one address.
func source(a net.Addr) string {
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

// share returns how many connections may come from an address.
func share(from string) int {
	if at, err := netip.ParseAddr(from); err == nil && at.IsLoopback() {
		return OwnMax
	}
	return EachMax
}

// enter lets a connection in, in the place of an idle one if there is no other; nil if it is to be closed. Whoever has no
// place of its own left gives up one of its own; else the address with the most connections does.
func (v *visits) enter(c net.Conn) *visit {
	n := &visit{Conn: c, from: source(c.RemoteAddr()), in: v}
	v.mu.Lock()
	defer v.mu.Unlock()
	var out *visit
	switch {
	case v.of[n.from] >= share(n.from):
		out = v.idle(func(o *visit) bool { return o.from == n.from })
	case len(v.all) >= ConnectionsMax:
		most := 0
		for _, o := range v.all {
			if !o.busy {
				most = max(most, v.of[o.from])
			}
		}
		out = v.idle(func(o *visit) bool { return v.of[o.from] == most })
	default:
		v.add(n)
		return n
	}
	if out == nil {
		return nil
	}
	v.remove(out)
	go out.Conn.Close() // may wait for a lock of its own
	v.add(n)
	return n
}

// idle returns the connection that has been idle for longest of those of which something is so, nil if there is none.
func (v *visits) idle(so func(*visit) bool) *visit {
	for _, o := range v.all {
		if !o.busy && so(o) {
			return o
		}
	}
	return nil
}

func (v *visits) add(n *visit) {
	v.all = append(v.all, n)
	v.of[n.from]++
}

func (v *visits) remove(n *visit) {
	if n.gone {
		return
	}
	n.gone = true
	for i, o := range v.all {
		if o == n {
			v.all = append(v.all[:i], v.all[i+1:]...)
			break
		}
	}
	if v.of[n.from]--; v.of[n.from] == 0 {
		delete(v.of, n.from)
	}
}

// mark has a connection be busy while a request of it is under way.
func (v *visits) mark(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(visitKey{}).(*visit); ok {
			v.mu.Lock()
			c.busy = true
			v.mu.Unlock()
		}
		h.ServeHTTP(w, r)
	})
}

// rest notes that a connection has had its answer.
func (v *visits) rest(c net.Conn) {
	n, ok := c.(*visit)
	if !ok {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if n.busy = false; !n.gone { // the youngest among the idle now
		v.remove(n)
		n.gone = false
		v.add(n)
	}
}

// Close implements net.Conn.
func (n *visit) Close() error {
	n.in.mu.Lock()
	n.in.remove(n)
	n.in.mu.Unlock()
	return n.Conn.Close()
}

// listener lets in as many connections as there is room for.
type listener struct {
	net.Listener
	visits *visits
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if n := l.visits.enter(c); n != nil {
			return n, nil
		}
		c.Close()
	}
}
