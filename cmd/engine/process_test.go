package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"voxtide/engine/secret"
)

// asEngine makes this test program be the engine, so that nothing has to be built for its processes.
const asEngine = "VOXTIDE_TEST_IS_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(asEngine) != "" {
		main()
	}
	os.Exit(m.Run())
}

// process is one engine that a test has started.
type process struct {
	t      testing.TB
	name   string
	args   []string
	socket string
	input  *os.File // nil: an empty one
	cmd    *exec.Cmd
	began  time.Time

	mu    sync.Mutex
	lines []string // of both outputs
	over  chan struct{}
}

// startEngine starts a process that ends with the test.
func startEngine(t testing.TB, name string, args ...string) *process {
	p := &process{t: t, name: name, args: args}
	p.start()
	t.Cleanup(func() { p.kill() })
	return p
}

func (p *process) start() {
	p.t.Helper()
	program, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	if *flagProgram != "" {
		program = *flagProgram
	}
	p.cmd = exec.Command(program, p.args...)
	p.cmd.Env = append(os.Environ(), asEngine+"=1")
	if p.input != nil {
		p.cmd.Stdin = p.input
	}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	r, w, err := os.Pipe()
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd.Stdout, p.cmd.Stderr = w, w
	p.began, p.over, p.lines = time.Now(), make(chan struct{}), nil
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	w.Close()
	go func(over chan struct{}) {
		defer close(over)
		for in := bufio.NewScanner(r); in.Scan(); {
			p.mu.Lock()
			p.lines = append(p.lines, in.Text())
			p.mu.Unlock()
		}
		r.Close()
	}(p.over)
}

func (p *process) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.lines, "\n")
}

// wait waits for output and returns the last group of the last match.
func (p *process) wait(pattern string, most time.Duration) string {
	p.t.Helper()
	re := regexp.MustCompile(`(?m)` + pattern)
	for end := time.Now().Add(most); ; time.Sleep(5 * time.Millisecond) {
		if all := re.FindAllStringSubmatch(p.text(), -1); all != nil {
			last := all[len(all)-1]
			return last[len(last)-1]
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s: nothing like %q in %v:\n%s", p.name, pattern, most, p.text())
		}
	}
}

func (p *process) signal(s syscall.Signal) { p.cmd.Process.Signal(s) }

// kill ends the process as a crash does.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		<-p.over
	}
}

// stop ends it as a service manager does, and returns the exit status.
func (p *process) stop() int {
	p.signal(syscall.SIGTERM)
	p.cmd.Wait()
	<-p.over
	return p.cmd.ProcessState.ExitCode()
}

// shortDir returns a folder whose path leaves room for a socket.
func shortDir(t testing.TB) string {
	dir, err := os.MkdirTemp("", "vx")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// freeAddresses returns addresses of this machine at which nobody listens.
func freeAddresses(t testing.TB, n int) (addresses []string) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		addresses = append(addresses, l.Addr().String())
	}
	return addresses
}

// cluster is the nodes of a test.
type cluster struct {
	dir   string
	line  string
	key   string
	nodes []*process
}

func newCluster(t testing.TB, n int) *cluster {
	c := &cluster{dir: shortDir(t)}
	c.key = filepath.Join(c.dir, "key")
	if err := secret.New().Write(c.key); err != nil {
		t.Fatal(err)
	}
	var parts []string
	for i, a := range freeAddresses(t, n) {
		parts = append(parts, fmt.Sprintf("%c=%s", 'a'+i, a))
	}
	c.line = strings.Join(parts, ",")
	for i := range n {
		name := string(rune('a' + i))
		p := startEngine(t, name, c.args(name)...)
		p.socket = filepath.Join(c.data(name), "engine.sock")
		c.nodes = append(c.nodes, p)
	}
	return c
}

func (c *cluster) data(name string) string { return filepath.Join(c.dir, name) }

