package main

import (
	"fmt"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/host"
)

// TestPoint: a command about a block that names none is about the one that is looked at; others are as they were typed.
func TestPoint(t *testing.T) {
	h, err := host.Open(host.Config{Dir: t.TempDir(), Seed: 7, SeedSet: true, View: 32})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close("over")
	c := client.New(client.Config{Name: "ann", Dial: h.Dial})
	in := client.Input{Pitch: -89}
	hit, ok := client.Hit{}, false
	for end := host.Since() + 20*time.Second; host.Since() < end && !ok; time.Sleep(15 * time.Millisecond) {
		c.Picture(host.Since(), in)
		hit, ok = c.Sight(in.Yaw, in.Pitch, pointReach)
	}
	if !ok {
		t.Fatal("there is no ground")
	}
	for line, want := range map[string]string{
		"/who": fmt.Sprintf("/who %d %d %d", hit.Pos.X, hit.Pos.Y, hit.Pos.Z), "/who 1 2 3": "/who 1 2 3", "who": "who", "/list": "/list",
	} {
		in.Do = []actions.Action{{Kind: actions.Chat, Text: line}}
		if point(c, &in); in.Do[0].Text != want {
			t.Errorf("%q became %q, not %q", line, in.Do[0].Text, want)
		}
	}
	in.Pitch, in.Do[0].Text = 89, "/who" // the sky
	if point(c, &in); in.Do[0].Text != "/who" {
		t.Errorf("the sky became %q", in.Do[0].Text)
	}
	c.Leave()
}
