package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/lineedit"
	"voxtide/server/control"
	"voxtide/settings"
)

// tokenEnv is the variable that holds the secret of a token.
const tokenEnv = "VOXTIDE_TOKEN"

// remote is a server that runs, as ctl reaches it.
type remote struct {
	client http.Client
	base   string
	token  string
	home   string // the data folder, for the history of lines
}

// remote returns the server that the flags name.
func (c *runCmd) remote() (*remote, error) {
	if c.To != "" {
		to := strings.TrimSuffix(c.To, "/")
		if !strings.Contains(to, "://") {
			to = "http://" + to
		}
		home, _ := settings.Home(c.Data) // without one, no history
		return &remote{home: home, base: to, token: strings.TrimSpace(os.Getenv(tokenEnv))}, nil
	}
	s, home, err := c.settings()
	if err != nil {
		return nil, err
	}
	dir, err := settings.WorldDirFrom(home, s.World)
	if c.World != nil {
		dir, err = settings.WorldDir(home, s.World)
	}
	if err != nil {
		return nil, err
	}
	path := localSocket(home, dir)
	if all, err := s.ControlAddresses(); err == nil {
		for _, a := range all {
			if a.Path != "" {
				path = a.Path
			}
			if a.Local() {
				path = localSocket(home, dir)
				break
			}
		}
	}
	if c.World == nil && !answers(path) { // a server that was given its world by a flag
		switch others := openSockets(home); len(others) {
		case 0:
		case 1:
			path = others[0]
		default:
			return nil, fmt.Errorf("several servers take commands here, say which with --world: %s", strings.Join(others, ", "))
		}
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("no server takes commands at %s: is it running, with --data as here, and control = \"local\"?", path)
	}
	r := &remote{base: "http://localhost", home: home}
	r.client.Transport = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}
	return r, nil
}

// answers reports whether a program listens at a socket.
func answers(path string) bool {
	l, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		return false
	}
	l.Close()
	return true
}

// openSockets returns the local sockets of a data folder at which servers listen.
func openSockets(home string) (out []string) {
	all, _ := filepath.Glob(localSocket(home, "*")) // the pattern is a good one
	for _, path := range all {
		if answers(path) {
			out = append(out, path)
		}
	}
	return out
}

// ask sends a request. The answer's body is the caller's to close.
func (r *remote) ask(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var text bytes.Buffer
	if body != nil {
		json.NewEncoder(&text).Encode(body) // a buffer takes it
	}
	req, err := http.NewRequestWithContext(ctx, method, r.base+path, &text)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	a, err := r.client.Do(req)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, errors.New("no server takes commands there: it has stopped")
	}
	return a, err
}

// give gives a command, and returns its answer. The error is that of a server that does not take it.
func (r *remote) give(ctx context.Context, line string) (a control.Answer, err error) {
	resp, err := r.ask(ctx, http.MethodPost, "/v1/command", map[string]string{"line": line})
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 4<<20))
	if err != nil {
		return a, err
	}
	var refused struct{ Error string }
	if json.Unmarshal(b, &refused) == nil && refused.Error != "" {
		return a, errors.New(refused.Error)
	}
	if err := json.Unmarshal(b, &a); err != nil || a.Outcome == "" {
		return a, fmt.Errorf("it answers %s, which is no Voxtide server's", resp.Status)
	}
	return a, nil
}

// follow prints events until the context ends.
func (r *remote) follow(ctx context.Context, kinds string, out io.Writer) error {
	path := "/v1/events"
	if kinds != "" {
		path += "?kinds=" + kinds
	}
	resp, err := r.ask(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		var refused struct{ Error string }
		json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&refused) // what cannot be read is said by the status
		return fmt.Errorf("%s %s", resp.Status, refused.Error)
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			fmt.Fprintln(out, data)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.New("the server has ended the stream")
}

// runCtl gives a command to a server that runs, or prints what happens there. Without a line it takes lines from the standard input.
func (c *runCmd) runCtl(ctx context.Context, words []string, stdin io.Reader, stdout, stderr io.Writer) int {
	line := strings.TrimSpace(strings.Join(words, " "))
	r, err := c.remote()
	if err != nil {
		return cli.Fail(stderr, "server", err)
	}
	if c.Events {
		switch err := r.follow(ctx, c.Kinds, stdout); {
		case ctx.Err() != nil:
			return cli.Interrupted(ctx)
		default:
			return cli.Fail(stderr, "server", err)
		}
	}
	if line == "" {
		return r.console(ctx, stdin, stdout, stderr)
	}
	return r.print(ctx, line, stdout, stderr)
}

// exitOf is the exit status of ctl for each outcome but done.
var exitOf = map[control.Outcome]int{control.Done: cli.OK, control.Invalid: cli.Usage, control.Denied: cli.Failed, control.Unsupported: cli.Failed, control.Failed: cli.Failed}

// print gives a command, prints its answer, and returns the exit status.
func (r *remote) print(ctx context.Context, line string, stdout, stderr io.Writer) int {
	a, err := r.give(ctx, line)
	switch {
	case ctx.Err() != nil:
		return cli.Interrupted(ctx)
	case err != nil:
		return cli.Fail(stderr, "server", err)
	}
	for _, l := range a.Lines {
		fmt.Fprintln(stdout, l)
	}
	return exitOf[a.Outcome]
}

// console takes lines from the standard input until it ends: on a terminal with completion and a history.
func (r *remote) console(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	history := openHistory(r.home, nil)
	t, ok := lineedit.New(stdin, stdout, stderr, lineedit.Options{Prompt: "> ", History: history, Complete: func(line string) (int, []string) { return r.complete(ctx, line) }})
	if ok {
		ok = t.Start() == nil
	}
	if !ok {
		code := cli.OK
		lines := bufio.NewReader(stdin)
		for {
			line, long, err := readLine(lines)
			if err != nil {
				return code
			}
			if line = strings.TrimSpace(line); line != "" && !long {
				code = r.print(ctx, line, stdout, stderr)
			}
		}
	}
	defer t.Close()
	for {
		line, err := t.ReadLine()
		if err != nil || ctx.Err() != nil {
			return cli.OK
		}
		if line = strings.TrimSpace(line); line == "exit" || line == "quit" {
			return cli.OK
		}
		if line != "" {
			r.print(ctx, line, t.Out(), t.Err(stderr))
		}
	}
}

// complete asks for the options of the last word.
func (r *remote) complete(ctx context.Context, line string) (from int, options []string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	resp, err := r.ask(ctx, http.MethodGet, "/v1/complete?line="+url.QueryEscape(line), nil)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	var a struct {
		From    int
		Options []string
	}
	if json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&a) != nil {
		return 0, nil
	}
	return a.From, a.Options
}
