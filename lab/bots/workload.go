package bots

import (
	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// botTask is what a bot is busy with; a workload gives each bot one.
type botTask uint8

const (
	walking botTask = iota
	building
	contending
	crowding
	trading
	commuting
	flying
	tasks
)

// workload is a row of workloadTable.
type workload struct {
	name, about string
	taskOf      func(bot int) botTask
	leaves      bool // its bots leave now and then, and join again
	loses       bool // its bots lose their socket now and then, and resume
}

func always(t botTask) func(int) botTask { return func(int) botTask { return t } }

var workloadTable = []workload{
	{"walk", "bots walk, run and jump within 24 blocks of where they begin; they touch no block", always(walking), false, false},
	{"build", "each builds and breaks around itself", always(building), false, false},
	{"contend", "all fight over the same few blocks, and lose their sockets now and then", always(contending), false, true},
	{"crowd", "all build, break and walk within 32 blocks of each other", always(crowding), false, false},
	{"join-leave", "they build, leave after some seconds and join again", always(building), true, false},
	{"trade", "all put into the same chests and take out of them, and lose their sockets now and then; somebody begins with a chest", always(trading), false, true},
	{"mixed", "half walk, a quarter builds, an eighth crowds, an eighth fights; some leave, some lose their sockets",
		func(bot int) botTask {
			return [8]botTask{walking, building, walking, contending, walking, building, walking, crowding}[bot%8]
		}, true, true},
	{workloadJoin, "half of them (--playing) walk already when the others come in, within 3 s (--spread), and walk, too", always(walking), false, false},
	{"commute", "all walk between two places 60 blocks apart, to and fro, through one point in the middle", always(commuting), false, false},
	{"fly", "each flies out in a straight line at 20 m/s and back, and out in another direction; in creative mode", always(flying), false, false},
}

// workloadJoin is the workload in which a crowd comes in beside another one.
const workloadJoin = "join"

// Workloads lists the names of the workloads.
func Workloads() (names []string) {
	for _, w := range workloadTable {
		names = append(names, w.name)
	}
	return names
}

// AboutWorkload describes what the bots of a workload do.
func AboutWorkload(name string) string { return workloadOf(name).about }

func workloadOf(name string) workload {
	for _, w := range workloadTable {
		if w.name == name {
			return w
		}
	}
	return workloadTable[0]
}

// intent is what a bot does in one frame.
type intent struct {
	keys    world.Keys
	yaw     uint16
	actions []actions.Action
}

var taskActions = [tasks]func(b *Bot, out *intent){
	walking:    (*Bot).walk,
	building:   func(b *Bot, out *intent) { b.build(out, 3) },
	contending: (*Bot).contend,
	crowding:   (*Bot).crowd,
	trading:    (*Bot).trade,
	commuting:  (*Bot).commute,
	flying:     (*Bot).fly,
}

const walkRange = 24 // blocks

// walk turns, runs and jumps, and stays near home.
func (b *Bot) walk(out *intent) {
	if b.decides(120, 1500) {
		b.play.turn = 0
		switch b.rng.IntN(8) {
		case 0:
			b.play.keys = 0
		case 1:
			b.play.keys = world.KeyForward | world.KeySneak
		case 2:
			b.play.keys = world.KeyLeft | world.KeyForward
		case 3, 4:
			b.play.keys = world.KeyForward | world.KeySprint
		default:
			b.play.keys = world.KeyForward
		}
		switch b.rng.IntN(4) {
		case 0:
			b.play.yaw = uint16(b.rng.Uint32())
		case 1:
			b.play.turn = b.rng.IntN(1800) - 900
		}
	}
	b.play.yaw += uint16(b.play.turn)
	b.hop()
	if b.view.far(b.home, walkRange) && b.rng.IntN(8) == 0 {
		b.play.yaw, b.play.turn = b.view.Towards(world.BottomCentre(b.home)), 0
	}
	out.keys, out.yaw = b.play.keys, b.play.yaw
}

// hop jumps where something stops the avatar, sometimes without reason, and swims up.
func (b *Bot) hop() {
	m := &b.view.Self.Motion
	stuck := b.play.keys&world.KeyForward != 0 && m.Vel[world.AxisX] == 0 && m.Vel[world.AxisZ] == 0
	switch {
	case world.Blocks[b.view.block(b.view.Feet())].Liquid:
		b.play.keys |= world.KeyJump
	case stuck && b.rng.IntN(4) == 0:
		b.play.keys |= world.KeyJump
		if b.rng.IntN(4) == 0 {
			b.play.yaw += uint16(8000 + b.rng.IntN(16000))
		}
	case b.play.keys&world.KeyJump == 0 && b.rng.IntN(40) == 0:
		b.play.keys |= world.KeyJump
	case b.play.keys&world.KeyJump != 0 && b.rng.IntN(6) == 0:
		b.play.keys &^= world.KeyJump
	}
}

// crowd walks within 32 blocks of all others and builds on the way.
func (b *Bot) crowd(out *intent) {
	b.build(out, 3)
	if len(out.actions) == 0 {
		b.walk(out)
		if b.view.far(b.shared.meetingPlace(), 14) && b.rng.IntN(4) == 0 {
			b.play.yaw = b.view.Towards(world.BottomCentre(b.shared.meetingPlace()))
		}
	}
}

// build places and breaks blocks around the bot.
func (b *Bot) build(out *intent, around int) {
	if b.continueBreaking(out) || !b.actionDue() {
		return
	}
	feet := b.view.Feet()
	for range 6 {
		b.placeOrBreak(world.Pos{X: feet.X + int32(b.rng.IntN(2*around+1)-around), Y: feet.Y + int32(b.rng.IntN(5)-1),
			Z: feet.Z + int32(b.rng.IntN(2*around+1)-around)}, out)
		if len(out.actions) > 0 {
			return
		}
	}
}

// contend fights over the cells of the arena.
func (b *Bot) contend(out *intent) {
	arena := b.shared.arena()
	if b.view.Has(world.Creative) {
		out.keys = world.KeyFly
		if b.play.idle > idleMax || !b.play.perched {
			b.play.perched, b.play.idle = true, 0
			out.actions = append(out.actions, b.perchAction(arena[0]))
			return
		}
	} else if b.view.far(arena[0], 2) {
		b.play.keys |= world.KeyForward
		b.play.yaw = b.view.Towards(world.BottomCentre(arena[0]))
		b.hop()
		out.keys, out.yaw = b.play.keys, b.play.yaw
		return
	}
	if b.continueBreaking(out) || !b.actionDue() {
		return
	}
	for range 4 {
		b.placeOrBreak(arena[b.rng.IntN(len(arena))], out)
		if len(out.actions) > 0 {
			b.play.idle = 0
			return
		}
	}
	b.play.idle++
}

// idleMax is how often a bot finds nothing to do before it changes its place.
const idleMax = 12

// perchAction returns the teleport to a random place within reach of the arena.
func (b *Bot) perchAction(at world.Pos) actions.Action {
	ring := [...][2]int32{{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {2, 2}, {-1, 2}, {2, -1}, {-1, -1}, {3, 1}, {1, 3}}
	r := ring[b.rng.IntN(len(ring))]
	at.X, at.Z, at.Y = at.X+r[0], at.Z+r[1], at.Y+int32(b.rng.IntN(3))
	return actions.Action{Kind: actions.Teleport, Pos: at, Aim: actions.Aim{uint8(4 + b.rng.IntN(9)), 2, uint8(4 + b.rng.IntN(9))}}
}

// placeOrBreak places a block into an empty cell or breaks a block, if that looks possible.
func (b *Bot) placeOrBreak(p world.Pos, out *intent) {
	if a, ok := b.view.place(p, b.rng); ok {
		out.actions = append(out.actions, a)
		if b.play.hurried && b.rng.IntN(3) == 0 && b.view.Has(world.Creative) { // break it again at once, with no ack between
			out.actions = append(out.actions, actions.Action{Kind: actions.FinishBreak, Pos: p, Aim: a.Aim})
		}
		return
	}
	if a, ok := b.view.breakBlock(p, b.rng); ok {
		b.play.breaking = a
		out.actions = append(out.actions, a)
	}
}

// continueBreaking goes on breaking a block in survival mode, and reports whether there is one.
func (b *Bot) continueBreaking(out *intent) bool {
	if b.play.breaking.Kind != actions.StartBreak {
		return false
	}
	m := &b.view.Self.Motion
	switch {
	case m.BreakingBlock == world.Air || m.BreakingPos != b.play.breaking.Pos:
		b.play.breaking.Kind = actions.None // refused, or somebody else was faster
		return false
	case b.view.Self.At.Sub(m.BreakingSince) >= m.BreakingBlock.BreakTime(b.view.Player.Held())+10*timestream.Millisecond:
		out.actions = append(out.actions, actions.Action{Kind: actions.FinishBreak, Pos: b.play.breaking.Pos, Aim: b.play.breaking.Aim})
		b.play.breaking.Kind = actions.None
	}
	return true
}
