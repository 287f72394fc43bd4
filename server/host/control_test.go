package host

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/control"
	"voxtide/server/events"
	"voxtide/server/tokens"
	"voxtide/server/webhook"
)

// doorOf opens a door to a world, and returns a function that asks with the token of a role.
func doorOf(t *testing.T, h *Host, roles ...string) (url string, secret map[string]string, ask func(role, method, path, body string) (int, string)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), tokens.FileName)
	secret = map[string]string{}
	for _, r := range roles {
		s, err := tokens.Add(file, tokens.Token{Name: "t-" + r, Role: r})
		if err != nil {
			t.Fatal(err)
		}
		secret[r] = s
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.ServeControl(l, tokens.NewStore(file), false); err != nil {
		t.Fatal(err)
	}
	url = "http://" + l.Addr().String()
	return url, secret, func(role, method, path, body string) (int, string) {
		t.Helper()
		r, _ := http.NewRequest(method, url+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+secret[role])
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(b)
	}
}

// playing waits until a player is in the world, and goes on playing until the test ends.
func playing(t *testing.T, g *testClient) {
	t.Helper()
	in, stop := make(chan struct{}), make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		for once := sync.OnceFunc(func() { close(in) }); ; time.Sleep(20 * time.Millisecond) {
			select {
			case <-stop:
				return
			default:
			}
			g.Frame(Monotonic(), g.in)
			if g.State() == client.Playing {
				once()
			}
		}
	})
	t.Cleanup(func() { close(stop); over.Wait(); g.Leave() })
	select {
	case <-in:
	case <-time.After(time.Minute):
		t.Fatal("nobody comes in")
	}
}

// command returns the body of a command.
func command(line string) string {
	b, _ := json.Marshal(map[string]string{"line": line})
	return string(b)
}

// TestDoor: over the door commands are judged and answered as on the console, players are listed with what the caller may
// know, and what happens is told.
func TestDoor(t *testing.T) {
	h, at := openHost(t, filepath.Join(t.TempDir(), "home"), func(c *Config) { c.Rules.MOTD = "welcome" })
	url, secret, ask := doorOf(t, h, "moderator", "console")
	ann := join(t, "ann", at)
	playing(t, ann)
	for _, c := range []struct {
		role, line string
		code       int
		says       string
	}{
		{"moderator", "list", 200, "ann at"}, {"moderator", "stop", 403, "console"}, {"moderator", "ban ann 3d", 403, "at most 2h"}, {"moderator", "kick bob", 400, "bob"},
		{"moderator", "warn ann be nice", 200, "ann is warned"}, {"console", "seed", 200, "seed"}, {"console", "record ann", 200, "warn, by token:t-moderator: be nice"}, {"console", "backup verify 1", 200, "no"},
		{"console", "claim 5", 409, "give a position"}, {"console", "save", 200, "saved"}, {"moderator", "unmute ann", 409, "not muted"},
	} {
		if code, text := ask(c.role, "POST", "/v1/command", command(c.line)); code != c.code || !strings.Contains(text, c.says) {
			t.Errorf("%s gives %s: %d %s", c.role, c.line, code, text)
		}
	}
	var players []control.Player
	if code, text := ask("moderator", "GET", "/v1/players", ""); code != 200 || json.Unmarshal([]byte(text), &players) != nil || len(players) != 1 ||
		players[0].Name != "ann" || players[0].Address != "127.0.0.1" || len(players[0].Key) != 64 || players[0].View == 0 || players[0].Mode != "creative" || players[0].At == nil {
		t.Errorf("players: %d %s", code, text)
	}
	var status control.Status
	if code, text := ask("console", "GET", "/v1/status", ""); code != 200 || json.Unmarshal([]byte(text), &status) != nil || status.Players != 1 || status.MOTD != "welcome" || status.Figures == nil || status.Health != "ok" || status.DiskFree == 0 {
		t.Errorf("status: %d %s", code, text)
	}
	if code, text := ask("moderator", "GET", "/v1/complete?line=war", ""); code != 200 || !strings.Contains(text, `"warn"`) {
		t.Errorf("complete: %d %s", code, text)
	}
	if code, text := ask("moderator", "GET", "/v1/complete?line=st", ""); code != 200 || strings.Contains(text, `"stop"`) || strings.Contains(text, `"status"`) {
		t.Errorf("complete: %d %s", code, text)
	}
	var kinds []string
	for n := uint64(0); ; {
		e, _, ok := h.Events().After(n)
		if !ok {
			break
		}
		n, kinds = e.Number, append(kinds, e.Kind+" "+e.Player+" "+e.Text)
	}
	all := strings.Join(kinds, "\n")
	for _, want := range []string{"started  home", "join ann ", "command token:t-moderator warn ann be nice", "command token:t-moderator stop"} {
		if !strings.Contains(all, want) {
			t.Errorf("no event %q in\n%s", want, all)
		}
	}
	r, _ := http.NewRequest("GET", url+"/v1/events?after=0", nil) // a stream that nobody reads, which must not keep the world from closing
	r.Header.Set("Authorization", "Bearer "+secret["console"])
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	begin := time.Now()
	if err := h.Close("over"); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("closing took %v", took)
	}
}

