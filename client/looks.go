package client

// This file tells and asks what things look like: skins, and the resource pack of the server.

import (
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

// SkinsLost makes all skins be uploaded again: the renderer has new textures.
func (c *Client) SkinsLost() { c.skins.Lost() }

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

// PackOffer returns what resource pack the server has; its size is 0 for none.
func (c *Client) PackOffer() protocol.PackOffer { return c.packs.Offer() }

// FetchPack begins to ask for the server's resource pack: its player wants it.
func (c *Client) FetchPack() { c.packs.Want() }

// PackProgress returns how many bytes of the pack have come.
func (c *Client) PackProgress() int { return c.packs.Progress() }

// TakePack returns the pack once it is whole, and then nil again. The error, once, says that what came is not what was told.
func (c *Client) TakePack() (packed []byte, err error) {
	err, c.packErr = c.packErr, nil
	return c.packs.Take(), err
}

// receivePack takes what pack the server has.
func (c *Client) receivePack(r *wire.Reader) error {
	o, err := protocol.ReadPack(r)
	if err == nil {
		c.packs.Told(o)
	}
	return err
}

// askPack asks for the next part of the pack.
func (c *Client) askPack() {
	if c.link.conn == nil || !c.link.welcomed {
		return
	}
	if at, ask := c.packs.Next(c.now); ask {
		c.link.buf = protocol.AppendAskPack(c.link.buf[:0], c.packs.Offer().ID, at)
		c.stats.BytesUp += len(c.link.buf)
		c.sendMessage(c.link.buf)
	}
}
