package bots

import (
	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// task is what a bot is busy with; a workload gives each bot one.
type task uint8

const (
	walking task = iota
	building
	contending
	crowding
	tasks
)

// work is a row of workloads.
type work struct {
	name, about string
	task        func(bot int) task
	leaves      bool // its bots leave now and then, and join again
	loses       bool // its bots lose their socket now and then, and resume
}

func always(t task) func(int) task { return func(int) task { return t } }

var works = []work{
	{"walk", "bots walk, run and jump within 24 blocks of where they begin; they touch no block", always(walking), false, false},
	{"build", "each builds and breaks around itself", always(building), false, false},
	{"contend", "all fight over the same few blocks, and lose their sockets now and then", always(contending), false, true},
	{"crowd", "all build, break and walk within 32 blocks of each other", always(crowding), false, false},
	{"join-leave", "they build, leave after some seconds and join again", always(building), true, false},
	{"mixed", "half walk, a quarter builds, an eighth crowds, an eighth fights; some leave, some lose their sockets",
		func(bot int) task {
			return [8]task{walking, building, walking, contending, walking, building, walking, crowding}[bot%8]
		}, true, true},
}

// Workloads lists the names of the workloads.
func Workloads() (names []string) {
	for _, w := range works {
		names = append(names, w.name)
	}
	return names
}

// AboutWorkload says what the bots of a workload do.
func AboutWorkload(name string) string { return workOf(name).about }

func workOf(name string) work {
	for _, w := range works {
		if w.name == name {
			return w
		}
	}
	return works[0]
}

// want is what a bot does in one picture.
type want struct {
	keys world.Keys
	yaw  uint16
	do   []actions.Action
}

var plays = [tasks]func(b *Bot, out *want){
	walking:    (*Bot).walk,
	building:   func(b *Bot, out *want) { b.build(out, 3) },
	contending: (*Bot).contend,
	crowding:   (*Bot).crowd,
}

const walkRange = 24 // blocks

// walk turns, runs and jumps, and stays near home.
func (b *Bot) walk(out *want) {
	if b.think(120, 1500) {
		b.turn = 0
		switch b.rnd.IntN(8) {
		case 0:
			b.keys = 0
		case 1:
			b.keys = world.KeyForward | world.KeySneak
		case 2:
			b.keys = world.KeyLeft | world.KeyForward
		case 3, 4:
			b.keys = world.KeyForward | world.KeyRun
		default:
			b.keys = world.KeyForward
		}
		switch b.rnd.IntN(4) {
		case 0:
			b.yaw = uint16(b.rnd.Uint32())
		case 1:
			b.turn = b.rnd.IntN(1800) - 900
		}
	}
	b.yaw += uint16(b.turn)
	b.hop()
	if b.v.far(b.home, walkRange) && b.rnd.IntN(8) == 0 {
		b.yaw, b.turn = b.v.towards(b.home), 0
	}
	out.keys, out.yaw = b.keys, b.yaw
}

// hop jumps where something stops the body, now and then without, and swims up.
func (b *Bot) hop() {
	m := &b.v.self.Motion
	stuck := b.keys&world.KeyForward != 0 && m.Vel[world.AxisX] == 0 && m.Vel[world.AxisZ] == 0
	switch {
	case world.Blocks[b.v.block(b.v.feet())].Liquid:
		b.keys |= world.KeyJump
	case stuck && b.rnd.IntN(4) == 0:
		b.keys |= world.KeyJump
		if b.rnd.IntN(4) == 0 {
			b.yaw += uint16(8000 + b.rnd.IntN(16000))
		}
	case b.keys&world.KeyJump == 0 && b.rnd.IntN(40) == 0:
		b.keys |= world.KeyJump
	case b.keys&world.KeyJump != 0 && b.rnd.IntN(6) == 0:
		b.keys &^= world.KeyJump
	}
}

// crowd walks within 32 blocks of all others and builds on the way.
func (b *Bot) crowd(out *want) {
	b.build(out, 3)
	if len(out.do) == 0 {
		b.walk(out)
		if b.v.far(b.shared.meet(), 14) && b.rnd.IntN(4) == 0 {
			b.yaw = b.v.towards(b.shared.meet())
		}
	}
}

// build places and breaks blocks within some blocks of where the bot stands.
func (b *Bot) build(out *want, around int) {
	if b.digs(out) || !b.due() {
		return
	}
	feet := b.v.feet()
	for range 6 {
		b.touch(world.Pos{X: feet.X + int32(b.rnd.IntN(2*around+1)-around), Y: feet.Y + int32(b.rnd.IntN(5)-1),
			Z: feet.Z + int32(b.rnd.IntN(2*around+1)-around)}, out)
		if len(out.do) > 0 {
			return
		}
	}
}

// contend fights over the cells of the arena.
func (b *Bot) contend(out *want) {
	arena := b.shared.arena()
	if b.v.has(world.Creative) {
		out.keys = world.KeyFly
		if b.idle > idleMax || !b.placed {
			b.placed, b.idle = true, 0
			out.do = append(out.do, b.perch(arena[0]))
			return
		}
	} else if b.v.far(arena[0], 2) {
		b.keys |= world.KeyForward
		b.yaw = b.v.towards(arena[0])
		b.hop()
		out.keys, out.yaw = b.keys, b.yaw
		return
	}
	if b.digs(out) || !b.due() {
		return
	}
	for range 4 {
		b.touch(arena[b.rnd.IntN(len(arena))], out)
		if len(out.do) > 0 {
			b.idle = 0
			return
		}
	}
	b.idle++
}

// idleMax is how often a bot finds nothing to do before it looks for another place to stand.
const idleMax = 12

// perch returns the action of being at a place of chance from which the arena is in reach.
func (b *Bot) perch(at world.Pos) actions.Action {
	ring := [...][2]int32{{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {2, 2}, {-1, 2}, {2, -1}, {-1, -1}, {3, 1}, {1, 3}}
	r := ring[b.rnd.IntN(len(ring))]
	at.X, at.Z, at.Y = at.X+r[0], at.Z+r[1], at.Y+int32(b.rnd.IntN(3))
	return actions.Action{Kind: actions.Goto, Pos: at, Aim: actions.Aim{uint8(4 + b.rnd.IntN(9)), 2, uint8(4 + b.rnd.IntN(9))}}
}

// touch places into an empty cell and breaks what is in a full one, if that looks possible.
func (b *Bot) touch(p world.Pos, out *want) {
	if a, ok := b.v.place(p, b.rnd); ok {
		out.do = append(out.do, a)
		if b.hurry && b.rnd.IntN(3) == 0 && b.v.has(world.Creative) { // and away again at once, with no ack between
			out.do = append(out.do, actions.Action{Kind: actions.Dug, Pos: p, Aim: a.Aim})
		}
		return
	}
	if a, ok := b.v.take(p, b.rnd); ok {
		b.dig = a
		out.do = append(out.do, a)
	}
}

// digs goes on with what is being dug, in survival mode; false when nothing is.
func (b *Bot) digs(out *want) bool {
	if b.dig.Kind != actions.Dig {
		return false
	}
	m := &b.v.self.Motion
	switch {
	case m.DigBlock == world.Air || m.DigPos != b.dig.Pos:
		b.dig.Kind = actions.None // refused, or somebody else was faster
		return false
	case b.v.self.At.Sub(m.DigAt) >= world.Blocks[m.DigBlock].Hardness+10*timestream.Millisecond:
		out.do = append(out.do, actions.Action{Kind: actions.Dug, Pos: b.dig.Pos, Aim: b.dig.Aim})
		b.dig.Kind = actions.None
	}
	return true
}
