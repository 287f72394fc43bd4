package script

import (
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/world"
)

// Player plays a script on a client.
type Player struct {
	client *client.Client
	script Script

	next  int                // line
	begun bool               // the world has been playable
	start time.Duration      // since when
	last  time.Duration      // when the line before was due, since start
	waits func(*Player) bool // what is waited for has come; nil if nothing is
	land  land               // what wait-land has seen
	since time.Duration      // of this picture, since start

	keys, taps world.Keys
	yaw        uint16
	pitch      float64
	digging    bool
	dug        client.Hit
	sky        *float64 // the time of day that is drawn; nil for that of the world
	out        Turn
	notes      func(text string)
}

// Turn is what the lines of a picture ask for.
type Turn struct {
	Input client.Input
	Pitch float64  // of the look, degrees, positive up
	Sky   *float64 // the time of day to draw, as in scene.Sky; nil for that of the world
	Shots []string // files to write this picture to
	Quit  bool
}

// NewPlayer returns a player of a script. notes is told what a line could not do; nil for nobody.
func NewPlayer(c *client.Client, s Script, notes func(text string)) *Player {
	return &Player{client: c, script: s, notes: notes}
}

// Done tells whether all lines have been played.
func (p *Player) Done() bool { return p.next == len(p.script.lines) && p.waits == nil && !p.digging }

// Play plays what is due by a monotonic time and returns what the picture's input is. It is valid until the next call.
func (p *Player) Play(now time.Duration) *Turn {
	p.out = Turn{Input: client.Input{Do: p.out.Input.Do[:0]}, Shots: p.out.Shots[:0]}
	p.taps = 0
	if !p.begun && p.client.Playable() {
		p.begun, p.start = true, now
	}
	if p.begun {
		p.dig()
		p.since = now - p.start
		p.lines(p.since)
	}
	p.out.Input.Keys, p.out.Input.Yaw, p.out.Pitch = p.keys|p.taps, p.yaw, p.pitch
	p.out.Sky = p.sky
	return &p.out
}

// lines plays the lines that are due.
func (p *Player) lines(since time.Duration) {
	for {
		if p.waits != nil {
			if !p.waits(p) {
				return
			}
			p.waits, p.last = nil, since // what follows counts from now
		}
		if p.next == len(p.script.lines) {
			return
		}
		l := &p.script.lines[p.next]
		due := l.at
		if l.after {
			due += p.last
		}
		if since < due {
			return
		}
		if l.verb.looks && len(p.out.Input.Do) > 0 || len(p.out.Shots) > 0 {
			return // it looks at a world in which what was done before it has happened; a shot shows what came before it
		}
		p.next++
		p.last = due
		l.verb.play(p, l)
	}
}

// dig goes on breaking a block until it takes no longer.
func (p *Player) dig() {
	if !p.digging {
		return
	}
	w := p.client.World()
	e := w.Entity(w.Find(world.AvatarID(p.client.Stream())))
	b, _ := w.Block(p.dug.Pos)
	m := &e.Motion
	switch {
	case m.DigPos != p.dug.Pos || m.DigBlock != b: // refused, or somebody else was faster
		p.digging = false
	case e.At.Sub(m.DigAt) >= world.Blocks[b].Hardness:
		p.digging = false
		p.do(p.dug.Break(actions.Dug))
	}
}

func (p *Player) creative() bool {
	w := p.client.World()
	return w.Entity(w.Find(world.AvatarID(p.client.Stream()))).Motion.Flags&world.Creative != 0
}

func (p *Player) do(a actions.Action) { p.out.Input.Do = append(p.out.Input.Do, a) }

func (p *Player) note(l *line, text string) {
	if p.notes != nil {
		p.notes(fmt.Sprintf("line %d: %s", l.number, text))
	}
}
