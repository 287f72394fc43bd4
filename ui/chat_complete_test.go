package ui

import (
	"strings"
	"testing"

	"voxtide/window"
)

// TestCompletion: Tab goes through the completions of the last word of a command; typing ends the completion, and a line
// that is no command is left alone.
func TestCompletion(t *testing.T) {
	r := newHarness(t)
	asked := 0
	r.u.cfg.Complete = func(line string) (int, []string) {
		asked++
		switch {
		case line == "/gi":
			return 1, []string{"give"}
		case strings.HasPrefix(line, "/give ") && !strings.Contains(line[6:], " "):
			return 6, []string{"ann", "bob"}
		}
		return len(line), nil
	}
	r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyT}, window.Event{Kind: window.Typed, Rune: 't'})
	for _, c := range []struct{ typed, want string }{
		{"/gi", "/give "}, {"", "/give ann"}, {"", "/give bob"}, {"", "/give ann"}, {" s", "/give ann s"},
	} {
		r.typeText(c.typed)
		r.key(window.KeyTab)
		if got := r.u.chat.input.String(); got != c.want {
			t.Fatalf("%q, want %q", got, c.want)
		}
		if c.want == "/give bob" {
			r.expectText("bob")
		}
		if c.want == "/give ann" {
			r.expectText("ann", "bob")
		}
	}
	r.key(window.KeyArrowLeft)
	before := asked
	r.key(window.KeyTab)
	if asked != before {
		t.Error("asked within the line")
	}
	r.key(window.KeyEscape)
	r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyT}, window.Event{Kind: window.Typed, Rune: 't'})
	r.typeText("hello")
	r.key(window.KeyTab)
	if asked != before || r.u.chat.input.String() != "hello" {
		t.Error("a line that is no command is completed")
	}
}
