package client

import (
	"time"

	"voxtide/protocol"
	"voxtide/transport"
)

// reporter tells the server what it cannot know: how often this client was corrected and why, and how often what it had
// received was not what the server's hash said.
type reporter struct {
	told [protocol.Causes]int // corrections, of those in the stats
	seen int                  // desyncs of the strategy that are in due
	due  int                  // desyncs to be told
	last protocol.Report      // the last that was sent, with its number in this session; 0: none
	at   time.Duration        // when
}

// ReportEvery is the least time between two reports; one leaves only if it has something to tell.
const ReportEvery = 10 * time.Second

// underWay is how long after its sending a report may be lost with its connection: frames that still came show that it
// was not silent.
const underWay = silentFor

// report sends a report if there is something to tell and the last one is long enough ago, or, if the client leaves, in any case.
func (c *Client) report(leaves bool) {
	k := &c.reporter
	if c.conn == nil || !c.welcomed || k.last.Number > 0 && !leaves && c.now-k.at < ReportEvery {
		return
	}
	c.notice()
	p := protocol.Report{Number: k.last.Number + 1, Desyncs: uint32(min(k.due, protocol.ReportMax))}
	for i, n := range c.stats.Corrections {
		p.Corrections[i] = uint32(min(n-k.told[i], protocol.ReportMax))
	}
	if p.Empty() || !c.tell(&p) {
		return
	}
	k.due -= int(p.Desyncs)
	for i, n := range p.Corrections {
		k.told[i] += int(n)
	}
	k.last, k.at = p, c.now
}

// reportAgain sends the last report again over a new connection, if it may have been lost with the one that was last heard
// of then. A fresh session of the server's knows of no report, and its strategy of no desync.
func (c *Client) reportAgain(then time.Duration, fresh bool) {
	k := &c.reporter
	again := k.last.Number > 0 && then-k.at < underWay
	if fresh {
		k.last.Number, k.seen = 0, 0
		if again {
			k.last.Number = 1
		}
	}
	if again {
		c.tell(&k.last)
	}
}

// notice takes over the desyncs that the strategy counts; another one counts from 0.
func (c *Client) notice() {
	if c.strategy == nil {
		return
	}
	k, n := &c.reporter, c.strategy.Happened().Desyncs
	k.due += n - k.seen
	k.seen = n
}

// tell sends a report; false if there was no connection or no room, and it is told with a later one.
func (c *Client) tell(p *protocol.Report) bool {
	c.buf = protocol.AppendReport(c.buf[:0], p)
	if c.conn == nil || c.conn.Send(transport.Live, c.buf) != nil {
		return false
	}
	c.stats.Up += len(c.buf)
	return true
}
