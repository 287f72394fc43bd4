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
	"runtime"
	"runtime/debug"
	"syscall"

	"voxtide/cmd/internal/cli"
	"voxtide/internal/garbage"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport/secure"
)

func (c *runCmd) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	t := openTerminal(stdin, stdout, stderr, interrupt)
	defer t.close()
	stdout, stderr = t.stdout, t.stderr
	fail := func(err error) int { return cli.Fail(stderr, "server", err) }
	s, home, err := c.settings()
	if err == nil {
		c.words, err = settings.ReadWords(home, s.ChatWords)
	}
	if err != nil {
		return fail(err)
	}
	log := t.logger(&s, home, c.Verbose)
	defer t.closeLog()
	if s.Profiles {
		sampleMemory(true)
	}
	if s.MemoryLimit > 0 {
		debug.SetMemoryLimit(int64(s.MemoryLimit) << 20)
	}
	go garbage.Bound(ctx)
	if c.Cluster != "" || c.StandbyOf != "" {
		if len(s.Worlds) > 0 {
			return fail(host.ErrSeveralInCluster)
		}
		return c.runCluster(ctx, &s, home, t, log)
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
	cfg.ReadSettings, cfg.ReadBackups, cfg.BackupsTo = c.onReload(s), c.readBackups, s.Backup.Folder(home)
	cfg.ReadWebhooks = c.readWebhooks
	cfg.Stop = func(reason string) {
		select {
		case stopped <- reason:
		default: // it stops already
		}
	}
	cfg.Console = func(line string) { fmt.Fprintln(stdout, line) }
	more, err := c.further(&s, home, log)
	if err != nil {
		at.close()
		return fail(err)
	}
	for i := range more {
		more[i].Config.Console = cfg.Console
	}
	h, err := host.OpenAll(cfg, s.WorldName(), more)
	if err != nil {
		at.close()
		return fail(fmt.Errorf("world %s: %w", s.World, err))
	}
	if err := at.serve(h, &s, home, stdout, log); err != nil {
		return fail(err)
	}
	if n, set := s.Seed.Number(); set && c.Seed == nil && h.Info().Seed != n {
		log.Warn("the world keeps the seed that it was made with; the one of the settings is for a new world", "seed", h.Info().Seed, "settings", n)
	}
	if s.Durability == "interval" {
		log.Warn("durability is interval: a crash or a power cut may cost the last second of what players have seen acknowledged")
	}
	t.start(home, log, func() *host.Host { return h })
	return c.wait(ctx, h, stopped, t, log)
}

// serverKeyFile is the name of the server's key in the data folder.
const serverKeyFile = "server.key"

// serverKey returns the key by which players recognize the server; a new one is made at the first start.
func serverKey(home string, log *slog.Logger) (ed25519.PrivateKey, error) {
	secret := filepath.Join(home, serverKeyFile)
	switch loose, err := settings.RestrictPermissions(secret); {
	case loose && err != nil:
		log.Warn("others on this machine can read the server's key, and could pretend to be this server", "file", secret, "why", err)
	case loose:
		log.Warn("others on this machine could read the server's key: only its owner can read it now; somebody who copied it can pretend to be this server", "file", secret)
	}
	return settings.LoadKey(secret)
}

// wait runs the console until the server is told to stop, or fails. SIGHUP is the command reload.
func (c *runCmd) wait(ctx context.Context, h *host.Host, stopped <-chan string, t *terminal, log *slog.Logger) int {
	go console(h, t)
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	code, why := cli.OK, protocol.ReasonStopping.String()
	for running := true; running; {
		select {
		case <-hup:
			t.reopenLog()
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
	t.close()
	if err := h.Close(why); err != nil {
		return cli.Fail(t.stderr, "server", err)
	}
	log.Info("stopped; all is saved")
	return code
}

// sampleMemory says whether the runtime remembers where samples of the memory in use were allocated, as the profile of it tells. What it
// remembers is never given back, and is one and a half MB after a crowd, so it does where somebody may ask for that profile. It concerns the
// process: main and who runs the only server of a process call it.
func sampleMemory(asked bool) {
	runtime.MemProfileRate = 0
	if asked {
		runtime.MemProfileRate = memorySample
	}
}

// memorySample is the mean of the bytes between two samples, as Go has it where nobody says anything.
const memorySample = 512 << 10
