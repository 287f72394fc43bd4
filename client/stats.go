package client

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/world"
)

// Stats are a client's counters since it was made.
type Stats struct {
	Pictures       int
	Frames         int
	Corrections    [predict.Causes]int // of the own body,
	Blocks         [predict.Causes]int // of blocks that own doing had changed,
	Bag            [predict.Causes]int // and of the own inventory
	LargestUnits   int64               // largest correction, position units
	Actions        int
	Acked          uint64
	Refused        [actions.Refusals]int
	InputToPicture int // pictures from an action to the one that shows it, 1 is the same; the largest seen
	Up, Down       int // bytes of messages, before the transport's headers
	Desyncs        int
	Resumes        int
	Again          int    // actions sent again at resumes
	Broken         string // a law that the client itself saw broken
	FirstDesync    string
}

// Stats returns the counters.
func (c *Client) Stats() Stats {
	s := c.stats
	if c.strategy != nil {
		ev := c.strategy.Happened()
		s.Acked = c.strategy.Acked()
		s.Desyncs, s.FirstDesync, s.Broken = ev.Desyncs, ev.First, ev.Broken
	}
	return s
}

// Hashes returns the hashes of the sections that are here and are not as they were generated: as they were received, and
// as they are shown. When nothing is un-acked and the client holds all such sections, both are the server's.
func (c *Client) Hashes() (received, shown uint64) {
	if c.strategy == nil {
		return 0, 0
	}
	shown = c.strategy.ChangedHash()
	c.strategy.Inspect(func(*world.World) { received = c.strategy.ChangedHash() })
	return received, shown
}

func (s *Stats) corrected(c *predict.Correction) {
	switch c.Kind {
	case predict.KindBlocks:
		s.Blocks[c.Cause]++
	case predict.KindBag:
		s.Bag[c.Cause]++
	default:
		s.Corrections[c.Cause]++
		s.LargestUnits = max(s.LargestUnits, c.Distance)
	}
}

// Unexplained returns the number of corrections of all kinds that nobody caused.
func (s *Stats) Unexplained() int {
	return s.Corrections[predict.Unexplained] + s.Blocks[predict.Unexplained] + s.Bag[predict.Unexplained]
}
