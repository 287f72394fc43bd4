package server

import (
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
)

// What clients report of themselves. Nothing of it can be checked and no rule rests on it, so the server bounds what one player can
// add, over all sessions: each correction and each desync costs telemetryCost of a credit, which grows with the server's clock from
// telemetryStart to telemetryMax. An honest client is corrected at most once in an update, and there are at most 60 a second.
const (
	telemetryCost  = 8 * time.Millisecond // 125 a second
	telemetryStart = time.Second
	telemetryMax   = time.Minute
)

// telemetryTable holds what each player who has joined since the start has reported.
type telemetryTable map[timestream.Stream]*telemetry

type telemetry struct {
	number uint64        // of the session's last report
	credit time.Duration // as it was at
	at     time.Duration
}

// begin is called when a session begins. A resumed session goes on with its numbers.
func (t telemetryTable) begin(of timestream.Stream, resumed bool, now time.Duration) {
	k := t[of]
	if k == nil {
		k = &telemetry{credit: telemetryStart, at: now}
		t[of] = k
	}
	if !resumed {
		k.number = 0
	}
}

// add counts a report, as far as the player's credit goes.
func (t telemetryTable) add(of timestream.Stream, p *protocol.Report, now time.Duration, m *Metrics) {
	k := t[of]
	if p.Number <= k.number {
		return // it was on its way when a connection ended
	}
	k.credit = min(k.credit+now-k.at, telemetryMax)
	k.number, k.at = p.Number, now
	m.Desyncs += k.accept(p.Desyncs)
	m.RivalCorrections += k.accept(p.Rival)
	for cause, n := range p.Corrections { // the unexplained ones first
		m.Corrections[cause] += k.accept(n)
	}
}

// accept takes a count from the credit, as much of it as there is.
func (k *telemetry) accept(n uint32) int {
	m := min(time.Duration(n), k.credit/telemetryCost)
	k.credit -= m * telemetryCost
	return int(m)
}
