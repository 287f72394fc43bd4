package server

import (
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/wire"
)

// What clients tell of themselves. Nothing of it can be checked and no rule rests on it, so the server bounds what one player
// can add, in however many sessions: each correction and each desync costs reportCost of a credit, which grows with the
// server's clock from reportFirst to reportMost. An honest client is corrected at most once a frame, and there are at most 60
// a second.
const (
	reportCost  = 8 * time.Millisecond // 125 a second
	reportFirst = time.Second
	reportMost  = time.Minute
)

// reports is what a player has told.
type reports struct {
	number uint64        // of the last one of this session
	credit time.Duration // as it was at
	at     time.Duration
}

// listen is called when a session begins. One that goes on goes on with its numbers.
func (s *Server) listen(of timestream.Stream, again bool) {
	k := s.reports[of]
	if k == nil {
		k = &reports{credit: reportFirst, at: s.mono}
		s.reports[of] = k
	}
	if !again {
		k.number = 0
	}
}

// report adds what a client tells to what is measured, as far as it is believed; it returns why the session must end.
func (s *Server) report(c *session, r *wire.Reader) string {
	p, err := protocol.ReadReport(r)
	if err != nil {
		return "malformed report"
	}
	if !s.freely(c) {
		return wordsFree
	}
	k := s.reports[c.stream]
	if p.Number <= k.number {
		return "" // it was under way when a connection ended
	}
	k.credit = min(k.credit+s.mono-k.at, reportMost)
	k.number, k.at = p.Number, s.mono
	s.metrics.Desyncs += k.believe(p.Desyncs)
	for cause, n := range p.Corrections { // the unexplained ones first
		s.metrics.Corrections[cause] += k.believe(n)
	}
	return ""
}

// believe takes a count from the credit, as much of it as there is.
func (k *reports) believe(n uint32) int {
	m := min(time.Duration(n), k.credit/reportCost)
	k.credit -= m * reportCost
	return int(m)
}
