package machines

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// allowed ends a test where nobody may make namespaces or mount disks.
func allowed(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, ErrForbidden) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestDisk: after a power cut a disk has a file that was synced before, as it was then, and nothing that was only written.
func TestDisk(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "at")
	if err := os.Mkdir(at, 0o700); err != nil {
		t.Fatal(err)
	}
	d, err := newDisk(filepath.Join(dir, "file"), at)
	allowed(t, err)
	defer d.unmount()
	f, err := os.Create(filepath.Join(at, "kept"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteString("acked")
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	f.WriteString(" and not synced")
	if err := errors.Join(d.copy(), f.Close(), d.replace()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(at, "kept")); err != nil || string(text) != "acked" {
		t.Fatalf("%q, %v", text, err)
	}
}

// TestNetwork: machines with namespaces hear each other and players; of two that are cut off neither hears the other, a deaf one is heard, and all
// that ends with Heal.
func TestNetwork(t *testing.T) {
	c, err := NewCluster(Config{Dir: t.TempDir(), Namespaces: true})
	allowed(t, err)
	defer c.Close()
	one, two := c.Machines[0], c.Machines[1]
	hears := func(m, from *Machine) bool { t.Helper(); return pinged(t, c.lan, from, m) }
	for _, k := range []struct {
		what     string
		do       func() error
		one, two bool // they reach the other
		players  bool // these reach the first
	}{
		{"nothing", func() error { return nil }, true, true, true},
		{"cut", func() error { return c.Cut(one, two) }, false, false, true},
		{"healed", c.Heal, true, true, true},
		{"deaf to players", func() error { return c.Deafen(one, nil) }, true, true, false},
	} {
		if err := k.do(); err != nil {
			t.Fatal(err)
		}
		if a, b, p := hears(two, one), hears(one, two), hears(one, nil); a != k.one || b != k.two || p != k.players {
			t.Errorf("%s: one reaches two: %v, two reaches one: %v, players reach one: %v", k.what, a, b, p)
		}
	}
}

// pinged reports whether a packet of a machine, nil for a player, reaches another one.
func pinged(t *testing.T, l *lan, from, to *Machine) bool {
	t.Helper()
	address := net.JoinHostPort(l.address(to.node-1), gamePort)
	listener := child(l, to, "listen", address)
	out, err := listener.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		t.Fatalf("%q", lines.Text())
	}
	if out, err := child(l, from, "send", address).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lines.Scan()
	heard := lines.Text() == "heard"
	listener.Wait()
	return heard
}

// child returns this program as a child in the namespace of a machine, nil for where players are.
func child(l *lan, m *Machine, do, address string) *exec.Cmd {
	program, args := os.Args[0], []string{}
	if m != nil {
		program, args = l.within(m.node-1, program, nil)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "DO="+do, "ADDRESS="+address)
	return cmd
}

func TestMain(m *testing.M) {
	address := os.Getenv("ADDRESS")
	switch os.Getenv("DO") {
	case "":
		os.Exit(m.Run())
	case "listen":
		conn, err := net.ListenPacket("udp4", address)
		if err != nil {
			panic(err)
		}
		fmt.Println("ready")
		conn.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
		if _, _, err = conn.ReadFrom(make([]byte, 16)); err == nil {
			fmt.Println("heard")
		}
	case "send":
		conn, err := net.Dial("udp4", address)
		if err == nil {
			_, err = conn.Write([]byte("ping"))
		}
		if err != nil {
			panic(err)
		}
	}
}
