package ui

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/window"
)

// TestChat opens, types, sends and recalls.
func TestChat(t *testing.T) {
	r := newRig(t)
	say := func(text string) {
		t.Helper()
		r.feed(window.Event{Kind: window.KeyDown, Key: window.KeyT}, window.Event{Kind: window.Typed, Rune: 't'})
		r.letters(text)
		if r.key(window.KeyEnter); text == "" {
			if len(r.out.Wishes) > 0 || !r.u.Captures() {
				t.Fatalf("an empty line: %+v", r.out)
			}
		} else if w := r.wished(); w.Want != WantChat || w.Text != text || !r.u.Captures() {
			t.Fatalf("%+v", w)
		}
	}
	say("first")
	say("")
	say("zweite Zeile: äöü 雪")
	r.key(window.KeyEnter)
	r.letters("draft")
	r.key(window.KeyArrowUp, window.KeyArrowUp, window.KeyArrowUp)
	r.sees("first")
	r.key(window.KeyArrowDown)
	r.sees("zweite Zeile: äöü 雪")
	r.key(window.KeyEscape)
	if !r.u.Captures() {
		t.Fatal("Esc does not close the chat")
	}
	r.key(window.KeyEnter)
	r.letters("t" + strings.Repeat("é", 400))
	if n := len(r.u.chat.entry.text); n != chatBytes-1 { // 1 and 127 times 2, and the next would be too much
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

// TestHeard: lines fade, are kept up to a bound, and are broken where they are too long.
func TestHeard(t *testing.T) {
	r := newRig(t)
	r.s.Said = []Line{{"Ada", "hello"}, {"", "Grace joined"}, {"Grace", strings.Repeat("word ", 30) + strings.Repeat("x", 90)}}
	r.draw()
	r.sees("Ada  ", "hello", "Grace joined")
	for _, w := range r.f.texts {
		if w.x < 400 && w.x+w.w > 8+chatWide {
			t.Errorf("%q goes too far", w.text)
		}
	}
	r.now += chatFor + chatFade + 1
	r.feed()
	if _, ok := r.find("hello"); ok {
		t.Fatal("still there")
	}
	r.key(window.KeyEnter)
	r.sees("hello")
	for i := range 3 * chatLines {
		r.s.Said = []Line{{"", fmt.Sprint(i)}}
		r.draw()
	}
	if len(r.u.chat.lines) != chatLines || r.u.chat.lines[0].Text != fmt.Sprint(2*chatLines) {
		t.Fatal(len(r.u.chat.lines))
	}
	r.key(window.KeyPageUp)
	r.sees(fmt.Sprint(3*chatLines - 1 - chatOpen/2))
	if _, ok := r.find(fmt.Sprint(3*chatLines - chatOpen/2)); ok {
		t.Fatal("not scrolled")
	}
	for range 2 * chatLines {
		r.feed(window.Event{Kind: window.Scrolled, DY: 3})
	}
	r.sees(fmt.Sprint(2 * chatLines))
	r.key(window.KeyPageDown)
	r.feed(window.Event{Kind: window.Scrolled, DY: -200})
	r.sees(fmt.Sprint(3*chatLines - 1))
	r.u.Forget()
	if len(r.u.chat.lines) > 0 {
		t.Fatal("not forgotten")
	}
}

// TestField edits a line.
func TestField(t *testing.T) {
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
		r := newRig(t)
		f := field{max: 20}
		f.set(c.begin)
		for _, e := range c.keys {
			if e.Kind != window.Typed {
				e.Kind = window.KeyDown
			}
			r.u.kit.begin(e, false)
			f.edit(&r.u.kit, r.u.cfg.Clipboard)
			if r.u.kit.live {
				t.Errorf("%q: %v was not taken", c.begin, e)
			}
		}
		if f.String() != c.want || f.at != c.at {
			t.Errorf("%q: %q at %d, want %q at %d", c.begin, f.String(), f.at, c.want, c.at)
		}
	}
}
