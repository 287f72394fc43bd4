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

// TestLaterSessionsResume: the token of a player's newest session resumes it, after a cut and after a kill of the server, however
// often the player has left before.
func TestLaterSessionsResume(t *testing.T) {
	m := store.NewMemory(store.FixedDelay(5 * time.Millisecond))
	r := newHarness(t, func(c *Config) { c.Store = m })
	bob := r.join("bob") // another player of the server
	resumed := 0
	for round := range 4 {
		ann := r.joinAs("ann", transport.Identity{1})
		r.play(40)
		ann.do(placeBeside(1+int32(round)), r.s.Now()) // something of the player is stored
		r.play(5)
		if ann.welcome.Resumed {
			t.Fatalf("round %d: a new session says that it goes on", round)
		}
		ann.conn.closed = true
		r.play(5)
		ann.resume(r)
		r.play(10)
		if ann.conn.closed || !ann.welcome.Resumed {
			t.Fatalf("round %d: after a cut: %q, resumed %v", round, ann.conn.reason, ann.welcome.Resumed)
		}
		resumed++
		if round == 3 { // the server is killed, the session goes on
			next, _ := r.crash(m, nil)
			next.hands = []*testClient{ann}
			ann.resume(next)
			next.play(20)
			if ann.conn.closed || !ann.welcome.Resumed {
				t.Fatalf("after a kill: %q, resumed %v", ann.conn.reason, ann.welcome.Resumed)
			}
			resumed++
			break
		}
		ann.conn.Close(LeaveReason)
		r.hands = r.hands[:1]
		r.play(5)
		if r.s.clients.online["ann"] != nil {
			t.Fatal("ann has not left")
		}
	}
	t.Logf("%d resumes; bob has had %d updates", resumed, len(bob.updates))
}

// TestWhoLeavesIsKept: a player who comes back stands where they left, with the same slot selected, also if the server is killed right
// after they left.
func TestWhoLeavesIsKept(t *testing.T) {
	for i := range 8 { // steps between the last action and leaving: motion alone is saved each second
		m := store.NewMemory(store.FixedDelay(5 * time.Millisecond))
		r := newHarness(t, func(c *Config) { c.Store = m })
		ann := r.join("ann")
		r.play(40)
		ann.do(placeBeside(1), r.s.Now()) // something of the player is stored
		to := world.Pos{X: 40 + int32(i), Y: 3, Z: -17}
		ann.do(actions.Action{Kind: actions.Teleport, Pos: to, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		ann.do(actions.Action{Kind: actions.SelectSlot, Slot: 5}, r.s.Now())
		r.play(1 + i)
		left := *ann.avatar()
		ann.conn.Close(LeaveReason)
		r.hands = nil
		r.step(stepAt)
		r.step(10 * time.Millisecond)
		next, _ := r.crash(m, nil)
		back := next.join("ann")
		next.steps(4)
		if got := back.avatar(); back.stream() != timestream.Stream(1) || got.Motion.Pos != left.Motion.Pos {
			t.Fatalf("%d steps after: left at %v, back at %v", i, left.Motion.Pos, got.Motion.Pos)
		}
		if got := next.s.World().Player(back.stream()).Selected; got != 5 {
			t.Fatalf("%d steps after: slot %d in the hand", i, got)
		}
	}
}
