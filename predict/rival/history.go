package rival

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// History is prediction by fixed ticks with two rings (Jiménez Morales): the input of each tick and the state after it. A state
// from the server is compared with the own one of the same tick; if they differ, it replaces the own one, and all later ticks
// are simulated again with their inputs, up to the present one: at least tick rate * round trip of them. Nothing is drawn or
// played meanwhile. The comparison has no tolerance: positions are integers here.
//
// Ticks are 60 a second: tick n covers [T(n), T(n+1)) with protocol.TickTime, and its state holds at T(n+1). With the judge
// "ticks" the client hands over the input of each tick (AddTick); with the other judges keys and yaw come as actions, and
// the tick takes what is held at its beginning. The body stands at its last whole tick: the source moves the ghost on ticks
// alone and lets the drawn body follow it.
//
// With spread k the ticks to be simulated again are done k in each new tick, beside the old prediction, which shows until
// they have caught up. The source's example (6 ticks, 2 a tick, done in 3) forgets that each tick adds one: it takes 6.
// So k is at least 2.
//
// What the listings get wrong is not copied: elapsedTimeBuffer is read and never declared (the span of a tick is constant);
// inputStateBuffer has two spellings; SimulatePlayerState is called with the variables of another function; IsReconciliationNeeded
// ends in a bare return; lastPlayerStateTickReceivedFromServer moves on only after a reconciliation, so an older state that
// comes late is compared again (here each newer state moves it on); and the loop "while current != last" never ends when the
// state is of the newest tick or a later one (here a state of a later tick becomes the present one).
type History struct {
	base
	own    ownBody
	inputs []tickInput  // by tick % size
	states []tickState  // likewise
	begun  bool         // there is a present tick
	tick   uint64       // the present tick: the last one that was simulated
	ghost  world.Motion // after it
	newest uint64       // the newest tick of which the server's state has come
	held   tickInput    // of the newest tick, or the keys that are held now
	due    []dueTick    // from AddTick, not simulated yet
	byTick bool         // inputs come from AddTick

	settings HistorySettings
	behind   behind
	redone   int // ticks that this frame has simulated again
}

// HistorySettings are the parameters of History.
type HistorySettings struct {
	Size      int   // ticks that the rings hold, PREDICTION_BUFFER_SIZE; 0: HistorySize
	Spread    int   // ticks that are simulated again in a tick, at least 2; 0: all at once
	Tolerance int64 // by which positions and velocities may differ and still be equal, in units of each
}

// HistorySize is the source's number of ticks in the rings.
const HistorySize = 1024

type tickInput struct {
	keys world.Keys
	yaw  uint16
}

type tickState struct {
	tick   uint64
	motion world.Motion
}

type dueTick struct {
	tick  uint64
	input tickInput
}

// behind is the new prediction that is still behind the present tick, with spread.
type behind struct {
	active bool
	tick   uint64 // the last one simulated again
	motion world.Motion
	took   int // ticks since it began
}

// NewHistory returns the method over a received state, to which no prediction is applied.
func NewHistory(r *predict.Received, o Options, settings HistorySettings) *History {
	if settings.Size <= 0 {
		settings.Size = HistorySize
	}
	if settings.Spread == 1 {
		settings.Spread = 2
	}
	h := &History{settings: settings, inputs: make([]tickInput, settings.Size), states: make([]tickState, settings.Size)}
	h.init(r, o, func() {
		h.begin()
		h.sweep(h.now)
		h.putGhost()
	})
	h.own = ownBody{r: r, input: func(a *actions.Action) bool {
		if a.Kind == actions.SetKeys {
			h.held.keys = a.Keys
		} else {
			h.held.yaw = a.Yaw
		}
		return false // the next tick takes it
	}}
	h.body = &h.own
	return h
}

// ResetTime lets the next frame be earlier than the last one. The history is of another time then.
func (h *History) ResetTime() {
	h.base.ResetTime()
	h.restart()
}

func (h *History) restart() {
	h.begun, h.behind.active, h.due = false, false, h.due[:0]
	for i := range h.states {
		h.states[i].tick = 0
	}
}

// AddTick hands over the input of a tick: what the player holds from T(n) to T(n+1).
func (h *History) AddTick(n uint64, keys world.Keys, yaw uint16) {
	h.byTick = true
	if len(h.due) < h.settings.Size {
		h.due = append(h.due, dueTick{n, tickInput{keys, yaw}})
	}
}

// AdvanceTo simulates the ticks that are due. It returns the correction of the own body that the updates brought.
func (h *History) AdvanceTo(to timestream.Time) (c predict.Correction, corrected bool) {
	to = h.beginFrame(to)
	if h.reverted {
		slot := h.avatar()
		var m world.Motion
		var at timestream.Time
		if slot != world.NoEntity {
			e := h.R.W.Entity(slot)
			m, at = e.Motion, e.At
		}
		h.begin()
		h.sweep(h.now)
		if slot != world.NoEntity {
			h.receive(&m, at)
			h.putGhost()
			if h.updated && h.now > 0 {
				c, corrected = h.compareLast()
			}
		}
	}
	h.sweep(to) // performs the new actions at the present tick
	if slot := h.avatar(); slot != world.NoEntity && h.begun {
		h.ghost = h.R.W.Entity(slot).Motion
		last := h.tick
		if caught, ok := h.runDue(to); ok && !corrected {
			c, corrected = caught, true
		}
		if h.redone > 0 { // up to the present tick, which this frame has simulated: the source's count
			h.stats.NoteResimulated(h.redone + int(h.tick-last))
			h.redone = 0
		}
		h.putGhost()
	}
	h.endFrame(to)
	return c, corrected
}

