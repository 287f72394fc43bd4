package ui

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/window"
)

// TestChat opens the chat, types, sends and recalls lines.
func TestChat(t *testing.T) {
	r := newHarness(t)
	say := func(text string) {
		t.Helper()
		r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyT}, window.Event{Kind: window.Typed, Rune: 't'})
		r.typeText(text)
		if r.key(window.KeyEnter); text == "" {
			if len(r.out.Requests) > 0 || !r.u.CapturesMouse() {
				t.Fatalf("an empty line: %+v", r.out)
			}
		} else if w := r.onlyRequest(); w.Kind != RequestChat || w.Text != text || !r.u.CapturesMouse() {
			t.Fatalf("%+v", w)
		}
	}
	say("first")
	say("")
	say("zweite Zeile: äöü 雪")
	r.key(window.KeyEnter)
	r.typeText("draft")
	r.key(window.KeyArrowUp, window.KeyArrowUp, window.KeyArrowUp)
	r.expectText("first")
	r.key(window.KeyArrowDown)
	r.expectText("zweite Zeile: äöü 雪")
	r.key(window.KeyEscape)
	if !r.u.CapturesMouse() {
		t.Fatal("Esc does not close the chat")
	}
	r.key(window.KeyEnter)
	r.typeText("t" + strings.Repeat("é", 400))
	if n := len(r.u.chat.input.text); n != chatBytes-1 { // 1 and 127 times 2, and the next would be too much
		t.Fatalf("%d bytes", n)
	}
	r.key(window.KeyEnter)
	for i := range 2 * chatHistory {
		say(fmt.Sprint("line ", i))
	}
	if len(r.u.chat.history) != chatHistory {
		t.Fatal(len(r.u.chat.history))
	}
}

// TestChatLines: lines fade, are kept up to a bound, and are wrapped.
func TestChatLines(t *testing.T) {
	r := newHarness(t)
	r.s.ChatLines = []ChatLine{{"Ada", "hello"}, {"", "Grace joined"}, {"Grace", strings.Repeat("word ", 30) + strings.Repeat("x", 90)}}
	r.draw()
	r.expectText("Ada  ", "hello", "Grace joined")
	for _, w := range r.f.texts {
		if w.x < 400 && w.x+w.w > 8+chatWidth {
			t.Errorf("%q goes too far", w.text)
		}
	}
	r.now += chatVisibleFor + chatFade + 1
	r.feed()
	if _, ok := r.find("hello"); ok {
		t.Fatal("still there")
	}
	r.key(window.KeyEnter)
	r.expectText("hello")
	for i := range 3 * chatLinesKept {
		r.s.ChatLines = []ChatLine{{"", fmt.Sprint(i)}}
		r.draw()
	}
	if len(r.u.chat.lines) != chatLinesKept || r.u.chat.lines[0].Text != fmt.Sprint(2*chatLinesKept) {
		t.Fatal(len(r.u.chat.lines))
	}
	r.key(window.KeyPageUp)
	r.expectText(fmt.Sprint(3*chatLinesKept - 1 - chatLinesOpen/2))
	if _, ok := r.find(fmt.Sprint(3*chatLinesKept - chatLinesOpen/2)); ok {
		t.Fatal("not scrolled")
	}
	for range 2 * chatLinesKept {
		r.feed(window.Event{Kind: window.Scrolled, DY: 3})
	}
	r.expectText(fmt.Sprint(2 * chatLinesKept))
	r.key(window.KeyPageDown)
	r.feed(window.Event{Kind: window.Scrolled, DY: -200})
	r.expectText(fmt.Sprint(3*chatLinesKept - 1))
	r.u.ClearChat()
	if len(r.u.chat.lines) > 0 {
		t.Fatal("not forgotten")
	}
}

