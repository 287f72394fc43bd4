package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// program is the engine's program, which runs as a child as long as this process does: its standard input is a pipe that ends with us. One that
// ends by itself is started again.
type program struct {
	socket string
	stop   func()
	done   chan struct{} // closed when it is not started again
	err    error         // why, set before
}

// restartAfter is the pause before the engine's program is started again; one that ran for less than that is not.
const restartAfter = time.Second

// startProgram starts the program and waits until it is ready.
func startProgram(ctx context.Context, cfg *Config) (*program, error) {
	if _, err := os.Stat(cfg.Program); err != nil {
		return nil, fmt.Errorf("%w: the engine's program is missing, which is installed beside the server's: %w", ErrConfig, err)
	}
	running, cancel := context.WithCancel(context.Background())
	p := &program{socket: filepath.Join(cfg.Data, "engine.sock"), done: make(chan struct{})}
	ended := make(chan struct{})
	p.stop = func() { cancel(); <-ended }
	ready, failed := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		defer close(ended)
		for {
			began := time.Now()
			err := p.run(running, cfg, ready)
			if running.Err() != nil {
				return
			}
			select {
			case failed <- err:
			default:
			}
			if time.Since(began) < restartAfter {
				p.err = fmt.Errorf("the engine on this machine does not run: %w", err)
				close(p.done)
				return
			}
			cfg.Log.Error("the engine on this machine ended; it is started again", "why", err)
			time.Sleep(restartAfter)
		}
	}()
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for began := time.Now(); ; {
		select {
		case <-ready:
			return p, nil
		case err := <-failed:
			p.stop()
			return nil, fmt.Errorf("the engine on this machine does not run: %w", err)
		case <-tick.C:
			cfg.Log.Info("waiting for the other machines: a majority has to be there", "since", time.Since(began).Round(time.Second).String(), "members", strings.Join(cfg.Members, ","))
		case <-ctx.Done():
			p.stop()
			return nil, ctx.Err()
		}
	}
}

// run runs the program once.
func (p *program) run(ctx context.Context, cfg *Config, ready chan<- struct{}) error {
	cmd := exec.Command(cfg.Program, "--data", cfg.Data, "--name", cfg.Name(), "--cluster", cfg.engineMembers(), "--key", cfg.KeyFile, "--socket", p.socket, "--log", cfg.Data+".log", "--stdin")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	said := &lastLine{log: cfg.Log}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		return err
	}
	over := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			stdin.Close()
			select {
			case <-over:
			case <-time.After(3 * time.Second):
				cmd.Process.Kill()
			}
		case <-over:
		}
	}()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "ready ") {
			select {
			case ready <- struct{}{}:
			default:
			}
		}
	}
	io.Copy(io.Discard, out)
	err = cmd.Wait()
	close(over)
	if text := said.last; text != "" {
		err = errors.New(strings.TrimPrefix(text, "engine: "))
	}
	if err == nil {
		err = errors.New("it ended")
	}
	return err
}

// lastLine logs the lines of the engine's program, and keeps the last. One goroutine writes.
type lastLine struct {
	log  *slog.Logger
	rest string
	last string
}

// Write implements io.Writer.
func (w *lastLine) Write(b []byte) (int, error) {
	w.rest += string(b)
	for {
		line, rest, whole := strings.Cut(w.rest, "\n")
		if !whole {
			return len(b), nil
		}
		w.rest = rest
		if line = strings.TrimSpace(line); line != "" {
			w.last = line
			w.log.Info("engine", "says", strings.TrimPrefix(line, "engine: "))
		}
	}
}

// ownMember returns which of the members has an address of this machine, 0 for none or several.
func ownMember(members []string) (node int) {
	own := map[string]bool{}
	if all, err := net.InterfaceAddrs(); err == nil {
		for _, a := range all {
			if n, ok := a.(*net.IPNet); ok {
				own[n.IP.String()] = true
			}
		}
	}
	if h, err := os.Hostname(); err == nil {
		own[h] = true
	}
	for i, m := range members {
		if h, _, err := net.SplitHostPort(m); err == nil && own[h] {
			if node != 0 {
				return 0
			}
			node = i + 1
		}
	}
	return node
}
