package server

import (
	"strings"
	"testing"

	"voxtide/protocol"
	"voxtide/server/admin"
	"voxtide/server/telemetry"
)

// TestALyingClientAddsLittle: whatever a client reports, it adds at most 125 counts a second of its session, and one second's worth;
// each report counts once; a malformed report ends the session.
func TestALyingClientAddsLittle(t *testing.T) {
	r := newHarness(t, nil)
	ann, eve := r.join("ann"), r.join("eve")
	r.play(4)
	began := r.now
	lie := protocol.Report{Desyncs: protocol.ReportMax}
	for i := range lie.Corrections {
		lie.Corrections[i] = protocol.ReportMax
	}
	added := func() (n int) {
		m := r.s.Metrics()
		for _, k := range m.Corrections {
			n += k
		}
		return n + m.Desyncs
	}
	allowed := func() int { return int((r.now - began + 4*stepAt + telemetry.Start) / telemetry.Cost) }
	for i := range 600 {
		lie.Number = uint64(i + 1)
		eve.conn.say(protocol.AppendReport(nil, &lie))
		r.play(1)
		if n := added(); n > allowed() {
			t.Fatalf("%d after %v", n, r.now-began)
		}
	}
	if n := added(); n < allowed()*9/10 {
		t.Fatalf("%d after %v: less than is honest", n, r.now-began)
	}
	r.play(60 * 120) // silent for two minutes: it may save up one
	before := added()
	lie.Number++
	eve.conn.say(protocol.AppendReport(nil, &lie))
	r.play(1)
	if n := added() - before; n != int(telemetry.Max/telemetry.Cost) {
		t.Fatalf("%d at once", n)
	}

	honest := protocol.Report{Number: 7, Corrections: [protocol.CauseCount]uint32{protocol.CauseEdit: 3, protocol.Unexplained: 1}}
	was := r.s.Metrics()
	for range 3 { // sent again after a cut
		ann.conn.say(protocol.AppendReport(nil, &honest))
		r.play(1)
	}
	honest.Number--
	ann.conn.say(protocol.AppendReport(nil, &honest))
	r.play(1)
	m := r.s.Metrics()
	if m.Corrections[protocol.CauseEdit] != was.Corrections[protocol.CauseEdit]+3 || m.Corrections[protocol.Unexplained] != was.Corrections[protocol.Unexplained]+1 || m.Desyncs != was.Desyncs {
		t.Fatalf("%v became %v", was.Corrections, m.Corrections)
	}
	var told []string
	r.s.RunCommand(admin.Console, "stats", func(lines []string) { told = lines })
	r.play(1)
	if text := strings.Join(told, "\n"); !strings.Contains(text, " unexplained, 3 edit), ") || !strings.Contains(text, " desyncs;") {
		t.Errorf("stats: %s", text)
	}

	for range freeRate + 10 {
		lie.Number++
		eve.conn.say(protocol.AppendReport(nil, &lie))
	}
	r.play(4)
	ann.conn.say([]byte{protocol.MsgReport, 9})
	r.play(2)
	if !eve.conn.closed || eve.conn.reason != reasonUnrated || ann.conn.reason != "malformed report" || r.s.Metrics().Players != 0 {
		t.Fatalf("%q, %q", eve.conn.reason, ann.conn.reason)
	}
}
