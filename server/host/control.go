package host

import (
	"context"
	"encoding/hex"
	"net"
	"path/filepath"
	"sync"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/backups"
	"voxtide/server/control"
	"voxtide/server/events"
	"voxtide/server/rcon"
	"voxtide/server/roles"
	"voxtide/server/tokens"
	"voxtide/server/webhook"
	"voxtide/store/pebble"
)

// outside is what machines outside of the game reach of a world: its doors. Any goroutine may use it.
type outside struct {
	mu     sync.Mutex
	closed bool
	doors  []interface{ Close() }
	hooks  []*webhook.Hook
}

// add keeps something that close ends; false if the world has ended already.
func (o *outside) add(d interface{ Close() }) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.doors = append(o.doors, d)
	}
	return !o.closed
}

// close tells those outside that the world ends, and ends the doors beside the loop: their commands may wait for it.
func (o *outside) close(h *Host, reason string) {
	o.mu.Lock()
	o.closed = true
	doors := o.doors
	for _, w := range o.hooks {
		doors = append(doors, w)
	}
	o.mu.Unlock()
	h.events.publish(events.Event{Kind: events.Stopping, Text: reason})
	for _, d := range doors {
		h.endpoints.Go(d.Close)
	}
}

// ServeControl answers commands of machines over HTTP at a listener, which it takes over, until the world is closed. Over a local one every
// caller is the console. Errors: ErrClosed.
func (h *Host) ServeControl(l net.Listener, store *tokens.Store, local bool) error {
	d := control.New(control.Config{World: doorWorld{h}, Tokens: store, HostNames: h.cfg.WebNames, Log: h.cfg.Log})
	if !h.outside.add(d) {
		l.Close()
		return ErrClosed
	}
	go func() {
		if err := d.Serve(l, local); err != nil {
			h.cfg.Log.Error("commands of machines are not answered any more", "at", l.Addr(), "err", err)
		}
	}()
	return nil
}

// ServeRCON answers panels that speak RCON at a listener, which it takes over, until the world is closed. Errors: ErrClosed.
func (h *Host) ServeRCON(l net.Listener, store *tokens.Store) error {
	s := rcon.New(func(ctx context.Context, g *roles.Grant, line string) ([]string, error) {
		a, err := doorWorld{h}.Give(ctx, g, line)
		return a.Lines, err
	}, store, h.cfg.Log)
	if !h.outside.add(s) {
		l.Close()
		return ErrClosed
	}
	go func() {
		if err := s.Serve(l); err != nil {
			h.cfg.Log.Error("panels are not answered any more", "at", l.Addr(), "err", err)
		}
	}()
	return nil
}

// SetWebhooks posts events to these addresses from now on, and to no others. Any goroutine may call it; it may take two seconds.
func (h *Host) SetWebhooks(all []webhook.Config) {
	o := &h.outside
	o.mu.Lock()
	old := o.hooks
	o.hooks = nil
	for _, c := range all {
		if !o.closed {
			o.hooks = append(o.hooks, webhook.New(c, h.Events(), h.cfg.Log))
		}
	}
	o.mu.Unlock()
	for _, w := range old {
		w.Close()
	}
}

// webhooksLost returns how many events no webhook took, of those that count now.
func (o *outside) webhooksLost() (n uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, w := range o.hooks {
		_, lost, _ := w.Counts()
		n += lost
	}
	return n
}

// Events returns what happened, for those outside of the game.
func (h *Host) Events() *events.Log { return h.events.events }

// doorWorld is a world as its doors see it: it implements control.World.
type doorWorld struct{ h *Host }

