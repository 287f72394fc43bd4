package access

import (
	"net/netip"
	"slices"
)

// Origin is from where somebody comes, and with which key; each is zero where it is not known.
type Origin struct {
	Address netip.Addr // unmapped, without a zone
	Key     Identity
}

// Origins remembers from which address players came since the server started, for bans by address and for who else came from there. The
// zero value is ready. The server's loop alone uses it.
type Origins struct {
	of    map[string]netip.Addr
	order []string // names in the order in which they were first noted; the oldest are forgotten
}

// originsMax bounds the names whose address is remembered.
const originsMax = 8192

// Note notes that a player came from an address; one within this process has none.
func (o *Origins) Note(name string, at netip.Addr) {
	if !at.IsValid() {
		return
	}
	if o.of == nil {
		o.of = map[string]netip.Addr{}
	}
	if _, known := o.of[name]; !known {
		if len(o.order) >= originsMax {
			delete(o.of, o.order[0])
			o.order = o.order[1:]
		}
		o.order = append(o.order, name)
	}
	o.of[name] = at.Unmap().WithZone("")
}

// Of returns the address from which a player came last, the zero value if it is not known.
func (o *Origins) Of(name string) netip.Addr { return o.of[name] }

// From returns the players who came last from an address, in order of name.
func (o *Origins) From(at netip.Addr) (names []string) {
	for name, a := range o.of {
		if a == at {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
