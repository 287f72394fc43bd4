package main

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"

	"voxtide/cmd/internal/cli"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport/secure"
)

func (c *runCmd) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	fail := func(err error) int { return cli.Fail(stderr, "server", err) }
	s, home, err := c.settings()
	if err != nil {
		return fail(err)
	}
	log := cli.ServerLogger(stderr, c.Verbose)
	if c.Cluster != "" || c.StandbyOf != "" {
		return c.runCluster(ctx, &s, home, stdin, stdout, stderr, log)
	}
	dir, err := c.world(home, s.World, log)
	if err != nil {
		return fail(err)
	}
	key, err := serverKey(home, log)
	if err != nil {
		return fail(err)
	}
	at, err := c.listen(&s, c.path(home))
	if err != nil {
		return fail(err)
	}
	stopped := make(chan string, 1)
	cfg := c.host(s, dir, log)
	cfg.Secret = secure.NewSecret(key)
	cfg.ReadSettings = c.onReload(s)
	cfg.Stop = func(reason string) {
		select {
		case stopped <- reason:
		default: // it stops already
		}
	}
	if s.MemoryLimit > 0 {
		debug.SetMemoryLimit(int64(s.MemoryLimit) << 20)
	}
	h, err := host.Open(cfg)
	if err != nil {
		at.close()
		return fail(fmt.Errorf("world %s: %w", s.World, err))
	}
	address := at.game.LocalAddr()
	if err := h.Serve(at.game); err != nil {
		return fail(err)
	}
	if at.metrics != nil {
		log.Info("serving metrics", "at", fmt.Sprintf("http://%s/metrics", at.metrics.Addr()))
		h.ServeMetrics(at.metrics)
	}
	if at.liveMap != nil {
		if err := h.ServeMap(at.liveMap, s.MapPlayers); err != nil {
			return fail(err)
		}
		log.Info("serving the map", "at", fmt.Sprintf("http://%s/", at.liveMap.Addr()))
	}
	fmt.Fprintf(stdout, "listening %s world %s fingerprint %s\n", address, filepath.Base(dir), h.Key())
	log.Info("running", "world", dir, "seed", h.Info().Seed, "players", s.MaxPlayers, "mode", s.GameMode)
	if s.Durability == "interval" {
		log.Warn("durability is interval: a crash or a power cut may cost the last second of what players have seen acknowledged")
	}
	return c.wait(ctx, h, stopped, stdin, stdout, stderr, log)
}

// serverKey returns the key by which players recognize the server; a new one is made at the first start.
func serverKey(home string, log *slog.Logger) (ed25519.PrivateKey, error) {
	secret := filepath.Join(home, "server.key")
	switch loose, err := settings.RestrictPermissions(secret); {
	case loose && err != nil:
		log.Warn("others on this machine can read the server's key, and could pretend to be this server", "file", secret, "why", err)
	case loose:
		log.Warn("others on this machine could read the server's key: only its owner can read it now; somebody who copied it can pretend to be this server", "file", secret)
	}
	return settings.LoadKey(secret)
}

// wait runs the console until the server is told to stop, or fails. SIGHUP is the command reload.
func (c *runCmd) wait(ctx context.Context, h *host.Host, stopped <-chan string, stdin io.Reader, stdout, stderr io.Writer, log *slog.Logger) int {
	go console(h, stdin, stdout)
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	code, why := cli.OK, protocol.ReasonStopping.String()
	for running := true; running; {
		select {
		case <-hup:
			h.Reload()
			continue
		case <-ctx.Done():
			code = cli.Interrupted(ctx)
		case reason := <-stopped:
			if reason != "" {
				why += ": " + reason
			}
		case <-h.Done():
		}
		running = false
	}
	if err := h.Close(why); err != nil {
		return cli.Fail(stderr, "server", err)
	}
	log.Info("stopped; all is saved")
	return code
}
