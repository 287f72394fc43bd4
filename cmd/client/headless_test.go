package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

// buildPrograms builds the two programs and returns their folder.
func buildPrograms(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"server", "client"} {
		out, err := exec.Command("go", "build", "-o", filepath.Join(dir, name), "voxtide/cmd/"+name).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return dir
}

// serverProcess is a running server.
type serverProcess struct {
	t       *testing.T
	cmd     *exec.Cmd
	in      io.Writer
	out     *bufio.Scanner
	log     *lockedLog
	address string
}

// lockedLog keeps what a process logs.
type lockedLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func startServer(t *testing.T, bin, world, listen string) *serverProcess {
	t.Helper()
	p := &serverProcess{t: t, cmd: exec.Command(filepath.Join(bin, "server"), "--listen", listen, "--world", world, "--data", filepath.Dir(world),
		"--seed", "3", "--generator", "2")}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.in, p.out, p.log = in, bufio.NewScanner(out), &lockedLog{}
	p.cmd.Stderr = p.log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	words := strings.Fields(p.line())
	if len(words) != 6 || words[0] != "listening" {
		t.Fatalf("the first line is %q", words)
	}
	p.address = words[1]
	return p
}

func (p *serverProcess) line() string {
	if !p.out.Scan() {
		p.t.Fatalf("the server's output ended: %v", p.out.Err())
	}
	return p.out.Text()
}

// hash asks the console for the world's hash.
func (p *serverProcess) hash() string {
	fmt.Fprintln(p.in, "hash")
	words := strings.Fields(p.line())
	if len(words) != 4 || words[0] != "hash" || words[2] != "edits" {
		p.t.Fatalf("hash says %q", words)
	}
	return words[1]
}

// said waits until ann and bob have said a line, in a log of the server's.
func (p *serverProcess) said(line string) {
	p.t.Helper()
	p.logged(`"msg":"said","player":%q,"text":` + strconv.Quote(line))
}

// resumed waits until ann and bob have resumed their sessions, in a log of the server's.
func (p *serverProcess) resumed() {
	p.t.Helper()
	p.logged(`"msg":"player resumed","player":%q`)
}

// logged waits until a log of the server's has a text of ann and of bob.
func (p *serverProcess) logged(format string) {
	p.t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		log, both := p.log.String(), true
		for _, who := range []string{"ann", "bob"} {
			both = both && strings.Contains(log, fmt.Sprintf(format, who))
		}
		if both {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("not of both %s:\n%s", format, log)
		}
	}
}

// interrupt ends a server as Ctrl-C does. That it takes no time is seen where that is virtual: in package host.
func (p *serverProcess) interrupt() {
	p.t.Helper()
	p.cmd.Process.Signal(os.Interrupt)
	p.cmd.Wait()
	if p.cmd.ProcessState.ExitCode() != 130 {
		p.t.Errorf("%v", p.cmd.ProcessState)
	}
}

