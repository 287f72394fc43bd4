package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"voxtide/cmd/internal/cli"
	"voxtide/engine"
	"voxtide/engine/secret"
	"voxtide/protocol"
	"voxtide/server/cluster"
	"voxtide/server/host"
	"voxtide/settings"
)

// clusterRun is this machine in a cluster: it has the world, or stands by.
type clusterRun struct {
	*runCmd
	settings *settings.Server
	home     string
	stdout   io.Writer
	log      *slog.Logger
	node     *cluster.Node
	current  atomic.Pointer[host.Host] // nil while it stands by
	end      context.CancelCauseFunc
}

// errStopped ends a machine that was told to stop.
var errStopped = errors.New("told to stop")

// runCluster runs this machine's part of a cluster until it is told to stop.
func (c *runCmd) runCluster(ctx context.Context, s *settings.Server, home string, t *terminal, log *slog.Logger) int {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	r := &clusterRun{runCmd: c, settings: s, home: home, stdout: t.stdout, log: log, end: end}
	err := r.run(ctx, t)
	switch {
	case errors.Is(context.Cause(ctx), errStopped):
		log.Info("stopped; all is saved")
		return cli.OK
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return cli.Interrupted(ctx)
	case err != nil:
		return cli.Fail(t.stderr, "server", err)
	}
	return cli.OK
}

func (r *clusterRun) run(ctx context.Context, t *terminal) error {
	cfg, at, err := r.config()
	if err != nil {
		return err
	}
	defer at.close()
	if r.node, err = cluster.Start(ctx, cfg); err != nil {
		return err
	}
	defer r.node.Close()
	t.start(r.home, r.log, r.current.Load)
	defer t.close()
	go r.console(t)
	go r.reloads(ctx, t)
	if cfg.Witness {
		fmt.Fprintf(r.stdout, "witness %s\n", cfg.Members[cfg.Node-1])
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-r.node.Done():
			return r.node.Err()
		}
	}
	key, err := r.key(ctx)
	if err != nil {
		return err
	}
	name := filepath.Base(cfg.Host.Dir)
	for {
		owned, err := r.node.Own(ctx, key, func() { fmt.Fprintf(r.stdout, "standby %s\n", name) })
		if err != nil {
			return err
		}
		fmt.Fprintf(r.stdout, "owner %s\n", name)
		if at.game == nil { // those before ended with their host
			if at, err = r.listen(r.settings, r.path(r.home)); err != nil {
				return err
			}
		}
		taken := at
		at = sockets{}
		err = r.node.Run(cfg.Host, owned, func(h *host.Host) error { return r.serve(ctx, h, taken) })
		r.current.Store(nil)
		switch {
		case ctx.Err() != nil:
			if errors.Is(err, engine.ErrFenced) {
				err = nil
			}
			return errors.Join(context.Cause(ctx), err)
		case err == nil && r.node.Drained():
			r.log.Info("the world is given to another machine; this one stands by")
		case errors.Is(err, engine.ErrFenced):
			fmt.Fprintln(r.stdout, "fenced")
			r.log.Warn("another machine has the world: this one stands by", "why", err)
		default:
			return err
		}
	}
}

// key returns the key by which players recognize the world, which is that of all machines. It is kept in the file for one's own, so that a machine
// that leaves the cluster goes on with it; the one that was there lies beside it then.
func (r *clusterRun) key(ctx context.Context) (ed25519.PrivateKey, error) {
	own, err := serverKey(r.home, r.log)
	if err != nil {
		return nil, err
	}
	key, err := r.node.SettleKey(ctx, own)
	if err != nil || key.Equal(own) {
		return key, err
	}
	before, err := settings.ReplaceKey(filepath.Join(r.home, serverKeyFile), key)
	if err == nil {
		r.log.Info("took the server's key of the cluster; the one that was here is kept", "in", before)
	}
	return key, err
}

// serve serves the world that this machine has, and ends it when the context ends.
func (r *clusterRun) serve(ctx context.Context, h *host.Host, at sockets) error {
	r.current.Store(h)
	if err := at.serve(h, r.settings, r.home, r.stdout, r.log); err != nil {
		return err
	}
	go func() {
		select {
		case <-ctx.Done():
			h.Close(protocol.ReasonReopening.String())
		case <-r.node.Done():
			h.Close(protocol.ReasonReopening.String())
		case <-h.Done():
		}
	}()
	return nil
}

