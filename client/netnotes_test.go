package client_test

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/client/netstats"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// TestNotes plays with and without prediction over a link of 200 ms and checks the figures of the notes: when an input shows,
// when it is acked, how far the server's body is from what was drawn. A client without notes plays the same.
func TestNotes(t *testing.T) {
	link := memnet.Link{Delay: 100 * time.Millisecond, Copies: true}
	for _, c := range []struct {
		strategy            string
		frameLow, frameHigh float64 // ms
		apartHigh           float64 // cm
	}{{"timestream", 0, 0, 0.01}, {"dumb", 200, 260, 200}} {
		var notes netstats.Recorder
		var micros int64
		notes.Clock = func() int64 { micros += 25; return micros }
		play := func(n *netstats.Recorder) *harness {
			r := newHarness(t, link, server.Config{}, c.strategy)
			r.cl = client.New(client.Config{Name: "ann", Strategy: c.strategy, NetStats: n, Dial: func() transport.Conn {
				near, far := r.net.Pair(link, link)
				r.srv.Accept(far)
				return near
			}})
			r.play()
			r.in.Keys, r.in.Yaw = world.KeyForward, 16384
			r.run(2 * time.Second)
			r.in.Keys = 0
			r.run(time.Second)
			return r
		}
		with, without := play(&notes), play(nil)
		if with.out.OwnEntity != without.out.OwnEntity || with.out.Time != without.out.Time {
			t.Errorf("%s: with notes the client plays differently", c.strategy)
		}
		now := notes.Now()
		frame, ack, apart := notes.WaitFrame.Top(now), notes.WaitAck.Top(now), notes.ApartOwn.Top(now)
		t.Logf("%s: input to frame %.0f ms, to ack %.0f ms, drawn %.3f cm from the server's body, %d updates, stream %v", c.strategy, frame, ack, apart,
			notes.Totals.Updates, notes.Streams()[0].Late.Top(now))
		if frame < c.frameLow || frame > c.frameHigh || ack < 200 || ack > 260 || apart > c.apartHigh {
			t.Errorf("%s: input to frame %v ms, to ack %v ms, apart %v cm", c.strategy, frame, ack, apart)
		}
		if v, ok := notes.Replay.Newest(now); !ok || v != 25 {
			t.Errorf("a re-prediction took %v µs (%v), want what the clock says", v, ok)
		}
		last := notes.UpdateAt(notes.UpdateCount() - 1)
		if last.Number < 50 || last.Bytes == 0 || last.Gap <= 0 || last.Gap > 1_000_000 {
			t.Errorf("last update %+v", *last)
		}
		if b := notes.Bodies(); len(b) != 1 || !b[0].Own || b[0].Drawn != with.out.OwnEntity.Drawn {
			t.Errorf("bodies %d", len(b))
		}
	}
}
