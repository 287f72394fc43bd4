package control

import (
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/events"
	"voxtide/server/roles"
	"voxtide/server/tokens"
)

// fakeWorld judges as a server does, and does nothing.
type fakeWorld struct {
	judge *roles.Judge
	log   *events.Log
	given atomic.Int64
	hang  chan struct{} // commands named save wait for it
}

func (w *fakeWorld) Give(ctx context.Context, g *roles.Grant, line string) (Answer, error) {
	w.given.Add(1)
	row, _, err := commands.Split(line)
	if err != nil {
		return Answer{Outcome: Invalid, Lines: []string{err.Error()}}, nil
	}
	if v := w.judge.Grant(g, row, nil); !v.Allowed {
		return Answer{Outcome: Denied, Lines: []string{row.Name + ": " + v.Why}}, nil
	}
	if row.Name == "save" {
		select {
		case <-w.hang:
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}
	return Answer{Done: true, Outcome: Done, Lines: []string{g.Name + " gave " + line}}, nil
}

func (w *fakeWorld) May(_ context.Context, g *roles.Grant, names ...string) (out []roles.Verdict, err error) {
	for _, n := range names {
		out = append(out, w.judge.Grant(g, commands.Find(n), nil))
	}
	return out, nil
}

func (w *fakeWorld) Complete(_ context.Context, _ *roles.Grant, line string) (int, []string, error) {
	return 0, []string{line + "x"}, nil
}

func (w *fakeWorld) Players(context.Context) ([]Player, error) {
	return []Player{{Name: "ann", PingMS: 20, At: &[3]int32{1, 2, 3}, Address: "192.0.2.7", Key: "5fa3"}}, nil
}

func (w *fakeWorld) Status(context.Context) (Status, error) {
	return Status{World: "home", Players: 1, Figures: &Figures{Health: "ok"}}, nil
}

func (w *fakeWorld) Bans(context.Context) ([]Ban, error)       { return nil, nil }
func (w *fakeWorld) Backups(context.Context) ([]Backup, error) { return []Backup{{Number: 1}}, nil }
func (w *fakeWorld) Samples() []Sample                         { return nil }
func (w *fakeWorld) Events() *events.Log                       { return w.log }

// tried is a door with tokens of several kinds.
type tried struct {
	t      testing.TB
	world  *fakeWorld
	door   *Door
	url    string
	file   string
	secret map[string]string
}

func open(t testing.TB) *tried {
	k := &tried{t: t, world: &fakeWorld{judge: roles.New(&access.Lists{}), log: events.New(), hang: make(chan struct{})}, secret: map[string]string{}, file: filepath.Join(t.TempDir(), tokens.FileName)}
	for name, token := range map[string]tokens.Token{
		"mod": {Role: "moderator"}, "say": {May: []string{"say"}}, "bridge": {May: []string{"say", "list"}}, "op": {Role: "operator", May: []string{"-save"}}, "console": {Role: "console"}, "gone": {Role: "builders"},
	} {
		token.Name = name
		s, err := tokens.Add(k.file, token)
		if err != nil {
			t.Fatal(err)
		}
		k.secret[name] = s
	}
	k.door = New(Config{World: k.world, Tokens: tokens.NewStore(k.file)})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	k.url = "http://" + l.Addr().String()
	done := make(chan error, 1)
	go func() { done <- k.door.Serve(l, false) }()
	t.Cleanup(func() {
		k.door.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return k
}

// ask sends a request with the token of a name, "" for none.
func (k *tried) ask(method, path, who, body string, header ...string) (code int, text string) {
	k.t.Helper()
	r, err := http.NewRequest(method, k.url+path, strings.NewReader(body))
	if err != nil {
		k.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if who != "" {
		secret := k.secret[who]
		if secret == "" {
			secret = who
		}
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := (&http.Client{Timeout: 20 * time.Second}).Do(r) // a stream that opens where it may not would never end
	if err != nil {
		k.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		k.t.Fatal(err)
	}
	if p := resp.Header.Get("Content-Security-Policy"); resp.StatusCode != 403 && !strings.Contains(p, "default-src 'none'") {
		k.t.Errorf("%s: the policy is %q", path, p)
	}
	return resp.StatusCode, string(b)
}