// TestHangingWebhook: a webhook that does not answer costs no step, and loses nothing.
func TestHangingWebhook(t *testing.T) {
	hang := make(chan struct{})
	came := make(chan string, 2000)
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
		b, _ := io.ReadAll(r.Body)
		came <- string(b)
	}))
	defer sink.Close()
	cfg, err := webhook.Parse(sink.URL, []string{events.Chat}, "{{.Text}}")
	if err != nil {
		t.Fatal(err)
	}
	h, at := openHost(t, t.TempDir(), func(c *Config) { c.Webhooks = []webhook.Config{cfg} })
	defer h.Close("over")
	plain, plainAt := openHost(t, t.TempDir(), nil) // the same without it, by turns: what the machine does meets both
	defer plain.Close("over")
	playing(t, join(t, "ann", at))
	playing(t, join(t, "ann", plainAt))
	const n, turns = 900, 18
	var steps, says [2][]time.Duration // the longest of each turn
	said := 0
	for range turns {
		for which, of := range []*Host{h, plain} {
			var slowest time.Duration
			of.metrics.mu.Lock()
			of.metrics.steps.longest = 0
			of.metrics.mu.Unlock()
			for i := range n / turns {
				begin := time.Now()
				if err := of.Do(func(s *server.Server) { s.RunCommand(admin.Console, fmt.Sprint("say ", said+i), func([]string) {}) }); err != nil {
					t.Fatal(err)
				}
				slowest = max(slowest, time.Since(begin))
			}
			time.Sleep(4 * stepEvery)
			steps[which], says[which] = append(steps[which], of.metrics.stepTimes().longest), append(says[which], slowest)
		}
		said += n / turns
	}
	close(hang)
	for i := range n {
		select {
		case text := <-came:
			if text != fmt.Sprint(i) {
				t.Fatalf("event %d is %q", i, text)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("event %d does not come", i)
		}
	}
	if lost := h.outside.webhooksLost(); lost != 0 {
		t.Errorf("%d lost", lost)
	}
	for i := range steps {
		slices.Sort(steps[i])
		slices.Sort(says[i])
	}
	const quiet = turns / 4 // of the sorted turns: what the sink costs is in each, what others on the machine cost is not
	t.Logf("%d lines in %d turns while the sink hung, and %d without a sink: the longest step of a turn took %v in a quiet turn and %v at most, %v and %v without; the slowest line %v, %v without", n, turns, n,
		steps[0][quiet], steps[0][turns-1], steps[1][quiet], steps[1][turns-1], says[0][quiet], says[1][quiet])
	if steps[0][quiet] > steps[1][quiet]+stepEvery/2 || says[0][quiet] > says[1][quiet]+stepEvery/2 {
		t.Error("a sink that hangs costs time of the loop")
	}
}

// TestEventsOverTheDoor: a follower of events is told of what players do, in order.
func TestEventsOverTheDoor(t *testing.T) {
	h, at := openHost(t, t.TempDir(), nil)
	defer h.Close("over")
	url, secret, ask := doorOf(t, h, "console")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", url+"/v1/events?kinds=join,ended,leave,backup", nil)
	r.Header.Set("Authorization", "Bearer "+secret["console"])
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	ann := join(t, "ann", at)
	playing(t, ann)
	ask("console", "POST", "/v1/command", command("kick ann be nice"))
	ask("console", "POST", "/v1/command", command("backup"))
	want := []string{"join ann", "ended ann", "leave ann", "backup "}
	lines := bufio.NewScanner(resp.Body)
	for len(want) > 0 && lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var e events.Event
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatal(err)
		}
		if got := e.Kind + " " + e.Player; got != want[0] {
			t.Fatalf("%s, not %s", data, want[0])
		}
		want = want[1:]
	}
	if len(want) > 0 {
		t.Errorf("never: %v", want)
	}
}
