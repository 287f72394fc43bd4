// Package links is a client's side of direct links: what it consents to, what it shows its peers, and what becomes of what they show.
//
// Job: Links stands between the links of a socket (package punch), the messages of the rendezvous (package protocol) and the prediction.
// Owner: the client, which calls it within its frame; nothing here blocks, starts a goroutine or reads a clock.
//
// Data flow of a frame: Update takes in what the socket has, what was introduced, and what ended, and gives the session effects: actions and
// looks of peers, what to forget, what to tell the server. Share then sends each peer the own actions that the server has not acked. A
// recording keeps the effects, so that a replay needs no socket and holds no address and no key.
//
// Invariants: without consent nothing is sent to anybody but the server, and to it only that there is none; nothing but actions of the shared
// kinds and the look goes over a link; the server's path is the normal one and never waits for a link; effects happen in Update alone; a peer
// that showed liesMax actions within liesIn which the server's word denied, or sent what cannot be read, is not linked again in this session.
package links

import (
	"net/netip"
	"slices"
	"time"

	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// Mode is whom a player lets link with him: who does learns his internet address.
type Mode = protocol.LinkMode

// The modes. Both sides must consent.
const (
	Off       = protocol.LinksOff
	Friends   = protocol.LinksFriends // who is in Config.Friends
	House     = protocol.LinksHouse   // who plays over the same public address
	All       = protocol.LinksAll
	ModeCount = protocol.LinkModeCount
)

// ParseMode returns the mode of a word; false if there is none.
func ParseMode(word string) (Mode, bool) { return protocol.ParseLinkMode(word) }

// Config is what a client's links are made with.
type Config struct {
	Secret  secure.Secret // the player's own identity
	Mode    Mode
	Ask     bool         // with Mode Off: the player may be asked
	Friends []secure.Key // of which at most protocol.LinkFriendsMax count
	// Socket returns the socket of the present connection, which was just opened; nil: it has none that links can use. A nil
	// function is one that returns nil.
	Socket        func() punch.Socket
	AllowLoopback bool // for tests: links may go over loopback addresses
	// Recorded returns the next effect of a recorded frame. With it links have no socket and do what the recording says.
	Recorded func() (*Effect, bool)
}

// Session is what links need of their client.
type Session interface {
	// Apply carries out an effect. The verdict is that of an action.
	Apply(e *Effect) predict.PeerVerdict
	// Denied returns how many actions of a peer the server's word has denied since the peer was last forgotten.
	Denied(s timestream.Stream) uint64
	// NameOf returns the name of a player, "" if nobody has the stream.
	NameOf(s timestream.Stream) string
}

// Links are the direct links of a session.
type Links struct {
	cfg     Config
	session Session
	socket  punch.Socket // of the present connection; nil for none
	machine *punch.Links // nil before the first introduction
	now     time.Duration

	peers   []peer // at most protocol.LinksMax
	ended   []ended
	offer   Offer
	offered bool

	consent consent
	forget  []timestream.Stream // at the next Update
	outbox  [][]byte            // messages to the server, at the next Update

	effect  Effect
	message protocol.PeerMessage
	sharing sharing
	infos   []Info
}

// New returns the links of a client.
func New(cfg Config, session Session) *Links {
	return &Links{cfg: cfg, session: session, peers: make([]peer, 0, protocol.LinksMax)}
}

// Begin takes the socket of a connection that the server has just welcomed.
func (l *Links) Begin(now time.Duration) {
	l.End()
	l.now = now
	if l.cfg.Socket != nil && l.cfg.Recorded == nil {
		l.socket = l.cfg.Socket()
	}
	l.consent.fresh()
}

// End closes all links: the connection is lost, or left.
func (l *Links) End() {
	for i := range l.peers {
		l.closeWay(&l.peers[i], protocol.LinkLeft)
		l.forget = append(l.forget, l.peers[i].stream)
	}
	l.peers = l.peers[:0]
	l.socket, l.machine, l.offered = nil, nil, false
	l.outbox = l.outbox[:0]
}

// Update takes in what has happened to the links, and gives the session its effects.
func (l *Links) Update(now time.Duration) {
	l.now = now
	if l.cfg.Recorded != nil {
		for e, ok := l.cfg.Recorded(); ok; e, ok = l.cfg.Recorded() {
			l.session.Apply(e)
		}
		return
	}
	if l.socket != nil {
		l.refreshConsent()
	}
	if l.machine != nil {
		l.machine.Update(now)
		for _, e := range l.machine.Events() {
			l.happened(&e)
		}
		l.receive()
		l.judge()
	}
	for _, s := range l.forget {
		l.effect = Effect{Kind: Forget, Stream: s}
		l.session.Apply(&l.effect)
	}
	l.forget = l.forget[:0]
	for i := 0; i < len(l.outbox); i++ { // a message that the connection does not take ends the links
		l.effect = Effect{Kind: Tell, Message: l.outbox[i]}
		l.session.Apply(&l.effect)
	}
	l.outbox = l.outbox[:0]
}

// tell notes a message to the server.
func (l *Links) tell(message []byte) { l.outbox = append(l.outbox, message) }

// find returns the peer of a stream, nil if there is none.
func (l *Links) find(s timestream.Stream) *peer {
	for i := range l.peers {
		if l.peers[i].stream == s {
			return &l.peers[i]
		}
	}
	return nil
}

// remove forgets a peer and what it showed.
func (l *Links) remove(p *peer) {
	l.forget = append(l.forget, p.stream)
	i := slices.IndexFunc(l.peers, func(q peer) bool { return q.stream == p.stream })
	l.peers = slices.Delete(l.peers, i, i+1)
}

// closeWay tells a peer that its link ends.
func (l *Links) closeWay(p *peer, why protocol.LinkEnd) {
	if l.machine != nil {
		l.machine.Close(uint64(p.stream), why.String(), l.now)
	}
}

// unlink ends the link to a peer, and tells the server why. p is not valid afterwards.
func (l *Links) unlink(p *peer, why protocol.LinkEnd) {
	s := p.stream
	l.closeWay(p, why)
	if why != protocol.LinkWithdrawn {
		l.keepEnded(p, why.String(), why == protocol.LinkLies || why == protocol.LinkBroken)
	}
	l.remove(p)
	l.tell(protocol.AppendUnlinked(nil, protocol.LinkEnded{Stream: s, Why: why}))
}

func addressOf(a protocol.LinkAddress) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom16(a.IP).Unmap(), a.Port)
}
