package links

import (
	"slices"
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// State is the state of a link.
type State uint8

// The states of a link.
const (
	Trying State = iota // looking for a way
	Linked
	Stale  // nothing was heard for a while; all goes on by the server
	Closed // see Info.Why; a link closed for what its peer showed is listed for the rest of the session
)

var stateNames = [...]string{"trying", "linked", "stale", "closed"}

// String returns the state in a word.
func (s State) String() string { return stateNames[min(int(s), len(stateNames)-1)] }

// Info is what is known of a link.
type Info struct {
	Stream    timestream.Stream
	Name      string // of the player
	Key       secure.Key
	State     State
	How       string        // by which kind of address: "lan", "v6", "direct"; "server" while there is no link
	RoundTrip time.Duration // 0: not measured
	Loss      float64       // of the last packets, 0 to 1
	Seen      time.Duration // from the time of the last action that came to the first frame that could show it
	Lies      int           // actions that it showed and the server's word denied, and frames in which it showed what cannot be
	Why       string        // it is closed
}

// Offer says that a player nearby would link, while this one's mode is off. It holds no address.
type Offer struct {
	Stream timestream.Stream
	Name   string
	Key    secure.Key
}

// ended is a link that has ended, and is listed.
type ended struct {
	info   Info
	barred bool // it is not linked again in this session
}

// endedMax bounds the links that are listed after their end: the oldest that is not barred makes room. barredMax bounds the keys
// that are barred; with that many nobody else is linked.
const (
	endedMax  = 8
	barredMax = 256
)

// Infos returns all links, those that have ended last. The list is valid until the next call.
func (l *Links) Infos() []Info {
	l.infos = l.infos[:0]
	for i := range l.peers {
		p := &l.peers[i]
		in := Info{Stream: p.stream, Name: l.session.NameOf(p.stream), Key: p.key, How: "server", Lies: p.lies.all + p.far.all, Seen: p.seen}
		st := l.machine.Status(uint64(p.stream))
		switch st.State {
		case punch.Open:
			in.State, in.How = Linked, howName(howOf(st.How))
		case punch.Stale:
			in.State, in.How = Stale, howName(howOf(st.How))
		}
		in.RoundTrip, in.Loss = st.RoundTrip, st.Loss
		l.infos = append(l.infos, in)
	}
	for i := range l.ended {
		l.infos = append(l.infos, l.ended[i].info)
	}
	return l.infos
}

// howName returns the kind of a link's way as lists show it.
func howName(h protocol.LinkHow) string {
	if h == protocol.LinkLAN || h == protocol.LinkIPv6 {
		return h.String()
	}
	return "direct"
}

// keepEnded lists a link that ends.
func (l *Links) keepEnded(p *peer, why string, barred bool) {
	l.forgetEnded(p.stream)
	if n := len(l.ended); n >= endedMax {
		if i := slices.IndexFunc(l.ended, func(e ended) bool { return !e.barred }); i >= 0 {
			l.ended = slices.Delete(l.ended, i, i+1)
		}
	}
	l.ended = append(l.ended, ended{barred: barred, info: Info{Stream: p.stream, Name: l.session.NameOf(p.stream), Key: p.key, State: Closed,
		How: "server", Lies: p.lies.all + p.far.all, Seen: p.seen, Why: why}})
}

// forgetEnded forgets the links to a stream that have ended, but for those of who is barred.
func (l *Links) forgetEnded(s timestream.Stream) {
	l.ended = slices.DeleteFunc(l.ended, func(e ended) bool { return !e.barred && e.info.Stream == s })
}

// barred reports why a key is not linked in this session; false if it may be.
func (l *Links) barred(key secure.Key) bool {
	n := 0
	for i := range l.ended {
		if e := &l.ended[i]; e.barred {
			if n++; e.info.Key == key {
				return true
			}
		}
	}
	return n >= barredMax
}
