package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/engine/etcd"
	"voxtide/engine/socket"

	"voxtide/engine/secret"
)

// nodeCmd is the command line.
type nodeCmd struct {
	Data    string `placeholder:"DIR" help:"Folder of this node's data, made if there is none. Nothing else may be in it, and no other node may have it."`
	Name    string `placeholder:"NAME" help:"Which of the cluster's nodes this is."`
	Cluster string `placeholder:"NAME=HOST:PORT,..." help:"All nodes, and where the others reach them: 1, 3, 5 or 7. The same line everywhere, for ever."`
	Listen  string `placeholder:"HOST:PORT" help:"Where to listen for other nodes; without it at this node's address in --cluster."`
	Key     string `placeholder:"FILE" help:"The key that all nodes share."`
	NewKey  string `placeholder:"FILE" help:"Make a key in a new file, and do nothing else."`
	Socket  string `placeholder:"PATH" help:"Local socket for game servers (engine.sock in the data folder)."`
	Log     string `placeholder:"FILE" help:"Append the log of the database to a file, instead of the standard error."`
	Verbose bool   `short:"v" help:"Log all that the database tells, not its warnings alone."`
	Parent  int    `placeholder:"PID" help:"End when this process has ended: for a program that starts this one."`
	Stdin   bool   `help:"End when the standard input ends, and not by Ctrl-C or SIGTERM: another way for a program that starts this one."`

	Version cli.VersionFlag `help:"Print the version."`
}

const (
	// lockPatience is how long a node waits for the one that ran on its folder before, which may be about to end.
	lockPatience = 4 * time.Second
	// The memory of a node that has little to do is mostly garbage that waits: it is collected early.
	garbagePercent = 40
	memoryLimit    = 512 << 20
)

func (c *nodeCmd) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	if c.NewKey != "" {
		if err := secret.New().Write(c.NewKey); err != nil {
			return fail(stderr, err)
		}
		fmt.Fprintf(stdout, "%s is a new key; copy it to the other nodes, and show it to nobody else\n", c.NewKey)
		return cli.OK
	}
	for flag, value := range map[string]string{"--data": c.Data, "--name": c.Name, "--cluster": c.Cluster, "--key": c.Key} {
		if value == "" {
			return cli.UsageError(stderr, "engine", "%s is missing", flag)
		}
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if c.Stdin { // Ctrl-C reaches both on a terminal, and a service manager signals all: who started this needs it until it has saved everything
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.watchParent(ctx, cancel, stdin)
	code, err := c.node(ctx, stdout, stderr)
	switch {
	case errors.Is(context.Cause(ctx), errParent):
		fmt.Fprintln(stderr, "engine: what started this has ended, so this ends")
		return cli.OK
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)):
		return cli.Interrupted(ctx)
	case err != nil:
		return fail(stderr, err)
	}
	return code
}

// node runs the node until the context ends, or it ends by itself.
func (c *nodeCmd) node(ctx context.Context, stdout, stderr io.Writer) (int, error) {
	cfg, err := c.config(stderr)
	if err != nil {
		return cli.Failed, err
	}
	cfg.OnListen = func(address string) { fmt.Fprintf(stdout, "listening %s\n", address) }
	if f, ok := cfg.Log.(*os.File); ok && c.Log != "" {
		defer f.Close()
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return cli.Failed, err
	}
	if i, err := os.Stat(c.Data); err != nil {
		return cli.Failed, err
	} else if i.Mode().Perm()&0o077 != 0 { // the socket is in it
		if err := os.Chmod(c.Data, 0o700); err != nil {
			return cli.Failed, err
		}
	}
	path := c.Socket
	if path == "" {
		path = filepath.Join(c.Data, "engine.sock")
	}
	began := time.Now()
	n, err := c.open(ctx, cfg)
	if err != nil {
		return cli.Failed, err
	}
	defer n.Close()
	l, err := socket.Listen(path)
	if err != nil {
		return cli.Failed, err
	}
	s := socket.NewServer(l, fmt.Sprintf("node %s of %s", cfg.Name, c.Cluster), n.Engine)
	defer s.Close()
	fmt.Fprintf(stdout, "ready %s\n", path)
	fmt.Fprintf(stderr, "engine: node %s is ready after %.1f s\n", cfg.Name, time.Since(began).Seconds())
	select {
	case <-ctx.Done():
		return cli.OK, nil
	case <-n.Done():
		return cli.Failed, n.Err()
	}
}

// open opens the node, and waits a little for one before it on the same folder.
func (c *nodeCmd) open(ctx context.Context, cfg etcd.Config) (*etcd.Node, error) {
	for end := time.Now().Add(lockPatience); ; {
		n, err := etcd.Open(ctx, cfg)
		if !errors.Is(err, etcd.ErrLocked) || time.Now().After(end) {
			return n, err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// config makes the settings of the node of the flags.
func (c *nodeCmd) config(stderr io.Writer) (cfg etcd.Config, err error) {
	cfg = etcd.Config{Dir: c.Data, Name: c.Name, Listen: c.Listen, Verbose: c.Verbose, Log: stderr}
	var mu sync.Mutex
	cfg.Say = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(stderr, "engine: %s\n", line)
	}
	if cfg.Members, err = etcd.ParseMembers(c.Cluster); err != nil {
		return cfg, err
	}
	if c.Listen != "" {
		if _, _, err := net.SplitHostPort(c.Listen); err != nil {
			return cfg, fmt.Errorf("%w: --listen %s: %w", etcd.ErrConfig, c.Listen, err)
		}
	}
	cfg.Secret, err = secret.Read(c.Key)
	if errors.Is(err, fs.ErrNotExist) && len(cfg.Members) == 1 { // nobody else needs it
		cfg.Secret = secret.New()
		err = cfg.Secret.Write(c.Key)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return cfg, fmt.Errorf("%w; make one with engine --new-key %s, and copy it to all nodes", err, c.Key)
	}
	if err == nil && c.Log != "" {
		cfg.Log, err = os.OpenFile(c.Log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	}
	return cfg, err
}

// hints say what people can do about errors that other programs do not have.
var hints = []struct {
	err  error
	text string
	code int
}{
	{etcd.ErrLocked, "stop it, or give another --data", cli.Failed},
	{etcd.ErrConfig, "see engine --help", cli.Usage},
	{etcd.ErrElsewhere, "start each name on one machine only, and give the address of this one to it in --cluster", cli.Failed},
	{etcd.ErrFolder, "a node whose data is lost or spoilt is started with an empty folder, while the others run", cli.Failed},
	{etcd.ErrRemoved, "to let this folder take the place again, stop the other, empty this folder and start it", cli.Failed},
	{secret.ErrSecret, "take the file of another node, or make a new one for all with --new-key", cli.Failed},
	{socket.ErrInUse, "stop it, or give another --socket", cli.Failed},
	{socket.ErrPath, "give a shorter --socket", cli.Usage},
	{syscall.EADDRINUSE, "stop the program that listens there, or give another port in --cluster on all nodes, or here alone with --listen", cli.Failed},
	{syscall.EADDRNOTAVAIL, "give --listen an address of this machine, such as :7410", cli.Failed},
	{syscall.ENOSPC, "make room on the disk", cli.Failed},
	{fs.ErrExist, "name a file that is not there yet", cli.Failed},
}

func fail(stderr io.Writer, err error) int {
	for _, h := range hints {
		if errors.Is(err, h.err) {
			fmt.Fprintf(stderr, "engine: %s; %s\n", strings.ReplaceAll(err.Error(), "\n", "; "), h.text)
			return h.code
		}
	}
	return cli.Fail(stderr, "engine", err)
}
