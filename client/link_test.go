package client

import (
	"testing"
	"time"

	"voxtide/transport"
)

// TestUnansweredJoin: a connection over which nobody answers the join is closed before another is opened, so that none is
// left behind, and the reason is one that people can read.
func TestUnansweredJoin(t *testing.T) {
	var far []transport.Conn
	c := New(Config{Name: "ann", GiveUp: time.Minute, Dial: func() transport.Conn {
		near, server := transport.Pipe()
		far = append(far, server)
		return near
	}})
	for now := time.Second; len(far) < 2; now += 100 * time.Millisecond {
		if now > 15*time.Second {
			t.Fatal("no second connection")
		}
		c.Picture(now, Input{})
	}
	if _, closed := far[0].Closed(); !closed || c.Reason() != "no answer" {
		t.Errorf("closed %v, %q", closed, c.Reason())
	}
}
