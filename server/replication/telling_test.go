package replication

import (
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

// heldConn is a connection that notes what is sent, and whose Flush waits until it may go on.
type heldConn struct {
	transport.Conn
	flushing, goOn chan struct{}
	sent           int // messages
}

func (c *heldConn) Send(transport.Lane, []byte) error {
	c.sent++
	return nil
}

func (c *heldConn) Flush() {
	c.flushing <- struct{}{}
	<-c.goOn
}

// TestReleaseWhileTelling: a batch that becomes durable while a step is told beside the judging releases what waited for it as soon as that
// step is told; neither the release nor the judging waits for it, and Wait does.
func TestReleaseWhileTelling(t *testing.T) {
	for _, durable := range []uint64{0, 5} { // in the middle, nothing or the batch becomes durable
		r := &Replicator{Aside: true}
		r.Begin()
		conn := &heldConn{flushing: make(chan struct{}), goOn: make(chan struct{})}
		c := NewClient(1, protocol.Token{}, false)
		c.outbox.add([]byte("update"), queuedUpdate{commitSeq: 5})
		c.outbox.items[0].full = true // waits as long as the store takes, and no other update is written
		c.full.needed = true
		source := Source{World: world.New()}
		source.Add(c, Link{Conn: conn})
		r.Tell(source.Finish(Moment{Now: time.Second, CommitSeq: 5, Durable: 4},
			Options{UpdateRate: 20, HashEvery: time.Hour, Relays: 1, Stopwatch: func() time.Duration { return 0 }}, nil))
		<-conn.flushing // under way
		if durable > 0 {
			r.Release(durable, time.Second)
		}
		waited := make(chan struct{})
		go func() {
			r.Wait()
			close(waited)
		}()
		select {
		case <-waited:
			t.Fatal("Wait returned while the step was being told")
		case <-time.After(20 * time.Millisecond):
		}
		conn.goOn <- struct{}{}
		select {
		case <-conn.flushing: // once more
			conn.goOn <- struct{}{}
			<-waited
		case <-waited:
		}
		if want := int(durable / 5); conn.sent != want {
			t.Errorf("%d messages left, %d were released", conn.sent, want)
		}
		t.Logf("durable in the middle: batch %d; %d messages left", durable, conn.sent)
	}
}
