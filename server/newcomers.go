package server

import (
	"fmt"
	"net/netip"
	"time"

	"voxtide/access"
	"voxtide/transport"
)

// Names that nobody has had yet, by source. Many people may stand behind one address: a school, a carrier. So it is no attempt that
// counts but what stays: somebody who leaves without anything to keep has taken nothing. Whom the book names is not counted, nor
// who is on the server's own machine.
const (
	newNamesEvery = time.Hour / 8 // a source may add a name so often in the long run
	newNamesBurst = 40            // and so many at once
	sourcesMax    = 4096          // that are remembered; one more takes the place of the one that may add the most
)

// newcomers holds when each source may add its whole burst again (generic cell rate algorithm).
type newcomers map[netip.Addr]time.Duration

// counted returns the source that a connection counts for, the zero value if for none.
func counted(conn transport.Conn) netip.Addr {
	at := transport.Source(transport.RemoteOf(conn))
	if at.IsLoopback() {
		return netip.Addr{}
	}
	return at
}

// take enters a new name of a source; else how long it has to wait.
func (n newcomers) take(of netip.Addr, now time.Duration) (wait time.Duration, ok bool) {
	if !of.IsValid() {
		return 0, true
	}
	at := max(n[of], now) + newNamesEvery
	if wait = at - now - newNamesBurst*newNamesEvery; wait > 0 {
		return wait, false
	}
	if _, there := n[of]; !there && len(n) >= sourcesMax {
		n.room(now)
	}
	n[of] = at
	return 0, true
}

// back gives a source back what a name cost that nothing is kept of.
func (n newcomers) back(of netip.Addr, now time.Duration) {
	if at, ok := n[of]; ok {
		if at -= newNamesEvery; at <= now {
			delete(n, of)
		} else {
			n[of] = at
		}
	}
}

// room forgets the sources that may add their whole burst again, or else the one that may the soonest.
func (n newcomers) room(now time.Duration) {
	var least netip.Addr
	for a, at := range n {
		if at <= now {
			delete(n, a)
		} else if !least.IsValid() || at < n[least] {
			least = a
		}
	}
	if len(n) >= sourcesMax {
		delete(n, least)
	}
}

// The reasons with which new names are turned away, for people to read; turnOf knows them by their beginnings.
const (
	reasonName  = "a name is not that of the server"
	reasonAlike = "a name must not look like another: "
	reasonMany  = "many new players have come from your address"
)

// begins returns why nobody can begin under a name that no row has, "" if somebody can. It enters the name as one of its source.
func (s *Server) begins(conn transport.Conn, name string) (why string) {
	who := access.Who{Name: name, Key: identity(conn)}
	if other := s.alike(name); other != "" {
		if r := s.rows[other]; who.Key != (access.Identity{}) && access.Identity(r.Key) == who.Key {
			return fmt.Sprintf("%syou have played here as %s: come under that name, or one that nobody takes for it", reasonAlike, other)
		}
		return fmt.Sprintf("%s%s plays here already: take one that nobody takes for it", reasonAlike, other)
	}
	if owner(conn) || s.book.Guest(who) {
		return ""
	}
	if wait, ok := s.newcomers.take(counted(conn), s.mono); !ok {
		return fmt.Sprintf("%s, which you may share: try again in %d min, or ask whoever runs this server for \"whitelist add\" and your name", reasonMany, 1+int(wait/time.Minute))
	}
	return ""
}
