package secure

import (
	"testing"
	"time"
)

// TestAwaited: a client that awaits its server sends 25 small hellos, one each 80 ms, and then goes on as others do; when the port
// opens it is in within 80 ms and a round trip; a server that says that it is busy is not asked more often than by others; and a cookie from
// another address counts no sooner than for others.
func TestAwaited(t *testing.T) {
	var sent []datagram
	cl := steppedClient(ap(clientAt), Config{Secret: secret(1), Known: known(0), Awaited: true}, func(p datagram) { sent = append(sent, p) })
	var at []time.Duration
	began := cl.now()
	step := func(until time.Duration) {
		for cl.now()-began < until {
			n := len(sent)
			cl.dialed.runDue(cl.now())
			for range len(sent) - n {
				at = append(at, (cl.now() - began).Round(10*time.Millisecond))
			}
			cl.later(10 * time.Millisecond)
		}
	}
	step(490 * time.Millisecond)
	if n := cl.dialed.dialing.sends; n >= foreignCookieAfter {
		t.Errorf("%d hellos count after 490 ms: a cookie from anywhere is taken", n)
	}
	step(8 * time.Second)
	soon, bytes := 0, 0
	for i, p := range sent {
		if bytes += len(p.data); p.data[0] != typeHello || len(p.data) != helloBytes {
			t.Fatalf("%d bytes of kind %d", len(p.data), p.data[0])
		}
		if at[i] <= awaitedHellos*awaitedEvery {
			soon++
		}
		if i > 0 && at[i]-at[i-1] < awaitedEvery-10*time.Millisecond {
			t.Errorf("hellos at %v and %v", at[i-1], at[i])
		}
	}
	t.Logf("%d hellos in 8 s, %d bytes, at %v", len(sent), bytes, at)
	if soon < awaitedHellos-3 || soon > awaitedHellos+1 || len(sent) > awaitedHellos+10 {
		t.Errorf("%d hellos in 2 s, %d in all", soon, len(sent))
	}
}

// TestAwaitedBusy: who awaits a server that is busy asks it no more often than others do.
func TestAwaitedBusy(t *testing.T) {
	n := 0
	cl := steppedClient(ap(clientAt), Config{Secret: secret(1), Known: known(0), Awaited: true}, func(datagram) { n++ })
	for began := cl.now(); cl.now()-began < 5*time.Second; cl.later(10 * time.Millisecond) {
		before := n
		if cl.dialed.runDue(cl.now()); n > before {
			cl.dialed.receiveRefusal(RefusedBusy, 0)
		}
	}
	t.Logf("%d hellos in 5 s", n)
	if n > 12 {
		t.Errorf("a busy server was sent %d hellos in 5 s", n)
	}
}

// TestPortOpensLate: a client whose server's port opens later is in within 100 ms of that, whenever it opens within 2 s.
func TestPortOpensLate(t *testing.T) {
	for open := 100 * time.Millisecond; open < 2*time.Second; open += 130 * time.Millisecond {
		bubble(t, func(t *testing.T, e *fakeNetwork) {
			cl, _ := e.dial(t, clientAt, 2, Config{Awaited: true})
			pass(open)
			e.listen(t, Config{})
			if pass(100 * time.Millisecond); len(cl.peers()) != 1 {
				t.Errorf("the port opened after %v, and 100 ms later the client is not in", open)
			}
		})
	}
}
