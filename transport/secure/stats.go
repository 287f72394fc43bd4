package secure

import "sync/atomic"

// counters are an Endpoint's counts so far.
type counters struct {
	junk, noCookie, unknown, forged, replayed                  atomic.Uint64
	busy, full, source, version                                atomic.Uint64
	hellos, handshakes, repeats, migrated, failed, unvalidated atomic.Uint64
	movedBack, notFollowed, overRate, questions                atomic.Uint64
}

// Stats counts an Endpoint's events.
type Stats struct {
	Junk     uint64 // dropped: packets of no known form
	NoCookie uint64 // dropped: handshakes without a cookie of this server for that address
	Unknown  uint64 // dropped: packets of no session, or of one that has ended
	Forged   uint64 // dropped: packets that do not authenticate
	Replayed uint64 // dropped: packets seen before, or too old to tell

	Busy    uint64 // handshakes refused: rates, half-open ones, or the worker's queue
	Full    uint64 // handshakes refused: too many sessions
	Source  uint64 // handshakes and moves refused: too many sessions of one source
	Version uint64 // hellos refused: another version

	Hellos      uint64 // hellos answered with a cookie
	Questions   uint64 // of who has not joined, answered
	Handshakes  uint64 // sessions opened
	Repeats     uint64 // late copies of handshake messages, answered like the first
	Migrated    uint64 // moves of peers to a new address
	MovedBack   uint64 // moves taken back, because the old address still answered
	NotFollowed uint64 // packets from elsewhere not followed, because the peer's address answered
	OverRate    uint64 // dropped: payloads beyond a session's rate
	Unvalidated uint64 // payloads not sent to an address that was not validated
	Failed      uint64 // packets that the socket did not take
	Peers       int    // present sessions, half-open ones included
	HalfOpen    int
}

// Add adds the counts of another Endpoint.
func (s *Stats) Add(o Stats) {
	s.Junk, s.NoCookie, s.Unknown, s.Forged, s.Replayed = s.Junk+o.Junk, s.NoCookie+o.NoCookie, s.Unknown+o.Unknown, s.Forged+o.Forged, s.Replayed+o.Replayed
	s.Busy, s.Full, s.Source, s.Version = s.Busy+o.Busy, s.Full+o.Full, s.Source+o.Source, s.Version+o.Version
	s.Hellos, s.Handshakes, s.Repeats = s.Hellos+o.Hellos, s.Handshakes+o.Handshakes, s.Repeats+o.Repeats
	s.MovedBack, s.NotFollowed, s.Unvalidated = s.MovedBack+o.MovedBack, s.NotFollowed+o.NotFollowed, s.Unvalidated+o.Unvalidated
	s.OverRate, s.Questions = s.OverRate+o.OverRate, s.Questions+o.Questions
	s.Migrated, s.Failed, s.Peers, s.HalfOpen = s.Migrated+o.Migrated, s.Failed+o.Failed, s.Peers+o.Peers, s.HalfOpen+o.HalfOpen
}