// do has the loop call a function, and waits until it has.
func (w doorWorld) do(ctx context.Context, f func(s *server.Server)) error {
	over := make(chan struct{})
	select {
	case w.h.calls <- func(s *server.Server) { defer close(over); f(s) }:
		<-over
		return nil
	case <-w.h.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

var outcomes = [admin.CommandOutcomes]control.Outcome{
	admin.CommandDone: control.Done, admin.CommandInvalid: control.Invalid, admin.CommandDenied: control.Denied, admin.CommandUnsupported: control.Unsupported,
	admin.CommandRateLimited: control.Denied, admin.CommandFailed: control.Failed,
}

// Give implements control.World.
func (w doorWorld) Give(ctx context.Context, g *roles.Grant, line string) (control.Answer, error) {
	answer := make(chan control.Answer, 1)
	err := w.do(ctx, func(s *server.Server) {
		s.RunCommandTo(admin.Machine(g), line, func(outcome int, lines []string) {
			answer <- control.Answer{Done: outcome == admin.CommandDone, Outcome: outcomes[outcome], Lines: lines}
		})
	})
	if err != nil {
		return control.Answer{}, err
	}
	select {
	case a := <-answer:
		return a, nil
	case <-w.h.done:
		return control.Answer{}, ErrClosed
	case <-ctx.Done():
		return control.Answer{}, ctx.Err()
	}
}

// May implements control.World.
func (w doorWorld) May(ctx context.Context, g *roles.Grant, names ...string) ([]roles.Verdict, error) {
	v := make([]roles.Verdict, len(names))
	err := w.do(ctx, func(s *server.Server) {
		for i, n := range names {
			v[i] = s.MayGive(admin.Machine(g), n)
		}
	})
	return v, err
}

// Complete implements control.World.
func (w doorWorld) Complete(ctx context.Context, g *roles.Grant, line string) (from int, options []string, err error) {
	err = w.do(ctx, func(s *server.Server) { from, options = s.Complete(admin.Machine(g), line) })
	return from, options, err
}

// Players implements control.World.
func (w doorWorld) Players(ctx context.Context) (all []control.Player, err error) {
	for _, h := range w.h.all() {
		here, err := doorWorld{h}.playersHere(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, here...)
	}
	return all, nil
}

func (w doorWorld) playersHere(ctx context.Context) (all []control.Player, err error) {
	err = w.do(ctx, func(s *server.Server) {
		lists := s.AccessView()
		for _, p := range s.Players(nil) {
			at := [3]int32{p.Cell.X, p.Cell.Y, p.Cell.Z}
			row := control.Player{Name: p.Name, World: w.h.cfg.Together.Name, PingMS: int(p.RoundTrip.Milliseconds()), View: p.View, At: &at, Mode: "survival"}
			row.Vanished = p.Unseen
			if p.Creative {
				row.Mode = "creative"
			}
			if p.Disconnected > 0 {
				row.PingMS, row.Away = -1, p.Disconnected.Seconds()
			}
			from := s.Origin(p.Stream)
			if from.Address.IsValid() {
				row.Address = w.h.events.addressText(from.Address)
			}
			if p.Principal.Key != (access.Identity{}) {
				row.Key = hex.EncodeToString(p.Principal.Key[:])
			}
			if held := lists.ActiveHolder(p.Principal, s.BanTime()); held != nil {
				row.Role = held.Role
			}
			if lists.IsOperator(p.Principal) {
				row.Role = roles.OperatorRole
			}
			all = append(all, row)
		}
	})
	return all, err
}

// Status implements control.World.
func (w doorWorld) Status(ctx context.Context) (control.Status, error) {
	h := w.h
	s := control.Status{World: filepath.Base(h.cfg.Dir), Version: h.cfg.Version, Protocol: protocol.Version}
	err := w.do(ctx, func(srv *server.Server) {
		s.MOTD, s.Most = srv.MOTD(), srv.PlayersMax()
	})
	if err != nil {
		return s, err
	}
	f := &control.Figures{Health: "ok", UpSeconds: int64((Monotonic() - h.openedAt) / time.Second), MemoryBytes: MemoryInUse()}
	if err := h.health(); err != nil {
		f.Health = err.Error()
	}
	h.metrics.mu.Lock()
	s.Players, s.Frozen, f.Edits, f.Sections = h.metrics.server.Players, h.metrics.frozen, h.metrics.edits, h.metrics.loaded
	f.Unexplained = h.metrics.server.Corrections[protocol.Unexplained]
	steps := h.metrics.steps
	h.metrics.mu.Unlock()
	f.StepMeanMS, f.StepP99MS, f.StepMaxMS, f.StepsLate = milliseconds(steps.mean()), milliseconds(steps.within(99)), milliseconds(steps.longest), steps.late
	f.DiskFree, f.DiskBytes, _ = pebble.FreeSpace(h.cfg.Dir) // zero where the disk does not say
	if b := h.keeper.Status(); b.Known {
		f.BackupAge = b.Age.Seconds()
	}
	f.WebhooksLost = h.outside.webhooksLost()
	s.Figures = f
	return s, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Bans implements control.World.
func (w doorWorld) Bans(ctx context.Context) (all []control.Ban, err error) {
	err = w.do(ctx, func(s *server.Server) {
		lists, now := s.AccessView(), s.BanTime()
		for kind, list := range map[string][]access.Ban{"ban": lists.Bans, "mute": lists.Mutes} {
			for i := range list {
				if b := &list[i]; !b.Expired(now) {
					all = append(all, control.Ban{Kind: kind, Whom: b.Principal.Name, Until: b.Until, Reason: b.Reason, By: b.By})
				}
			}
		}
		for i := range lists.AddressBans {
			if b := &lists.AddressBans[i]; !b.Expired(now) {
				all = append(all, control.Ban{Kind: "ban-ip", Whom: b.Text(), Until: b.Until, Reason: b.Reason, By: b.By})
			}
		}
	})
	return all, err
}

// Backups implements control.World.
func (w doorWorld) Backups(context.Context) (all []control.Backup, err error) {
	list := w.h.keeper.Copies()
	for i := range list {
		c := &list[len(list)-1-i]
		state := map[backups.State]string{backups.Good: "in order", backups.Damaged: "damaged"}[c.State]
		if state == "" {
			state = "not checked"
		}
		all = append(all, control.Backup{Number: i + 1, At: c.At.Unix(), Bytes: c.Bytes, Hash: c.Hash, State: state, Problem: c.Problem})
	}
	return all, nil
}

// Samples implements control.World.
func (w doorWorld) Samples() []control.Sample { return w.h.samples.All() }

// runSamples notes the figures for graphs until the world has ended.
func (h *Host) runSamples() {
	t := time.NewTicker(control.SampleEvery)
	defer t.Stop()
	for {
		h.samples.Add(h.sums(), time.Now())
		select {
		case <-t.C:
		case <-h.done:
			return
		}
	}
}

// sums returns the figures of which samples are the differences.
func (h *Host) sums() control.Sums {
	h.metrics.mu.Lock()
	defer h.metrics.mu.Unlock()
	m, s := &h.metrics.server, &h.metrics.steps
	return control.Sums{
		At: Monotonic(), Steps: s.total, StepSum: s.sum, Late: s.late, Sent: uint64(m.UpdateBytes + m.SnapshotBytes), Edits: h.metrics.edits, Players: m.Players, Memory: MemoryInUse(),
	}
}

// Events implements control.World.
func (w doorWorld) Events() *events.Log { return w.h.Events() }
