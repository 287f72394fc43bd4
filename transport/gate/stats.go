package gate

import "sync/atomic"

// counts are a Gate's so far.
type counts struct {
	junk, noCookie, unknown, forged, replayed             atomic.Uint64
	busy, full, source, version                           atomic.Uint64
	hellos, handshakes, repeats, roamed, failed, unproved atomic.Uint64
	returned, held, hasty                                 atomic.Uint64
}

// Stats counts what a Gate has met.
type Stats struct {
	Junk     uint64 // dropped: packets of no form
	NoCookie uint64 // dropped: handshakes without this server's cookie for that address
	Unknown  uint64 // dropped: packets of no session, or of one that is over
	Forged   uint64 // dropped: what did not authenticate
	Replayed uint64 // dropped: packets seen before, or too old to know

	Busy    uint64 // handshakes turned away: rates, half-open ones, or the worker's queue
	Full    uint64 // handshakes turned away: sessions in all
	Source  uint64 // handshakes and moves turned away: sessions of one source
	Version uint64 // hellos turned away: another version

	Hellos     uint64 // hellos answered with a cookie
	Handshakes uint64 // sessions opened
	Repeats    uint64 // late copies of handshake messages, answered as the first
	Roamed     uint64 // sessions whose peer had a new address
	Returned   uint64 // of those, moves taken back: the old address still answered
	Held       uint64 // packets from elsewhere that were not followed, because the peer's address answered
	Hasty      uint64 // dropped: payloads beyond what a session may send in a second
	Unproved   uint64 // payloads not sent to an address that was not proved
	Failed     uint64 // packets that the socket did not take
	Peers      int    // sessions there are, half-open ones included
	HalfOpen   int
}

// Add adds those of another Gate.
func (s *Stats) Add(o Stats) {
	s.Junk, s.NoCookie, s.Unknown, s.Forged, s.Replayed = s.Junk+o.Junk, s.NoCookie+o.NoCookie, s.Unknown+o.Unknown, s.Forged+o.Forged, s.Replayed+o.Replayed
	s.Busy, s.Full, s.Source, s.Version = s.Busy+o.Busy, s.Full+o.Full, s.Source+o.Source, s.Version+o.Version
	s.Hellos, s.Handshakes, s.Repeats = s.Hellos+o.Hellos, s.Handshakes+o.Handshakes, s.Repeats+o.Repeats
	s.Returned, s.Held, s.Unproved = s.Returned+o.Returned, s.Held+o.Held, s.Unproved+o.Unproved
	s.Hasty += o.Hasty
	s.Roamed, s.Failed, s.Peers, s.HalfOpen = s.Roamed+o.Roamed, s.Failed+o.Failed, s.Peers+o.Peers, s.HalfOpen+o.HalfOpen
}

// Stats gives the counts so far.
func (g *Gate) Stats() Stats {
	g.mu.RLock()
	peers, half := len(g.peers), g.half
	g.mu.RUnlock()
	c := &g.counts
	return Stats{
		Junk: c.junk.Load(), NoCookie: c.noCookie.Load(), Unknown: c.unknown.Load(), Forged: c.forged.Load(),
		Replayed: c.replayed.Load(), Busy: c.busy.Load(), Full: c.full.Load(), Source: c.source.Load(),
		Version: c.version.Load(), Hellos: c.hellos.Load(), Handshakes: c.handshakes.Load(), Repeats: c.repeats.Load(),
		Returned: c.returned.Load(), Held: c.held.Load(), Hasty: c.hasty.Load(),
		Roamed: c.roamed.Load(), Unproved: c.unproved.Load(), Failed: c.failed.Load(), Peers: peers, HalfOpen: half,
	}
}
