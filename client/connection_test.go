package client

import (
	"testing"
	"time"

	"voxtide/transport"
)

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
