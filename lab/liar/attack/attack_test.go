package attack

import (
	"testing"
	"time"

	"voxtide/lab/liar"
	"voxtide/server/host"
)

// TestLiarOnRealClients: over real sockets, under a flood of forged knocks, a liar is unlinked, what it shows ends, and nobody else pays. No
// time of this machine is part of it.
func TestLiarOnRealClients(t *testing.T) {
	h, err := host.Open(host.Config{Dir: t.TempDir(), Seed: 7, SeedSet: true, ViewDistance: 48})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close("over")
	at, err := h.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Config{Server: at.String(), Trick: liar.Invent, Duration: time.Second, Knocks: 20_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d lies in %d messages; %d of %d links closed (%s) after %v; the longest lie showed for %v; %d forged packets; frames p99 %.1f ms in peace, %.1f under attack; corrections of who has no link: %d",
		r.Trick, r.Lies, r.Messages, r.Unlinked, r.Linked, r.Why, r.UnlinkedIn, r.LongestLie, r.Knocks, r.Peace.Ann.FrameP99, r.Attack.Ann.FrameP99, r.Attack.Carl.Corrections)
	for _, b := range r.Broken {
		t.Error(b)
	}
}
