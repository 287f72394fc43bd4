package machines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Process is a server in a process of its own.
type Process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	ended chan struct{} // closed when it has ended

	mu    sync.Mutex
	lines []line // what it printed
}

// line is a line that a process printed.
type line struct {
	text string
	at   time.Time
}

// linesMax bounds the lines that are kept of a process; the first ones are dropped.
const linesMax = 4096

// Begin starts a program. It and its children are a group, which is signalled together.
func Begin(binary string, args []string, log io.Writer) (*Process, error) {
	p := &Process{ended: make(chan struct{}), cmd: exec.Command(binary, args...)}
	p.cmd.Stderr = log
	group(p.cmd)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in = in
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("the server does not start: %w", err)
	}
	go func() {
		defer close(p.ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.mu.Lock()
			if p.lines = append(p.lines, line{lines.Text(), time.Now()}); len(p.lines) > linesMax {
				p.lines = p.lines[1:]
			}
			p.mu.Unlock()
		}
		p.cmd.Wait()
	}()
	return p, nil
}

// last returns the last line that begins with one of some words, and when it came; "" if there is none.
func (p *Process) last(words ...string) (text string, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.lines) - 1; i >= 0; i-- {
		for _, w := range words {
			if l := p.lines[i]; strings.HasPrefix(l.text, w+" ") || l.text == w {
				return l.text, l.at
			}
		}
	}
	return "", at
}

// Ended reports whether the process has ended.
func (p *Process) Ended() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// Kill ends the process and its children as a power cut does, and waits.
func (p *Process) Kill() {
	signalGroup(p.cmd, kill)
	<-p.ended
	p.in.Close()
}

// Stop ends the process as Ctrl-C does.
func (p *Process) Stop() {
	p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.ended:
		p.in.Close()
	case <-time.After(stopFor):
		p.Kill()
	}
}

const (
	// stopFor bounds how long a server may take to stop.
	stopFor = time.Minute
	// startFor bounds how long it may take to start.
	startFor = 2 * time.Minute
	lookEach = 5 * time.Millisecond
)

// Ask gives a command on the standard input, and returns the first new line that contains a text.
func (p *Process) Ask(command, contains string, patience time.Duration) (string, error) {
	p.mu.Lock()
	known := len(p.lines)
	p.mu.Unlock()
	if _, err := io.WriteString(p.in, command+"\n"); err != nil {
		return "", err
	}
	for end := time.Now().Add(patience); time.Now().Before(end) && !p.Ended(); time.Sleep(lookEach) {
		p.mu.Lock()
		lines := p.lines[min(known, len(p.lines)):]
		p.mu.Unlock()
		for _, l := range lines {
			if strings.Contains(l.text, contains) {
				return l.text, nil
			}
		}
	}
	return "", fmt.Errorf("the server does not answer %q", command)
}

// startingItems is what a bot of the crash test builds with.
const startingItems = "dirt 64, planks 64, cobblestone 64, torch 64, sand 64, chest 1, log 48, furnace 1, coal 20"

// ofWorld are the flags of a world in which bots build.
func ofWorld(seed uint64) []string {
	return []string{"--seed", fmt.Sprint(seed), "--mode", "survival", "--players", "64", "--view-distance", "32", "--starting-items", startingItems}
}

// Server is a server alone.
type Server struct {
	*Process
	Address string // at which it listens
}

// Start starts a server on the world w in a folder and waits for its first line.
func Start(binary, listen, dir string, seed uint64, log io.Writer) (*Server, error) {
	p, err := Begin(binary, append([]string{"--listen", listen, "--world", dir + "/w", "--data", dir}, ofWorld(seed)...), log)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(startFor); time.Now().Before(end); time.Sleep(lookEach) {
		text, _ := p.last("listening")
		if words := strings.Fields(text); len(words) > 1 {
			return &Server{p, words[1]}, nil
		}
		if p.Ended() {
			return nil, errors.New("the server ended before it listened")
		}
	}
	p.Kill()
	return nil, errors.New("the server does not say where it listens")
}
