package control

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/events"
	"voxtide/server/roles"
	"voxtide/server/tokens"
)

// TestWhoMay: what comes without a token, or with one that may less, is refused with 401 or 403 and the reason, and nothing is done.
func TestWhoMay(t *testing.T) {
	k := open(t)
	for _, c := range []struct {
		who, line string
		code      int
		says      string
	}{
		{"", "list", 401, "token"}, {"vxt_guess", "list", 401, "no such token"}, {"mod", "list", 200, "mod gave list"}, {"mod", "stop", 403, "console"}, {"mod", "op ann", 403, "console"},
		{"say", "say hi", 200, "say gave"}, {"say", "list", 403, "no entry"}, {"bridge", "list", 200, "gave"}, {"op", "status", 200, "gave"}, {"op", "save", 403, "the token op has"},
		{"op", "stop", 403, "console"}, {"console", "stop", 200, "gave"}, {"gone", "list", 403, "there is no role builders"}, {"console", "dance", 400, "no command"},
	} {
		before := k.world.given.Load()
		code, text := k.ask("POST", "/v1/command", c.who, fmt.Sprintf(`{"line": %q}`, c.line))
		if code != c.code || !strings.Contains(text, c.says) {
			t.Errorf("%s gives %s: %d %s", c.who, c.line, code, text)
		}
		if code == 401 && k.world.given.Load() != before {
			t.Errorf("%s gave %s without a token", c.who, c.line)
		}
	}
	for _, path := range []string{"/v1/players", "/v1/status", "/v1/bans", "/v1/backups", "/v1/samples", "/v1/events", "/v1/complete", "/v1/token"} {
		if code, text := k.ask("GET", path, "", ""); code != 401 {
			t.Errorf("%s without a token: %d %s", path, code, text)
		}
	}
	for _, c := range []struct {
		path, who string
		code      int
		has, not  string
	}{
		{"/v1/players", "mod", 200, "192.0.2.7", "zzz"}, {"/v1/players", "bridge", 200, `"at"`, "192.0.2.7"}, {"/v1/players", "say", 403, "list", "ann"},
		{"/v1/status", "bridge", 200, "home", "health"}, {"/v1/status", "op", 200, "health", "zzz"}, {"/v1/status", "say", 403, "list", "home"},
		{"/v1/bans", "bridge", 403, "bans", "zzz"}, {"/v1/bans", "mod", 200, "[]", "null"}, {"/v1/backups", "mod", 403, "backups", "zzz"}, {"/v1/backups", "op", 200, "number", "zzz"},
		{"/v1/samples", "mod", 403, "status", "zzz"}, {"/v1/events", "say", 403, "not allowed", "zzz"}, {"/v1/token", "bridge", 200, `["list","say"]`, "ban"}, {"/v1/nothing", "op", 404, "/v1/command", "zzz"},
	} {
		if code, text := k.ask("GET", c.path, c.who, ""); code != c.code || !strings.Contains(text, c.has) || strings.Contains(text, c.not) {
			t.Errorf("%s reads %s: %d %s", c.who, c.path, code, text)
		}
	}
}

// TestOtherPages: no page of another origin gets an answer, and none by a name of its own.
func TestOtherPages(t *testing.T) {
	k := open(t)
	for _, origin := range []string{"http://evil.example", "null", "http://127.0.0.1:1"} {
		if code, text := k.ask("POST", "/v1/command", "console", `{"line": "stop"}`, "Origin", origin); code != 403 || k.world.given.Load() != 0 {
			t.Errorf("%s: %d %s", origin, code, text)
		}
	}
	if code, _ := k.ask("POST", "/v1/command", "console", `{"line": "list"}`, "Origin", k.url); code != 200 {
		t.Error("the own page:", code)
	}
	r, _ := http.NewRequest("GET", k.url+"/v1/status", nil)
	r.Host = "evil.example"
	r.Header.Set("Authorization", "Bearer "+k.secret["console"])
	if resp, err := http.DefaultClient.Do(r); err != nil || resp.StatusCode != http.StatusMisdirectedRequest {
		t.Error(resp, err)
	}
}

