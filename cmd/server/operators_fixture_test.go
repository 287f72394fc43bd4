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
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// serverEnv has this program be the server's, not its tests.
const serverEnv = "VOXTIDE_TEST_IS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverEnv) != "" {
		main()
	}
	os.Exit(m.Run())
}

// village is a server in a process of its own, with a console.
type village struct {
	t        *testing.T
	home     string
	text     string // of its settings
	in       io.Writer
	out, log outputBuffer
	at       string // of players
	answers  map[int]int
	process  *exec.Cmd
	ended    chan error
}

// newVillage starts a server with settings, and with other files of the data folder: name and text of each.
func newVillage(t *testing.T, text string, files ...string) *village {
	t.Helper()
	home, err := os.MkdirTemp("", "vx") // short: the path of a local socket has its bound
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	v := &village{t: t, home: home, text: "listen = \"127.0.0.1:0\"\nworld = \"home\"\nlan = false\nseed = 5\n" + text, answers: map[int]int{}}
	v.set("")
	for i := 0; i+1 < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(home, files[i]), []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v.start()
	t.Cleanup(func() { v.stop() })
	return v
}

// set writes the settings, with lines behind those of the start.
func (v *village) set(more string) {
	if err := os.WriteFile(filepath.Join(v.home, "server.toml"), []byte(v.text+more), 0o644); err != nil {
		v.t.Fatal(err)
	}
}

// start starts the process, with flags.
func (v *village) start(flags ...string) {
	v.t.Helper()
	v.out, v.log = outputBuffer{}, outputBuffer{}
	v.process = exec.Command(os.Args[0], flags...)
	v.process.Env = append(os.Environ(), serverEnv+"=1", settings.HomeEnv+"="+v.home)
	v.process.Stdout, v.process.Stderr = &v.out, &v.log
	in, err := v.process.StdinPipe()
	if err == nil {
		err = v.process.Start()
	}
	if err != nil {
		v.t.Fatal(err)
	}
	v.in, v.ended = in, make(chan error, 1)
	go func(p *exec.Cmd, ended chan error) { ended <- p.Wait() }(v.process, v.ended)
	v.at = v.out.wait(v.t, `^listening (\S+)`)
}

// stop ends the process, as systemd does, and returns what it said at the end.
func (v *village) stop() error {
	if v.process == nil {
		return nil
	}
	v.process.Process.Signal(syscall.SIGTERM)
	v.process = nil
	select {
	case err := <-v.ended:
		return err
	case <-time.After(time.Minute):
		v.t.Error("the server does not end")
		return nil
	}
}

// run is the server's program with other words, on this folder.
func (v *village) run(words ...string) string {
	var got bytes.Buffer
	code := run(context.Background(), append([]string{"--data", v.home}, words...), strings.NewReader(""), &got, &got)
	return fmt.Sprintf("%s(exit %d)", got.String(), code)
}

// ctl is "server ctl" with a command.
func (v *village) ctl(line string) string {
	var got bytes.Buffer
	run(context.Background(), append([]string{"ctl", "--data", v.home}, strings.Fields(line)...), strings.NewReader(""), &got, &got)
	return got.String()
}

// answer notes what answers a row of docs/operators.md, and prints it.
func (v *village) answer(row int, what, said string, patterns ...string) {
	v.t.Helper()
	v.answers[row]++
	v.t.Logf("row %d, %s:\n%s", row, what, strings.TrimSpace(said))
	for _, p := range patterns {
		if !regexp.MustCompile(p).MatchString(said) {
			v.t.Errorf("row %d: that is not %s", row, p)
		}
	}
}

// command answers a row with a command.
func (v *village) command(row int, line string, patterns ...string) {
	v.t.Helper()
	v.answer(row, line, v.ctl(line), patterns...)
}

// chat answers a row with what a player types and reads. Who is told that this was too fast waits as he is told to.
func (v *village) chat(row int, who *visitor, line, pattern string) {
	v.t.Helper()
	const tooFast = "too many commands at once"
	for range 20 {
		who.forget()
		who.say(line)
		heard := who.hears(v.t, "(?:"+pattern+")|"+tooFast)
		if !strings.Contains(heard, tooFast) {
			v.answer(row, who.name+" types "+line, heard)
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
	v.t.Fatalf("%s types %s: still too fast", who.name, line)
}

// token makes a token with a role, and returns its secret.
func (v *village) token(name, role string) string {
	var secret bytes.Buffer
	run(context.Background(), []string{"token", "add", name, "--role", role, "--data", v.home}, nil, &secret, io.Discard)
	return strings.TrimSpace(secret.String())
}

// ask sends a request with a token.
func (v *village) ask(secret, method, url, body string) string {
	v.t.Helper()
	r, _ := http.NewRequest(method, url, strings.NewReader(body))
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return resp.Status + " " + string(b)
}

// visitor is a player from a loopback address of its own, whom a goroutine plays.
type visitor struct {
	*client.Client
	name  string
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
	v := &visitor{name: name, stop: make(chan bool)}
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

// is waits until a condition of the client holds, for longer than announcements and who does nothing take.
func (v *visitor) is(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		v.mu.Lock()
		ok, late, now := f(), time.Now().After(end), ""
		if late {
			now = fmt.Sprintf("%v %s, heard %q", v.State(), v.Reason(), v.heard)
		}
		v.mu.Unlock()
		if ok {
			return
		}
		if late {
			t.Fatalf("never: %s (%s)", what, now)
		}
	}
}

// gone reports whether the visit has ended.
func (v *visitor) gone() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.State() == client.Ended
}

// forget forgets what was heard.
func (v *visitor) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard = nil
}

func (v *visitor) say(lines ...string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, l := range lines {
		v.in.Actions = append(v.in.Actions, actions.Action{Kind: actions.Chat, Text: l})
	}
}

// hears waits until a line of the chat, or a refusal, matches a pattern.
func (v *visitor) hears(t *testing.T, text string) string {
	t.Helper()
	line, re := "", regexp.MustCompile(text)
	v.is(t, "heard "+text, func() bool {
		for _, l := range v.heard {
			if re.MatchString(l) {
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

// waits waits until the player is told to wait for a place, and returns that.
func (v *visitor) waits(t *testing.T) (text string) {
	t.Helper()
	v.is(t, "waits", func() bool {
		q := v.Queued()
		text = fmt.Sprintf("place %d of %d", q.Place, q.Of)
		return q.Of > 0
	})
	return text
}

// sink is a page of the web that takes what a webhook posts.
type sink struct {
	url  string
	mu   sync.Mutex
	text []string
}

func newSink(t *testing.T) *sink {
	s := &sink{}
	l := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		s.mu.Lock()
		defer s.mu.Unlock()
		s.text = append(s.text, string(b))
	}))
	t.Cleanup(l.Close)
	s.url = l.URL
	return s
}

// wait waits until something with a text was posted, and returns all.
func (s *sink) wait(t *testing.T, text string) string {
	return waitFor(t, func() string {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strings.Join(s.text, "\n")
	}, text)
}

// plays waits until the player is in the world.
func (v *visitor) plays(t *testing.T) { t.Helper(); v.is(t, "in the world", v.Playable) }

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
