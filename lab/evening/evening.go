// Package evening plays an evening on a public server: a crowd that builds, griefers who wreck a village, a spammer who comes back with
// new keys from new addresses, and a moderator who is no operator and has what the chat tells, like any player.
//
// Data flow: Play opens a world in this process with a UDP socket, lab/bots plays the crowd, the others are clients of their own, each
// on a goroutine, from loopback addresses of their own; the moderator reads the chat and gives commands in it. Owner: the caller of
// Play. Invariants: nobody acts but over a socket, beside the console that gives the role; what the report says of the world is read from the server, and what
// it says of the chat from what the villager's client showed.
package evening

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/lab/bots"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/host"
	"voxtide/world"
)

// Config says who plays and for how long. A zero field has the value that its comment names.
type Config struct {
	Dir      string        // of the world; required, and empty
	Crowd    int           // bots that build; 56
	Duration time.Duration // of trouble, at least; 30 s
	Seed     uint64
}

// griefersCount is how many wreck the village.
const griefersCount = 3

// roles are what the evening's moderator has: the built-in moderator, and the right to take back what others wrecked.
const roles = `[[role]]
name = "warden"
inherits = ["moderator"]
may = ["rollback:apply", "rollback:undo"]
`

// evening is an evening under way.
type evening struct {
	cfg     Config
	host    *host.Host
	at      net.Addr
	log     lockedBuffer
	village []world.Pos
	stop    chan struct{} // closed when the trouble ends
	over    chan struct{} // closed when all leave
	players sync.WaitGroup

	mu     sync.Mutex
	report Report

	broken atomic.Int64 // blocks of the village
}

// lockedBuffer is a log that is read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Play plays an evening, and reports what came of it. The error says that it could not be played.
func Play(ctx context.Context, cfg Config) (*Report, error) {
	if cfg.Crowd == 0 {
		cfg.Crowd = 56
	}
	if cfg.Duration == 0 {
		cfg.Duration = 30 * time.Second
	}
	e := &evening{cfg: cfg, stop: make(chan struct{}), over: make(chan struct{})}
	rules := server.RuntimeConfig{MaxPlayers: cfg.Crowd + 24, View: 4, UpdateRate: 60, Creative: true, Policy: access.Policy{Newcomers: access.NewcomersWatched, NewcomerTime: time.Hour}}
	h, err := host.Open(host.Config{
		Dir: cfg.Dir, Seed: cfg.Seed>>1 | 1, SeedSet: true, PlayersMax: cfg.Crowd + 24, ViewDistance: 64, Log: slog.New(slog.NewJSONHandler(&e.log, nil)),
		Rules: rules, ReadSettings: func() (server.RuntimeConfig, []string, error) { return rules, nil, nil },
	})
	if err != nil {
		return nil, err
	}
	e.host = h
	err = e.play(ctx)
	return &e.report, errors.Join(err, h.Close("the evening is over"))
}

// play has everybody come, and leave.
func (e *evening) play(ctx context.Context) (err error) {
	if e.at, err = e.host.Listen("127.0.0.1:0"); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(e.cfg.Dir, "access.toml"), []byte(roles), 0o600); err != nil {
		return err
	}
	e.console("reload")
	villager, err := e.join(ctx, "villager", "127.0.0.10")
	if err != nil {
		return err
	}
	if err := e.buildVillage(ctx, villager); err != nil {
		return err
	}
	mod, err := e.join(ctx, "mod", "127.0.0.11")
	if err != nil {
		return err
	}
	e.console("role mod warden")
	e.players.Go(func() { villager.idle(e.over) })
	e.players.Go(func() { e.moderate(mod) })
	var trouble sync.WaitGroup
	network := &bots.Network{Seed: e.cfg.Seed}
	if err := network.Resolve(e.at.String()); err != nil {
		return err
	}
	began := make(chan struct{})
	var crowd *bots.Report
	var crowdErr error
	e.players.Go(func() {
		crowd, crowdErr = bots.Run(ctx, bots.Config{Players: e.cfg.Crowd, Duration: e.cfg.Duration, Workload: "crowd", Seed: e.cfg.Seed, Dial: network.Dial, Progress: func(p bots.Progress) {
			if p.Phase == "playing" {
				select {
				case <-began:
				default:
					close(began)
				}
			}
		}})
	})
	select {
	case <-began:
	case <-ctx.Done():
		return ctx.Err()
	}
	for i := range griefersCount {
		e.players.Go(func() { e.grief(ctx, i) })
	}
	trouble.Go(func() { e.spam(ctx) })
	e.wait(ctx)
	close(e.stop)
	trouble.Wait()
	e.settle(ctx) // the moderator puts the village in order
	close(e.over)
	e.players.Wait()
	if crowdErr != nil {
		return fmt.Errorf("evening: the crowd: %w", crowdErr)
	}
	e.note(func(r *Report) {
		r.Crowd, r.CameIn, r.Unexplained = crowd.Players, crowd.CameIn, r.Unexplained+crowd.Unexplained
		r.AckP99 = crowd.Delay.P99
		r.Desyncs += crowd.Desyncs
	})
	e.judgeLog()
	return ctx.Err()
}

// wait lets the trouble last for its duration and, on a slow machine, until there is something to judge: a banned spammer tried another
// key, and the griefers, who go on for as long as they can, have been sent away; for settlePatience more at most.
func (e *evening) wait(ctx context.Context) {
	begin := time.Now()
	for tried := false; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		e.note(func(r *Report) { tried = r.NewKeysRefused+r.NewKeysIn > 0 && len(r.GriefersGone) == griefersCount })
		if lasted := time.Since(begin); lasted >= e.cfg.Duration && (tried || lasted >= e.cfg.Duration+settlePatience) {
			return
		}
	}
}

// note changes the report.
func (e *evening) note(f func(r *Report)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f(&e.report)
}

// console gives a command on the console.
func (e *evening) console(line string) (lines []string) {
	answer := make(chan []string, 1)
	if e.host.Do(func(s *server.Server) { s.RunCommand(admin.Console, line, func(l []string) { answer <- l }) }) != nil {
		return nil
	}
	select {
	case lines = <-answer:
	case <-time.After(30 * time.Second):
	case <-e.host.Done():
	}
	return lines
}

// settlePatience is how long the moderator has for the rest once the trouble has ended.
const settlePatience = 45 * time.Second

// settle waits until the village stands as it did, the griefers are gone and the moderator has tried what a moderator may not, for
// settlePatience at most.
func (e *evening) settle(ctx context.Context) {
	missing := 0
	for end := time.Now().Add(settlePatience); ; time.Sleep(200 * time.Millisecond) {
		missing = e.missing()
		through := false
		e.note(func(r *Report) { through = r.ReturnsRefused == griefersCount && r.Denied >= len(notAllowed) })
		if missing == 0 && through && time.Until(end) < settlePatience-2*time.Second || time.Now().After(end) || ctx.Err() != nil {
			break
		}
	}
	e.note(func(r *Report) { r.VillageBlocks, r.Broken, r.Missing = len(e.village), int(e.broken.Load()), missing })
}

// missing returns how many blocks of the village are not there.
func (e *evening) missing() (n int) {
	e.host.Do(func(s *server.Server) {
		for _, p := range e.village {
			if b, there := s.World().Block(p); there && b != villageBlock {
				n++
			}
		}
	})
	return n
}
