package client

import (
	"time"

	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/transport"
)

// A world may have a second server ready, which goes on with it when the first is gone. Clients are told where at joining. When nothing
// comes from the server that they play on, they ask the others in turn, beside the connection that they have: the first that welcomes them
// takes its place, and anything that still comes over the old one ends the asking. So who plays does not wait, and a server that was merely slow
// loses nobody.

const (
	// askOthersAfter is the silence after which the other servers are asked.
	askOthersAfter = 500 * time.Millisecond
	// otherTimeout is how long one of them may take to answer, and any server to which the session is to go on, where there are several.
	otherTimeout = 1500 * time.Millisecond
)

// dial opens a connection to the server that one plays on or, every second time, to another one: the first server of all is the last of
// these, because none names itself.
func (c *Client) dial() transport.Conn {
	o := &c.link.others
	o.at = o.home
	if o.elsewhere = !o.elsewhere && c.cfg.DialOther != nil && len(o.addresses) > 0; o.elsewhere {
		if o.home != "" && o.turn%(len(o.addresses)+1) == len(o.addresses) {
			o.at = ""
			o.turn++
		} else {
			o.at = o.address("")
		}
	}
	if o.at == "" {
		return c.cfg.Dial()
	}
	return c.cfg.DialOther(o.at)
}

// askOthers asks another server of the world to go on with the session, while nothing comes from this one.
func (c *Client) askOthers() {
	o := &c.link.others
	if c.cfg.DialOther == nil || len(o.addresses) == 0 || c.stream == 0 {
		return
	}
	switch {
	case o.conn != nil:
		c.hearOther()
		if o.conn == nil {
			return
		}
		if _, closed := o.conn.Closed(); closed || c.now-o.askedAt > otherTimeout {
			o.drop("no answer")
			return
		}
		o.conn.Flush()
	case c.link.conn != nil && c.link.welcomed && c.now-c.link.lastUpdateAt > askOthersAfter && c.now-o.askedAt > askOthersAfter/2:
		c.askNext()
		if o.conn != nil {
			j := c.joinMessage()
			if o.conn.Send(transport.Live, protocol.AppendJoin(nil, &j)) != nil {
				o.drop("no room")
				return
			}
			o.conn.Flush()
		}
	}
}

// keepEarly keeps a section that came over the connection that is asked, until its welcome; false if it cannot be read, or there are too many.
func (c *Client) keepEarly(data []byte) bool {
	o := &c.link.others
	if _, is, _ := protocol.ReadBulkSkin(data); is {
		return true
	}
	if _, _, is, _ := protocol.ReadBulkPack(data); is {
		return true
	}
	n, err := protocol.ReadSnapshot(data)
	if err != nil || len(o.early) == earlySectionsMax {
		return false
	}
	sec, err := c.link.packer.Unpack(n.Packed)
	n.Packed = nil
	o.early = append(o.early, earlySection{n, sec})
	return err == nil
}

// askNext opens a connection to the server whose turn it is. After a long silence every second is to the address of the present connection: the
// world may be there again, while the connection is to a server that was there before.
func (c *Client) askNext() {
	o := &c.link.others
	o.askedAt = c.now
	o.again = !o.again && c.now-c.link.lastUpdateAt > waitAfter && !faults.Active(faults.SecondForgotten)
	if o.asked = o.address(o.at); o.again || o.asked == "" {
		o.asked = o.at
	}
	if o.asked == "" {
		o.conn = c.cfg.Dial()
	} else {
		o.conn = c.cfg.DialOther(o.asked)
	}
}

// hearOther takes the welcome of another server: its connection takes the place of the present one.
func (c *Client) hearOther() {
	o, l := &c.link.others, &c.link
	for {
		m, ok := o.conn.Receive()
		if !ok {
			return
		}
		if m.Kind == transport.KindValue {
			continue // it is asked again once its connection is the present one
		}
		if m.Lane == transport.Bulk { // a section may overtake the welcome, and is sent once
			if !c.keepEarly(m.Data) {
				o.drop(reasonTooEarly)
				return
			}
			continue
		}
		r := wire.NewReader(m.Data)
		if r.Byte() != protocol.MsgWelcome {
			o.drop("no welcome")
			return
		}
		w, err := protocol.ReadWelcome(&r)
		if err != nil || !w.Resumed || w.Stream != c.stream {
			o.drop("the session does not go on there")
			return
		}
		conn := o.conn
		o.conn, o.at = nil, o.asked
		c.direct.end()
		if l.conn != nil {
			l.conn.Close("another server of the world answers")
		}
		l.conn, l.dialedAt, l.early, o.early = conn, c.now, o.early, nil
		c.strategy.Base().ForgetPending()
		c.clock.forgetPings()
		c.receiveWelcome(w)
		return
	}
}
