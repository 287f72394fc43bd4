package streamtime

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
)

// TestLimit: a stream goes as far as its budget and the lead over the server's clock allow, and what it has used it does not have again.
func TestLimit(t *testing.T) {
	var b Bounds
	b.Fill()
	k := New(&b, 0)
	const now = timestream.Time(10 * timestream.Second)
	if got, want := k.Limit(&b, now, now), now.Add(b.Ahead); got != want {
		t.Errorf("at the clock: %d, want %d", got, want)
	}
	behind := now.Add(-2 * timestream.Second)
	if got, want := k.Limit(&b, behind, now), behind.Add(b.Burst); got != want {
		t.Errorf("far behind: %d, want %d", got, want)
	}
	k.Spend(b.Burst)
	if got := k.Limit(&b, behind, now); got != behind {
		t.Errorf("with an empty budget: %d, want %d", got, behind)
	}
	k.BeginStep(&b, 100*timestream.Millisecond, 0)
	if got, want := k.Limit(&b, behind, now), behind.Add(100*1005*timestream.Millisecond/1000); got != want {
		t.Errorf("100 ms later: %d, want %d", got, want)
	}
}

// TestQueue: actions come out in order when they are due, each once; those out of order end the session.
func TestQueue(t *testing.T) {
	var b Bounds
	b.Fill()
	k := New(&b, 0)
	k.Reconnect(4)
	const now = timestream.Time(timestream.Second)
	put := func(number uint64, at timestream.Time) string {
		return k.Queue(&b, &actions.Action{Kind: actions.SetKeys, Number: number, At: at}, 0, now, now)
	}
	for n := range uint64(40) {
		if why := put(5+n, now.Add(timestream.Duration(n)*timestream.Millisecond)); why != "" {
			t.Fatal(n, why)
		}
	}
	if why := put(10, now); why != "" || k.Queued() != 40 {
		t.Errorf("an action that was sent again: %q, %d queued", why, k.Queued())
	}
	if put(46, now.Add(timestream.Second)) == "" || put(45, now) == "" || put(45, now.Add(b.Held+1)) == "" {
		t.Error("a gap, a step back or a stamp too far ahead is queued")
	}
	limit := now.Add(20 * timestream.Millisecond)
	for n := uint64(5); n <= 25; n++ {
		a, at := k.Next(now, limit)
		if a == nil || a.Number != n || at != a.At {
			t.Fatalf("action %d: %v at %d", n, a, at)
		}
		k.Pop()
	}
	if a, _ := k.Next(now, limit); a != nil || k.Queued() != 19 {
		t.Errorf("%v is due, %d queued", a, k.Queued())
	}
}

// TestStallTarget: a stream stalls behind the least lateness of 2 s, with the allowance; its keys are held until they are released.
func TestStallTarget(t *testing.T) {
	var b Bounds
	b.Fill()
	k := New(&b, 0)
	now := timestream.Time(10 * timestream.Second)
	stamp := now.Add(-100 * timestream.Millisecond)
	if why := k.Declare(&b, protocol.Declare{Stamp: stamp}, stamp, now); why != "" {
		t.Fatal(why)
	}
	if to := k.StallTarget(&b, stamp, now, 0, false); to != 0 {
		t.Fatalf("a stream 100 ms behind is advanced to %d", to)
	}
	now = now.Add(600 * timestream.Millisecond)
	if to, want := k.StallTarget(&b, stamp, now, 0, false), now.Add(-100*timestream.Millisecond-b.Late); to != 0 && to <= stamp || to > want {
		t.Errorf("600 ms later: to %d, want %d at most", to, want)
	}
	now = now.Add(300 * timestream.Millisecond)
	if to, want := k.StallTarget(&b, stamp, now, 0, false), now.Add(-100*timestream.Millisecond-b.Late); to != want {
		t.Errorf("900 ms later: to %d, want %d", to, want)
	}
	if to := k.StallTarget(&b, stamp, now, timestream.Second, false); to != 0 {
		t.Error("the server's own lateness is a stall")
	}
	if !k.Stall(time.Second) || k.Stall(2*time.Second) || k.StalledFor(3*time.Second) != 2*timestream.Second {
		t.Error("a stall begins twice, or not at its beginning")
	}
	if k.KeysReleased(); k.KeysHeld() {
		t.Error("keys are held that were released")
	}
}
