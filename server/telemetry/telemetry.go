// Package telemetry counts what clients report of themselves: corrections and desyncs. Nothing of it can be checked and no rule rests on it, so
// what one player can add is bounded, over all sessions: each correction and each desync costs Cost of a credit, which grows with the server's clock
// from Start to Max. An honest client is corrected at most once in an update, and there are at most 60 a second.
//
// Owner: the server's loop. Data flow: reports in, counts that it may add out. Invariant: a report counts once, however often it arrives.
package telemetry

import (
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
)

// The bounds of what one player adds.
const (
	Cost  = 8 * time.Millisecond // 125 a second
	Start = time.Second
	Max   = time.Minute
)

// Table holds what each player who has joined since the start has reported.
type Table map[timestream.Stream]credit

// credit is what a player may still add.
type credit struct {
	number uint64        // of the session's last report
	credit time.Duration // as it was at
	at     time.Duration
}

// Begin is called when a session begins. A resumed session goes on with its numbers.
func (t Table) Begin(of timestream.Stream, resumed bool, now time.Duration) {
	k, known := t[of]
	if !known {
		k = credit{credit: Start, at: now}
	}
	if !resumed {
		k.number = 0
	}
	t[of] = k
}

// Admit returns what counts of a report, as far as the player's credit goes: nothing of one that was counted before.
func (t Table) Admit(of timestream.Stream, p *protocol.Report, now time.Duration) (counts protocol.Report) {
	k := t[of]
	if p.Number <= k.number {
		return counts // it was on its way when a connection ended
	}
	k.credit = min(k.credit+now-k.at, Max)
	k.number, k.at = p.Number, now
	counts.Desyncs, counts.Rival = k.accept(p.Desyncs), k.accept(p.Rival)
	for cause, n := range p.Corrections { // the unexplained ones first
		counts.Corrections[cause] = k.accept(n)
	}
	t[of] = k
	return counts
}

// accept takes a count from the credit, as much of it as there is.
func (k *credit) accept(n uint32) uint32 {
	m := min(time.Duration(n), k.credit/Cost)
	k.credit -= m * Cost
	return uint32(m)
}
