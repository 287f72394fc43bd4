package server

import (
	"slices"
	"time"

	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/rendezvous"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// Players who want a direct link are introduced to each other (package rendezvous). What belongs to a link belongs to the connection over
// which its player consented: with another one the player consents again, and is introduced again.

// linksEvery is the time between two looks at who is near whom; consent and its end count at once.
const linksEvery = 250 * time.Millisecond

// LinkObserver is an Observer that is told what players are told of each other for direct links. It holds addresses.
type LinkObserver interface{ Link(n *rendezvous.News) }

// receiveLinks takes a message of links after its kind; it returns why the session must end. What it says of a link to a player whom the
// client was not introduced to is nothing: the link's end may have been on its way.
func (s *Server) receiveLinks(c *session, kind byte, r *wire.Reader) string {
	if !c.rates.admitLinks(s.clock.mono) {
		return "too many messages of links"
	}
	const malformed = "malformed message of links"
	switch kind {
	case protocol.MsgLinks:
		l, err := protocol.ReadLinks(r)
		if err != nil {
			return malformed
		}
		if key := transport.IdentityOf(c.link.conn); key != (transport.Identity{}) {
			s.links.table.Consent(c.stream, protocol.PlayerKey(key), &l, s.clock.now)
		}
	case protocol.MsgLinked:
		l, err := protocol.ReadLinked(r)
		if err != nil {
			return malformed
		}
		if s.links.table.Linked(c.stream, l.Stream, s.clock.now) {
			c.told.SetLinked(l.Stream, true)
		}
	case protocol.MsgUnlinked:
		u, err := protocol.ReadUnlinked(r)
		if err != nil {
			return malformed
		}
		if s.links.table.Unlinked(c.stream, u, s.clock.now) {
			c.told.SetLinked(u.Stream, false)
		}
	}
	return ""
}

// leaveLinks ends all links of a session whose connection is lost or replaced.
func (s *Server) leaveLinks(c *session) {
	s.links.table.Leave(c.stream, s.clock.now)
	c.link.news = nil
}

// introduce tells players of each other who may link, and of links that must end.
func (s *Server) introduce() {
	l := &s.links
	l.table.SetOff(s.cfg.NoLinks, s.clock.now)
	if s.clock.mono-l.updatedAt >= linksEvery {
		l.updatedAt = s.clock.mono
		l.table.Update(s.clock.now, s.placeOf)
	}
	observer, _ := s.cfg.Observer.(LinkObserver)
	news := l.table.News()
	for i := range news {
		n := &news[i]
		c := s.clients.session(n.To)
		if c == nil || c.link.conn == nil {
			continue
		}
		var msg []byte
		switch {
		case n.Peer != nil:
			msg = protocol.AppendPeer(nil, n.Peer)
		case n.Gone != nil:
			c.told.SetLinked(n.Gone.Stream, false)
			msg = protocol.AppendPeerGone(nil, *n.Gone)
		default:
			msg = protocol.AppendLinkOffer(nil, *n.Offer)
		}
		c.link.news = append(c.link.news, msg)
		if observer != nil {
			observer.Link(n)
		}
	}
	for _, c := range s.clients.sessions {
		if len(c.link.news) > 0 {
			s.sendLinkNews(c)
		}
	}
}

// sendLinkNews sends what a client must be told of its links, behind the Welcome, as far as its lane has room.
func (s *Server) sendLinkNews(c *session) {
	if len(c.link.news) > linkNewsMax {
		c.endReason = protocol.ReasonSlowNetwork.String()
	}
	if c.link.conn == nil || !c.told.Welcomed() {
		return
	}
	sent := 0
	for _, msg := range c.link.news {
		if c.link.conn.Send(transport.Live, msg) != nil {
			break
		}
		sent++
	}
	c.link.news = slices.Delete(c.link.news, 0, sent)
}

// placeOf returns where a client is; false if it has no connection or no body.
func (s *Server) placeOf(of timestream.Stream) (p rendezvous.Place, ok bool) {
	c, slot := s.clients.session(of), s.rec.W.Find(world.AvatarID(of))
	if c == nil || c.link.conn == nil || slot == world.NoEntity || s.isUnseen(c) {
		return p, false
	}
	p.Feet = s.rec.W.Entity(slot).Motion.Pos
	if at := transport.LocationOf(c.link.conn); at.IsValid() {
		p.Location = protocol.LinkAddress{IP: at.Addr().As16(), Port: at.Port()}
	}
	return p, true
}

// newLinkSecret draws what two players who are introduced share.
func (s *Server) newLinkSecret() [32]byte {
	s.links.secrets++
	return s.drawSecret("direct link", s.links.secrets)
}

// linked reports whether two players have a direct link, as both of their clients say.
func (s *Server) linked(a, b timestream.Stream) bool {
	return s.links.table.HasLinked(a, b) && s.links.table.HasLinked(b, a)
}
