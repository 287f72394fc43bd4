package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// seatHarness is a harness whose server is killed, by a wall clock that goes on.
type seatHarness struct {
	*harness
	store *store.Memory
	wall  int64
}

func newSeatHarness(t *testing.T) *seatHarness {
	k := &seatHarness{store: store.NewMemory(nil), wall: 1_800_000_000_000}
	k.harness = newHarness(t, func(c *Config) { k.change(c); c.Store = k.store })
	return k
}

func (k *seatHarness) change(c *Config) {
	c.WallClock = func() int64 { return k.wall + k.now.Milliseconds() }
}

// kill kills the server, and starts the next one after a time.
func (k *seatHarness) kill(away time.Duration) {
	at := k.harness.now
	k.wall += away.Milliseconds()
	k.harness, k.store = k.crash(k.store, k.change)
	k.now = at
}

// TestSeats: who was in the world when the server was killed stands in it again where the row left him, walks on by what his client declares,
// and comes to the same place as if nothing had happened. Whose client stays away leaves like any other; who comes with another token, or was
// told far more than the store has, does not go on exactly.
func TestSeats(t *testing.T) {
	k := newSeatHarness(t)
	ann := k.joinAs("ann", transport.Identity{1})
	k.joinAs("bob", transport.Identity{2})
	k.play(60)
	for _, h := range k.hands {
		h.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, k.s.Now())
	}
	k.play(45)
	was, told := *ann.avatar(), k.s.Now()
	if was.Motion.Vel == (world.Vec{}) {
		t.Fatal("nobody walks")
	}
	k.kill(400 * ms)
	k.hands = nil
	if k.s.GiveAway("ann", world.StackOf(world.Stone, 1), 1) {
		t.Error("who is about to have a seat is given things as one who is away")
	}
	k.step(stepAt)
	if m := k.s.Metrics(); m.Seated != 2 || m.Players != 2 {
		t.Fatalf("%d seated, %d players", m.Seated, m.Players)
	}
	if gone := k.s.Now().Sub(told); gone < 400*timestream.Millisecond || gone > 600*timestream.Millisecond {
		t.Fatalf("the world's clock went on by %d us", gone)
	}
	row := k.s.World().Stream(ann.stream()).Stamp
	if row >= was.At || was.At.Sub(row) > 1100*timestream.Millisecond {
		t.Fatalf("the row is of %d, the stream was at %d", row, was.At)
	}
	k.steps(30)
	if at := k.s.World().Stream(ann.stream()).Stamp; at != row {
		t.Fatalf("the stream went to %d without its client", at)
	}
	ann.resume(k.harness)
	k.hands = []*testClient{ann}
	k.steps(10)
	if !ann.welcome.Resumed || ann.avatar().Motion.Flags&world.Suspended != 0 {
		t.Fatalf("resumed %v, %+v", ann.welcome.Resumed, ann.avatar())
	}
	ann.stamp = was.At
	ann.declare(was.At)
	k.steps(3)
	if is := ann.avatar(); is.At != was.At || is.Motion != was.Motion {
		t.Fatalf("at %d %+v\nwas at %d %+v", is.At, is.Motion, was.At, was.Motion)
	}
	for range 70 * 10 { // bob does not come
		ann.declare(k.s.Now())
		k.step(100 * ms)
	}
	if k.s.clients.online["bob"] != nil || k.s.clients.online["ann"] == nil {
		t.Fatal("who does not come back has left after a while")
	}

	k.kill(200 * ms)
	k.hands = nil
	k.step(stepAt)
	far := k.joinAs("ann", transport.Identity{1}) // another program of the same player
	k.steps(20)
	if far.welcome.Resumed || len(k.s.clients.sessions) != 1 {
		t.Fatalf("resumed %v, %d players, %q", far.welcome.Resumed, len(k.s.clients.sessions), far.conn.reason)
	}

	k.kill(time.Hour)
	k.hands = nil
	k.step(stepAt)
	if m := k.s.Metrics(); m.Seated != 0 || m.Players != 0 {
		t.Fatalf("after an hour %d are seated", m.Seated)
	}
}

// TestSeatToldTooFar: of a client that was told that its stream was far beyond its row, because the disk had hung, the stream begins where
// the world is, as after a long absence.
func TestSeatToldTooFar(t *testing.T) {
	k := newSeatHarness(t)
	ann := k.joinAs("ann", transport.Identity{1})
	k.play(60)
	k.kill(300 * ms)
	k.hands = nil
	k.step(stepAt)
	row := k.s.World().Stream(ann.stream()).Stamp
	ann.toldTo = row.Add(seatReach + 1)
	ann.resume(k.harness)
	k.hands = []*testClient{ann}
	k.steps(10)
	if st := k.s.World().Stream(ann.stream()).Stamp; !ann.welcome.Resumed || st <= row.Add(200*timestream.Millisecond) {
		t.Fatalf("resumed %v, at %d from %d", ann.welcome.Resumed, st, row)
	}
}