func (c *cluster) args(name string) []string {
	return []string{"--data", c.data(name), "--name", name, "--cluster", c.line, "--key", c.key}
}

// ready waits until all nodes are.
func (c *cluster) ready(most time.Duration) {
	for _, p := range c.nodes {
		p.wait(`^ready (.*)`, most)
	}
}

// leader returns who leads, as most nodes said last.
func (c *cluster) leader(t testing.TB) *process {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		votes := map[string]int{}
		for _, p := range c.nodes {
			if p.cmd.ProcessState == nil {
				if all := regexp.MustCompile(`node (\w+) leads`).FindAllStringSubmatch(p.text(), -1); all != nil {
					votes[all[len(all)-1][1]]++
				}
			}
		}
		for _, p := range c.nodes {
			if votes[p.name] > len(c.nodes)/2 && p.cmd.ProcessState == nil {
				return p
			}
		}
	}
	t.Fatal("nobody leads")
	return nil
}

// TestOneNode: the program says what it does, serves its socket, ends cleanly, and has its data when it comes again.
func TestOneNode(t *testing.T) {
	c := newCluster(t, 1)
	p := c.nodes[0]
	c.ready(20 * time.Second)
	p.wait(`^listening (127.0.0.1:\d+)`, time.Second)
	t.Logf("ready after %v", time.Since(p.began))
	for round := 1; round <= 2; round++ {
		w := newWriter(t, p.socket)
		w.run(context.Background(), 20, 500)
		w.close()
		if int(w.last) != 20*round || len(w.acked) != 20 {
			t.Fatalf("round %d: %d entries, %d acked", round, w.last, len(w.acked))
		}
		w.check(t, p.socket)
		if code := p.stop(); code != 0 {
			t.Fatalf("exit status %d:\n%s", code, p.text())
		}
		if _, err := os.Stat(p.socket); err == nil {
			t.Error("the socket is left behind")
		}
		if round == 1 {
			p.start()
			c.ready(20 * time.Second)
		}
	}
}