// TestTextField edits a line with keys.
func TestTextField(t *testing.T) {
	const ctrl = window.Control
	for _, c := range []struct {
		begin string
		keys  []window.Event
		want  string
		at    int
	}{
		{"abc", []window.Event{{Key: window.KeyBackspace}}, "ab", 2},
		{"aé", []window.Event{{Key: window.KeyBackspace}}, "a", 1},
		{"aé", []window.Event{{Key: window.KeyArrowLeft}, {Key: window.KeyBackspace}}, "é", 0},
		{"aé", []window.Event{{Key: window.KeyArrowLeft}, {Key: window.KeyDelete}}, "a", 1},
		{"abc", []window.Event{{Key: window.KeyHome}, {Key: window.KeyArrowLeft}, {Key: window.KeyArrowRight}, {Key: window.KeyDelete}}, "ac", 1},
		{"abc", []window.Event{{Key: window.KeyHome}, {Key: window.KeyEnd}, {Key: window.KeyArrowRight}, {Key: window.KeyDelete}}, "abc", 3},
		{"", []window.Event{{Key: window.KeyBackspace}, {Key: window.KeyDelete}}, "", 0},
		{"one two  ", []window.Event{{Key: window.KeyBackspace, Mods: ctrl}}, "one ", 4},
		{"one two", []window.Event{{Key: window.KeyArrowLeft}, {Key: window.KeyU, Mods: ctrl}}, "o", 0},
		{"a", []window.Event{{Key: window.KeyV, Mods: ctrl}}, "apasted text", 12},
		{"a", []window.Event{{Key: window.KeyV, Mods: window.Super}}, "apasted text", 12},
		{"0123456789abcdef", []window.Event{{Key: window.KeyV, Mods: ctrl}}, "0123456789abcdefpast", 20},
		{"a", []window.Event{{Kind: window.Typed, Rune: '\x07'}, {Kind: window.Typed, Rune: '\t'}, {Kind: window.Typed, Rune: '\uFFFD'}}, "a ", 2},
	} {
		r := newHarness(t)
		f := textField{max: 20}
		f.set(c.begin)
		for _, e := range c.keys {
			if e.Kind != window.Typed {
				e.Kind = window.KeyDown
			}
			r.u.widgets.begin(e, false)
			f.edit(&r.u.widgets, r.u.cfg.Clipboard)
			if r.u.widgets.pending {
				t.Errorf("%q: %v was not taken", c.begin, e)
			}
		}
		if f.String() != c.want || f.caret != c.at {
			t.Errorf("%q: %q at %d, want %q at %d", c.begin, f.String(), f.caret, c.want, c.at)
		}
	}
}

// TestAnswers: the answers to a command take the place of those to the command before, and what players say stays. The open chat has all.
func TestAnswers(t *testing.T) {
	r := newHarness(t)
	give := func(command string, answers ...string) {
		r.key(window.KeyT)
		r.typeText(command)
		if r.key(window.KeyEnter); r.onlyRequest() != (Request{Kind: RequestChat, Text: command}) {
			t.Fatalf("%+v", r.out.Requests)
		}
		for _, a := range answers {
			r.s.ChatLines = append(r.s.ChatLines, ChatLine{Text: a})
		}
		r.draw()
		r.draw()
	}
	r.s.ChatLines = []ChatLine{{"Ada", "hello"}}
	r.draw()
	give("/time noon", "It is noon")
	r.expectText("It is noon", "Ada  ")
	give("/time dusk", "It is dusk", "and the sun sets")
	r.expectText("It is dusk", "and the sun sets", "Ada  ")
	if _, there := r.find("It is noon"); there {
		t.Error("the answer to the command before is still there")
	}
	r.now += replyWithin + 1
	r.u.Feed(r.now, nil)
	r.s.ChatLines = []ChatLine{{Text: "Grace joined"}}
	r.draw()
	give("/seed", "The seed is 7")
	r.expectText("Grace joined", "The seed is 7")
	r.key(window.KeyT)
	r.expectText("It is noon", "It is dusk", "Grace joined", "The seed is 7")
}
