package main

import (
	"context"
	"log/slog"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/client/script"
	"voxtide/render/scene"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport"
	"voxtide/transport/secure"
	"voxtide/ui"
	"voxtide/window"
)

// TestLinkQuestion plays on a server beside somebody who wants direct links, and answers the question with real keys: "only with
// friends", which pins the key of that player. Both are introduced then; the answer is in the files, and nobody is asked again.
func TestLinkQuestion(t *testing.T) {
	needDisplay(t)
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Fatal("this test needs xdotool: apt-get install xdotool")
	}
	runtime.LockOSThread() // the window's
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	h, err := host.Open(host.Config{Dir: filepath.Join(t.TempDir(), "w"), Seed: 1, SeedSet: true, Secret: testSecret(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close("the test is over")
	at, err := h.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	annHome, bobHome := t.TempDir(), t.TempDir()
	ann := &playCmd{Connect: at.String(), Name: "ann", Headless: true, Data: annHome, Width: 640, Height: 400, Patience: 2 * time.Minute,
		Options: optionValues{"direct_links": settings.LinksAll, "view_distance": "32"}}
	bob := &playCmd{Connect: at.String(), Name: "bob", Data: bobHome, Patience: 2 * time.Minute, Width: 640, Height: 400,
		Options: optionValues{"view_distance": "32", "preset": "potato"}}
	for _, c := range []*playCmd{ann, bob} {
		if err := c.check(); err != nil {
			t.Fatal(err)
		}
	}
	annKey, err := playerKey(annHome)
	if err != nil {
		t.Fatal(err)
	}
	annDone := make(chan bool)
	annCtx, annLeaves := context.WithCancel(ctx)
	go func() {
		defer close(annDone)
		ann.headless(annCtx, script.Script{}, slog.New(slog.DiscardHandler), t.Output())
	}()
	q := &questionRunner{t: t, s: &app{cmd: bob, log: slog.New(slog.DiscardHandler)}}
	q.s.afterDraw = q.shown
	_, _, err = q.s.run(ctx)
	annLeaves()
	<-annDone
	if err != nil {
		t.Fatal(err)
	}
	if q.introduced != annKey.Public() {
		t.Fatalf("got to step %d; introduced to %v, want %v", q.step, q.introduced, annKey.Public())
	}
	friends, err := settings.ReadFriends(filepath.Join(bobHome, "friends.toml"))
	if f, ok := friends.Named("ann"); err != nil || !ok || secure.Key(f.Key) != annKey.Public() {
		t.Errorf("%v: the friends are %v", err, friends.All())
	}
	o, err := settings.ReadClient(filepath.Join(bobHome, "client.toml"), isKey)
	if err != nil || o.DirectLinks != settings.LinksFriends || o.DirectLinksAsk {
		t.Errorf("%v: direct_links is %q, and the game asks: %v", err, o.DirectLinks, o.DirectLinksAsk)
	}
	t.Logf("%d keys, introduced after %v", q.step, time.Duration(q.frames)*frameEvery)
}

// testSecret returns the key of a server.
func testSecret(t *testing.T) secure.Secret {
	t.Helper()
	key, err := settings.LoadKey(filepath.Join(t.TempDir(), "server.key"))
	if err != nil {
		t.Fatal(err)
	}
	return secure.NewSecret(key)
}

// questionRunner answers the question of a direct link while the app draws frames.
type questionRunner struct {
	t          *testing.T
	s          *app
	step       int // keys that came
	pressed    bool
	frames     int
	introduced secure.Key
}

// questionKeys are the keys that answer: open the question, from "No" up to "only with friends", take it.
var questionKeys = []struct {
	tool string // its name for xdotool
	key  window.Key
}{{"l", window.KeyL}, {"Up", window.KeyArrowUp}, {"Return", window.KeyEnter}}

func (q *questionRunner) shown(events []window.Event, _ *scene.Scene) {
	g := q.s.session
	if g == nil || !g.entered {
		return
	}
	q.frames++
	for _, e := range events {
		if q.pressed && e.Kind == window.KeyUp && e.Key == questionKeys[q.step].key {
			q.step, q.pressed = q.step+1, false
		}
	}
	switch asked := q.s.state.Links.Offer == "ann"; {
	case q.step == len(questionKeys):
		if all := g.client.DirectLinks(); len(all) > 0 {
			q.introduced, q.s.quit = all[0].Key, true
		}
	case asked && !q.pressed && q.s.ui.CapturesMouse() == (q.step == 0):
		q.pressed = true
		if err := exec.Command("xdotool", "key", questionKeys[q.step].tool).Run(); err != nil {
			q.t.Error(err)
		}
	}
}

// TestLocalCommands checks that the game itself carries out its commands, says the answer in the chat, and sends nothing.
func TestLocalCommands(t *testing.T) {
	var st ui.State
	s := &app{home: t.TempDir(), log: slog.New(slog.DiscardHandler), session: &session{host: &host.Host{}}, options: settings.DefaultClient()}
	if err := s.openLinkPage(); err != nil {
		t.Fatal(err)
	}
	s.session.client = client.New(client.Config{Name: "ann", Dial: func() transport.Conn { return nil }})
	for _, line := range []string{"/peers", "/friend bob 0101010101010101010101010101010101010101010101010101010101010101"} {
		if err := s.request(ui.Request{Kind: ui.RequestChat, Text: line}); err != nil || len(s.controls.actions) > 0 {
			t.Fatalf("%q: %v, sent %v", line, err, s.controls.actions)
		}
	}
	if s.fillLinks(&st, &scene.Scene{}); len(st.ChatLines) != 3 || len(s.netPage.links.Keys()) != 1 {
		t.Errorf("said %q, friends %v", st.ChatLines, s.netPage.links.Keys())
	}
	if err := s.request(ui.Request{Kind: ui.RequestChat, Text: "/list"}); err != nil || len(s.controls.actions) != 1 {
		t.Errorf("%v, sent %v", err, s.controls.actions)
	}
}
