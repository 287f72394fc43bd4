package protocol

import (
	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// The messages by which a server introduces players who want a direct link to each other, all on the live lane. The server only
// introduces: what goes over the link (peer_message.go) it neither sees nor can read. Addresses pass only between two players
// who both consent.
//
//	up    MsgLinks      mode | ask | addresses | friends: what a player consents to, in place of the one before
//	down  MsgPeer       stream | key | pair | secret | role | at | addresses: both are told in the same step
//	up    MsgLinked     stream | round trip in ms | how: the link carries; from now on that player's acks are told
//	up    MsgUnlinked   stream | why: the link ended, or there was none to be had
//	down  MsgPeerGone   stream | why: the link must end, or must not be tried any longer
//	down  MsgLinkOffer  stream | key: somebody near would link, if this player consented; no address

// LinkMode is whom a player links to. Both sides must agree, each by its own mode.
type LinkMode uint8

// The modes.
const (
	LinksOff     LinkMode = iota // nobody
	LinksFriends                 // players whose keys are named; two in this mode must name each other
	LinksHouse                   // players who have the same public address: the IPv4 address, or the /64 prefix of an IPv6 one
	LinksAll                     // everybody who also consents
	LinkModeCount
)

var linkModeNames = [LinkModeCount]string{"off", "friends", "house", "all"}

// String returns the mode in a word.
func (m LinkMode) String() string { return linkModeNames[min(m, LinkModeCount-1)] }

// ParseLinkMode returns the mode of that name; false if there is none.
func ParseLinkMode(name string) (LinkMode, bool) {
	for m, n := range linkModeNames {
		if n == name {
			return LinkMode(m), true
		}
	}
	return 0, false
}

// LinkHow is which of a player's addresses a link leads to, or an address is.
type LinkHow uint8

// The kinds of addresses, in the order in which a link prefers them.
const (
	LinkLAN          LinkHow = iota // of the player's own machine, within a house
	LinkIPv6                        // of the player's own machine, global
	LinkSeenByServer                // as the server sees the player
	LinkSeenByPeer                  // as the other player sees the player; in no MsgPeer
	LinkHowCount
)

var linkHowNames = [LinkHowCount]string{"lan", "v6", "seen by the server", "seen by the peer"}

// String returns the kind in a few words.
func (h LinkHow) String() string { return linkHowNames[min(h, LinkHowCount-1)] }

// LinkEnd is why a link ended or must end.
type LinkEnd uint8

// The reasons. A MsgUnlinked says LinkFailed, LinkSilent, LinkLies, LinkBroken or LinkWithdrawn.
const (
	LinkLeft      LinkEnd = iota // the other has left, or its connection is lost
	LinkFar                      // the other is too far away
	LinkWithdrawn                // one of the two no longer consents
	LinkMany                     // nearer players took its place
	LinkFailed                   // no address led there
	LinkSilent                   // nothing has come over it for too long
	LinkLies                     // the other showed actions that it never performed
	LinkBroken                   // the other sent what breaks the protocol
	LinkEndCount
)

var linkEndNames = [LinkEndCount]string{"left", "too far away", "consent withdrawn", "nearer players linked", "no way through", "silent", "lies", "broken"}

// String returns the reason in a few words.
func (e LinkEnd) String() string { return linkEndNames[min(e, LinkEndCount-1)] }

// byPlayer reports whether a MsgUnlinked may say it.
func (e LinkEnd) byPlayer() bool {
	return e == LinkFailed || e == LinkSilent || e == LinkLies || e == LinkBroken || e == LinkWithdrawn
}

// Bounds of the messages of links.
const (
	// LinkAddressesMax bounds the own addresses that a player tells.
	LinkAddressesMax = 6
	// PeerAddressesMax bounds the addresses of a MsgPeer: those, and the one that the server sees.
	PeerAddressesMax = 8
	// LinkFriendsMax bounds the keys that a player names.
	LinkFriendsMax = 64
	// LinksMax is how many links a player has at most at a time.
	LinksMax = 8
)

// PlayerKey is a player's public key, as transport.Identity and secure.Key.
type PlayerKey [32]byte

// LinkAddress is an address and port; an IPv4 address is mapped into IPv6 (::ffff:a.b.c.d). Written as 16 bytes and u16.
type LinkAddress struct {
	IP   [16]byte
	Port uint16
}

// Links is what a player consents to. Each one takes the place of the one before; without one a player's mode is LinksOff.
type Links struct {
	Mode      LinkMode
	Ask       bool          // in LinksOff: the player may be sent a MsgLinkOffer
	Addresses []LinkAddress // of the own machine, with the socket's port; at most LinkAddressesMax, none in LinksOff
	Friends   []PlayerKey   // for LinksFriends; at most LinkFriendsMax
}

// AppendLinks writes a Links as a live message.
func AppendLinks(b []byte, l *Links) []byte {
	b = wire.AppendBool(append(b, MsgLinks, byte(l.Mode)), l.Ask)
	b = wire.AppendCount(b, len(l.Addresses))
	for i := range l.Addresses {
		b = appendLinkAddress(b, &l.Addresses[i])
	}
	b = wire.AppendCount(b, len(l.Friends))
	for i := range l.Friends {
		b = append(b, l.Friends[i][:]...)
	}
	return b
}

// ReadLinks reads a Links after its kind byte.
func ReadLinks(r *wire.Reader) (l Links, err error) {
	l.Mode = LinkMode(r.Byte())
	l.Ask = r.Bool()
	if l.Mode >= LinkModeCount {
		r.Fail(ErrValue)
	}
	if n := r.Count(LinkAddressesMax, linkAddressBytes); n > 0 {
		l.Addresses = make([]LinkAddress, n)
	}
	for i := range l.Addresses {
		l.Addresses[i] = readLinkAddress(r)
	}
	if n := r.Count(LinkFriendsMax, len(PlayerKey{})); n > 0 {
		l.Friends = make([]PlayerKey, n)
	}
	for i := range l.Friends {
		l.Friends[i] = readPlayerKey(r)
	}
	if l.Mode == LinksOff && len(l.Addresses)+len(l.Friends) > 0 {
		r.Fail(ErrValue)
	}
	return l, r.End()
}

// PeerAddress is an address at which a player may be reached.
type PeerAddress struct {
	How LinkHow // not LinkSeenByPeer
	LinkAddress
}

// Peer introduces another player. Both of a pair get one in the same step of the server, with the same pair, secret and time.
type Peer struct {
	Stream    timestream.Stream // of the other player
	Key       PlayerKey         // of the other player, which the handshake of the link must prove
	Pair      uint32            // names the pair in packets; never 0, and of no other pair at the time
	Secret    [32]byte          // of the pair, for the first packets
	Role      byte              // 0: the recipient begins the handshake, 1: it answers
	At        timestream.Time   // of the server's clock (Pong.Now): when both begin to send
	Addresses []PeerAddress     // of the other player, the best first; 1 to PeerAddressesMax
}

// AppendPeer writes a Peer as a live message.
func AppendPeer(b []byte, p *Peer) []byte {
	b = wire.AppendUvarint(append(b, MsgPeer), uint64(p.Stream))
	b = append(b, p.Key[:]...)
	b = wire.AppendU32(b, p.Pair)
	b = append(append(b, p.Secret[:]...), p.Role)
	b = wire.AppendUvarint(b, uint64(p.At))
	b = wire.AppendCount(b, len(p.Addresses))
	for i := range p.Addresses {
		b = appendLinkAddress(append(b, byte(p.Addresses[i].How)), &p.Addresses[i].LinkAddress)
	}
	return b
}

// ReadPeer reads a Peer after its kind byte.
func ReadPeer(r *wire.Reader) (p Peer, err error) {
	p.Stream, p.Key = world.ReadStream(r), readPlayerKey(r)
	p.Pair = r.U32()
	copy(p.Secret[:], r.Bytes(len(p.Secret)))
	p.Role, p.At = r.Byte(), world.ReadTime(r)
	if p.Pair == 0 || p.Role > 1 {
		r.Fail(ErrValue)
	}
	n := r.Count(PeerAddressesMax, 1+linkAddressBytes)
	if n == 0 {
		r.Fail(ErrValue)
		return p, r.Err()
	}
	p.Addresses = make([]PeerAddress, n)
	for i := range p.Addresses {
		how := LinkHow(r.Byte())
		if how >= LinkSeenByPeer {
			r.Fail(ErrValue)
		}
		p.Addresses[i] = PeerAddress{how, readLinkAddress(r)}
	}
	return p, r.End()
}

// Linked says that the link to a player carries, and how.
type Linked struct {
	Stream      timestream.Stream
	RoundTripMs uint16
	How         LinkHow
}

// AppendLinked writes a Linked as a live message.
func AppendLinked(b []byte, l Linked) []byte {
	b = wire.AppendUvarint(append(b, MsgLinked), uint64(l.Stream))
	return append(wire.AppendUvarint(b, uint64(l.RoundTripMs)), byte(l.How))
}

// ReadLinked reads a Linked after its kind byte.
func ReadLinked(r *wire.Reader) (l Linked, err error) {
	l.Stream, l.RoundTripMs, l.How = world.ReadStream(r), r.Uvarint16(), LinkHow(r.Byte())
	if l.How >= LinkHowCount {
		r.Fail(ErrValue)
	}
	return l, r.End()
}

// LinkEnded is what MsgUnlinked (up) and MsgPeerGone (down) say of the link to a player.
type LinkEnded struct {
	Stream timestream.Stream
	Why    LinkEnd
}

// AppendUnlinked writes a LinkEnded as a live message of a player.
func AppendUnlinked(b []byte, u LinkEnded) []byte { return appendLinkEnded(append(b, MsgUnlinked), u) }

// ReadUnlinked reads a MsgUnlinked after its kind byte.
func ReadUnlinked(r *wire.Reader) (u LinkEnded, err error) {
	u = readLinkEnded(r)
	if !u.Why.byPlayer() {
		r.Fail(ErrValue)
	}
	return u, r.End()
}

// AppendPeerGone writes a LinkEnded as a live message of the server.
func AppendPeerGone(b []byte, u LinkEnded) []byte { return appendLinkEnded(append(b, MsgPeerGone), u) }

// ReadPeerGone reads a MsgPeerGone after its kind byte.
func ReadPeerGone(r *wire.Reader) (u LinkEnded, err error) {
	u = readLinkEnded(r)
	return u, r.End()
}

// LinkOffer says that a player near by would link, if the recipient consented.
type LinkOffer struct {
	Stream timestream.Stream
	Key    PlayerKey
}

// AppendLinkOffer writes a LinkOffer as a live message.
func AppendLinkOffer(b []byte, o LinkOffer) []byte {
	b = wire.AppendUvarint(append(b, MsgLinkOffer), uint64(o.Stream))
	return append(b, o.Key[:]...)
}

// ReadLinkOffer reads a LinkOffer after its kind byte.
func ReadLinkOffer(r *wire.Reader) (o LinkOffer, err error) {
	o.Stream, o.Key = world.ReadStream(r), readPlayerKey(r)
	return o, r.End()
}

const linkAddressBytes = 18

func appendLinkAddress(b []byte, a *LinkAddress) []byte {
	return wire.AppendU16(append(b, a.IP[:]...), a.Port)
}

func readLinkAddress(r *wire.Reader) (a LinkAddress) {
	copy(a.IP[:], r.Bytes(len(a.IP)))
	a.Port = r.U16()
	return a
}

func readPlayerKey(r *wire.Reader) (k PlayerKey) {
	copy(k[:], r.Bytes(len(k)))
	return k
}

func appendLinkEnded(b []byte, u LinkEnded) []byte {
	return append(wire.AppendUvarint(b, uint64(u.Stream)), byte(u.Why))
}

func readLinkEnded(r *wire.Reader) (u LinkEnded) {
	u.Stream, u.Why = world.ReadStream(r), LinkEnd(r.Byte())
	if u.Why >= LinkEndCount {
		r.Fail(ErrValue)
	}
	return u
}
