package client

import (
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/transport"
)

// TestJoinWhileItOpens: who joins a server that opens its world again at that moment asks again by itself; a full one ends it, for people to decide.
func TestJoinWhileItOpens(t *testing.T) {
	for _, k := range []struct {
		reason protocol.DisconnectReason
		goesOn bool
	}{{protocol.ReasonReopening, true}, {protocol.ReasonFull, false}, {protocol.ReasonStopping, false}} {
		var far []transport.Conn
		c := New(Config{Name: "ann", JoinTimeout: time.Minute, Dial: func() transport.Conn {
			near, server := transport.Pipe()
			far = append(far, server)
			return near
		}})
		for now := time.Second; now < 3*time.Second && c.State() != Ended; now += 100 * time.Millisecond {
			c.Frame(now, Input{})
			if len(far) == 1 {
				far[0].Close(k.reason.String())
			}
		}
		if asked := len(far) == 2; asked != k.goesOn || asked == (c.State() == Ended) {
			t.Errorf("%v: %d connections, %v", k.reason, len(far), c.State())
		}
	}
}

// TestUnansweredJoin: a connection without an answer to the join is closed before another is opened, and the reason is one
// that people can read.
func TestUnansweredJoin(t *testing.T) {
	var far []transport.Conn
	c := New(Config{Name: "ann", JoinTimeout: time.Minute, Dial: func() transport.Conn {
		near, server := transport.Pipe()
		far = append(far, server)
		return near
	}})
	for now := time.Second; len(far) < 2; now += 100 * time.Millisecond {
		if now > 15*time.Second {
			t.Fatal("no second connection")
		}
		c.Frame(now, Input{})
	}
	if _, closed := far[0].Closed(); !closed || c.Reason() != "no answer" {
		t.Errorf("closed %v, %q", closed, c.Reason())
	}
}
