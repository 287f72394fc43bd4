package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/lab/evening"
)

// eveningCmd plays an evening on a public server.
type eveningCmd struct {
	Players  int           `default:"60" help:"How many bots there are: four of them are three griefers and a spammer, the others build."`
	Duration time.Duration `default:"45s" help:"How long the trouble lasts."`
	Seed     uint64        `default:"1" help:"Of the bots' random draws, and of the world."`
}

func (c *eveningCmd) run(ctx context.Context, stdout, stderr io.Writer) int {
	if c.Players < 5 || c.Players > 500 || c.Duration < 5*time.Second {
		return cli.UsageError(stderr, "bots", "--players are 5 to 500, and --duration is at least 5s")
	}
	dir, err := os.MkdirTemp("", "evening")
	if err != nil {
		return cli.Fail(stderr, "bots", err)
	}
	defer os.RemoveAll(dir)
	r, err := evening.Play(ctx, evening.Config{Dir: filepath.Join(dir, "world"), Crowd: c.Players - 4, Duration: c.Duration, Seed: c.Seed})
	if ctx.Err() != nil {
		return cli.Interrupted(ctx)
	}
	if err != nil {
		return cli.Fail(stderr, "bots", err)
	}
	r.Write(stdout)
	wrong := r.Check()
	for _, w := range wrong {
		fmt.Fprintln(stdout, "NOT IN ORDER:", w)
	}
	if len(wrong) > 0 {
		return cli.Failed
	}
	fmt.Fprintln(stdout, "order was kept")
	return cli.OK
}
