package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/server/streamtime"
	"voxtide/timestream"
)

// TestNoWindowIsTooLong: whatever a client declares, with stalls and pauses of the server, no window of steps of length T contains
// more than 1.005*T + 700 ms of its stream.
func TestNoWindowIsTooLong(t *testing.T) {
	rnd := testrand.New(t)
	for round := range 40 {
		r := newHarness(t, nil)
		ann := r.join("ann")
		r.steps(2)
		b := r.s.cfg.Bounds
		// The stream's surplus over the rate: its greatest rise over any window is what the bound speaks of. The
		// window begins after a step; in thousandths of a microsecond.
		var surplus, least, worst int64
		last := r.s.World().Stream(1).Stamp
		mood, until, ahead := 0, 0, timestream.Duration(0)
		for i := range 1500 {
			if i >= until {
				mood, until = rnd.IntN(6), i+1+rnd.IntN(150)
				ahead = timestream.Duration(rnd.IntN(2_000_000))
			}
			now, limit := r.s.Now(), r.s.World().Stream(1).Stamp.Add(b.Held)
			switch mood {
			case 0: // honest
				ann.declare(now)
			case 1: // as far ahead as ends no session
				ann.declare(limit)
			case 2: // silent about its time: a lag switch
				ann.conn.value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{}))
			case 3: // late, then at once all of it
				ann.conn.value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{}))
				if rnd.IntN(40) == 0 {
					ann.declare(min(limit, now.Add(ahead)))
				}
			case 4: // by actions
				if rnd.IntN(4) == 0 && ann.next < 200+ann.acked {
					ann.do(actions.Action{Kind: actions.SetYaw}, max(ann.stamp, min(limit, now.Add(ahead))))
				}
			case 5:
				ann.declare(max(ann.stamp, now.Add(-ahead)))
			}
			span := stepAt
			if rnd.IntN(60) == 0 {
				span = time.Duration(1+rnd.IntN(900)) * ms // the server pauses
			}
			before := r.now
			r.step(span)
			if ann.conn.closed {
				t.Fatalf("round %d: %s", round, ann.conn.reason)
			}
			stamp := r.s.World().Stream(1).Stamp
			if stamp > r.s.Now().Add(b.Ahead) {
				t.Fatalf("round %d: %d us ahead", round, stamp.Sub(r.s.Now()))
			}
			surplus += int64(stamp.Sub(last))*1000 - b.RateMille*int64((r.now/time.Microsecond)-(before/time.Microsecond))
			last = stamp
			worst = max(worst, surplus-least)
			least = min(least, surplus)
		}
		if worst > int64(b.Burst)*1000+1000 {
			t.Fatalf("round %d: a window is %d us longer than the rate", round, worst/1000)
		}
	}
}

// TestFloodOfUnmetered: unmetered actions have a bound of their own.
func TestFloodOfUnmetered(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(20)
	for i := range uint64(streamtime.UnmeteredMax + 1) {
		a := actions.Action{Kind: actions.SetYaw, Number: ann.next + i, At: r.s.Now() + 1_000_000}
		ann.conn.say(protocol.AppendAction(nil, &a))
	}
	r.steps(2)
	if ann.conn.reason != "too many actions waiting" {
		t.Fatal(ann.conn.reason)
	}
}

// TestPendingConnections: a connection that does not join is rejected, and only a bounded number may wait; one that has been silent
// for a while makes room.
func TestPendingConnections(t *testing.T) {
	r := newHarness(t, nil)
	r.steps(1)
	pipes := make([]*fakeConn, pendingMax+1)
	for i := range pipes {
		pipes[i] = &fakeConn{}
		r.s.Accept(pipes[i])
	}
	if pipes[pendingMax].reason != "the server is full" {
		t.Fatal("one too many")
	}
	r.steps(int(joinGrace/stepAt) + 2)
	late := &fakeConn{}
	r.s.Accept(late)
	if late.closed || pipes[0].reason != "the server is full" {
		t.Fatalf("who says nothing keeps others out: %q, %q", late.reason, pipes[0].reason)
	}
	pipes = pipes[1:]
	pipes[0].say([]byte("GET / HTTP/1.1"))
	pipes[1].value(protocol.SlotStamp, protocol.AppendDeclare(nil, protocol.Declare{}))
	r.step(stepAt)
	if !pipes[0].closed || !pipes[1].closed {
		t.Fatal("garbage stays")
	}
	for range 11 {
		r.step(time.Second)
	}
	if pipes[2].reason != "timeout" {
		t.Fatal("a connection that has not joined stays for ever")
	}
}

// TestSlowClient: a full lane, and a session that is sent nothing for a while, cost bounded memory; then a full update comes.
func TestSlowClient(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(30)
	bob.conn.full = true
	rnd := testrand.New(t)
	for range 240 {
		if rnd.IntN(4) == 0 {
			ann.do(randomAction(ann, rnd), ann.stamp)
		}
		r.play(1)
	}
	if m := r.s.Metrics(); m.UpdatesDropped == 0 || m.OutboxMax > replication.OutboxMax {
		t.Fatalf("%+v", m)
	}
	bob.conn.full = false
	r.play(60)
	ann.agrees()
	bob.agrees()
	if bob.fullUpdates != 2 {
		t.Fatalf("%d full updates", bob.fullUpdates)
	}
}

func TestConfig(t *testing.T) {
	if _, err := New(Config{Generate: flatSection}); err != ErrConfig {
		t.Fatal(err)
	}
}
