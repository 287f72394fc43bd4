package links

import (
	"time"

	"voxtide/internal/faults"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// A peer that showed liesMax actions within liesIn which the server's word denied is unlinked. An honest one shows none: its
// actions go to the server, too, and the ack of an action comes with the stamp that passes it.
//
// So does one that shows in liesMax frames within liesIn what is too far from what was received to be shown at all. Before the first
// ack of a new link every number is; and what an honest peer shows after its machine was stopped may be too old.
const (
	liesMax  = 16
	liesIn   = 10 * time.Second
	farAfter = 5 * time.Second       // linked, from which on what is too far counts
	tooOld   = 5 * timestream.Second // before its sender's own time, from which on it does not
)

// peer is a player whom the server introduced.
type peer struct {
	stream timestream.Stream
	key    secure.Key
	linked bool
	house  bool // the server named an address of its own network, which it does only within one house

	heard  uint64          // the greatest number of an action that the prediction took or knew
	oldest timestream.Time // of the actions taken in this frame; 0 for none
	seen   time.Duration
	lies   lies
	far    lies // frames in which it showed what is too far
	farNow bool // this one is

	linkedAt time.Duration
	newest   uint64        // the greatest number of an own action there was when it was sent to last
	sentAt   time.Duration // when that was
}

// lies counts what the server's word denied.
type lies struct {
	all    int
	denied uint64                 // as the session counted last
	at     [liesMax]time.Duration // of the last ones, a ring
}

// note notes n more, and reports whether there were too many of late.
func (k *lies) note(n int, now time.Duration) bool {
	for range n {
		k.at[k.all%liesMax] = now
		k.all++
		if k.all >= liesMax && now-k.at[k.all%liesMax] <= liesIn { // the oldest of the last liesMax
			return true
		}
	}
	return false
}

// Introduced takes the server's introduction of another player; in is how long to wait before the first packet.
func (l *Links) Introduced(p *protocol.Peer, in time.Duration) {
	if l.cfg.Recorded != nil {
		return
	}
	refuse := func(why protocol.LinkEnd) {
		l.tell(protocol.AppendUnlinked(nil, protocol.LinkEnded{Stream: p.Stream, Why: why}))
	}
	key := secure.Key(p.Key)
	switch {
	case !l.consents(key) && !faults.Active(faults.IntroductionsFollowed):
		refuse(protocol.LinkWithdrawn)
		return
	case l.barred(key):
		refuse(protocol.LinkLies)
		return
	case l.socket == nil:
		refuse(protocol.LinkFailed)
		return
	}
	if l.machine == nil {
		l.machine = punch.New(l.socket, punch.Config{Secret: l.cfg.Secret, AllowLoopback: l.cfg.AllowLoopback})
	}
	if old := l.find(p.Stream); old != nil {
		l.closeWay(old, protocol.LinkLeft)
		l.remove(old)
	}
	i := punch.Introduction{ID: uint64(p.Stream), Key: key, Pair: p.Pair, Secret: p.Secret, Role: p.Role, In: max(0, min(in, introducedMax))}
	house := false
	for _, a := range p.Addresses {
		i.Addresses = append(i.Addresses, addressOf(a.LinkAddress))
		i.Kinds = append(i.Kinds, punch.LAN+punch.How(a.How))
		house = house || a.How == protocol.LinkLAN
	}
	if len(l.peers) == protocol.LinksMax || !l.machine.Introduce(l.now, i) {
		refuse(protocol.LinkFailed)
		return
	}
	l.forgetEnded(p.Stream)
	l.peers = append(l.peers, peer{stream: p.Stream, key: key, house: house})
}

// introducedMax bounds how long an introduction may wait.
const introducedMax = 2 * time.Second

// Gone takes the server's word that a link must end.
func (l *Links) Gone(g protocol.LinkEnded) {
	if p := l.find(g.Stream); p != nil {
		l.closeWay(p, g.Why)
		l.remove(p)
	}
	l.forgetEnded(g.Stream)
}

// happened takes an event of a link.
func (l *Links) happened(e *punch.Event) {
	p := l.find(timestream.Stream(e.ID))
	if p == nil {
		return
	}
	switch e.Kind {
	case punch.Linked:
		p.linked, p.linkedAt = true, l.now
		p.lies.denied = l.session.Denied(p.stream)
		l.tell(protocol.AppendLinked(nil, protocol.Linked{Stream: p.stream, RoundTripMs: uint16(min(e.RoundTrip.Milliseconds(), 1<<16-1)), How: howOf(e.How)}))
	case punch.Failed:
		l.unlink(p, protocol.LinkFailed)
	case punch.Gone:
		s := p.stream
		l.unlink(p, protocol.LinkSilent)
		if e.Why != whyTimeout {
			l.forgetEnded(s) // the peer has closed it, and has told the server why
		}
	}
}

// whyTimeout is what package punch says of a peer that was not heard.
const whyTimeout = "timeout"

func howOf(h punch.How) protocol.LinkHow {
	switch h {
	case punch.LAN:
		return protocol.LinkLAN
	case punch.V6:
		return protocol.LinkIPv6
	case punch.SeenByPeer:
		return protocol.LinkSeenByPeer
	}
	return protocol.LinkSeenByServer
}

// receive takes what peers have sent.
func (l *Links) receive() {
	for {
		id, payload, ok := l.machine.Receive()
		if !ok {
			return
		}
		p := l.find(timestream.Stream(id))
		if p == nil {
			continue
		}
		if err := l.message.Read(payload); err != nil {
			l.say(p, saidOfBroken)
			l.unlink(p, protocol.LinkBroken)
			continue
		}
		l.take(p)
	}
}

// take gives the session what a message of a peer says that it does not know yet.
func (l *Links) take(p *peer) {
	d := &l.message.Declare
	l.effect = Effect{Kind: Look, Stream: p.stream, Stamp: d.Stamp, Pitch: d.Pitch}
	l.session.Apply(&l.effect)
	for i := range l.message.Actions {
		a := &l.message.Actions[i]
		if a.Number <= p.heard {
			continue
		}
		l.effect = Effect{Kind: Act, Stream: p.stream, Action: *a}
		switch l.session.Apply(&l.effect) {
		case predict.PeerAccepted:
			p.heard = a.Number
			if p.oldest == 0 {
				p.oldest = a.At
			}
		case predict.PeerRepeated, predict.PeerPassed:
			p.heard = a.Number
		case predict.PeerTooFar:
			p.farNow = p.farNow || l.now-p.linkedAt > farAfter && a.At >= d.Stamp.Add(-tooOld)
		}
	}
}

// judge unlinks who lied too often.
func (l *Links) judge() {
	for i := len(l.peers) - 1; i >= 0; i-- {
		p := &l.peers[i]
		denied := l.session.Denied(p.stream)
		more := denied - min(denied, p.lies.denied)
		p.lies.denied = denied
		lied := p.lies.note(int(min(more, liesMax)), l.now)
		if p.farNow {
			p.farNow = false
			lied = p.far.note(1, l.now) || lied
		}
		if !lied || faults.Active(faults.LiarStaysLinked) {
			continue
		}
		l.say(p, saidOfLies)
		l.unlink(p, protocol.LinkLies)
	}
}

// What is said of a link that the player's own client has closed, after the name of the peer.
const (
	saidOfLies   = "'s link was closed: what it showed was not so"
	saidOfBroken = "'s link was closed: it could not be read"
)

// say tells the player what has become of a peer's link.
func (l *Links) say(p *peer, what string) {
	l.effect = Effect{Kind: Say, Stream: p.stream, Message: append([]byte(l.session.NameOf(p.stream)), what...)}
	l.session.Apply(&l.effect)
}
