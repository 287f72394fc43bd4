package host

import (
	"fmt"
	"runtime/debug"
	"time"

	"voxtide/internal/garbage"
	"voxtide/protocol"
	"voxtide/server/profiler"
	"voxtide/transport"
)

const (
	stepEvery = time.Second / 60
	// stoodStillAfter is the time without a step after which the process must have stood still, and drainFor the time in which the
	// sockets are then read before the next step: it handles what players did meanwhile.
	stoodStillAfter = time.Second / 2
	drainFor        = time.Second / 20
	// idleEvery is the time between two steps while nobody is here; somebody who comes has the next one at once.
	idleEvery = time.Second / 4
)

// loop is the goroutine that owns the server: it steps 60 times a second, less often while nobody is here, until it is told to stop
// or the world cannot be kept. When a batch becomes durable between two steps, it sends at once what waited for that.
func (h *Host) loop() {
	defer close(h.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	var conns []transport.Conn
	next, last := Monotonic(), Monotonic()
	var memory idleMemory
	var rare rareGarbage
	defer rare.end()
	locked := h.cfg.Together.locked
	for {
		world := h.worlds.current.Load()
		select {
		case f := <-h.calls:
			waits := false // a command, for the next step to answer
			locked(func() {
				idle := world.srv.Idle()
				world.srv.Profile().Enter()
				f(world.srv)
				world.srv.Profile().Lap(profiler.Commands)
				waits = idle && !world.srv.Idle()
			})
			if waits {
				next = Monotonic()
				timer.Reset(0)
			}
			continue
		case reason := <-h.stop:
			h.shutdown(reason)
			return
		case <-h.durable:
			locked(func() { world.srv.ReleaseDurable(Monotonic()) })
			continue
		case <-h.wake:
			idle := false
			if locked(func() { idle = world.srv.Idle() }); !idle {
				continue // the next step is near
			}
			next = Monotonic()
		case <-h.worlds.recovered:
			if !h.worlds.leaveReadOnly() {
				h.shutdown(protocol.ReasonUnsaved.String())
				return
			}
			next = Monotonic()
		case <-timer.C:
		}
		if Monotonic()-last > stoodStillAfter {
			time.Sleep(drainFor)
		}
		now := Monotonic()
		last = now
		locked(func() { conns = h.step(now, conns) })
		if err := h.worlds.current.Load().srv.Err(); err != nil {
			if h.cfg.Claimed != nil { // the next machine goes on
				h.worlds.fatal = err
				h.shutdown(protocol.ReasonReopening.String())
				return
			}
			if !h.worlds.enterReadOnly(err) {
				h.shutdown(protocol.ReasonUnsaved.String())
				return
			}
			next = Monotonic()
			timer.Reset(0)
			continue
		}
		every := stepEvery
		locked(func() { every = h.noteStep(now, &memory, &rare) })
		if next += every; next < Monotonic() { // late: no step is made up for, the server sees the delay in the time
			next = Monotonic()
		}
		timer.Reset(next - Monotonic())
	}
}

// noteStep does what comes after the step that began at now, tells what others read of the world, and returns the time from that step to the
// next. The caller holds the lock of the process's worlds: another one may hand a player over meanwhile.
func (h *Host) noteStep(now time.Duration, memory *idleMemory, rare *rareGarbage) (every time.Duration) {
	world := h.worlds.current.Load()
	world.srv.Profile().Enter()
	defer func() { world.srv.Profile().Lap(profiler.Chores) }()
	h.worlds.announce(now)
	if every = stepEvery; world.srv.Idle() {
		every = idleEvery
	}
	memory.note(world, now)
	rare.note(world.srv.Rebuilding(), now)
	h.tellStrangers(world.srv, world.readOnly != nil, now)
	h.metrics.noteStep(world.srv, world.readOnly != nil, Monotonic()-now, every)
	return every
}

// idleMemory gives memory back to the system when everybody has left: once the server has dropped what nobody needs, and again later,
// as what was open has been closed by then.
type idleMemory struct {
	busyAt time.Duration // when somebody was last here
	given  int           // times since
}

// memoryAfter are the times after which memory is given back, since the last player left.
var memoryAfter = [...]time.Duration{10 * time.Second, 25 * time.Second, 50 * time.Second}

// note looks after a step whether memory is to be given back.
func (m *idleMemory) note(w *openWorld, now time.Duration) {
	switch {
	case !w.srv.Idle():
		m.busyAt, m.given = now, 0
	case m.given < len(memoryAfter) && m.busyAt > 0 && now-m.busyAt >= memoryAfter[m.given]:
		m.given++
		w.srv.Shrink()
		w.loader.rest()
		go debug.FreeOSMemory()
	}
}

// rareGarbage has garbage collected less often while a rollback or a build changes the world: they make most of what a server makes for
// a second or two, and marking would share their processors (decision 101).
type rareGarbage struct {
	asUsual func() // nil while it is
	at      time.Duration
}

// usualAfter is how long after the last change garbage is collected as usual again.
const usualAfter = time.Second

// note looks after a step whether the world is being changed.
func (g *rareGarbage) note(rebuilding bool, now time.Duration) {
	switch {
	case rebuilding:
		if g.at = now; g.asUsual == nil {
			g.asUsual = garbage.Rare()
		}
	case g.asUsual != nil && now-g.at >= usualAfter:
		g.end()
	}
}

// end has garbage collected as usual.
func (g *rareGarbage) end() {
	if g.asUsual != nil {
		g.asUsual()
		g.asUsual = nil
	}
}

// step hands new connections and posted functions to the server, and has it do a step. conns is memory for the connections.
func (h *Host) step(now time.Duration, conns []transport.Conn) []transport.Conn {
	h.worlds.cut(now)
	srv := h.worlds.current.Load().srv
	srv.Profile().Enter()
	conns = h.network.accept(conns[:0])
	for _, c := range conns {
		srv.Accept(c)
	}
	clear(conns)
	for _, f := range h.mailbox.take() {
		f(srv)
	}
	srv.Profile().Lap(profiler.Arrivals)
	srv.Step(now)
	h.mapFeed.playing.Store(!srv.Idle())
	return conns
}

// shutdown saves everything, and ends all that belongs to the host.
func (h *Host) shutdown(reason string) {
	h.mailbox.close()
	h.network.stopAccepting(reason)
	h.mapFeed.close()
	h.outside.close(h, reason)
	h.closeFarLand()
	h.history.Close()
	h.keeper.Close()
	world := h.worlds.current.Load()
	h.cfg.Together.locked(func() {
		if p := world.srv.EndProfile(); p != nil { // what there is
			for _, l := range p.Lines() {
				h.cfg.Console(l)
			}
		}
	})
	h.cfg.Together.locked(func() { h.land.seen.Mark(world.srv.ChangedColumns()...) })
	h.land.close()
	var err error
	h.cfg.Together.locked(func() { err = world.srv.Stop(reason) })
	if h.worlds.failure != nil {
		err = h.worlds.failure
	}
	if h.err = h.worlds.fatal; h.err == nil && err != nil {
		h.err = fmt.Errorf("host: the world is not saved whole: %w", err)
	}
	world.loader.close()
	if err := h.jobs.close(); h.err == nil && err != nil {
		h.err = fmt.Errorf("host: the lists of people and land are not kept: %w", err)
	}
	h.network.close(reason)
	h.events.close()
	if l := h.events.visits; l != nil {
		l.Close() // what could not be written was logged
	}
	if l := h.jobs.items.log; l != nil {
		h.events.items.Close()
		l.Close() // the same
	}
	if l := h.events.said.log; l != nil {
		l.Close() // the same
	}
}
