package bots

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// serverProcess is a server in a process of its own.
type serverProcess struct {
	cmd     *exec.Cmd
	in      io.Closer
	address string
	ended   chan struct{} // closed when it has ended
}

// startingItems is what a bot of the crash test builds with.
const startingItems = "dirt 64, planks 64, cobblestone 64, torch 64, sand 64, chest 1, log 48, furnace 1, coal 20"

// startFor bounds how long a server may take to start.
const startFor = 2 * time.Minute

// startServer starts a server and waits for its first line.
func startServer(binary, listen, dir string, seed uint64, log io.Writer) (*serverProcess, error) {
	p := &serverProcess{ended: make(chan struct{}), cmd: exec.Command(binary, "--listen", listen, "--world", dir+"/w", "--data", dir, "--seed", itoa(seed), "--mode", "survival",
		"--players", "64", "--view-distance", "32", "--starting-items", startingItems)}
	p.cmd.Stderr = log
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
	first := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(out)
		lines.Scan()
		first <- lines.Text()
		for lines.Scan() {
		}
		p.cmd.Wait()
		close(p.ended)
	}()
	select {
	case line := <-first:
		if words := strings.Fields(line); len(words) > 1 && words[0] == "listening" {
			p.address = words[1]
			return p, nil
		}
		p.kill()
		return nil, fmt.Errorf("the server's first line is %q", line)
	case <-time.After(startFor):
		p.kill()
		return nil, errors.New("the server does not say where it listens")
	}
}

// kill ends the process as a power cut does, and waits.
func (p *serverProcess) kill() {
	p.cmd.Process.Kill()
	<-p.ended
	p.in.Close()
}

// stop ends the process as Ctrl-C does.
func (p *serverProcess) stop() {
	p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.ended:
	case <-time.After(time.Minute):
		p.kill()
	}
	p.in.Close()
}
