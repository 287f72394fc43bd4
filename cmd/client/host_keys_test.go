package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/server/host"
	"voxtide/settings"
)

// TestHostKeys: a server is known by its key from the first time on; another key at the same address is refused loudly,
// with both fingerprints and the command that accepts the new one, and that command works; a wrong --accept-key does not.
func TestHostKeys(t *testing.T) {
	home := t.TempDir()
	t.Setenv(settings.HomeEnv, home)
	pc, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := pc.LocalAddr().String()
	open := func() *host.Host {
		t.Helper()
		h, err := host.Open(host.Config{Dir: filepath.Join(t.TempDir(), "w"), ViewDistance: 16})
		if err != nil {
			t.Fatal(err)
		}
		if pc == nil {
			if pc, err = net.ListenPacket("udp4", address); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Serve(pc); err != nil {
			t.Fatal(err)
		}
		pc = nil
		return h
	}
	play := func(more ...string) (code int, said string) {
		var out, errs bytes.Buffer
		script := filepath.Join(home, "quit.txt")
		os.WriteFile(script, []byte("0 quit\n"), 0o644)
		args := append([]string{"--headless", "--name", "ann", "--connect", address, "--script", script, "--exit-after", "10s"}, more...)
		code = run(context.Background(), args, &out, &errs)
		return code, errs.String()
	}
	first := open()
	was := first.Key().String()
	if code, said := play(); code != 0 || !strings.Contains(said, was) {
		t.Fatalf("first contact: exit %d, %q", code, said)
	}
	if code, said := play(); code != 0 || strings.Contains(said, "first time") {
		t.Fatalf("second contact: exit %d, %q", code, said)
	}
	if info, err := os.Stat(filepath.Join(home, "player.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the player's key: %v", err)
	}
	first.Close("over")
	second := open()
	defer second.Close("over")
	is := second.Key().String()
	accept := "client --connect " + address + " --accept-key " + is
	if code, said := play(); code != 1 || !strings.Contains(said, was) || !strings.Contains(said, accept) {
		t.Fatalf("another key: exit %d, %q", code, said)
	}
	if code, said := play("--accept-key", was); code != 1 || !strings.Contains(said, accept) {
		t.Fatalf("the old key accepted: exit %d, %q", code, said)
	}
	if code, said := play("--accept-key", strings.Repeat("0", 32)); code != 1 || !strings.Contains(said, is) {
		t.Fatalf("a wrong key accepted: exit %d, %q", code, said)
	}
	for range 2 {
		if code, said := play("--accept-key", is); code != 0 {
			t.Fatalf("the new key: exit %d, %q", code, said)
		}
	}
	if code, said := play(); code != 0 {
		t.Fatalf("the new key is not kept: exit %d, %q", code, said)
	}
}
