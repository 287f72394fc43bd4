package cluster

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/enginetest"
	"voxtide/engine/secret"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/host"
)

// machine is a machine of a cluster in this process, over an engine in memory.
type machine struct {
	node   *Node
	key    ed25519.PrivateKey
	events chan string
	hosts  chan *host.Host
	over   chan error
	end    context.CancelFunc
}

func startMachine(t *testing.T, db *enginetest.Memory, number int, key secret.Secret, silence time.Duration) *machine {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close()
	cfg := Config{Members: []string{"a:1", "b:1", "c:1"}, Node: number, Secret: key, Public: at, Silence: silence}
	cfg.Host.Dir = filepath.Join(t.TempDir(), "w")
	cfg.Host.Seed, cfg.Host.SeedSet = 7, number == 1
	cfg.fill()
	m := &machine{node: newNode(cfg, &program{stop: func() {}, done: make(chan struct{})}, db.Open), events: make(chan string, 16), hosts: make(chan *host.Host, 4), over: make(chan error, 1)}
	_, m.key, _ = ed25519.GenerateKey(nil)
	ctx, end := context.WithCancel(context.Background())
	m.end = end
	go func() { m.over <- m.live(ctx) }()
	t.Cleanup(func() {
		end()
		<-m.over
		m.node.Close()
	})
	return m
}

// live is what the server's program does.
func (m *machine) live(ctx context.Context) error {
	key, err := m.node.SettleKey(ctx, m.key)
	if err != nil {
		return err
	}
	for {
		o, err := m.node.Own(ctx, key, func() { m.events <- "standby" })
		if err != nil {
			return err
		}
		m.events <- "owner"
		err = m.node.Run(m.node.cfg.Host, o, func(h *host.Host) error {
			m.hosts <- h
			go func() {
				select {
				case <-ctx.Done():
					h.Close("over")
				case <-h.Done():
				}
			}()
			return nil
		})
		switch {
		case ctx.Err() != nil:
			return err
		case errors.Is(err, engine.ErrFenced):
			m.events <- "fenced"
		case !m.node.Drained():
			return fmt.Errorf("ended: %w", err)
		}
	}
}

func (m *machine) expect(t *testing.T, want string) {
	t.Helper()
	select {
	case got := <-m.events:
		if got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	case err := <-m.over:
		t.Fatalf("it ended: %v", err)
	case <-time.After(20 * time.Second):
		t.Fatalf("not %s", want)
	}
}

func (m *machine) command(t *testing.T, h *host.Host, line string) string {
	answer := make(chan []string, 1)
	if err := h.Do(func(s *server.Server) { s.RunCommand(admin.Console, line, func(says []string) { answer <- says }) }); err != nil {
		t.Fatal(err)
	}
	return strings.Join(<-answer, "\n")
}

