package bots

import (
	"time"

	"voxtide/client/links"
	"voxtide/timestream"
	"voxtide/transport/punch"
)

// linkCounts is what a bot remembers of its links.
type linkCounts struct {
	socket punch.Socket // of the present connection
	peers  []botLink
	now    time.Duration
}

// botLink is a link of one session, as it was seen last.
type botLink struct {
	links.Info
	how                  string // while it was linked
	introduced, linkedIn time.Duration
	listedAt             time.Duration
}

// observe takes note of the links of a frame.
func (c *linkCounts) observe(now time.Duration, list []links.Info) {
	c.now = now
	for i := range list {
		l := c.of(list[i].Stream)
		l.Info, l.listedAt = list[i], now
		if l.State == links.Linked {
			if l.how = l.How; l.linkedIn == 0 {
				l.linkedIn = max(1, now-l.introduced)
			}
		}
	}
}

func (c *linkCounts) of(s timestream.Stream) *botLink {
	for i := range c.peers {
		if c.peers[i].Stream == s {
			return &c.peers[i]
		}
	}
	c.peers = append(c.peers, botLink{introduced: c.now})
	return &c.peers[len(c.peers)-1]
}

// LinkReport is what became of the direct links of all bots. Each link has two ends, which both count.
type LinkReport struct {
	Peers    int            `json:"introduced"` // bots that others were introduced to
	Linked   map[string]int `json:"linked"`     // those of them that were linked, by how
	Present  int            `json:"at_the_end"` // still linked
	LinkedIn Delays         `json:"linked_in_ms"`
	Lies     int            `json:"lies"`
}
