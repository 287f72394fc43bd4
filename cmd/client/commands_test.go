package main

import (
	"fmt"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/server/host"
)

// TestFillTarget: a command that needs a block and names none gets the target block; other lines stay as they were typed.
func TestFillTarget(t *testing.T) {
	h, err := host.Open(host.Config{Dir: t.TempDir(), Seed: 7, SeedSet: true, ViewDistance: 32})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close("over")
	c := client.New(client.Config{Name: "ann", Dial: h.Dial})
	in := client.Input{Pitch: -89}
	hit, ok := client.Hit{}, false
	for end := host.Monotonic() + 2*time.Minute; host.Monotonic() < end && !ok; time.Sleep(15 * time.Millisecond) {
		c.Frame(host.Monotonic(), in)
		hit, ok = c.TargetWithin(in.Yaw, in.Pitch, targetReach)
	}
	if !ok {
		t.Fatal("there is no ground")
	}
	for line, want := range map[string]string{
		"/who": fmt.Sprintf("/who %d %d %d", hit.Pos.X, hit.Pos.Y, hit.Pos.Z), "/who 1 2 3": "/who 1 2 3", "who": "who", "/list": "/list",
	} {
		in.Actions = []actions.Action{{Kind: actions.Chat, Text: line}}
		if fillTarget(c, &in); in.Actions[0].Text != want {
			t.Errorf("%q became %q, not %q", line, in.Actions[0].Text, want)
		}
	}
	in.Pitch, in.Actions[0].Text = 89, "/who" // the sky
	if fillTarget(c, &in); in.Actions[0].Text != "/who" {
		t.Errorf("the sky became %q", in.Actions[0].Text)
	}
	c.Leave()
}
