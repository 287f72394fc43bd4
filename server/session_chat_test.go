package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/server/access"
	"voxtide/timestream"
	"voxtide/world"
)

// TestChatRate: lines count at the stamps of the player who says them, as the client predicts it, not at their arrival: lines that a
// bad network delivers at once are said, and a flood is not, however it arrives.
func TestChatRate(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	heard := func(h *testClient) (n int) {
		for _, l := range h.chatLines() {
			if strings.HasPrefix(l, fmt.Sprintf("%d line ", ann.stream())) {
				n++
			}
		}
		return n
	}
	// say has ann say lines at stamps of her own; her network delivers them every third of a second.
	say := func(at ...timestream.Duration) (said, refused int) {
		bob.chatLines()
		begin := r.s.Now()
		var sent []actions.Action
		for i, next := 0, 0; i < 400; i++ {
			bob.declare(r.s.Now())
			if i%20 == 0 {
				for ; next < len(at) && begin.Add(at[next]) <= r.s.Now(); next++ {
					sent = append(sent, ann.do(actions.Action{Kind: actions.Chat, Text: fmt.Sprint("line ", next)}, max(ann.stamp, begin.Add(at[next]))))
				}
				ann.declare(r.s.Now())
			}
			r.step(stepAt)
		}
		r.play(20)
		for _, a := range sent {
			switch why := ann.why[a.Number]; {
			case ann.acked < a.Number:
				t.Fatalf("line %d has no answer; closed %q", a.Number, ann.conn.reason)
			case why == actions.ChatTooFast:
				refused++
			case why != actions.Done:
				t.Fatal(why)
			}
		}
		if len(sent) != len(at) {
			t.Fatalf("%d of %d lines are sent", len(sent), len(at))
		}
		return heard(bob), refused
	}
	honest := make([]timestream.Duration, 8, 11) // eight at once, and then eight in ten seconds
	for i := range 3 {
		honest = append(honest, timestream.Duration(i+1)*world.ChatSpan/world.ChatLinesUsual)
	}
	if said, refused := say(honest...); said != len(honest) || refused != 0 {
		t.Errorf("of %d lines at the rate: %d said, %d refused", len(honest), said, refused)
	}
	r.play(900)
	flood := make([]timestream.Duration, 50)
	for i := range flood {
		flood[i] = timestream.Duration(i) * timestream.Second / 50
	}
	said, refused := say(flood...)
	if said != 8 || said+refused != len(flood) {
		t.Errorf("of 50 lines in 1 s: %d said, %d refused", said, refused)
	}
	if words := actions.ChatTooFast.String(); !strings.Contains(words, "too fast") || !strings.Contains(words, "wait") {
		t.Errorf("the reason is %q", words)
	}
	t.Logf("of 50 lines in 1 s: %d said, %d refused", said, refused)
	for _, lines := range []int{3, 20} { // the setting counts at once, and clients are told
		r.s.Reconfigure(RuntimeConfig{MaxPlayers: 9, View: 1, UpdateRate: 60, Policy: access.Policy{ChatKick: -1}, Rules: world.Rules{ChatLines: uint8(lines)}})
		r.play(900)
		if got := ann.dumb.World().Rules().ChatLines; int(got) != lines {
			t.Errorf("ann knows of %d lines, not %d", got, lines)
		}
		if said, _ := say(flood...); said < lines || said > lines+2 { // a second's worth beside the bucket
			t.Errorf("of 50 lines in 1 s with chat_rate = %d: %d said", lines, said)
		}
	}
	ann.agrees()
	bob.agrees()
}

// TestChatShowsAsItIs: characters that turn the direction of writing or cannot be seen reach nobody, and end no session.
func TestChatShowsAsItIs(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	for _, c := range []struct{ line, want string }{
		{"safe \u202etxt.exe", "safe txt.exe"}, {"a\u2066b\u2069c", "abc"}, {"zero\u200bwidth\u200d", "zerowidth"}, {"two\u2028lines\u2029here", "two lines here"},
		{"fill\u3164er\uffa0", "filler"}, {"soft\u00adhy", "softhy"}, {"\u2764\ufe0f", "\u2764"}, {"blank\u2800", "blank "}, {"Żółć 安 שלום مرحبا", "Żółć 安 שלום مرحبا"},
	} {
		ann.typeCommand(c.line)
		r.play(60)
		if got := strings.Join(bob.chatLines(), "|"); got != fmt.Sprintf("%d %s", ann.stream(), c.want) {
			t.Errorf("%+q: %+q", c.line, got)
		}
	}
	a := ann.do(actions.Action{Kind: actions.Chat, Text: "\u200b\u2060"}, r.s.Now())
	r.play(30)
	if got := bob.chatLines(); len(got) > 0 || ann.why[a.Number] != actions.NotAllowed || ann.conn.closed {
		t.Errorf("%q, %v, %q", got, ann.why[a.Number], ann.conn.reason)
	}
}

// TestChatFlood: a player who goes on to say lines that are refused is sent away with the reason; one who stays below that is not, however
// long it takes.
func TestChatFlood(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	say := func(h *testClient, lines int, over time.Duration) (refused int) {
		first := h.next
		for i := range lines {
			h.do(actions.Action{Kind: actions.Chat, Text: fmt.Sprint("line ", i)}, max(h.stamp, r.s.Now()))
			h.declare(r.s.Now())
			for range int(over / time.Duration(lines) / stepAt) {
				r.play(1)
			}
		}
		r.play(10)
		for n := first; n < h.next; n++ {
			if h.why[n] == actions.ChatTooFast {
				refused++
			}
		}
		return refused
	}
	slow := say(ann, 200, 60*time.Second)
	if r.s.clients.online["ann"] == nil || slow == 0 {
		t.Fatalf("sent away after %d refused lines in a minute: %q", slow, ann.conn.reason)
	}
	fast := say(bob, 2*access.ChatKickUsual, floodSpan/2)
	if r.s.clients.online["bob"] != nil || !strings.Contains(bob.conn.reason, "too many lines at once") {
		t.Errorf("who floods stays: %d refused, %q", fast, bob.conn.reason)
	}
	t.Logf("%d refused in a minute, and stays; %d in %v, and goes", slow, fast, floodSpan/2)
}