// TestBodies: what is no command is refused before the world sees it.
func TestBodies(t *testing.T) {
	k := open(t)
	for _, body := range []string{
		"{}", `{"line": ""}`, `{"line": 3}`, `{"line": "list"} {"line": "stop"}`, `{"line": "list", "as": "console"}`, `["list"]`, `{"line": "say a\nstop"}`, `{"line": "say \u0000"}`,
		`{"line": "say ` + strings.Repeat("x", commands.LineMax) + `"}`, strings.Repeat("[", 100_000), `{"line": "` + strings.Repeat("x", 100_000) + `"}`, "\x00\xff",
	} {
		if code, text := k.ask("POST", "/v1/command", "console", body); code != 400 {
			t.Errorf("%.60q: %d %s", body, code, text)
		}
	}
	if code, _ := k.ask("POST", "/v1/command", "console", `{"line": "list"}`, "Content-Type", "text/plain"); code != 400 {
		t.Error("a form of another page:", code)
	}
	if n := k.world.given.Load(); n != 0 {
		t.Errorf("%d reached the world", n)
	}
	if code, _ := k.ask("GET", "/v1/command", "console", ""); code != 404 && code != 405 {
		t.Error("GET:", code)
	}
}

// TestFlood: a token has a rate, and a number of commands under way; the others have theirs all the same.
func TestFlood(t *testing.T) {
	k := open(t)
	refused := 0
	for range commandBurst + 40 {
		if code, _ := k.ask("POST", "/v1/command", "mod", `{"line": "list"}`); code == 429 {
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing is refused of a flood")
	}
	if code, _ := k.ask("POST", "/v1/command", "bridge", `{"line": "list"}`); code != 200 {
		t.Error("another token:", code)
	}
	codes := make(chan int, commandsEach+1)
	for range commandsEach {
		go func() { code, _ := k.ask("POST", "/v1/command", "console", `{"line": "save"}`); codes <- code }()
	}
	under := func() int { k.door.traffic.mu.Lock(); defer k.door.traffic.mu.Unlock(); return k.door.traffic.commands }
	for end := time.Now().Add(20 * time.Second); under() < commandsEach; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the commands do not begin")
		}
	}
	if code, _ := k.ask("POST", "/v1/command", "console", `{"line": "list"}`); code != 429 {
		t.Error("one more than may be under way:", code)
	}
	close(k.world.hang)
	for range commandsEach {
		if code := <-codes; code != 200 {
			t.Error("one of those:", code)
		}
	}
	t.Logf("%d of a flood refused, %d commands under way at once", refused, commandsEach)
}

// TestGuesses: an address that guesses tokens is not listened to for a while.
func TestGuesses(t *testing.T) {
	k := open(t)
	last := 0
	for i := range 15 {
		last, _ = k.ask("GET", "/v1/status", fmt.Sprint("vxt_guess", i), "")
	}
	if last != 429 {
		t.Error("after 15 guesses:", last)
	}
}

// TestRemovedToken: a stream ends soon after its token was taken away.
func TestRemovedToken(t *testing.T) {
	k := open(t)
	k.door.beat = 50 * time.Millisecond
	r, _ := http.NewRequest("GET", k.url+"/v1/events", nil)
	r.Header.Set("Authorization", "Bearer "+k.secret["mod"])
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode != 200 {
		t.Fatal(resp, err)
	}
	defer resp.Body.Close()
	if err := tokens.Remove(k.file, "mod"); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { _, err := io.Copy(io.Discard, resp.Body); over <- err }()
	select {
	case <-over:
	case <-time.After(20 * time.Second):
		t.Error("it goes on")
	}
}

// FuzzBody: no body panics; what is taken is one line of text.
func FuzzBody(f *testing.F) {
	f.Add(`{"line": "list"}`)
	f.Add(`{"line": "say \n"}`)
	f.Fuzz(func(t *testing.T, body string) {
		r, _ := http.NewRequest("POST", "http://localhost/v1/command", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		line, err := readLine(r)
		if err == nil && (line == "" || len(line) > commands.LineMax || strings.ContainsAny(line, "\n\r\x00\x1b")) {
			t.Fatalf("%q", line)
		}
	})
}

func Example() {
	w := &fakeWorld{judge: roles.New(&access.Lists{}), log: events.New()}
	d := New(Config{World: w, Tokens: tokens.NewStore("none.toml")})
	defer d.Close()
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go d.Serve(l, false)
	resp, err := http.Get("http://" + l.Addr().String() + "/v1/players")
	fmt.Println(resp.Status, err)
	// Output: 401 Unauthorized <nil>
}
