package control

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/server/access"
	"voxtide/server/events"
	"voxtide/server/roles"
	"voxtide/server/tokens"
)

// TestLocalSocket: over the local socket, which only its owner can open, everything may be asked without a token; what a killed server
// left behind is no hindrance, and two servers do not share one.
func TestLocalSocket(t *testing.T) {
	dir, err := os.MkdirTemp("", "vx")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "control", "w.sock")
	left, err := ListenLocal(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ListenLocal(path); err == nil {
		t.Fatal("two servers at one socket")
	}
	left.(*localListener).Listener.(*net.UnixListener).SetUnlinkOnClose(false)
	left.Close() // as after kill -9
	l, err := ListenLocal(path)
	if err != nil {
		t.Fatal("after a killed server:", err)
	}
	if i, err := os.Stat(path); err != nil || i.Mode().Perm() != 0o600 {
		t.Error(i.Mode(), err)
	}
	if i, err := os.Stat(filepath.Dir(path)); err != nil || i.Mode().Perm() != 0o700 {
		t.Error(i.Mode(), err)
	}
	w := &fakeWorld{judge: roles.New(&access.Lists{}), log: events.New()}
	d := New(Config{World: w, Tokens: tokens.NewStore(filepath.Join(dir, "none"))})
	go d.Serve(l, true)
	defer d.Close()
	c := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
	defer c.CloseIdleConnections()
	resp, err := c.Post("http://localhost/v1/command", "application/json", strings.NewReader(`{"line": "stop"}`))
	if err != nil || resp.StatusCode != 200 {
		t.Fatal(resp, err)
	}
	if _, err := ListenLocal(filepath.Join(dir, strings.Repeat("x", 120))); !errors.Is(err, ErrLocalPath) {
		t.Error(err)
	}
	os.WriteFile(filepath.Join(dir, "file"), []byte("mine"), 0o600)
	if _, err := ListenLocal(filepath.Join(dir, "file")); err == nil {
		t.Error("a file of somebody's is taken for a socket")
	}
}
