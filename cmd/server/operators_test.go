package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/cmd/internal/lineedit"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// visitor is a player from a loopback address of its own, whom a goroutine plays.
type visitor struct {
	*client.Client
	mu    sync.Mutex
	in    client.Input
	heard []string
	stop  chan bool
	over  sync.WaitGroup
}

// visit has a player join, with the key of a name.
func visit(t *testing.T, at, name, key, from string) *visitor {
	seed := sha256.Sum256([]byte(key))
	to, err := net.ResolveUDPAddr("udp", at)
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{stop: make(chan bool)}
	v.Client = client.New(client.Config{Name: name, ViewDistance: 2, Dial: func() transport.Conn {
		pc, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(from)})
		if err != nil {
			return nil
		}
		return reliable.Dial(pc, to, reliable.Config{Secure: secure.Config{Secret: secure.NewSecret(ed25519.NewKeyFromSeed(seed[:])), Version: protocol.Version, Trust: func(secure.Key) error { return nil }}})
	}})
	v.over.Go(func() {
		for {
			select {
			case <-v.stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
			v.mu.Lock()
			sc := v.Frame(host.Monotonic(), v.in)
			v.in.Actions = v.in.Actions[:0]
			for _, l := range sc.Chat {
				v.heard = append(v.heard, l.Text)
			}
			v.heard = append(v.heard, sc.Refusals...)
			v.mu.Unlock()
		}
	})
	t.Cleanup(func() { close(v.stop); v.over.Wait(); v.Close() })
	return v
}

// is waits until a condition of the client holds.
func (v *visitor) is(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		v.mu.Lock()
		ok := f()
		v.mu.Unlock()
		if ok {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("never: %s (%v %s, heard %q)", what, v.State(), v.Reason(), v.heard)
		}
	}
}

func (v *visitor) say(lines ...string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, l := range lines {
		v.in.Actions = append(v.in.Actions, actions.Action{Kind: actions.Chat, Text: l})
	}
}

// hears waits until a line of the chat, or a refusal, holds a text.
func (v *visitor) hears(t *testing.T, text string) string {
	t.Helper()
	line := ""
	v.is(t, "heard "+text, func() bool {
		for _, l := range v.heard {
			if strings.Contains(l, text) {
				line = l
				return true
			}
		}
		return false
	})
	return line
}

// ends waits until the session ends, and returns why.
func (v *visitor) ends(t *testing.T) string {
	t.Helper()
	v.is(t, "ended", func() bool { return v.State() == client.Ended })
	return v.Reason()
}

// plays waits until the player is in the world.
func (v *visitor) plays(t *testing.T) { t.Helper(); v.is(t, "in the world", v.Playable) }

