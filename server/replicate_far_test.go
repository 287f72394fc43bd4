package server

import (
	"testing"

	"voxtide/protocol"
	"voxtide/server/handout"
	"voxtide/timestream"
)

// fakeFar notes what it is asked, and answers what a test says.
type fakeFar struct {
	asked   []protocol.FarAsk
	answers [][]byte
	of      timestream.Stream

	committed, durable uint64 // batches of the store
}

func (f *fakeFar) Ask(_ timestream.Stream, rows []protocol.FarAsk) {
	f.asked = append(f.asked, rows...)
}

func (f *fakeFar) Take(take func(of timestream.Stream, message []byte)) {
	for _, m := range f.answers {
		take(f.of, m)
	}
	f.answers = nil
}

func (f *fakeFar) Stored(committed, durable uint64) { f.committed, f.durable = committed, durable }

// TestFarLand: of land beyond the view a client is asked for no more than is near it, and an answer waits until its view is there, comes once
// however often it was asked for, and is lost with the connection.
func TestFarLand(t *testing.T) {
	far := &fakeFar{}
	r := newHarness(t, func(c *Config) { c.Far = far })
	ann := r.join("ann")
	ann.mute = true // it confirms no section: its view is never there
	r.play(20)
	width := int32(protocol.FarPlace{}.Width())
	near, beyond := protocol.FarPlace{X: 3}, protocol.FarPlace{X: (protocol.FarReachMax+2*width)/width + 1}
	ann.conn.say(protocol.AppendAskFar(nil, []protocol.FarAsk{{Place: near, Sum: 5}, {Place: beyond}, {Place: protocol.FarPlace{Z: -beyond.X}}}))
	r.play(2)
	if len(far.asked) != 1 || far.asked[0] != (protocol.FarAsk{Place: near, Sum: 5}) {
		t.Fatalf("asked %+v", far.asked)
	}
	one, two := []byte{protocol.BulkFar, 1}, []byte{protocol.BulkFar, 2}
	far.of, far.answers = ann.stream(), [][]byte{one, two, one}
	r.play(20)
	if n := r.s.clients.session(ann.stream()).told.InFlight(); len(ann.far) > 0 || n <= handout.ViewWaits {
		t.Fatalf("%d answers with %d sections on their way", len(ann.far), n)
	}
	ann.mute = false
	r.play(40)
	if len(ann.far) != 2 || ann.far[0][1] != 1 || ann.far[1][1] != 2 {
		t.Fatalf("told %v", ann.far)
	}
	ann.conn.full = true
	far.answers = [][]byte{one}
	r.play(2)
	ann.conn.full = false
	ann.resume(r) // another connection
	r.play(20)
	if len(ann.far) != 2 {
		t.Errorf("told %v", ann.far)
	}
	far.of, far.answers = 99, [][]byte{one}
	r.play(2) // nobody
	ann.conn.say(append(protocol.AppendAskFar(nil, []protocol.FarAsk{{Place: near}}), 0))
	r.play(3)
	if !ann.conn.closed {
		t.Error("a malformed question")
	}
	t.Logf("%d of 3 places asked for, %d answers of 4", len(far.asked), len(ann.far))
}
