package client

import (
	"time"

	"voxtide/actions"
	"voxtide/client/links"
	"voxtide/internal/wire"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/transport/secure"
)

// The client's part of direct links; package links has the rest. Without Config.Links every function does nothing.

// withholdFor is how long nothing is shared that changes blocks or items, after the server has refused such an action for what only it
// knows, as a claim of somebody else: to a peer, who cannot know it either, more of that would look like a lie.
const withholdFor = 10 * time.Second

// lookAhead bounds how far after the last frame's time a look may be that counts.
const lookAhead = protocol.Horizon

// linksSession is the client as package links sees it.
type linksSession struct{ *Client }

// beginDirect makes the links of a client.
func (c *Client) beginDirect() {
	if c.cfg.Links != nil {
		c.direct = directLinks{links: links.New(*c.cfg.Links, linksSession{c}), looks: map[timestream.Stream]look{}}
	}
}

// updateDirect takes in what has happened to the links, before the prediction of a frame.
func (c *Client) updateDirect() {
	if c.direct.links != nil {
		c.direct.links.Update(c.now)
	}
}

// shareActions sends the linked players the own actions that the server has not acked. Under another judge than that of declared times
// the server performs them at other times than theirs, which a peer cannot know.
func (c *Client) shareActions(pitch float64, to timestream.Time) {
	if c.direct.links == nil || c.judged.Judge != protocol.JudgeDeclared || c.state != Playing {
		return
	}
	for _, r := range c.strategy.Base().PendingEvents().Refused {
		if r.Why.ServerOnly() {
			c.direct.withholdUntil = c.now + withholdFor
		}
	}
	d := protocol.Declare{Stamp: to, LastAction: c.own.nextAction - 1, Pitch: pitchDegrees(pitch)}
	c.direct.links.Share(d, c.strategy.Base().Unacked(), c.now >= c.direct.withholdUntil, to)
}

// Apply carries out an effect of the links on the session.
func (s linksSession) Apply(e *links.Effect) predict.PeerVerdict {
	c := s.Client
	if c.cfg.Recorder != nil {
		c.cfg.Recorder.Linked(e)
	}
	switch e.Kind {
	case links.Act:
		v := c.addPeerAction(e.Stream, &e.Action)
		if at := e.Action.At; v == predict.PeerAccepted && (c.direct.oldest == 0 || at < c.direct.oldest) {
			c.direct.oldest = at
		}
		return v
	case links.Look:
		if k, ok := c.direct.looks[e.Stream]; (!ok || e.Stamp > k.stamp) && c.strategy != nil && e.Stamp <= c.strategy.Now().Add(lookAhead) {
			c.direct.looks[e.Stream] = look{e.Stamp, e.Pitch}
		}
	case links.Forget:
		delete(c.direct.looks, e.Stream)
		if p, ok := c.strategy.(PeerActions); ok {
			p.ForgetPeer(e.Stream)
		}
	case links.Tell:
		c.stats.BytesUp += len(e.Message)
		c.sendMessage(e.Message)
	case links.Say:
		c.direct.said = append(c.direct.said, string(e.Message))
	}
	return predict.PeerIgnored
}

// addPeerAction adds an action of a directly linked peer, if the strategy can show it.
func (c *Client) addPeerAction(s timestream.Stream, a *actions.Action) predict.PeerVerdict {
	if p, ok := c.strategy.(PeerActions); ok && c.state == Playing {
		return p.AddPeerAction(s, a)
	}
	return predict.PeerIgnored
}

// Denied returns how many actions of a peer the server's word has denied.
func (s linksSession) Denied(of timestream.Stream) uint64 {
	if s.strategy == nil {
		return 0
	}
	return s.strategy.Base().PeerCounts(of).Lies
}

// NameOf returns the name of a player, "" if nobody has the stream.
func (s linksSession) NameOf(of timestream.Stream) string {
	if w := s.World(); w != nil {
		if st := w.Stream(of); st != nil {
			return st.Name
		}
	}
	return ""
}

// receiveDirect takes a message of the rendezvous.
func (c *Client) receiveDirect(kind byte, r *wire.Reader) error {
	l := c.direct.links
	switch kind {
	case protocol.MsgPeer:
		p, err := protocol.ReadPeer(r)
		if err == nil && l != nil {
			wait := p.At.Sub(c.clock.estimate(c.now))
			l.Introduced(&p, time.Duration(wait)*time.Microsecond)
		}
		return err
	case protocol.MsgPeerGone:
		g, err := protocol.ReadPeerGone(r)
		if err == nil && l != nil {
			l.Gone(g)
		}
		return err
	}
	o, err := protocol.ReadLinkOffer(r)
	if err == nil && l != nil {
		l.Offered(o)
	}
	return err
}

// fillSaid says what has become of links, as the server says things.
func (c *Client) fillSaid(sc *scene.Scene) {
	for _, line := range c.direct.said {
		sc.Chat = append(sc.Chat, scene.ChatLine{Text: line})
	}
	c.direct.said = c.direct.said[:0]
}

// SetDirectLinks changes whom the player lets link with him, from now on: links that he no longer consents to close at once.
func (c *Client) SetDirectLinks(mode links.Mode, friends []secure.Key) {
	if c.direct.links != nil {
		c.direct.links.SetMode(mode, friends)
	}
}

// DirectLinks returns the links of the session. The list is valid until the next call.
func (c *Client) DirectLinks() []links.Info {
	if c.direct.links == nil {
		return nil
	}
	return c.direct.links.Infos()
}

// LinkOffer returns who nearby would link while the player's mode is off and he may be asked; false if nobody.
func (c *Client) LinkOffer() (links.Offer, bool) {
	if c.direct.links == nil {
		return links.Offer{}, false
	}
	return c.direct.links.Offer()
}

// AnswerLinkOffer answers the offer, whatever the answer: the player is not asked again in this session.
func (c *Client) AnswerLinkOffer(mode links.Mode, friends []secure.Key) {
	if c.direct.links != nil {
		c.direct.links.AnswerOffer(mode, friends)
	}
}
