package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

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
func (c *runCmd) runCluster(ctx context.Context, s *settings.Server, home string, stdin io.Reader, stdout, stderr io.Writer, log *slog.Logger) int {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	r := &clusterRun{runCmd: c, settings: s, home: home, stdout: stdout, log: log, end: end}
	err := r.run(ctx, stdin)
	switch {
	case errors.Is(context.Cause(ctx), errStopped):
		log.Info("stopped; all is saved")
		return cli.OK
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return cli.Interrupted(ctx)
	case err != nil:
		return cli.Fail(stderr, "server", err)
	}
	return cli.OK
}

func (r *clusterRun) run(ctx context.Context, stdin io.Reader) error {
	cfg, at, err := r.config()
	if err != nil {
		return err
	}
	defer at.close()
	if r.node, err = cluster.Start(ctx, cfg); err != nil {
		return err
	}
	defer r.node.Close()
	go r.console(stdin)
	if cfg.Witness {
		fmt.Fprintf(r.stdout, "witness %s\n", cfg.Members[cfg.Node-1])
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-r.node.Done():
			return r.node.Err()
		}
	}
	key, err := serverKey(r.home, r.log)
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

// serve serves the world that this machine has, and ends it when the context ends.
func (r *clusterRun) serve(ctx context.Context, h *host.Host, at sockets) error {
	address := at.game.LocalAddr()
	if err := h.Serve(at.game); err != nil {
		return err
	}
	if at.metrics != nil {
		h.ServeMetrics(at.metrics)
	}
	if at.liveMap != nil {
		if err := h.ServeMap(at.liveMap, r.settings.MapPlayers); err != nil {
			return err
		}
	}
	r.current.Store(h)
	fmt.Fprintf(r.stdout, "listening %s world %s fingerprint %s\n", address, filepath.Base(h.Dir()), h.Key())
	r.log.Info("running", "world", h.Dir(), "seed", h.Info().Seed, "players", r.settings.MaxPlayers, "mode", r.settings.GameMode)
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
	cfg.Host.ReadSettings = r.onReload(*r.settings)
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

// console gives commands to the world while this machine has it.
func (r *clusterRun) console(stdin io.Reader) {
	lines := bufio.NewReader(stdin)
	var writing sync.Mutex
	say := func(text string) {
		writing.Lock()
		defer writing.Unlock()
		fmt.Fprintln(r.stdout, text)
	}
	for {
		line, _, err := readLine(lines)
		if err != nil {
			return
		}
		line = strings.TrimPrefix(strings.TrimSpace(line), "/")
		word, rest, _ := strings.Cut(strings.ToLower(line), " ")
		h := r.current.Load()
		switch {
		case line == "":
		case word == "stop" && h == nil:
			r.end(errStopped)
			return
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
		case h == nil:
			say("this machine stands by: the commands here are cluster and stop, all others are for the machine that has the world")
		default:
			giveCommand(h, line, r.stdout)
		}
	}
}
