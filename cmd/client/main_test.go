package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// TestUsageErrors: each error is one line that says what to do, with the right exit status.
func TestUsageErrors(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	script := func(text string) string {
		path := filepath.Join(home, "script.txt")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	h, err := host.Open(host.Config{Dir: filepath.Join(home, "worlds", "open"), PlayersMax: 1, ViewDistance: 32})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close("over")
	at, err := h.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	silent, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	strange := otherVersionServer(t)

	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--what", 2, "unknown flag --what"},
		{"dance", 2, "unexpected argument dance"},
		{"", 2, "give --connect HOST:PORT"},
		{"--connect a:1 --world w", 2, "not both"},
		{"--connect a:1 --seed 4", 2, "for a world of your own"},
		{"--connect nowhere", 2, "--connect is HOST:PORT"},
		{"--connect nowhere:99999", 2, "--connect is HOST:PORT"},
		{"--world w --stats /nowhere/s.json", 1, "/nowhere"},
		{"--connect nowhere.invalid:7400", 1, "look at the address"},
		{"--world w --view-distance 5", 2, "--view-distance is \"5\", not 16 to 320"},
		{"--world w --clouds=5", 2, "--clouds"},
		{"--world w --net-loss 120%", 2, "--net-loss"},
		{"--world w --net-cut 5", 2, "--net-cut"},
		{"--world w --net-preset moon", 2, "--net-preset"},
		{"--world w --script " + script("0 dance\n"), 2, "script line 1: \"dance\" is no verb"},
		{"--world w --script /nowhere/s.txt", 1, "/nowhere/s.txt"},
		{"--world open", 1, "stop the other program"},
		{"--world w/../../.. --name \x01", 2, "--name"},
		{"--patience 300ms --connect " + silent.LocalAddr().String(), 1, "whether the server runs"},
		{"--connect " + strange, 1, "start the version that the server runs"},
	} {
		var out, errs bytes.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
		code := run(ctx, append(strings.Fields(c.args), "--headless", "--exit-after", "10s"), &out, &errs)
		cancel()
		if text := errs.String(); code != c.code || strings.Count(text, "\n") != 1 || !strings.Contains(text, c.want) {
			t.Errorf("client %s: exit %d, %q", c.args, code, text)
		}
	}

	first := make(chan int)
	stay, leave := context.WithCancel(context.Background())
	go func() {
		var out, errs bytes.Buffer
		first <- run(stay, []string{"--headless", "--name", "ann", "--connect", at.String()}, &out, &errs)
	}()
	for players, end := 0, time.Now().Add(2*time.Minute); players == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		h.Do(func(s *server.Server) { players = s.Metrics().Players })
	}
	for name, want := range map[string]string{"ann": "give another --name", "bob": "try again later"} {
		var out, errs bytes.Buffer
		other := filepath.Join(home, "another")
		if code := run(context.Background(), []string{"--headless", "--data", other, "--name", name, "--connect", at.String()}, &out, &errs); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit %d, %q", name, code, errs.String())
		}
	}
	leave()
	if code := <-first; code != 130 {
		t.Errorf("Ctrl-C: exit %d", code)
	}
}

// otherVersionServer is a server of another version, at the address that it returns.
func otherVersionServer(t *testing.T) string {
	pc, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	hub := reliable.Listen(pc, reliable.Config{Secure: secure.Config{Secret: secure.NewSecret(key), Version: protocol.Version + 1}})
	t.Cleanup(func() { hub.Close("over") })
	return pc.LocalAddr().String()
}
