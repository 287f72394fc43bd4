package bots

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"voxtide/internal/cputime"
)

// Waits of a run.
const (
	quietPatience = 2 * time.Minute // for all acks, and then for quietUpdates
	quietTime     = 1500 * time.Millisecond
	quietUpdates  = 15              // that each bot has after the last ack: what others did has come by then, also where the machine is slow
	visitPatience = 3 * time.Minute // for all visits
	joinsAtOnce   = 24              // fewer than the connections that a server lets join at once
)

// Run plays and verifies. An error means that the bots could not play; the report has what was verified. When ctx
// ends the run ends early, with what there is.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	if err := cfg.setDefaults(); err != nil {
		return nil, err
	}
	sh := &runState{began: time.Now(), joinSlots: make(chan struct{}, joinsAtOnce), patience: cfg.Spread + joinPatience,
		status: make([]botStatus, cfg.Players)}
	if cfg.Returning {
		sh.patience += visitPatience
	} else {
		sh.phase.Store(int32(phaseJoin))
	}
	bots := make([]*Bot, cfg.Players)
	var all sync.WaitGroup
	cpu := cputime.Used()
	for i := range bots {
		bots[i] = newBot(i, &cfg, sh)
	}
	crews := min(cfg.Players, runtime.GOMAXPROCS(0))
	for i := range crews {
		c := &worker{run: sh, frameTime: time.Second / time.Duration(cfg.FramesPerSecond)}
		for k := i; k < len(bots); k += crews {
			bots[k].update = &c.update
			c.bots = append(c.bots, bots[k])
		}
		all.Go(c.loop)
	}
	d := &director{cfg: &cfg, state: sh, bots: bots, meter: meter{state: sh, scrape: cfg.Scrape}}
	err := d.run(ctx)
	d.meter.begin("", 0) // one that ended early counts, too
	sh.phase.Store(int32(phaseLeave))
	all.Wait()
	cpu = cputime.Used() - cpu
	r := d.report(cpu)
	if cfg.Check {
		cfg.Progress(d.progress("judging"))
		r.verify(bots)
	}
	r.conclude()
	return r, err
}

// visiting names the phase of the visits for a Progress.
const visiting = "visiting"

// director sets the phases of a run.
type director struct {
	cfg    *Config
	state  *runState
	bots   []*Bot
	played time.Duration
	cut    bool // it ended early
	meter  meter
}

func (d *director) run(ctx context.Context) error {
	if d.cfg.Returning {
		if err := d.visit(ctx); err != nil {
			return err
		}
	}
	if n := d.cfg.Playing; n > 0 {
		d.meter.begin(partFirst, n)
		if err := d.comeIn(ctx, n); err != nil {
			return err
		}
		d.meter.begin(partAlone, n)
		if d.waitFor(ctx, min(aloneTime, d.cfg.Duration), "alone", notYet); ctx.Err() != nil {
			d.cut = true
			return ctx.Err()
		}
	}
	d.meter.begin(partJoin, d.cfg.Players)
	d.state.secondAt.Store(int64(d.state.clock()))
	if err := d.comeIn(ctx, d.cfg.Players); err != nil {
		return err
	}
	d.meter.begin(partSteady, d.cfg.Players)
	began := d.state.clock()
	d.state.phase.Store(int32(phasePlay))
	d.waitFor(ctx, d.cfg.Duration, "playing", func() bool { d.played = d.state.clock() - began; return false })
	d.meter.begin("", 0)
	d.state.phase.Store(int32(phaseQuiet))
	d.cut = ctx.Err() != nil
	d.settle(context.WithoutCancel(ctx)) // un-acked actions are waited for nevertheless
	d.cfg.OnQuiet()
	return nil
}

// visit waits until all bots have been at their places and have left; then the first crowd may come.
func (d *director) visit(ctx context.Context) error {
	visited := 0
	all := d.waitFor(ctx, visitPatience, visiting, func() bool {
		visited = 0
		for i := range d.state.status {
			if st := &d.state.status[i]; st.visited.Load() || st.failed.Load() {
				visited++
			}
		}
		return visited == len(d.state.status)
	})
	if !all {
		d.cut = true
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("bots: only %d of %d have been at their places%s", visited, len(d.bots), d.firstFailure())
	}
	d.state.firstAt.Store(int64(d.state.clock()))
	d.state.phase.Store(int32(phaseJoin))
	return nil
}

func notYet() bool { return false }

// comeIn waits until the first n bots are in and have had their full view.
func (d *director) comeIn(ctx context.Context, n int) error {
	in, lost := 0, 0
	if !d.waitFor(ctx, d.cfg.Spread+joinPatience, "joining", func() bool {
		in, lost = 0, 0
		for i := range d.state.status[:n] {
			if d.state.status[i].inside.Load() {
				in++
			} else if d.state.status[i].failed.Load() {
				lost++
			}
		}
		return in+lost == n
	}) && ctx.Err() == nil || in == 0 {
		d.cut = true
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("bots: only %d of %d came in%s", in, n, d.firstFailure())
	}
	d.waitFor(ctx, viewPatience, "filling", func() bool {
		for i := range d.state.status[:n] {
			if st := &d.state.status[i]; !st.failed.Load() && st.held.Load() == 0 {
				return false
			}
		}
		return true
	})
	d.cut = ctx.Err() != nil
	return ctx.Err()
}

// settle waits until everything is acked and all have been told of it.
func (d *director) settle(calm context.Context) {
	d.waitFor(calm, quietPatience, "settling", func() bool {
		for i := range d.state.status {
			if st := &d.state.status[i]; !st.failed.Load() && !st.settled.Load() {
				return false
			}
		}
		return true
	})
	had := make([]int64, len(d.bots))
	for i := range had {
		had[i] = d.state.status[i].updates.Load()
	}
	d.waitFor(calm, quietTime, "settling", notYet)
	d.waitFor(calm, quietPatience, "settling", func() bool {
		for i, n := range had {
			if st := &d.state.status[i]; !st.failed.Load() && st.updates.Load() < n+quietUpdates {
				return false
			}
		}
		return true
	})
}

// firstFailure returns the first reason for which a bot did not come in.
func (d *director) firstFailure() string {
	for i := range d.state.status {
		if d.state.status[i].failed.Load() {
			return fmt.Sprintf(": bot %d was turned away: %s", i, *d.state.status[i].reason.Load())
		}
	}
	return ": nobody answers, or the server is slow"
}

// waitFor waits for a condition, for most at the longest, and reports whether it came about.
func (d *director) waitFor(ctx context.Context, most time.Duration, what string, f func() bool) bool {
	end := d.state.clock() + most
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for d.state.clock() < end {
		if f() {
			return true
		}
		d.cfg.Progress(d.progress(what))
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
	return f()
}

func (d *director) progress(what string) Progress {
	p := Progress{Phase: what, Done: d.played}
	for i := range d.state.status {
		st := &d.state.status[i]
		if st.inside.Load() || what == visiting && st.visited.Load() {
			p.Joined++
		}
		if st.held.Load() > 0 {
			p.Full++
		}
		p.Actions += int(st.actions.Load())
		p.Acked += int(st.acked.Load())
	}
	return p
}
