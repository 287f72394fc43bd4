package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/edits"
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

// TestEmoteOf: an emote is asked for by its name, long or short, and by nothing else; each has words for what the player does, and Tab
// completes it.
func TestEmoteOf(t *testing.T) {
	for line, want := range map[string]edits.Emote{
		"/wave": edits.EmoteWave, "/emote wave": edits.EmoteWave, " /emote  Nod ": edits.EmoteNod, "/no": edits.EmoteNo, "/bow": edits.EmoteBow,
		"wave": edits.EmoteNone, "/emote": edits.EmoteNone, "/": edits.EmoteNone, "/emote ": edits.EmoteNone, "/wave bob": edits.EmoteNone, "/say wave": edits.EmoteNone,
	} {
		if got := emoteOf(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
	for m := edits.EmoteWave; m < edits.EmoteCount; m++ {
		if doing[m] == "" || emoteOf("/"+m.String()) != m {
			t.Errorf("%v", m)
		}
		if _, words := completeCommand("/emote "+m.String()[:2], nil); !slices.Contains(words, m.String()) {
			t.Errorf("%v is not completed: %v", m, words)
		}
	}
}
