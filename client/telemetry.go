package client

import (
	"time"

	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/transport"
)

// telemetry reports to the server how often this client was corrected and why, and how often its received state did not match
// the server's hash. The server cannot observe either.
type telemetry struct {
	sentCorrections [protocol.CauseCount]int // corrections of the stats that were reported
	countedDesyncs  int                      // desyncs of the strategy that were added to pendingDesyncs
	pendingDesyncs  int                      // to be sent
	pendingRival    int                      // corrections under methods that promise no causes, to be sent
	lastReport      protocol.Report          // with its number in this session; 0: none
	lastAt          time.Duration            // when it was sent
}

// ReportEvery is the least time between two reports. A report without content is not sent.
const ReportEvery = 10 * time.Second

// reportLostWithin is how long after its sending a report may be lost with its connection: later updates show that the
// connection was alive.
const reportLostWithin = giveUpAfter

// send sends a report if there is something to report and the last report is long enough ago, or the client is leaving.
func (k *telemetry) send(l *link, s *Stats, strategy Strategy, now time.Duration, leaving bool) {
	if l.conn == nil || !l.welcomed || k.lastReport.Number > 0 && !leaving && now-k.lastAt < ReportEvery {
		return
	}
	k.countDesyncs(strategy)
	p := protocol.Report{Number: k.lastReport.Number + 1, Desyncs: uint32(min(k.pendingDesyncs, protocol.ReportMax)), Rival: uint32(min(k.pendingRival, protocol.ReportMax))}
	for i, n := range s.Corrections {
		p.Corrections[i] = uint32(min(n-k.sentCorrections[i], protocol.ReportMax))
	}
	if p.Empty() || !k.write(l, s, &p) {
		return
	}
	k.pendingDesyncs -= int(p.Desyncs)
	k.pendingRival -= int(p.Rival)
	for i, n := range p.Corrections {
		k.sentCorrections[i] += int(n)
	}
	k.lastReport, k.lastAt = p, now
}

// noteRival takes a correction of the stats out of the reports of what should have a cause: the client's method promises none.
func (k *telemetry) noteRival(c *predict.Correction) {
	if c.Kind == predict.KindBody {
		k.sentCorrections[c.Cause]++
		k.pendingRival++
	}
}

// resend sends the last report again over a new connection, if it may have been lost with a connection over which the last
// update came at time heard. A fresh session knows of no report, and its strategy of no desync.
func (k *telemetry) resend(l *link, s *Stats, heard time.Duration, fresh bool) {
	again := k.lastReport.Number > 0 && heard-k.lastAt < reportLostWithin
	if fresh {
		k.lastReport.Number, k.countedDesyncs = 0, 0
		if again {
			k.lastReport.Number = 1
		}
	}
	if again {
		k.write(l, s, &k.lastReport)
	}
}

// countDesyncs adds the new desyncs of a strategy, which counts from 0.
func (k *telemetry) countDesyncs(strategy Strategy) {
	if strategy == nil {
		return
	}
	n := strategy.Base().PendingEvents().Desyncs
	k.pendingDesyncs += n - k.countedDesyncs
	k.countedDesyncs = n
}

// write sends a report. Without a connection or room for it, it returns false, and a later report has the counts.
func (k *telemetry) write(l *link, s *Stats, p *protocol.Report) bool {
	l.buf = protocol.AppendReport(l.buf[:0], p)
	if l.conn == nil || l.conn.Send(transport.Live, l.buf) != nil {
		return false
	}
	s.BytesUp += len(l.buf)
	return true
}
