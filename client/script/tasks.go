package script

import (
	"math"
	"time"

	"voxtide/client"
	"voxtide/client/script/route"
	"voxtide/physics"
	"voxtide/world"
)

// task goes on from frame to frame: it is called once in each while it is the last of Player.tasks, may push others, which are done
// first, and returns true when it is done. The lines after it wait.
type task func(p *Player) (done bool)

func (p *Player) push(t task) { p.tasks = append(p.tasks, t) }

// runTasks runs the last task, and those beneath as long as each is done; it reports whether none is left.
func (p *Player) runTasks() bool {
	for len(p.tasks) > 0 {
		n := len(p.tasks)
		if !p.tasks[n-1](p) {
			return false
		}
		if len(p.tasks) == n {
			p.tasks = p.tasks[:n-1]
		} else { // it has pushed others with its last word
			p.tasks = append(p.tasks[:n-1], p.tasks[n:]...)
		}
		if len(p.out.Input.Actions) > 0 {
			return false // the next task sees the outcome
		}
	}
	return true
}

// feet returns the cell in which the player's feet are.
func (p *Player) feet() (world.Pos, bool) {
	e, ok := p.client.Avatar()
	return e.Motion.Pos.Block(), ok
}

// digTries is how often digging a cell is begun, each time at another point of it.
const digTries = 6

// digCell breaks the block of a cell, and first what is in the way of the look, with the tool that is fastest.
func digCell(cell world.Pos) task {
	tries := 0
	return func(p *Player) bool {
		if p.breaking || len(p.out.Input.Actions) > 0 {
			return false
		}
		p.keys = 0
		e, _ := p.client.Avatar()
		if b, _ := p.client.World().Block(cell); b.Outline() == nil {
			return true
		}
		if e.Motion.Vel != (world.Vec{}) {
			return false // who still moves would lose the block from sight
		}
		h, ok := p.sightOf(cell, tries)
		if !ok || tries == digTries {
			return true
		}
		there, _ := p.client.World().Block(h.Pos)
		if p.takeTool(there) {
			return false // the change of hands comes first
		}
		tries++
		p.breakHit(h)
		return false
	}
}

// sightOf turns the look to a cell: to its block, at the point after as many others, or to what stands before it.
func (p *Player) sightOf(cell world.Pos, others int) (hit client.Hit, ok bool) {
	if p.aims(cell, func(yaw uint16, pitch float64, h client.Hit) bool {
		if h.Pos == cell {
			p.yaw, p.pitch, hit, ok = yaw, pitch, h, true
			others--
		}
		return h.Pos == cell && others < 0
	}); ok {
		return hit, true
	}
	e, _ := p.client.Avatar()
	middle := [3]float64{float64(cell.X) + 0.5, float64(cell.Y) + 0.5, float64(cell.Z) + 0.5}
	yaw, pitch, far := lookAt(physics.EyePos(&e.Motion), middle)
	if far > client.Reach {
		return hit, false
	}
	if hit, ok = p.client.Target(yaw, pitch); ok {
		p.yaw, p.pitch = yaw, pitch
	}
	return hit, ok
}

// takeTool takes what breaks a block fastest, and with a drop, into the hand; it reports whether the hand changes.
func (p *Player) takeTool(b world.Block) bool {
	player := p.client.World().Player(p.client.Stream())
	if player == nil {
		return false
	}
	best, least := -1, math.Inf(1)
	for i, st := range player.Slots {
		cost := float64(b.BreakTime(st))
		if st.Item.Info().Tool != world.ToolNone && b.BreakTime(st) == b.BreakTime(world.Stack{}) && !needs(b, st) {
			cost++ // a tool that does not help is spared
		}
		if b.Info().Tier > 0 && !needs(b, st) {
			cost *= 100
		}
		if i == int(player.Selected) {
			cost -= 0.5
		}
		if cost < least {
			best, least = i, cost
		}
	}
	return best >= 0 && best != int(player.Selected) && p.takeSlot(player, best)
}