// TestParent: the program ends with what started it.
func TestParent(t *testing.T) {
	c := newCluster(t, 1)
	c.ready(20 * time.Second)
	c.nodes[0].kill()
	parent := exec.Command("sleep", "60")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	p := startEngine(t, "a", append(c.args("a"), "--parent", fmt.Sprint(parent.Process.Pid))...)
	p.wait(`^ready (.*)`, 20*time.Second)
	parent.Process.Kill()
	parent.Wait()
	p.wait("has ended, so this ends", 5*time.Second)
	p.cmd.Wait()
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	// The standard input of a test's process is empty: it ends at once.
	q := startEngine(t, "a", append(c.args("a"), "--stdin")...)
	q.cmd.Wait()
	if code := q.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	// One that was started so goes on when a terminal or a service manager signals all: it is needed until what started it has saved everything.
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r := &process{t: t, name: "a", args: append(c.args("a"), "--stdin"), input: read}
	r.start()
	t.Cleanup(func() { r.kill() })
	r.wait(`^ready (.*)`, 20*time.Second)
	r.cmd.Process.Signal(syscall.SIGINT)
	r.cmd.Process.Signal(syscall.SIGTERM)
	time.Sleep(500 * time.Millisecond)
	select {
	case <-r.over:
		t.Error("it ended by a signal")
	default:
	}
	read.Close()
	write.Close()
	r.wait("has ended, so this ends", 5*time.Second)
	r.cmd.Wait()
	if code := r.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// TestErrors: each error is one line that says what to do, with the right exit status.
func TestErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing in it runs side by side")
	}
	c := newCluster(t, 1)
	c.ready(20 * time.Second)
	other := filepath.Join(c.dir, "other key")
	if err := secret.New().Write(other); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(c.dir, "open key")
	text, _ := os.ReadFile(c.key)
	os.WriteFile(open, text, 0o644)
	free := freeAddresses(t, 4)
	args := func(change ...string) []string {
		all := map[string]string{"--data": filepath.Join(c.dir, "new"), "--name": "a", "--cluster": "a=" + free[0], "--key": c.key}
		for i := 0; i < len(change); i += 2 {
			all[change[i]] = change[i+1]
		}
		var out []string
		for k, v := range all {
			if v != "" {
				out = append(out, k, v)
			}
		}
		return out
	}
	checked := 0
	for _, x := range []struct {
		args []string
		code int
		want string
	}{
		{args("--name", ""), 2, "--name is missing; see engine --help"},
		{args("--cluster", "a=nowhere"), 2, "is not NAME=HOST:PORT"},
		{args("--cluster", "a="+free[0]+",b="+free[1]), 2, "1, 3, 5 or 7 nodes, not 2"},
		{args("--name", "x"), 2, `no member is named "x"`},
		{args("--listen", "7410"), 2, "--listen 7410"},
		{args("--cluster", c.line), 1, "stop the program that listens there"},
		{args("--data", c.data("a")), 1, "another program runs on this data folder"},
		{args("--key", open), 1, "others may read it"},
		{args("--key", os.DevNull), 1, "others may read it"},
		{args("--key", filepath.Join(c.dir, "none"), "--cluster", "a="+free[0]+",b="+free[1]+",c="+free[2]), 1, "make one with engine --new-key"},
		{args("--socket", "/tmp/"+strings.Repeat("x", 120), "--data", filepath.Join(c.dir, "new2"), "--cluster", "a="+free[3]), 2, "give a shorter --socket"},
		{[]string{"--new-key", c.key}, 1, "name a file that is not there yet"},
	} {
		p := startEngine(t, "refused", x.args...)
		p.cmd.Wait()
		<-p.over
		said := p.text()
		if code := p.cmd.ProcessState.ExitCode(); code != x.code || !strings.Contains(said, x.want) {
			t.Errorf("%q: %d %q, want %d %q", x.args, code, said, x.code, x.want)
		}
		checked++
	}
	// The folder of a cluster with other addresses.
	c.nodes[0].stop()
	p := startEngine(t, "moved", args("--data", c.data("a"), "--cluster", "a="+free[0])...)
	p.cmd.Wait()
	<-p.over
	if said := p.text(); !strings.Contains(said, "is of a cluster that has a member at") {
		t.Errorf("%q", said)
	}
	t.Logf("%d errors looked at", checked+1)
}

// TestOtherKey: a node with another key takes no part, and all are told why.
func TestOtherKey(t *testing.T) {
	dir := shortDir(t)
	line := "a=" + strings.Join(freeAddresses(t, 3), ",b=")
	line = line[:strings.LastIndex(line, "b=")] + "c=" + line[strings.LastIndex(line, "b=")+2:]
	var nodes []*process
	for i, name := range []string{"a", "b", "c"} {
		key := filepath.Join(dir, fmt.Sprint("key", i/2)) // c has one of its own
		if i != 1 {
			if err := secret.New().Write(key); err != nil {
				t.Fatal(err)
			}
		}
		nodes = append(nodes, startEngine(t, name, "--data", filepath.Join(dir, name), "--name", name, "--cluster", line, "--key", key))
	}
	nodes[0].wait(`waiting for c at \S+ \(it has another key`, 10*time.Second)
	nodes[1].wait(`waiting for c at \S+ \(it has another key`, 10*time.Second)
	nodes[2].wait(`waiting for a at \S+ \(it has another key.*b at \S+ \(it has another key`, 10*time.Second)
	for _, p := range nodes {
		if strings.Contains(p.text(), "ready") || strings.Contains(p.text(), "making") {
			t.Errorf("%s: %s", p.name, p.text())
		}
		if code := p.stop(); code != 0 {
			t.Errorf("%s: exit status %d", p.name, code)
		}
	}
}