// buildScript writes a script that builds at random in one place for some seconds, and says when half of that is over; it waits
// for its acks, says that all is built, and stays.
func buildScript(t *testing.T, path string, seconds float64) {
	r := testrand.New(t)
	var b strings.Builder
	fmt.Fprintf(&b, "0 down fly\n0.2 at %d.5 36 -26.5\n", r.IntN(4)-24) // where players of that seed begin
	b.WriteString("0.30 look 0 -89\n0.40 break\n0.50 break\n")          // whatever chance makes of the rest, something is built
	at := 0.6
	for half := false; at < seconds; {
		at += 0.03 + 0.2*r.Float64()
		if !half && at > seconds/2 {
			half = true
			fmt.Fprintf(&b, "%.2f say half\n", at)
		}
		switch k := r.IntN(20); {
		case k < 7:
			fmt.Fprintf(&b, "%.2f look %d %d\n", at, r.IntN(360), r.IntN(160)-80)
		case k < 13:
			fmt.Fprintf(&b, "%.2f place\n", at)
		case k < 16:
			fmt.Fprintf(&b, "%.2f break\n", at)
		case k < 17:
			fmt.Fprintf(&b, "%.2f select %d\n", at, 1+r.IntN(9))
		case k < 18:
			fmt.Fprintf(&b, "%.2f tap %s\n", at, []string{"forward", "back", "left", "right"}[r.IntN(4)])
		default:
			fmt.Fprintf(&b, "%.2f at %d.5 %d %d.5\n", at, r.IntN(7)-25, 35+r.IntN(5), r.IntN(7)-29)
		}
	}
	b.WriteString("+0 wait-acked\n+0 say built\n+0 wait-acked\n")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// clientStats is what the test reads of a client's stats.
type clientStats struct {
	Corrections    map[string]int
	Actions        int
	Acked          int
	Refused        map[string]int
	InputToFrame   int    `json:"input_to_frame_max"`
	InputToPicture int    `json:"input_to_picture_max"` // the same, under its old name
	ReceivedHash   string `json:"received_hash"`
	PredictedHash  string `json:"predicted_hash"`
	Resumes        int
}

func (o *clientStats) read(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, o)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// runBuilders starts two clients, one on a bad network; they end with Ctrl-C when meanwhile has returned.
func runBuilders(t *testing.T, bin, dir, address string, seconds float64, meanwhile func()) (both [2]clientStats) {
	t.Helper()
	var cmds [2]*exec.Cmd
	for i, name := range []string{"ann", "bob"} {
		lines, stats := filepath.Join(dir, name+".txt"), filepath.Join(dir, name+".json")
		buildScript(t, lines, seconds)
		args := []string{"--headless", "--connect", address, "--name", name, "--view-distance", "64", "--script", lines, "--stats", stats}
		if i == 1 {
			args = append(args, "--net-delay", "100ms", "--net-loss", "5%")
		}
		cmds[i] = exec.Command(filepath.Join(bin, "client"), args...)
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmds[i].Process.Kill() })
	}
	meanwhile()
	for i, name := range []string{"ann", "bob"} {
		cmds[i].Process.Signal(os.Interrupt)
		if err := cmds[i].Wait(); cmds[i].ProcessState.ExitCode() != 130 {
			t.Errorf("%s: %v", name, err)
		}
		both[i].read(t, filepath.Join(dir, name+".json"))
	}
	return both
}

// TestTwoBuilders: two clients in processes of their own build in one spot, one of them with 200 ms of round trip more and
// 5% loss: both have received what the server has, nothing was unexplained, everything showed in the very next frame; after an
// end by Ctrl-C and a restart the world is the same; and after kill -9 in the midst of building both go on and agree again.
func TestTwoBuilders(t *testing.T) {
	bin, dir := buildPrograms(t), t.TempDir()
	world := filepath.Join(dir, "w")
	p := startServer(t, bin, world, "127.0.0.1:0")
	agree := func(both [2]clientStats, hash string) {
		t.Helper()
		for i, o := range both {
			refused := 0
			for _, n := range o.Refused {
				refused += n
			}
			if o.ReceivedHash != hash || o.PredictedHash != hash || o.Corrections["unexplained"] != 0 || o.InputToFrame != 1 || o.InputToPicture != 1 ||
				o.Acked+refused != o.Actions || o.Actions < 40 {
				t.Errorf("client %d: %+v, the server's hash is %s", i, o, hash)
			}
		}
	}
	const settling = 8 * time.Second // until what both have built has come to the other, too
	both := runBuilders(t, bin, dir, p.address, 6, func() {
		p.said("built")
		time.Sleep(settling)
	})
	hash := p.hash()
	agree(both, hash)
	if hash == strings.Repeat("0", 16) {
		t.Error("nothing was built")
	}
	p.interrupt()
	p = startServer(t, bin, world, p.address)
	if again := p.hash(); again != hash {
		t.Errorf("after a restart the hash is %s, not %s", again, hash)
	}
	both = runBuilders(t, bin, dir, p.address, 5, func() {
		p.said("half")
		p.cmd.Process.Signal(syscall.SIGKILL)
		p.cmd.Wait()
		before := p.log.String() // one of them may have said there that all is built
		p = startServer(t, bin, world, p.address)
		p.resumed()
		p.log.Write([]byte(before))
		p.said("built")
		time.Sleep(settling)
	})
	agree(both, p.hash())
	if both[0].Resumes < 1 || both[1].Resumes < 1 {
		t.Errorf("%d and %d resumes after kill -9", both[0].Resumes, both[1].Resumes)
	}
	p.interrupt()
}
