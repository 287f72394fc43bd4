package server

import (
	"strings"
	"testing"
	"time"

	"voxtide/world"
)

// TestHomes: a home is where its player comes back to, back is where a command took them away from, and operators see what somebody carries, also of
// who has left.
func TestHomes(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	if got := ann.typeCommand("/home"); !strings.Contains(got, "not allowed") {
		t.Errorf("%q", got)
	}
	r.consoleCommand("op ann")
	r.consoleCommand("give bob glass 5")
	if got := ann.typeCommand("/back"); !strings.Contains(got, "no command has brought you anywhere") {
		t.Errorf("%q", got)
	}
	if got := ann.typeCommand("/home"); !strings.Contains(got, "you have none") {
		t.Errorf("%q", got)
	}
	begin := ann.avatar().Motion.Pos.Block()
	ann.typeCommand("/sethome")
	ann.typeCommand("/tp 30 5 30")
	far := ann.avatar().Motion.Pos.Block()
	if far.X != 30 || far == begin {
		t.Fatalf("ann is at %v", far)
	}
	ann.typeCommand("/home")
	if got := ann.avatar().Motion.Pos.Block(); got.X != begin.X || got.Z != begin.Z {
		t.Errorf("at home ann is at %v, not %v", got, begin)
	}
	ann.typeCommand("/back")
	if got := ann.avatar().Motion.Pos.Block(); got.X != far.X || got.Z != far.Z {
		t.Errorf("back ann is at %v, not %v", got, far)
	}
	if got := ann.typeCommand("/see bob"); !strings.Contains(got, "5 glass") || strings.Contains(got, "not here") {
		t.Errorf("%q", got)
	}
	bob.conn.Close(LeaveReason)
	r.play(10)
	if got := ann.typeCommand("/see bob"); !strings.Contains(got, "5 glass") || !strings.Contains(got, "bob is not here") {
		t.Errorf("%q", got)
	}
	if row := r.s.roster.Find("ann"); row.Home == (world.Vec{}) {
		t.Error("the home is not kept")
	}
}

// TestAway: who does nothing for as long as the settings say is sent away, but operators and who plays.
func TestAway(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, func(c *Config) { c.Policy.AFK = 20 * time.Second })
	r.consoleCommand("op ann")
	carl := r.join("carl")
	for range 30 {
		r.play(60)
		if carl.conn.reason == "" {
			carl.typeCommand("/list")
		}
	}
	if !strings.Contains(bob.conn.reason, "you have done nothing for 20s") || ann.conn.reason != "" || carl.conn.reason != "" {
		t.Errorf("bob: %q, ann: %q, carl: %q", bob.conn.reason, ann.conn.reason, carl.conn.reason)
	}
}
