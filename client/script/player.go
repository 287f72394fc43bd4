package script

import (
	"fmt"
	"math"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/effects"
	"voxtide/world"
)

// Player plays a script on a client.
type Player struct {
	client *client.Client
	script Script
	plays  map[string]func(p *Player, l *line) // what each verb does

	next        int                // index of the next line
	started     bool               // the world has been playable,
	startedAt   time.Duration      // first at this time
	lastDue     time.Duration      // when the previous line was due, since startedAt
	waitFor     func(*Player) bool // reports whether a wait is over; nil without a wait
	tasks       []task             // what lines that take long do, the innermost last
	terrainWait terrainWait        // of wait-land
	elapsed     time.Duration      // of this frame, since startedAt

	kept []world.Pos // around which go and gather dig nothing

	keys, taps  world.Keys
	yaw         uint16
	pitch       float64
	breaking    bool
	breakTarget client.Hit
	view        effects.View
	dayTime     *float64 // the drawn time of day; nil for the world's
	out         FrameOutput
	warn        func(text string)
}

// FrameOutput holds the requests of the lines of a frame.
type FrameOutput struct {
	Input       client.Input
	Pitch       float64  // degrees, positive up
	Turned      bool     // a line has changed Input.View
	DayTime     *float64 // the time of day to draw, as in scene.Sky; nil for the world's
	Screenshots []string // files to write this frame to
	Quit        bool
}

// Done reports whether all lines have been played.
func (p *Player) Done() bool {
	return p.next == len(p.script.lines) && p.waitFor == nil && len(p.tasks) == 0 && !p.breaking
}

// Play plays the lines that are due at a monotonic time and returns the input of the frame, which is valid until the next call.
func (p *Player) Play(now time.Duration) *FrameOutput {
	p.out = FrameOutput{Input: client.Input{Actions: p.out.Input.Actions[:0]}, Screenshots: p.out.Screenshots[:0]}
	p.taps = 0
	if !p.started && p.client.Playable() {
		p.started, p.startedAt = true, now
	}
	if p.started {
		p.continueBreaking()
		p.elapsed = now - p.startedAt
		p.playLines(p.elapsed)
	}
	p.out.Input.Keys, p.out.Input.Yaw, p.out.Pitch = p.keys|p.taps, p.yaw, p.pitch
	p.out.Input.View = p.view
	p.out.DayTime = p.dayTime
	return &p.out
}

// playLines plays the lines that are due.
func (p *Player) playLines(since time.Duration) {
	for {
		if p.waitFor != nil {
			if !p.waitFor(p) {
				return
			}
			p.waitFor, p.lastDue = nil, since // the lines after a wait count from now
		}
		if len(p.tasks) > 0 {
			if !p.runTasks() {
				return
			}
			p.lastDue = since
		}
		if p.next == len(p.script.lines) {
			return
		}
		l := &p.script.lines[p.next]
		due := l.at
		if l.after {
			due += p.lastDue
		}
		if since < due {
			return
		}
		if l.verb.needsTarget && len(p.out.Input.Actions) > 0 || len(p.out.Screenshots) > 0 {
			return // a line with a target sees the world after the lines before it; a screenshot shows the lines before it
		}
		p.next++
		p.lastDue = due
		p.plays[l.verb.name](p, l)
	}
}

func (p *Player) look(l *line) {
	turn := math.Mod(l.n[0], 360)
	p.yaw = uint16(int64(math.Round(turn/360*65536)) & 0xffff)
	p.pitch = max(-90, min(90, l.n[1]))
}

func (p *Player) place(l *line) {
	if h, ok := p.target(l); ok {
		p.do(h.PlaceAction(p.client.World()))
	}
}

func (p *Player) hit(l *line) {
	if a, ok := p.client.TargetBody(p.yaw, p.pitch); ok {
		p.do(a)
		return
	}
	p.warnLine(l, "there is nobody in reach of the look")
}

func (p *Player) breakBlock(l *line) {
	if h, ok := p.target(l); ok {
		p.breakHit(h)
	}
}

func (p *Player) breakHit(h client.Hit) {
	if p.creative() {
		p.do(h.BreakAction(actions.FinishBreak))
		return
	}
	p.do(h.BreakAction(actions.StartBreak))
	p.breaking, p.breakTarget = true, h
}

// target returns the block that the player looks at, and warns if there is none.
func (p *Player) target(l *line) (client.Hit, bool) {
	h, ok := p.client.Target(p.yaw, p.pitch)
	if !ok {
		p.warnLine(l, "there is no block in reach of the look")
	}
	return h, ok
}

// continueBreaking finishes breaking a block when it has been broken for long enough.
func (p *Player) continueBreaking() {
	if !p.breaking {
		return
	}
	w := p.client.World()
	e := w.Entity(w.Find(world.AvatarID(p.client.Stream())))
	b, _ := w.Block(p.breakTarget.Pos)
	m := &e.Motion
	switch {
	case m.BreakingPos != p.breakTarget.Pos || m.BreakingBlock != b: // refused, or another player was faster
		p.breaking = false
	case e.At.Sub(m.BreakingSince) >= b.BreakTime(e.Stack):
		p.breaking = false
		h, ok := p.client.Target(p.yaw, p.pitch)
		if ok && h.Pos == p.breakTarget.Pos {
			p.do(h.BreakAction(actions.FinishBreak))
		} else { // something has fallen before it
			p.do(actions.Action{Kind: actions.CancelBreak})
		}
	}
}

func (p *Player) creative() bool {
	w := p.client.World()
	return w.Entity(w.Find(world.AvatarID(p.client.Stream()))).Motion.Flags&world.Creative != 0
}

func (p *Player) do(a actions.Action) { p.out.Input.Actions = append(p.out.Input.Actions, a) }

func (p *Player) warnLine(l *line, text string) {
	if p.warn != nil {
		p.warn(fmt.Sprintf("line %d: %s", l.number, text))
	}
}

// Bounds of waiting for the terrain.
const (
	terrainCalm    = time.Second // without a section that comes or is meshed, after which the terrain is complete
	terrainTimeout = time.Minute // after which the wait ends in any case
)

// terrainWait is the state of a wait for the terrain.
type terrainWait struct {
	startedAt, calmSince time.Duration // since Player.startedAt
	sections             int           // loaded, when they were last counted
}

// allAcked reports whether all actions are acked, and the session takes others: what a lost session is told it forgets.
func (p *Player) allAcked() bool {
	return p.client.State() == client.Playing && p.client.UnackedCount() == 0 && len(p.out.Input.Actions) == 0
}

// terrainReady reports whether all sections in view are loaded and meshed, or the wait has timed out.
func (p *Player) terrainReady() bool {
	held := p.client.World().SectionCount()
	if held != p.terrainWait.sections || !p.allAcked() || !p.client.TerrainMeshed() {
		p.terrainWait.sections, p.terrainWait.calmSince = held, p.elapsed
	}
	late := p.elapsed-p.terrainWait.startedAt >= terrainTimeout
	if late {
		p.warnLine(&p.script.lines[p.next-1], "the land has not come within "+terrainTimeout.String())
	}
	return late || p.elapsed-p.terrainWait.calmSince >= terrainCalm
}
