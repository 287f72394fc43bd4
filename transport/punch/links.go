package punch

import (
	"net/netip"
	"slices"
	"time"

	"voxtide/transport/secure"
)

// Config configures Links.
type Config struct {
	// Secret is this player's key; it must not be zero.
	Secret secure.Secret
	// AllowLoopback lets links go over loopback addresses, for tests.
	AllowLoopback bool
}

// Introduction is what a server says of a peer, to both at the same moment.
type Introduction struct {
	// ID names the link for its owner.
	ID uint64
	// Key is the peer's; only its owner can be linked to.
	Key secure.Key
	// Pair is the number of the pair, in all its packets, and Secret seals the knocks. Both are new for each
	// introduction. Role is 0 for one end and 1 for the other.
	Pair   uint32
	Secret [32]byte
	Role   byte
	// In is how long to wait before the first knock, so that both begin at once.
	In time.Duration
	// Addresses are where the peer may be, at most CandidatesMax; those that Refused refuses are left out. Kinds are what
	// the server says of them; where it says nothing, HowOf does.
	Addresses []netip.AddrPort
	Kinds     []How
}

// Links is the machine of all links of one socket. Its owner gives it a time that does not go back. Close a link, or let
// it go, and its place is free.
type Links struct {
	socket   Socket
	watcher  Watcher       // nil if the socket is none
	timed    Timed         // the same
	waited   time.Duration // of the packet that is being received
	cfg      Config
	public   secure.Key
	links    [LinksMax]*link
	receives int // the link that Receive asks first
	events   []Event
	told     []Event // what Events returned last
	counters Counters
	watched  []Watched
	plain    []byte
	out      []byte
	in       [PacketMax + 1]byte
}

// New returns the machine of a socket. It panics without Config.Secret.
func New(socket Socket, cfg Config) *Links {
	if cfg.Secret == (secure.Secret{}) {
		panic("punch: no secret key")
	}
	m := &Links{socket: socket, cfg: cfg, public: cfg.Secret.Public(), plain: make([]byte, 0, PacketMax), out: make([]byte, 0, PacketMax)}
	m.watcher, _ = socket.(Watcher)
	m.timed, _ = socket.(Timed)
	return m
}

// Introduce begins to look for a way to a peer, and reports whether there was room. An introduction of the same pair is
// ignored; another one with the ID of a link takes its place, which ends with Gone if it was linked.
func (m *Links) Introduce(now time.Duration, i Introduction) bool {
	free := -1
	for n, l := range m.links {
		switch {
		case l == nil:
			free = n
		case l.secret.pair == i.Pair && l.state != Closing:
			return l.id == i.ID
		}
	}
	for n, l := range m.links {
		if l != nil && (l.id == i.ID || free < 0 && l.state == Closing) {
			if l.linked() {
				m.end(l, Gone, "introduced again")
			}
			m.links[n], free = nil, n
			break
		}
	}
	if free < 0 || i.Key == m.public || i.Key == (secure.Key{}) {
		return false
	}
	l := &link{id: i.ID, state: Waiting, initiates: slices.Compare(m.public[:], i.Key[:]) < 0, secret: newPairSecret(i.Secret, i.Pair, i.Role)}
	l.pair = secure.NewPair(m.cfg.Secret, i.Key, l.initiates, i.Pair, i.Secret[:])
	for n, at := range i.Addresses[:min(len(i.Addresses), CandidatesMax)] {
		if at = unmap(at); Refused(at, m.cfg.AllowLoopback) || l.knocks.find(at) >= 0 {
			continue
		}
		how := HowOf(at)
		if n < len(i.Kinds) && i.Kinds[n] >= LAN && i.Kinds[n] <= SeenByServer {
			how = i.Kinds[n]
		}
		l.knocks.add(at, how)
	}
	slices.SortStableFunc(l.knocks.candidates, func(a, b candidate) int { return int(a.how) - int(b.how) })
	l.knocks.begin(now + max(0, i.In))
	l.beganAt = l.knocks.startAt
	m.links[free] = l
	m.changed()
	return true
}

// Receive returns the next payload and the link that it came over. It is valid until the next Update.
func (m *Links) Receive() (id uint64, payload []byte, ok bool) {
	for range LinksMax {
		l := m.links[m.receives]
		if l != nil {
			if payload, ok = l.inbox.pop(); ok {
				return l.id, payload, true
			}
		}
		m.receives = (m.receives + 1) % LinksMax
	}
	return 0, nil, false
}

// Events returns what happened since it was called last. It is valid until the next call.
func (m *Links) Events() []Event {
	m.told, m.events = m.events, m.told[:0]
	return m.told
}

// Status returns what is known of a link; its State is None if there is none.
func (m *Links) Status(id uint64) Status {
	l := m.byID(id)
	if l == nil {
		return Status{}
	}
	s := l.status
	s.State, s.How, s.Address, s.Seen = l.state, l.path.how, l.path.at, l.knocks.seen
	s.RoundTrip, s.Loss = l.meter.roundTrip, l.meter.loss
	return s
}

// Counters returns the counts of what belonged to no link.
func (m *Links) Counters() Counters { return m.counters }

// end frees a link's place, with an event if kind is one.
func (m *Links) end(l *link, kind EventKind, why string) {
	for n := range m.links {
		if m.links[n] == l {
			m.links[n] = nil
		}
	}
	if kind != 0 {
		m.events = append(m.events, Event{Kind: kind, ID: l.id, Why: why})
	}
	m.changed()
}

func (m *Links) byID(id uint64) *link {
	for _, l := range m.links {
		if l != nil && l.id == id {
			return l
		}
	}
	return nil
}

func (m *Links) byPair(pair uint32) *link {
	for _, l := range m.links {
		if l != nil && l.secret.pair == pair {
			return l
		}
	}
	return nil
}

// changed tells the socket which packets are expected.
func (m *Links) changed() {
	if m.watcher == nil {
		return
	}
	m.watched = m.watched[:0]
	for _, l := range m.links {
		if l != nil {
			w := Watched{Pair: l.secret.pair}
			if l.linked() {
				w.At = l.path.at
			}
			m.watched = append(m.watched, w)
		}
	}
	m.watcher.Watch(m.watched)
}

// open makes a link of an introduction whose peer has proved that it has its key.
func (m *Links) open(l *link, now time.Duration) {
	l.state = Open
	l.path.linkedAt, l.path.heardAt = now, now
	l.meter = meter{heardAt: now, activeAt: now, base: l.pair.Received()}
	l.inbox.slots = make([]slot, InboxMax)
	l.rateIn, l.rateOut = newReceiveBucket(now), newSendBucket(now)
	l.meter.roundTrip = max(0, l.wayTook())
	l.path.how = l.howOf(l.path.at)
	m.changed()
	m.events = append(m.events, Event{Kind: Linked, ID: l.id, RoundTrip: l.meter.roundTrip, How: l.path.how})
}
