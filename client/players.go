package client

import (
	"time"

	"voxtide/protocol"
)

// playersEvery is the time after which the list of players is asked for again.
const playersEvery = 2 * time.Second

// AskPlayers asks the server who plays, at most every 2 s. A player who looks at the list calls it for each frame.
func (c *Client) AskPlayers() {
	l := &c.players
	if c.link.conn == nil || !c.link.welcomed || l.asked && c.now-l.askedAt < playersEvery {
		return
	}
	c.noteCall(CallAskPlayers, "")
	l.asked, l.askedAt = true, c.now
	c.link.buf = protocol.AppendAskPlayers(c.link.buf[:0])
	c.stats.BytesUp += len(c.link.buf)
	c.sendMessage(c.link.buf)
}

// Players returns who plays, as the server last said, and a number that is another one after each answer; 0 before the first. It must not
// be changed and is valid until the next frame.
func (c *Client) Players() (list *protocol.Players, version int) {
	return &c.players.Players, c.players.version
}
