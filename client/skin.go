package client

import (
	"voxtide/internal/skin"
	"voxtide/internal/wire"
	"voxtide/protocol"
)

// SetSkin sets how the player looks, by a packed skin; empty for the colours that the game gives. Others see it if the server lets them.
// Errors: skin.ErrSkin.
func (c *Client) SetSkin(packed []byte) error {
	if err := c.skins.SetOwn(packed); err != nil {
		return err
	}
	c.sendSkin()
	return nil
}

// HideSkins says whether the skins of others are not shown.
func (c *Client) HideSkins(hidden bool) { c.skins.Hide(hidden) }

// sendSkin tells the server the own skin, once for each connection and change.
func (c *Client) sendSkin() {
	if c.link.conn == nil || !c.link.welcomed || len(c.skins.Own()) == 0 && !c.link.skinSent {
		return
	}
	c.link.skinSent = true
	c.link.buf = protocol.AppendSetSkin(c.link.buf[:0], c.skins.Own())
	c.stats.BytesUp += len(c.link.buf)
	c.sendMessage(c.link.buf)
}

// receiveSkins takes the names of skins.
func (c *Client) receiveSkins(r *wire.Reader) error {
	rows, err := protocol.ReadSkins(nil, r)
	if err == nil {
		c.skins.Told(rows)
	}
	return err
}

// askSkin asks for a skin that a frame lacked.
func (c *Client) askSkin() {
	if c.link.conn == nil || !c.link.welcomed {
		return
	}
	if id, ask := c.skins.Ask(c.now); ask {
		c.link.buf = protocol.AppendAskSkin(c.link.buf[:0], id)
		c.stats.BytesUp += len(c.link.buf)
		c.sendMessage(c.link.buf)
	}
}

const _ = uint(protocol.SkinMax-skin.PackMax) + uint(skin.PackMax-protocol.SkinMax) // they are the same
