package links

import (
	"slices"
	"time"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// This file is what the player consents to: how the server hears of it, and what ends when it is withdrawn.

// addressesEvery is how often the own addresses are looked at again.
const addressesEvery = 30 * time.Second

// consent is what the server was told.
type consent struct {
	told        protocol.Links // last in this connection; what a server assumes without a message if none was told
	toldAny     bool           // in this session
	again       bool           // nothing was told in this connection, but before it: the server may remember that over a resume
	changed     bool           // something may have changed since
	addressesAt time.Duration  // when the own addresses were looked at
	addresses   []protocol.LinkAddress
}

// fresh begins a connection, of which the server knows nothing yet.
func (c *consent) fresh() {
	*c = consent{toldAny: c.toldAny, again: c.toldAny, changed: true, addressesAt: -addressesEvery}
}

// SetMode changes whom the player lets link with him. Links that he no longer consents to close at once.
func (l *Links) SetMode(mode Mode, friends []secure.Key) {
	l.cfg.Mode, l.cfg.Friends = mode, slices.Clone(friends)
	l.consent.changed = true
	if mode != Off {
		l.offered = false
	}
	for i := len(l.peers) - 1; i >= 0; i-- {
		if p := &l.peers[i]; !l.keeps(p) && !faults.Active(faults.ConsentOutlivesItself) {
			l.unlink(p, protocol.LinkWithdrawn)
		}
	}
}

// Mode returns whom the player lets link with him.
func (l *Links) Mode() Mode { return l.cfg.Mode }

// consents reports whether the player consents to be introduced to a player with a key. Whether he plays in the same house only the
// server knows.
func (l *Links) consents(key secure.Key) bool {
	switch l.cfg.Mode {
	case Off:
		return false
	case Friends:
		return slices.Contains(l.cfg.Friends[:min(len(l.cfg.Friends), protocol.LinkFriendsMax)], key)
	}
	return true
}

// keeps reports whether the player consents to a link that there is already. One that leaves the house is not kept in mode House;
// the server introduces those who play in the house again.
func (l *Links) keeps(p *peer) bool {
	return l.consents(p.key) && (l.cfg.Mode != House || p.house)
}

// refreshConsent tells the server what the player consents to, if that is not what it was told.
func (l *Links) refreshConsent() {
	c := &l.consent
	if l.cfg.Mode != Off && l.now-c.addressesAt >= addressesEvery {
		c.addressesAt = l.now
		if a := l.ownAddresses(); !slices.Equal(a, c.addresses) {
			c.addresses, c.changed = a, true
		}
	}
	if !c.changed {
		return
	}
	c.changed = false
	is := protocol.Links{Mode: l.cfg.Mode, Ask: l.cfg.Ask && l.cfg.Mode == Off}
	if is.Mode != Off {
		is.Addresses = c.addresses
	}
	if is.Mode == Friends {
		for _, k := range l.cfg.Friends[:min(len(l.cfg.Friends), protocol.LinkFriendsMax)] {
			is.Friends = append(is.Friends, protocol.PlayerKey(k))
		}
	}
	same := is.Mode == c.told.Mode && is.Ask == c.told.Ask && slices.Equal(is.Addresses, c.told.Addresses) && slices.Equal(is.Friends, c.told.Friends)
	if same && !c.again {
		return
	}
	c.told, c.toldAny, c.again = is, true, false
	l.tell(protocol.AppendLinks(nil, &is))
}

// ownAddresses returns the addresses of this machine that others may be told.
func (l *Links) ownAddresses() (all []protocol.LinkAddress) {
	for _, at := range l.socket.Addresses() {
		if len(all) < protocol.LinkAddressesMax && !punch.Refused(at, l.cfg.AllowLoopback) {
			all = append(all, protocol.LinkAddress{IP: at.Addr().As16(), Port: at.Port()})
		}
	}
	return all
}

// Offered takes the server's word that a player nearby would link.
func (l *Links) Offered(o protocol.LinkOffer) {
	if l.cfg.Mode == Off && l.cfg.Ask && !l.offered {
		l.offer, l.offered = Offer{Stream: o.Stream, Key: secure.Key(o.Key)}, true
	}
}

// Offer returns who nearby would link while the player's mode is off and he may be asked; false if nobody.
func (l *Links) Offer() (Offer, bool) {
	if !l.offered {
		return Offer{}, false
	}
	if l.offer.Name = l.session.NameOf(l.offer.Stream); l.offer.Name == "" { // he has left
		l.offered = false
	}
	return l.offer, l.offered
}

// AnswerOffer answers the offer with a mode. The player is not asked again in this session.
func (l *Links) AnswerOffer(mode Mode, friends []secure.Key) {
	l.cfg.Ask, l.offered = false, false
	l.SetMode(mode, friends)
}