// TestOperators answers rows of the table of what operators need (issue 22), each with a command or with what somebody sees, and prints it.
func TestOperators(t *testing.T) {
	home, err := os.MkdirTemp("", "vx") // short: the path of a local socket has its bound
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	t.Setenv(settings.HomeEnv, home)
	file := filepath.Join(home, "server.toml")
	text := "listen = \"127.0.0.1:0\"\nworld = \"home\"\nplayers = 4\ncontrol = \"local 127.0.0.1:0\"\nreserved_slots = 1\nqueue = 2\nlan = false\nrcon = \"127.0.0.1:0\"\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	in, say := io.Pipe()
	defer say.Close()
	var out, log outputBuffer
	ctx, interrupt := context.WithCancel(context.Background())
	over := make(chan int, 1)
	go func() { over <- run(ctx, nil, in, &out, &log) }()
	t.Cleanup(func() { interrupt(); <-over })
	at := out.wait(t, `^listening (\S+)`)
	door := log.wait(t, `"at":"(http://\S+)/admin"`)
	rows := 0
	answer := func(row int, what, said string, patterns ...string) {
		t.Helper()
		rows++
		t.Logf("row %d, %s:\n%s", row, what, strings.TrimSpace(said))
		for _, p := range patterns {
			if !regexp.MustCompile(p).MatchString(said) {
				t.Errorf("row %d: that is not %s", row, p)
			}
		}
	}
	ctl := func(words ...string) string {
		var got bytes.Buffer
		run(context.Background(), append([]string{"ctl"}, words...), strings.NewReader(""), &got, &got)
		return got.String()
	}
	ann := visit(t, at, "ann", "ann", "127.0.0.21")
	eve := visit(t, at, "eve", "eve", "127.0.0.22")
	ann.plays(t)
	eve.plays(t)

	os.WriteFile(file, []byte(text+"motd = \"be kind\"\nchat_rate = 5\nstatus = false\n"), 0o644)
	answer(4, "reload, after an edit of the settings", ctl("reload"), `counts now: .*chat_rate`)
	answer(11, "rule", ctl("rule", "day_stops", "on")+ctl("rule"), `day_stops is on\n(?s).*difficulty normal`)
	r, err := (&runCmd{}).remote()
	if err != nil {
		t.Fatal(err)
	}
	done, left := lineedit.Completed("ban e", func(line string) (int, []string) { return r.complete(ctx, line) })
	answer(17, "Tab behind \"ban e\" in server ctl on a terminal", fmt.Sprintf("%q, %d left", done, len(left)), `"ban eve ", 0 left`)
	var secret bytes.Buffer
	run(ctx, []string{"token", "add", "panel", "--role", "moderator"}, nil, &secret, io.Discard)
	ask := func(method, path, body string) string {
		r, _ := http.NewRequest(method, door+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(secret.String()))
		r.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp.Status + " " + string(b)
	}
	answer(18, "a panel over RCON", panel(t, log.wait(t, `by RCON","at":"(\S+?)"`), strings.TrimSpace(secret.String()), "list"), `(?s)2 players\n.*ann at`)
	answer(19, "GET /admin", ask("GET", "/admin", "")[:80], `200 OK <!doctype html>`)
	answer(20, "POST /v1/command", ask("POST", "/v1/command", `{"line": "list"}`)+ask("POST", "/v1/command", `{"line": "stop"}`), `(?s)"done":true.*403 .*console`)
	answer(21, "server ctl list", ctl("list"), `(?s)2 players\n.*ann at`)
	answer(24, "the log of who joins", logLine(&log, `"player joined","player":"ann"`), `"address":"127.0.0.21","key":"[0-9a-f]{8}"`)
	answer(30, "role, and what it gives", ctl("role", "ann", "moderator")+ctl("roles"), `ann is moderator for ever\n(?s).*moderator, with all of player`)
	answer(31, "may", ctl("may", "ann", "ban eve 1h")+ctl("may", "ann", "ban eve 3d")+ctl("may", "ann", "stop"), `yes: ann: ban: the role moderator has "ban:2h"\nno: ann: ban: moderators at most 2h .*\nno: ann: stop: not allowed`)

	for range 8 {
		eve.say("the best offers")
	}
	answer(35, "nine lines at once, with chat_rate = 5", eve.hears(t, "too fast"), `too fast`)
	answer(35, "mute", ctl("mute", "eve", "10m", "offers")+eve.hears(t, "You are muted"), `eve is muted until .*\nYou are muted until .*: offers`)
	ann.say("/warn eve be nice", "/note eve was loud")
	eve.hears(t, "ann warns you: be nice")
	answer(36, "record", waitFor(t, func() string { return ctl("record", "eve") }, "note"), `came in from 127.0.0.22, key`, `note, by ann: was loud`, `warn, by ann: be nice`, `mute, by the console: until .*: offers`)

	ann.say("/ban-ip eve 1h flood")
	answer(33, "ban-ip by a moderator", eve.ends(t), `banned: flood`)
	again := visit(t, at, "carl", "another key", "127.0.0.22")
	answer(34, "a new key from the banned address", again.ends(t), `banned for another .*: flood`)
	answer(25, "the log of who was not let in", log.wait(t, `(\{[^\n]*"not let in","player":"carl"[^\n]*)`), `"why":"banned for another .*: flood","address":"127.0.0.22","key":"[0-9a-f]{8}"`)
	other := visit(t, at, "carl", "another key", "127.0.0.23")
	other.plays(t)
	answer(33, "from another address", ctl("list"), `2 players\n(?s).*carl at`)

	ctl("kick", "carl")
	other.ends(t)
	ctl("op", "carl", hexKey("another key")) // something to keep
	answer(28, "name move", waitFor(t, func() string { return ctl("name", "move", "carl", hexKey("a new machine")) }, "belongs"), `carl belongs to the key [0-9a-f]{8}\.\.\. now`)
	back := visit(t, at, "carl", "a new machine", "127.0.0.24")
	back.plays(t)
	answer(28, "the lost player is back", ctl("list"), `carl at`)

	var rest []*visitor
	for i := range 2 {
		rest = append(rest, visit(t, at, fmt.Sprint("guest", i), fmt.Sprint("guest", i), "127.0.0.25"))
		rest[i].plays(t)
	}
	ctl("role", "dave", "moderator")
	ctl("op", "dave", hexKey("dave"))
	dave := visit(t, at, "dave", "dave", "127.0.0.26")
	dave.plays(t)
	answer(39, "an operator comes in at 4 of 4", ctl("list"), `5 players\n(?s).*dave at`)
	t.Logf("%d answers", rows)
}

// hexKey returns the public key of a player in hexadecimal digits.
func hexKey(key string) string {
	seed := sha256.Sum256([]byte(key))
	public := [32]byte(secure.NewSecret(ed25519.NewKeyFromSeed(seed[:])).Public())
	return fmt.Sprintf("%x", public[:])
}

// waitFor asks until an answer holds a text.
func waitFor(t *testing.T, f func() string, text string) string {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		said := f()
		if strings.Contains(said, text) || time.Now().After(end) {
			return said
		}
	}
}

// logLine returns the first line of the log with a text.
func logLine(log *outputBuffer, text string) string {
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, text) {
			return line
		}
	}
	return ""
}

// panel gives a command over RCON, as a panel does.
func panel(t *testing.T, at, secret, line string) string {
	t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(30 * time.Second))
	send := func(kind byte, text string) string {
		b := append([]byte{byte(10 + len(text)), 0, 0, 0, 7, 0, 0, 0, kind, 0, 0, 0}, text...)
		c.Write(append(b, 0, 0))
		head := make([]byte, 4)
		if _, err := io.ReadFull(c, head); err != nil {
			t.Fatal(err)
		}
		body := make([]byte, int(head[0])|int(head[1])<<8)
		if _, err := io.ReadFull(c, body); err != nil {
			t.Fatal(err)
		}
		return string(body[8 : len(body)-2])
	}
	send(3, secret)
	return send(2, line)
}