// putGhost sets the body in the world.
func (h *History) putGhost() {
	if slot := h.avatar(); slot != world.NoEntity && h.begun {
		put(&h.R, slot, protocol.TickTime(h.tick+1), &h.ghost)
	}
}

// runDue simulates the ticks for which there is input or whose time has come.
func (h *History) runDue(to timestream.Time) (c predict.Correction, corrected bool) {
	run := func(n uint64) {
		if caught, ok := h.run(n); ok {
			c, corrected = caught, true
		}
	}
	if !h.byTick {
		for protocol.TickTime(h.tick+2) <= to {
			run(h.tick + 1)
		}
		return c, corrected
	}
	for _, d := range h.due {
		if d.tick > h.tick+uint64(h.settings.Size) { // the client stood still for long
			h.tick = d.tick - 1
		}
		for h.tick+1 < d.tick { // the server uses the last input again, too
			run(h.tick + 1)
		}
		if h.held = d.input; d.tick == h.tick+1 {
			run(d.tick)
		}
	}
	h.due = h.due[:0]
	return c, corrected
}

// run simulates the next tick: OnClientTick.
func (h *History) run(n uint64) (c predict.Correction, corrected bool) {
	h.inputs[h.place(n)] = h.held
	h.simulate(n, &h.ghost)
	h.tick = n
	h.states[h.place(n)] = tickState{n, h.ghost}
	if h.behind.active {
		return h.catchUp()
	}
	return c, false
}

// simulate moves a motion from T(n) to T(n+1) with the input of the tick: SimulatePlayerState.
func (h *History) simulate(n uint64, m *world.Motion) {
	in, from := h.inputs[h.place(n)], protocol.TickTime(n)
	setInput(h.R.W, m, in.keys, in.yaw, from)
	h.own.advance(m, from, protocol.TickTime(n+1))
}

// receive takes a received motion of an instant: OnPlayerStateReceivedFromServer.
func (h *History) receive(m *world.Motion, at timestream.Time) {
	n := tickOf(at)
	h.own.advance(m, at, protocol.TickTime(n+1)) // a state between two ticks, from another judge
	if !h.begun {
		h.begun, h.tick, h.ghost, h.newest, h.held = true, n, *m, n, tickInput{m.Keys, m.Yaw}
		h.states[h.place(n)] = tickState{n, *m}
		return
	}
	if n <= h.newest {
		return
	}
	h.newest = n
	h.stats.Repredictions++
	mine := &h.states[h.place(n)]
	switch {
	case n > h.tick:
		h.tick, h.behind.active = n, false
	case mine.tick != n:
		h.stats.Overwritten++
		return
	case h.same(&mine.motion, m):
		return
	case h.settings.Spread > 0 && h.tick-n > uint64(h.settings.Spread):
		*mine = tickState{n, *m}
		h.behind = behind{active: true, tick: n, motion: *m}
		return
	}
	*mine = tickState{n, *m}
	h.behind.active = false
	h.resimulate(n, m)
	h.keepOwn(m, &h.ghost)
	h.ghost = *m
}

// resimulate simulates the ticks after n up to the present one: ReconciliateWithServer.
func (h *History) resimulate(n uint64, m *world.Motion) {
	h.redone = int(h.tick - n)
	for i := n + 1; i <= h.tick; i++ {
		h.simulate(i, m)
		h.states[h.place(i)] = tickState{i, *m}
	}
}

// catchUp simulates some ticks again beside the present prediction, and takes the new one when it has come to the present
// tick. It returns by how much that moves the body.
func (h *History) catchUp() (c predict.Correction, corrected bool) {
	f := &h.behind
	f.took++
	done := 0
	for ; done < h.settings.Spread && f.tick < h.tick; done++ {
		f.tick++
		h.simulate(f.tick, &f.motion)
		h.states[h.place(f.tick)] = tickState{f.tick, f.motion}
	}
	h.stats.NoteResimulated(done)
	if f.tick < h.tick {
		return c, false
	}
	f.active = false
	was := h.ghost
	m := f.motion
	h.keepOwn(&m, &was)
	h.ghost = m
	update, _ := h.Progress()
	c = predict.Correction{At: h.now, Cause: protocol.Unexplained, Update: update, Was: was, Is: m}
	for i := range m.Pos {
		d := m.Pos[i] - was.Pos[i]
		c.Distance = max(c.Distance, d, -d)
	}
	return c, true
}

// AgreedAfter returns after how many ticks the last spread reconciliation had caught up.
func (h *History) AgreedAfter() int { return h.behind.took }

// same reports whether two states of a tick are equal in what the simulation of the body reads: AreSimulationStatesEqual.
func (h *History) same(a, b *world.Motion) bool {
	if h.settings.Tolerance > 0 {
		return max(far(a.Pos, b.Pos), far(a.Vel, b.Vel)) <= h.settings.Tolerance
	}
	return a.Pos == b.Pos && a.Vel == b.Vel && a.BlockedVel == b.BlockedVel && a.Keys == b.Keys && a.Yaw == b.Yaw && a.Flags == b.Flags
}

// place returns the place of a tick in the rings.
func (h *History) place(n uint64) uint64 { return n % uint64(h.settings.Size) }

// tickOf returns the first tick whose state does not hold before an instant.
func tickOf(at timestream.Time) uint64 {
	return protocol.TickAt(max(0, at-1))
}
