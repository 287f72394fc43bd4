package ui

import (
	"strings"
	"testing"

	"voxtide/settings"
	"voxtide/window"
)

// exampleLinks are a question and some links.
func exampleLinks() Links {
	return Links{
		Offer: "ann", Sooner: 90, Key: strings.Repeat("4773f12e2373bb93", 4),
		Rows: []LinkRow{
			{Name: "Grace", Fingerprint: "4773f12e2373bb935b9a0f5419b4a1c3", Friend: "grace", How: "lan", RoundTrip: 0.8},
			{Name: "Konrad", Fingerprint: "0d2f754ee7bd6c66b23bd45e5563ffcb", How: "direct", RoundTrip: 21, Loss: 0.02},
			{Name: "Mallory", Fingerprint: "99aa754ee7bd6c66b23bd45e5563ffcb", How: "server", State: "closed", Why: "16 lies in 10 s", Barred: true, Lies: 16},
		},
	}
}

// TestLinkOffer checks that the question is told on the HUD without taking the mouse, opens on its key, and is answered by keys
// and by the mouse; the answer is in the options, and Esc leaves the question for later.
func TestLinkOffer(t *testing.T) {
	for i, answer := range linkModes {
		for _, mouse := range []bool{false, true} {
			r := newHarness(t)
			r.s.Links = exampleLinks()
			r.s.Links.Rows = nil
			r.draw()
			r.expectText("ann wants a direct link: L to answer")
			if !r.u.CapturesMouse() {
				t.Fatal("the question takes the mouse")
			}
			r.key(window.KeyL)
			r.expectText("ann wants a direct link", "No")
			if mouse {
				r.clickText(strings.ReplaceAll(answer.text, "%s", "ann"))
			} else {
				for range i + 1 {
					r.key(window.KeyTab)
				}
				r.key(window.KeyEnter)
			}
			o := r.u.Options()
			if r.onlyRequest().Kind != RequestAnswerLinks || o.DirectLinks != answer.mode || o.DirectLinksAsk || !r.u.CapturesMouse() {
				t.Errorf("%s: %+v, mode %s, asks %v", answer.text, r.out.Requests, o.DirectLinks, o.DirectLinksAsk)
			}
		}
	}
	r := newHarness(t)
	r.s.Links = exampleLinks()
	r.draw()
	r.key(window.KeyL, window.KeyEnter)
	if r.u.Options().DirectLinks != settings.LinksOff {
		t.Error("Enter consents unless the player chooses")
	}
	r.u.options.DirectLinksAsk = true
	r.key(window.KeyL, window.KeyEscape)
	if len(r.out.Requests) > 0 || !r.u.Options().DirectLinksAsk || !r.u.CapturesMouse() {
		t.Error("Esc answers")
	}
	r.key(window.KeyEscape)
	r.clickText("Direct links: a question")
	r.expectText("ann wants a direct link")
	r.s.Links.Offer = ""
	if r.draw(); r.u.topPage().page != pagePause {
		t.Error("the question stays though nobody asks")
	}
}

// TestLinkNotices checks the lines on the HUD: a question, and a link that was closed for what came over it, each for a while.
func TestLinkNotices(t *testing.T) {
	const asks, closed = "ann wants a direct link: L to answer", "The direct link to Mallory is closed: 16 lies in 10 s"
	r := newHarness(t)
	r.s.Links = exampleLinks()
	r.s.Links.Rows = r.s.Links.Rows[:2]
	r.draw()
	r.expectText(asks)
	later := func(seconds float64) {
		r.now += seconds
		r.feed()
	}
	if later(noticeFor + 1); len(r.f.texts) == 0 {
		t.Fatal("nothing is drawn")
	}
	if _, ok := r.find(asks); ok {
		t.Error("the question stays on the HUD")
	}
	r.s.Links.Rows = exampleLinks().Rows
	later(1)
	r.expectText(closed)
	later(noticeFor + 1)
	if _, ok := r.find(closed); ok {
		t.Error("the line stays on the HUD")
	}
	r.s.Links = Links{}
	later(1)
	r.key(window.KeyL)
	if r.expectText("Direct links need a server"); !r.u.CapturesMouse() {
		t.Error("a page opens where there can be no link")
	}
}

// TestLinksPage checks that the page lists the links with their fingerprints, that a press makes a friend of somebody who is none,
// and that the option changes.
func TestLinksPage(t *testing.T) {
	r := newHarness(t)
	r.s.Links = exampleLinks()
	r.s.Links.Offer = ""
	r.draw()
	r.key(window.KeyL)
	r.expectText("Grace", "same network, 0.8 ms, loss 0%", "friend", "direct, 21 ms, loss 2%", "0d2f 754e e7bd 6c66 b23b d45e 5563 ffcb", "by the server: 16 lies in 10 s",
		"4773 f12e 2373 bb93 4773 f12e 2373 bb93", "Off", linkHelp[settings.LinksOff])
	r.clickText("Konrad")
	if q := r.onlyRequest(); q != (Request{Kind: RequestAddFriend, Row: 1}) {
		t.Errorf("%+v", q)
	}
	if r.clickText("Grace"); len(r.out.Requests) > 0 {
		t.Errorf("a friend is made a friend: %+v", r.out.Requests)
	}
	r.clickText("Copy my key")
	if q := r.onlyRequest(); q.Kind != RequestCopyKey {
		t.Errorf("%+v", q)
	}
	r.expectText("Copied")
	r.u.topPage().focus = 0
	r.key(window.KeyArrowRight)
	if q := r.onlyRequest(); q.Kind != RequestApplyOptions || r.u.Options().DirectLinks != settings.LinksFriends {
		t.Errorf("%+v, %s", q, r.u.Options().DirectLinks)
	}
	r.s.Links.Rows[1].Stranger, r.s.Links.Trouble = true, "friends.toml:7: no"
	r.draw()
	r.expectText("not your friend of that name", "friends.toml:7: no")
	if r.clickText("Konrad"); len(r.out.Requests) > 0 {
		t.Error("somebody with the name of a friend is made one by a press")
	}
	r.s.Links.Rows = nil
	r.draw()
	r.expectText("No link now. Players near who want one, too, appear here.")
}

// TestLinkDebug checks the lines of the debug screen.
func TestLinkDebug(t *testing.T) {
	r := newHarness(t)
	r.s.Links, r.s.Debug = exampleLinks(), &Debug{}
	r.key(window.KeyF3)
	r.expectText("link       Konrad       direct  21 ms  loss 2%  lies 0", "link       Mallory      server  closed  lies 16")
}
