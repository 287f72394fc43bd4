package bots

import (
	"sync"
	"sync/atomic"
	"time"

	"voxtide/world"
)

// runPhase is the phase of a run, the same for all bots.
type runPhase int32

const (
	phaseVisit runPhase = iota // with Config.Returning: come in, go to one's place, and leave
	phaseJoin                  // come in, and act once inside; with Check nobody acts
	phasePlay                  // act; sockets are lost, and some leave
	phaseQuiet                 // nobody acts; un-acked actions are waited for
	phaseLeave                 // note the received state, and leave
)

// runState is shared by all bots. Any of their goroutines may call its methods.
type runState struct {
	began     time.Time
	phase     atomic.Int32
	joinSlots chan struct{} // slots for bots that are joining
	patience  time.Duration // time until which a taken name is waited for
	firstAt   atomic.Int64  // when the first crowd may come, after the visits
	secondAt  atomic.Int64  // when the second crowd may come; 0: not yet

	mu     sync.Mutex
	cells  []world.Pos
	center world.Pos

	status []botStatus // of each bot
}

// botStatus is what Run's goroutine sees of a bot while it plays.
type botStatus struct {
	inside, settled, failed atomic.Bool
	visited                 atomic.Bool            // it has been at its place, and left
	reason                  atomic.Pointer[string] // why it failed
	actions, acked, updates atomic.Int64
	held, needed            atomic.Int64 // sections: at the full view, 0 before; and those that came into view
	down, pictures          atomic.Int64 // bytes of messages, and frames made
}

// clock returns the time since the run began, for all bots.
func (s *runState) clock() time.Duration { return time.Since(s.began) }

// setCenter takes the first place where a bot stood as the centre, and chooses the cells to fight over around it.
func (s *runState) setCenter(v *botView) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cells != nil {
		return
	}
	s.center = v.Feet()
	s.cells = arena(v, s.center)
}

func (s *runState) arena() []world.Pos {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cells
}

func (s *runState) meetingPlace() world.Pos {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.center
}

// arena returns six cells near a place: four on flat ground, and two above them. Without such ground it returns the
// cell itself and two above it.
func arena(v *botView, at world.Pos) []world.Pos {
	free := func(p world.Pos) bool { return v.block(p) == world.Air }
	ground := func(p world.Pos) bool { b := v.block(p); return isPlain(b) }
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

// steady reports whether all have come in and had their full view.
func (s *runState) steady() bool { return runPhase(s.phase.Load()) == phasePlay }

// sinceOpened returns how long a bot's crowd may have been coming, false if it may not.
func (s *runState) sinceOpened(second bool) (time.Duration, bool) {
	at := time.Duration(s.firstAt.Load())
	if second {
		at = time.Duration(s.secondAt.Load())
	}
	return s.clock() - at, at > 0 || !second
}

const (
	joinPatience = 3 * time.Minute  // for all to be in, beyond Spread
	viewPatience = 3 * time.Minute  // for all to have their full view, after that
	aloneTime    = 10 * time.Second // that the first crowd plays before the second one comes, at most Duration
)