// config returns what the flags say of the cluster, and the open sockets of players.
func (r *clusterRun) config() (cfg cluster.Config, at sockets, err error) {
	file := r.ClusterKey
	if file == "" {
		file = filepath.Join(r.home, "cluster.key")
	}
	if cfg.Secret, err = r.secret(file); err != nil {
		return cfg, at, err
	}
	list := r.Cluster
	if list == "" {
		if list, err = cluster.AskMembers(r.StandbyOf, cfg.Secret); err != nil {
			return cfg, at, err
		}
	}
	cfg.KeyFile, cfg.Data, cfg.Log, cfg.Witness = file, filepath.Join(r.home, "engine"), r.log, r.Witness
	if cfg.Members, cfg.Node, err = cluster.CheckMembers(list, r.Node); err != nil {
		return cfg, at, err
	}
	if cfg.Program = r.Engine; cfg.Program == "" {
		own, err := os.Executable()
		if err != nil {
			return cfg, at, err
		}
		cfg.Program = filepath.Join(filepath.Dir(own), "engine")
	}
	if cfg.Witness {
		return cfg, at, nil
	}
	dir, err := r.world(r.home, r.settings.World, r.log)
	if err != nil {
		return cfg, at, err
	}
	if at, err = r.listen(r.settings, r.path(r.home)); err != nil {
		return cfg, at, err
	}
	if r.settings.Durability == "interval" {
		return cfg, at, errors.New("a cluster acknowledges what is on the disks of a majority: take out durability = \"interval\"")
	}
	r.settings.Listen = at.game.LocalAddr().String() // port 0 stays what it was
	if cfg.Public = r.Public; cfg.Public == "" {
		cfg.Public = r.publicAddress(cfg.Members[cfg.Node-1])
	}
	cfg.Copies = r.settings.Listen
	cfg.Host = r.host(*r.settings, dir, r.log)
	cfg.Host.Console = func(line string) { fmt.Fprintln(r.stdout, line) }
	cfg.Host.ReadSettings, cfg.Host.ReadBackups, cfg.Host.BackupsTo = r.onReload(*r.settings), r.readBackups, r.settings.Backup.Folder(r.home)
	cfg.Host.ReadWebhooks = r.readWebhooks
	cfg.Host.Stop = func(string) { r.end(errStopped) }
	return cfg, at, nil
}

// publicAddress returns the address of the players' socket as other machines reach it: where that has no host, at the host of this machine's
// engine.
func (r *clusterRun) publicAddress(member string) string {
	host, port, err := net.SplitHostPort(r.settings.Listen)
	if err != nil {
		return r.settings.Listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host, _, _ = net.SplitHostPort(member)
	}
	return net.JoinHostPort(host, port)
}

// secret reads the secret of the cluster. The first machine of the list makes it.
func (r *clusterRun) secret(file string) (secret.Secret, error) {
	s, err := secret.Read(file)
	if !errors.Is(err, os.ErrNotExist) {
		return s, err
	}
	if r.Node != 1 {
		return s, fmt.Errorf("%s is missing: copy it from the first machine of the cluster (--node 1 makes it)", file)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return s, err
	}
	s = secret.New()
	r.log.Warn("made the secret of a new cluster: copy it to the other machines, and show it to nobody else", "file", file)
	return s, s.Write(file)
}

// reloads takes SIGHUP as the command reload, of the machine that has the world; others read their settings when they take it.
func (r *clusterRun) reloads(ctx context.Context, t *terminal) {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	for {
		select {
		case <-hup:
			t.reopenLog()
			if h := r.current.Load(); h != nil {
				h.Reload()
			}
		case <-ctx.Done():
			return
		}
	}
}

// console gives commands to the world while this machine has it.
func (r *clusterRun) console(t *terminal) {
	var writing sync.Mutex
	say := func(text string) {
		writing.Lock()
		defer writing.Unlock()
		fmt.Fprintln(r.stdout, text)
	}
	t.lines(func(line string) bool {
		line = strings.TrimPrefix(strings.TrimSpace(line), "/")
		word, rest, _ := strings.Cut(line, " ")
		word, rest = strings.ToLower(word), strings.TrimSpace(rest)
		h := r.current.Load()
		switch {
		case line == "":
		case word == "stop" && h == nil:
			r.end(errStopped)
			return false
		case word == "cluster":
			lines := r.node.Lines
			if rest == "check" {
				lines = r.node.Check
			}
			for _, l := range lines() {
				say(l)
			}
		case word == "drain" && h != nil:
			if !r.node.Drain() {
				say("no other machine stands by: the world stays here")
			}
		case word == "backup" && h == nil:
			backupTo(r.node.Backup, rest, r.stdout)
		case h == nil:
			say("this machine stands by: the commands here are backup DIR, cluster and stop, all others are for the machine that has the world")
		default:
			giveCommand(h, line, r.stdout)
		}
		return true
	})
}
