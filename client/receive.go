package client

import (
	"errors"

	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/transport"
)

// receive handles all received messages.
func (c *Client) receive() {
	for c.link.conn != nil {
		m, ok := c.link.conn.Receive()
		if !ok {
			return
		}
		if err := c.handleMessage(m); err != nil {
			if c.link.conn != nil {
				c.link.conn.Close(err.Error())
			}
			c.end(protocol.ReasonNotUnderstood.With(err.Error()))
			return
		}
	}
}

func (c *Client) handleMessage(m transport.Message) error {
	c.stats.BytesDown += len(m.Data)
	if m.Kind != transport.KindValue {
		c.link.others.drop("the first one answers")
	}
	switch {
	case m.Kind == transport.KindValue && m.Slot == protocol.SlotSlack:
		return c.receiveSlack(m.Data)
	case m.Kind == transport.KindValue:
		return c.receivePong(m)
	case m.Lane == transport.Bulk:
		if packed, is, err := protocol.ReadBulkSkin(m.Data); is {
			if err != nil {
				return err
			}
			return c.skins.Received(packed)
		}
		if at, part, is, err := protocol.ReadBulkPack(m.Data); is {
			if err == nil {
				c.packErr = errors.Join(c.packErr, c.packs.Received(at, part))
			}
			return err
		}
		if is, err := c.far.Received(m.Data); is {
			return err
		}
		return c.receiveSection(m.Data)
	}
	r := &c.link.reader
	*r = wire.NewReader(m.Data)
	switch kind := r.Byte(); kind {
	case protocol.MsgWelcome:
		w, err := protocol.ReadWelcome(r)
		if err == nil {
			c.receiveWelcome(w)
		}
		return err
	case protocol.MsgUpdate:
		if err := c.link.update.Read(r); err != nil {
			return err
		}
		return c.applyUpdate(c.link.update, len(m.Data))
	case protocol.MsgPeer, protocol.MsgPeerGone, protocol.MsgLinkOffer:
		return c.receiveDirect(kind, r)
	case protocol.MsgPlayers:
		c.players.version++
		return c.players.Read(r)
	case protocol.MsgPack:
		return c.receivePack(r)
	case protocol.MsgSkins:
		return c.receiveSkins(r)
	case protocol.MsgOthers:
		all, err := protocol.ReadOthers(r)
		if err == nil {
			c.link.others.addresses = all
		}
		return err
	case protocol.MsgQueued:
		q, err := protocol.ReadQueued(r)
		if err == nil && !c.link.welcomed { // the server answers: nothing is tried again
			c.link.queued, c.link.dialedAt, c.link.firstDialAt = q, c.now, c.now
		}
		return err
	case protocol.MsgTravel:
		t, err := protocol.ReadTravel(r)
		if err == nil {
			c.travel.to = t.World
		}
		return err
	case protocol.MsgWatch:
		w, err := protocol.ReadWatch(r)
		c.watch = w.Stream
		return err
	case protocol.MsgPreview:
		g, err := protocol.ReadPreview(r)
		if err == nil {
			c.showPreview(&g)
		}
		return err
	}
	return protocol.ErrKind
}

// showPreview adds to the preview of a rollback, or begins another one.
func (c *Client) showPreview(g *protocol.Preview) {
	c.scene.PreviewVersion++
	if g.Clear {
		c.scene.Preview = c.scene.Preview[:0]
	}
	for _, cell := range g.Cells {
		if len(c.scene.Preview) == protocol.PreviewShownMax {
			return
		}
		c.scene.Preview = append(c.scene.Preview, scene.PreviewBlock{Pos: [3]int32{cell.Pos.X, cell.Pos.Y, cell.Pos.Z}, Block: uint16(cell.Block)})
	}
}

// receiveSection takes a section of the bulk lane, which may overtake the welcome.
func (c *Client) receiveSection(data []byte) error {
	s, err := protocol.ReadSnapshot(data)
	if err != nil {
		return err
	}
	sec, err := c.link.packer.Unpack(s.Packed)
	s.Packed = nil
	switch {
	case err != nil:
		return err
	case c.link.welcomed:
		c.strategy.ApplySnapshot(s, sec)
		c.requestResends()
	case len(c.link.early) < earlySectionsMax:
		c.link.early = append(c.link.early, earlySection{s, sec})
	default:
		c.giveUpConnection(reasonTooEarly, reasonTooEarly)
	}
	return nil
}

// applyUpdate applies an update that came in a message of a number of bytes.
func (c *Client) applyUpdate(u *protocol.Update, bytes int) error {
	if c.strategy == nil {
		return protocol.ErrKind
	}
	if c.now-c.link.lastUpdateAt > waitAfter {
		c.recheckClock()
	}
	c.link.lastUpdateAt = c.now
	if c.cfg.OnUpdate != nil {
		c.cfg.OnUpdate(u)
	}
	c.receiveMethod(u)
	was, clock := c.receivedStamp(c.stream), c.receivedStamp(timestream.Server)
	if err := c.strategy.ApplyUpdate(u); err != nil {
		return err
	}
	c.resendUnacked(was, clock)
	c.own.told = max(c.own.told, c.receivedStamp(c.stream))
	c.stats.Updates++
	c.noteUpdate(u, bytes)
	if c.cfg.Observer != nil {
		c.cfg.Observer.Update(u.Number, u.CompleteTo)
	}
	if c.strategy.Base().Complete() && c.state != Ended {
		c.state = Playing
	}
	c.askMethod()
	c.requestResends()
	return nil
}

// requestResends asks for the state that did not match the server's hashes: for a single section, or by a resume for the
// full state.
func (c *Client) requestResends() {
	ev := c.strategy.Base().PendingEvents()
	for _, s := range ev.DesyncedSections {
		c.link.buf = protocol.AppendResend(c.link.buf[:0], s)
		c.sendMessage(c.link.buf)
	}
	if ev.DesyncedAvatar && c.link.conn != nil {
		c.giveUpConnection(protocol.ReasonStateDiffers.String(), "the own state differed from the server's")
	}
	if ev.Overflowed && c.link.conn != nil {
		c.giveUpConnection(reasonTooEarly, reasonTooEarly)
	}
	ev.DesyncedSections, ev.DesyncedAvatar, ev.Overflowed = ev.DesyncedSections[:0], false, false
}