// TestWorldGoesFromMachineToMachine: the first machine makes the world; the second fetches a copy, stands by, and goes on with it when the first
// gives it away: the same world with the same lists and the same key. A third that takes it although the second is well fences that.
func TestWorldGoesFromMachineToMachine(t *testing.T) {
	db, key := enginetest.NewMemory(), secret.New()
	one := startMachine(t, db, 1, key, 0)
	one.expect(t, "owner")
	h := <-one.hosts
	two := startMachine(t, db, 2, key, 0)
	two.expect(t, "standby")
	if says := one.command(t, h, "ban griefer"); !strings.Contains(says, "griefer") {
		t.Fatal(says)
	}
	one.command(t, h, "time set noon")
	for range 500 { // the lists are kept aside, and each machine tells where it is
		all, _ := one.node.dir.list(keyLists)
		if strings.Contains(string(all["access.toml"]), "griefer") && len(one.node.Others()) == 1 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	seed, fingerprint := h.Info().Seed, h.Key()
	for _, want := range []string{"has the world", "n1, players at " + one.node.cfg.Public, "n2, players at " + two.node.cfg.Public} {
		if lines := strings.Join(one.node.Lines(), "\n"); !strings.Contains(lines, want) {
			t.Errorf("%q is not in\n%s", want, lines)
		}
	}
	checked := ""
	for began := time.Now(); !strings.Contains(checked, "the disk of n1 has") && time.Since(began) < 20*time.Second; time.Sleep(20 * time.Millisecond) { // a machine tells its place now and then
		checked = strings.Join(one.node.Check(), "\n")
	}
	if strings.Contains(checked, "ILL") || !strings.Contains(checked, "each names the one before it") || !strings.Contains(checked, "the disk of n1 has") {
		t.Errorf("the check says\n%s", checked)
	}
	began := time.Now()
	if !one.node.Drain() {
		t.Fatal("nobody to drain to")
	}
	two.expect(t, "owner")
	took := time.Since(began)
	g := <-two.hosts
	one.expect(t, "standby")
	if g.Info().Seed != seed || g.Key() != fingerprint || seed != 7 {
		t.Fatalf("seed %d and key %v, were %d and %v", g.Info().Seed, g.Key(), seed, fingerprint)
	}
	if says := two.command(t, g, "bans"); !strings.Contains(says, "griefer") {
		t.Fatalf("the ban is not here: %s", says)
	}
	three := startMachine(t, db, 3, key, time.Nanosecond)
	for got := ""; got != "owner"; {
		select {
		case got = <-three.events:
		case <-time.After(20 * time.Second):
			t.Fatal("the third does not take the world")
		}
	}
	two.expect(t, "fenced")
	two.expect(t, "standby")
	if _, err := os.Stat(filepath.Join(three.node.cfg.Host.Dir, "access.toml")); err != nil {
		t.Error(err)
	}
	t.Logf("given from one machine to the next in %v", took)
}

// TestStranger: with another secret nothing is told, and no copy given.
func TestStranger(t *testing.T) {
	db := enginetest.NewMemory()
	one := startMachine(t, db, 1, secret.New(), 0)
	one.expect(t, "owner")
	<-one.hosts
	if list, err := AskMembers(one.node.cfg.Public, secret.New()); err == nil {
		t.Fatalf("a stranger was told %q", list)
	}
	if list, err := AskMembers(one.node.cfg.Public, one.node.cfg.Secret); err != nil || list != "a:1,b:1,c:1" {
		t.Fatalf("%q, %v", list, err)
	}
	config, err := secret.New().TLS("x")
	if err != nil {
		t.Fatal(err)
	}
	if err := one.node.fetchFrom(t.Context(), one.node.cfg.Public, config); err == nil {
		t.Fatal("a stranger has a copy of the world")
	}
}

// TestCopiesAreChecked: what does not end as a copy does, or would lie outside of the folder, is no copy.
func TestCopiesAreChecked(t *testing.T) {
	write := func(names ...string) io.Reader {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, n := range names {
			if err := w.WriteHeader(&tar.Header{Name: n, Size: 1, Mode: 0o600}); err != nil {
				t.Fatal(err)
			}
			w.Write([]byte{1})
		}
		w.Close()
		return &b
	}
	for what, c := range map[string]struct {
		names []string
		ok    bool
	}{
		"whole": {[]string{"db/1", "access.toml", lastFile}, true}, "ends early": {[]string{"db/1"}, false}, "above": {[]string{"../x", lastFile}, false},
		"absolute": {[]string{"/tmp/x", lastFile}, false}, "twice": {[]string{"a", "a", lastFile}, false}, "other slashes": {[]string{`..\x`, lastFile}, false},
	} {
		if err := receiveCopy(write(c.names...), filepath.Join(t.TempDir(), "copy")); (err == nil) != c.ok {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestMembers(t *testing.T) {
	if all, n, err := CheckMembers("a:1, b:1,c:2", 2); err != nil || n != 2 || len(all) != 3 || all[1] != "b:1" {
		t.Fatal(all, n, err)
	}
	for _, list := range []string{"", "a", "a:1,b:1", "a:1,b:1,c"} {
		if _, _, err := CheckMembers(list, 1); !errors.Is(err, ErrConfig) {
			t.Errorf("%q: %v", list, err)
		}
	}
	if _, _, err := CheckMembers("a:1,b:1,c:1", 4); !errors.Is(err, ErrConfig) {
		t.Error(err)
	}
}
