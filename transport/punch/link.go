package punch

import (
	"net/netip"
	"time"

	"voxtide/transport/secure"
)

// link is one introduction and what has become of it.
type link struct {
	id        uint64
	state     State
	secret    pairSecret
	pair      *secure.Pair
	initiates bool          // this end has the lower key
	beganAt   time.Duration // when the first try began
	knocks    knocking
	shake     handshake
	path      path
	meter     meter
	inbox     inbox
	rateIn    bucket
	rateOut   bucket
	closing   closing
	status    Status // its counts; the rest is filled in when it is asked for
}

// closing is the state of telling the peer that a link has ended.
type closing struct {
	why  string
	left int
	at   time.Duration // when to tell it next
}

// path is where the peer is, and where it may be.
type path struct {
	at           netip.AddrPort
	how          How
	heardAt      time.Duration // the last packet from at
	next         netip.AddrPort
	token        [tokenBytes]byte // that next has to answer
	challengedAt time.Duration
	linkedAt     time.Duration
	wanted       bool // next is a better way of ours: silence of at is not waited for
}

// meter measures the round trip and the loss of a link, and decides when to ping.
type meter struct {
	heardAt   time.Duration // the last sealed packet of the peer
	activeAt  time.Duration // the last payload, either way
	askedAt   time.Duration // the first ping since the peer was heard
	asked     bool
	pinged    bool // there was a ping
	last      int  // of pings
	pings     [8]ping
	roundTrip time.Duration
	base      uint64 // counter at which the window of loss began
	came      uint64 // packets since
	loss      float64
}

// ping is a ping that may still be answered.
type ping struct {
	token [tokenBytes]byte
	at    time.Duration
	open  bool
}

// inbox holds payloads until they are received.
type inbox struct {
	slots []slot // nil before the link is open
	first int
	count int
}

type slot struct {
	n    int
	data [PayloadMax]byte
}

func (b *inbox) push(payload []byte) bool {
	if b.count == len(b.slots) {
		return false
	}
	s := &b.slots[(b.first+b.count)%len(b.slots)]
	s.n = copy(s.data[:], payload)
	b.count++
	return true
}

// pop returns the oldest payload; it is valid until the next push.
func (b *inbox) pop() ([]byte, bool) {
	if b.count == 0 {
		return nil, false
	}
	s := &b.slots[b.first]
	b.first = (b.first + 1) % len(b.slots)
	b.count--
	return s.data[:s.n], true
}

// linked reports whether payloads may pass.
func (l *link) linked() bool { return l.state == Open || l.state == Stale }

// candidate is an address at which the peer may be.
type candidate struct {
	at        netip.AddrPort
	how       How
	roundTrip time.Duration // of the fastest answer; neverAnswered if none came
}

// knocking is the state of looking for a way to the peer.
type knocking struct {
	startAt    time.Duration // of the present try
	try        int           // from 1 on
	nextAt     time.Duration // when the next knock is due
	left       int           // knocks left in this try
	next       int           // candidate to knock at next
	candidates []candidate   // at most CandidatesMax + reflexiveMax
	reflexive  int           // of candidates: found by where packets came from
	sent       [knocksMax]sentKnock
	sentNext   int
	seen       netip.AddrPort // where the peer saw the last answered knock come from
}

// sentKnock is a knock that may still be answered.
type sentKnock struct {
	token [tokenBytes]byte
	at    time.Duration
	to    int // index of the candidate
	open  bool
}

// begin starts a try.
func (k *knocking) begin(at time.Duration) {
	k.try++
	k.startAt, k.nextAt, k.left, k.next = at, at, knocksMax, 0
}

// find returns the index of the candidate of an address, -1 if there is none.
func (k *knocking) find(at netip.AddrPort) int {
	for i := range k.candidates {
		if k.candidates[i].at == at {
			return i
		}
	}
	return -1
}

// add adds a candidate and returns its index, -1 if there is no room.
func (k *knocking) add(at netip.AddrPort, how How) int {
	if how == SeenByPeer {
		if k.reflexive == reflexiveMax {
			return -1
		}
		k.reflexive++
	}
	k.candidates = append(k.candidates, candidate{at, how, neverAnswered})
	return len(k.candidates) - 1
}

// best returns the index of the candidate that answered fastest, -1 if none has.
func (k *knocking) best() int {
	best := -1
	for i, c := range k.candidates {
		if c.roundTrip != neverAnswered && (best < 0 || c.roundTrip < k.candidates[best].roundTrip) {
			best = i
		}
	}
	return best
}

// handshake is the initiator's state of the handshake.
type handshake struct {
	nextAt time.Duration // when the first message is due
	to     int           // candidate along which it went last
}

// wayTook returns the round trip of the knocks along the present way, neverAnswered if none was answered.
func (l *link) wayTook() time.Duration {
	if i := l.knocks.find(l.path.at); i >= 0 {
		return l.knocks.candidates[i].roundTrip
	}
	return neverAnswered
}

// howOf returns the kind of an address of the peer.
func (l *link) howOf(at netip.AddrPort) How {
	if i := l.knocks.find(at); i >= 0 {
		return l.knocks.candidates[i].how
	}
	return SeenByPeer
}
