package bots

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/actions"
	"voxtide/cputime"
	"voxtide/world"
)

type action = actions.Action

func selectSlot(n uint8) action { return action{Kind: actions.Select, Slot: n} }

// phase is what all bots do.
type phase int32

const (
	join  phase = iota // come in; nobody acts
	play               //
	still              // nobody acts; what is un-acked is waited for
	over               // note what is held, and leave
)

// shared is what bots share. Its methods may be called from any of their goroutines.
type shared struct {
	began    time.Time
	phase    atomic.Int32
	joins    chan struct{} // room for those who are not in yet
	patience time.Duration // until when a name that is taken is waited for

	mu     sync.Mutex
	cells  []world.Pos
	center world.Pos

	status []status // of each bot
}

// status is what Run's goroutine sees of a bot while it plays.
type status struct {
	inside, settled, failed atomic.Bool
	why                     atomic.Pointer[string] // it failed
	actions, acked          atomic.Int64
}

// clock is the time of all bots.
func (s *shared) clock() time.Duration { return time.Since(s.began) }

// Waits of a run.
const (
	joinPatience  = 90 * time.Second // for all to be in, beyond Spread
	stillPatience = 15 * time.Second // for all acks
	quiet         = 1500 * time.Millisecond
	joinsAtOnce   = 24 // fewer than strangers that a server listens to
)

// Run plays and judges. Its error says that the bots could not play: what was judged is in the report. When ctx ends it
// ends early, with what there is.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	if err := cfg.fill(); err != nil {
		return nil, err
	}
	sh := &shared{began: time.Now(), joins: make(chan struct{}, joinsAtOnce), patience: cfg.Spread + joinPatience,
		status: make([]status, cfg.Players)}
	bots := make([]*Bot, cfg.Players)
	var all sync.WaitGroup
	cpu := cputime.Used()
	for i := range bots {
		bots[i] = newBot(i, &cfg, sh)
		bots[i].begins = cfg.Spread * time.Duration(i) / time.Duration(cfg.Players)
	}
	crews := min(cfg.Players, runtime.GOMAXPROCS(0))
	for i := range crews {
		c := &crew{sh: sh, every: time.Second / time.Duration(cfg.Stamps)}
		for k := i; k < len(bots); k += crews {
			bots[k].frame = &c.frame
			c.bots = append(c.bots, bots[k])
		}
		all.Go(c.run)
	}
	d := &director{cfg: &cfg, sh: sh, bots: bots}
	err := d.direct(ctx)
	sh.phase.Store(int32(over))
	all.Wait()
	cpu = cputime.Used() - cpu
	r := d.report(cpu)
	if cfg.Check {
		cfg.Progress(d.progress("judging"))
		r.judge(bots)
	}
	r.conclude()
	return r, err
}

// director gives the phases of a run.
type director struct {
	cfg    *Config
	sh     *shared
	bots   []*Bot
	played time.Duration
	cut    bool // it ended early
}

func (d *director) direct(ctx context.Context) error {
	in, lost := 0, 0
	if !d.until(ctx, d.cfg.Spread+joinPatience, "joining", func() bool {
		in, lost = 0, 0
		for i := range d.sh.status {
			if d.sh.status[i].inside.Load() {
				in++
			} else if d.sh.status[i].failed.Load() {
				lost++
			}
		}
		return in+lost == len(d.bots)
	}) && ctx.Err() == nil || in == 0 {
		d.cut = true
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("bots: only %d of %d came in%s", in, len(d.bots), d.why())
	}
	began := d.sh.clock()
	d.sh.phase.Store(int32(play))
	d.until(ctx, d.cfg.Duration, "playing", func() bool { d.played = d.sh.clock() - began; return false })
	d.sh.phase.Store(int32(still))
	d.cut = ctx.Err() != nil
	calm := context.WithoutCancel(ctx) // un-acked actions are waited for all the same
	d.until(calm, stillPatience, "settling", func() bool {
		for i := range d.sh.status {
			if st := &d.sh.status[i]; !st.failed.Load() && !st.settled.Load() {
				return false
			}
		}
		return true
	})
	d.until(calm, quiet, "settling", func() bool { return false })
	d.cfg.Still()
	return nil
}

// why gives the first reason for which a bot did not come in.
func (d *director) why() string {
	for i := range d.sh.status {
		if d.sh.status[i].failed.Load() {
			return fmt.Sprintf(": bot %d was turned away: %s", i, *d.sh.status[i].why.Load())
		}
	}
	return ": nobody answers, or the server is slow"
}

// until waits for a condition, at most so long; whether it came about.
func (d *director) until(ctx context.Context, most time.Duration, what string, f func() bool) bool {
	end := d.sh.clock() + most
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for d.sh.clock() < end {
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
	for i := range d.sh.status {
		st := &d.sh.status[i]
		if st.inside.Load() {
			p.Joined++
		}
		p.Actions += int(st.actions.Load())
		p.Acked += int(st.acked.Load())
	}
	return p
}

// found takes the first place where a bot stood as the middle of all, and chooses the cells to fight over around it.
func (s *shared) found(v *view) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cells != nil {
		return
	}
	s.center = v.feet()
	s.cells = arena(v, s.center)
}

func (s *shared) arena() []world.Pos {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cells
}

func (s *shared) meet() world.Pos {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.center
}

// arena returns six cells near a place: four that lie on flat ground, and two above them. Where there is no such ground
// the cell itself and those above it must do.
func arena(v *view, at world.Pos) []world.Pos {
	free := func(p world.Pos) bool { return v.block(p) == world.Air }
	ground := func(p world.Pos) bool { b := v.block(p); return plain(b) }
	for r := int32(0); r <= 6; r++ {
		for i := range (2*r + 1) * (2*r + 1) {
			for dy := int32(-2); dy <= 2; dy++ {
				p := world.Pos{X: at.X + i%(2*r+1) - r, Y: at.Y + dy, Z: at.Z + i/(2*r+1) - r}
				cells := []world.Pos{p, {X: p.X + 1, Y: p.Y, Z: p.Z}, {X: p.X, Y: p.Y, Z: p.Z + 1}, {X: p.X + 1, Y: p.Y, Z: p.Z + 1}}
				ok := true
				for _, c := range cells {
					ok = ok && free(c) && free(c.Above()) && ground(c.Below())
				}
				if ok {
					return append(cells, cells[0].Above(), cells[3].Above())
				}
			}
		}
	}
	return []world.Pos{at, at.Above(), at.Above().Above()}
}