// needs reports whether a block drops for a tool that it does not drop for the hand.
func needs(b world.Block, st world.Stack) bool {
	info, tool := b.Info(), st.Item.Info()
	return info.Tier > 0 && st.Count > 0 && tool.Tool == info.Tool && tool.Tier >= info.Tier
}

// taskTimeout bounds each step of a way.
const taskTimeout = 6 * time.Second

// follow goes along a way, and digs what is in it; it gives up where the way is not what it was.
func follow(way []route.Step) task {
	next, dug, until := 0, 0, time.Duration(0)
	return func(p *Player) bool {
		p.keys = 0
		feet, ok := p.feet()
		if !ok || next == len(way) {
			return true
		}
		st := &way[next]
		if until == 0 {
			until = p.elapsed + taskTimeout
		}
		if p.elapsed > until {
			return true
		}
		if dug < len(st.Dig) {
			p.push(digCell(st.Dig[dug]))
			dug, until = dug+1, 0
			return false
		}
		if p.stepTo(st, feet) {
			next, dug, until = next+1, 0, 0
		}
		return false
	}
}

// stepTo holds the keys that make a step, and reports whether it is made.
func (p *Player) stepTo(st *route.Step, feet world.Pos) bool {
	e, _ := p.client.Avatar()
	at := e.Motion.Pos
	dx := float64(st.To.X) + 0.5 - float64(at[0])/float64(world.Unit)
	dz := float64(st.To.Z) + 0.5 - float64(at[2])/float64(world.Unit)
	far := math.Hypot(dx, dz)
	here, _ := p.client.World().Block(feet)
	ground := e.Motion.Flags&world.OnGround != 0
	if far < 0.3 && feet == st.To && (ground || here.Info().Liquid) {
		return true
	}
	if far >= 0.12 {
		p.yaw, p.pitch = uint16(int64(math.Round(math.Atan2(dx, -dz)/(2*math.Pi)*65536))&0xffff), 0
		p.keys |= world.KeyForward
		if far < 0.5 && (feet.Y == st.To.Y || st.Kind == route.Pillar) {
			p.keys |= world.KeySneak
		}
	}
	switch {
	case here.Info().Liquid, st.Kind == route.Jump && ground && feet.Y < st.To.Y:
		p.keys |= world.KeyJump
	case st.Kind == route.Pillar && (far < 0.2 || !ground):
		p.pillar(st.To, &e)
	}
	return false
}

// fillers are the blocks of which pillars are built, the dearest last.
var fillers = [...]string{"dirt", "cobblestone", "sand", "gravel", "andesite", "granite", "limestone", "slate", "basalt", "stone", "sandstone", "grass"}

// fillerCount returns how many blocks there are to build pillars of, and the first of them.
func (p *Player) fillerCount() (n int, first world.Item) {
	for _, name := range fillers {
		it, known := world.ItemNamed(name)
		if c := p.count(it); known && c > 0 {
			if n == 0 {
				first = it
			}
			n += c
		}
	}
	return n, first
}

// pillar jumps, and places a block under the feet in the air.
func (p *Player) pillar(to world.Pos, e *world.Entity) {
	p.keys &^= world.KeyForward | world.KeySneak
	_, it := p.fillerCount()
	p.pitch = -90
	if e.Stack.Item != it || e.Stack.Count == 0 {
		p.take(it)
		return
	}
	p.keys |= world.KeyJump
	if float64(e.Motion.Pos[1])/float64(world.Unit) < float64(to.Y)+0.05 {
		return
	}
	if h, ok := p.client.Target(p.yaw, p.pitch); ok && h.Pos == to.Below().Below() {
		p.do(h.PlaceAction(p.client.World()))
	}
}

// count returns how many of an item the player has.
func (p *Player) count(it world.Item) (n int) {
	if player := p.client.World().Player(p.client.Stream()); player != nil && it != 0 {
		for _, st := range player.Slots {
			if st.Count > 0 && st.Item == it {
				n += int(st.Count)
			}
		}
	}
	return n
}

// warn1 warns about the line that is played.
func (p *Player) warn1(text string) { p.warnLine(&p.script.lines[p.next-1], text) }
