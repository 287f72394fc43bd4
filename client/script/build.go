package script

import (
	"math"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/physics"
	"voxtide/world"
)

// Building by cells: the player finds a look by which a click does what the line says, as a person does, and clicks. Nothing here acts
// in another way than a look and a button do.

// aimPoints is how many points of an edge of a box are tried.
const aimPoints = 5

// aims calls f with looks at the blocks around a cell, and at its own, until f returns true; it reports whether f did.
func (p *Player) aims(cell world.Pos, f func(yaw uint16, pitch float64, h client.Hit) bool) bool {
	w := p.client.World()
	e, ok := p.client.Avatar()
	if !ok {
		return false
	}
	eye := physics.EyePos(&e.Motion)
	for _, at := range [...]world.Pos{cell, cell.Below(), cell.Next(world.North), cell.Next(world.South), cell.Next(world.West), cell.Next(world.East), cell.Above()} {
		b, _ := w.Block(at)
		for _, box := range b.Outline() {
			for side := range 3 * aimPoints * aimPoints * 2 {
				point := pointOf(at, &box, side)
				yaw, pitch, far := lookAt(eye, point)
				if far > client.Reach {
					continue
				}
				if h, meets := p.client.Target(yaw, pitch); meets && f(yaw, pitch, h) {
					return true
				}
			}
		}
	}
	return false
}

// pointOf returns a point on the surface of a box of a block, by its number, in blocks.
func pointOf(cell world.Pos, box *world.Box, n int) (out [3]float64) {
	axis, high := n%3, n/3%2
	u, v := n/6%aimPoints, n/6/aimPoints
	at := [3]float64{}
	at[(axis+1)%3], at[(axis+2)%3] = (float64(u)+0.5)/aimPoints, (float64(v)+0.5)/aimPoints
	at[axis] = float64(high)
	for i, low := range [3]int32{cell.X, cell.Y, cell.Z} {
		lo, hi := float64(box.Lo[i])/16, float64(box.Hi[i])/16
		out[i] = float64(low) + lo + at[i]*(hi-lo)
	}
	return out
}

// lookAt returns the look from an eye to a point, and how far it is.
func lookAt(eye world.Vec, to [3]float64) (yaw uint16, pitch, far float64) {
	d := [3]float64{}
	for i := range d {
		d[i] = to[i] - float64(eye[i])/float64(world.Unit)
	}
	flat := math.Hypot(d[0], d[2])
	turn := math.Atan2(d[0], -d[2]) / (2 * math.Pi) * 65536
	return uint16(int64(math.Round(turn)) & 0xffff), math.Atan2(d[1], flat) / math.Pi * 180, math.Hypot(flat, d[1])
}

// build takes the item of a state into the hand and places it, so that the cell becomes that state.
func (p *Player) build(l *line) {
	want := l.block
	if !p.take(world.ItemOf(want)) {
		p.warnLine(l, "there is no "+want.Kind().String()+" in the inventory")
		return
	}
	w := p.client.World()
	held := want.Kind().Block()
	found := p.aims(l.cell, func(yaw uint16, pitch float64, h client.Hit) bool {
		a := h.PlaceHeldAction(w, held)
		a.Yaw = actions.QuarterTurn(yaw)
		state, fits := actions.Orient(held, &a)
		if cell, _ := w.Block(a.Pos); actions.MakesWhole(cell, held) {
			state, fits = cell.With(world.PropHalf, world.BothHalves), true
		}
		if a.Pos != l.cell || !fits || state != want.With(world.PropJoins, 0) {
			return false
		}
		p.yaw, p.pitch = yaw, pitch
		p.do(a)
		return true
	})
	if !found {
		p.warnLine(l, "nothing in sight against which "+want.String()+" can be placed there")
	}
}

// take takes an item into the hand: its slot of the hotbar, or what the selected slot holds is exchanged for it.
func (p *Player) take(it world.Item) bool {
	player := p.client.World().Player(p.client.Stream())
	if player == nil {
		return false
	}
	slot := slices.IndexFunc(player.Slots[:], func(s world.Stack) bool { return s.Count > 0 && s.Item == it })
	if slot >= 0 {
		p.takeSlot(player, slot)
	}
	return slot >= 0
}

// takeSlot takes what a slot holds into the hand, and reports whether anything is done for it.
func (p *Player) takeSlot(player *world.Player, slot int) bool {
	switch {
	case slot == int(player.Selected):
		return false
	case slot < world.HotbarSize:
		p.do(actions.Action{Kind: actions.SelectSlot, Slot: uint8(slot)})
	case player.Slots[slot].Count > 0:
		p.do(actions.Action{Kind: actions.MoveItem, Slot: uint8(slot), ToSlot: player.Selected, Count: player.Slots[slot].Count})
	default:
		return false
	}
	return true
}

// sight turns the look to a block that it meets at a cell.
func (p *Player) sight(l *line) (client.Hit, bool) {
	var hit client.Hit
	found := p.aims(l.cell, func(yaw uint16, pitch float64, h client.Hit) bool {
		if h.Pos == l.cell {
			p.yaw, p.pitch, hit = yaw, pitch, h
		}
		return h.Pos == l.cell
	})
	if !found {
		p.warnLine(l, "the block there is not in sight")
	}
	return hit, found
}

func (p *Player) dig(l *line) {
	if h, ok := p.sight(l); ok {
		p.breakHit(h)
		p.waitFor = func(p *Player) bool { return !p.breaking }
	}
}

func (p *Player) use(l *line) {
	h, ok := p.sight(l)
	if !ok {
		return
	}
	if a, usable := h.UseAction(p.client.World()); usable {
		p.do(a)
	} else {
		p.warnLine(l, "the block there cannot be used")
	}
}

// walkTimeout is how long a walk may take.
const walkTimeout = 20 * time.Second

// walk holds forward until the player is near the middle of a column of cells.
func (p *Player) walk(l *line) {
	end := p.elapsed + walkTimeout
	to := [2]float64{l.n[0] + 0.5, l.n[1] + 0.5}
	p.waitFor = func(p *Player) bool {
		e, ok := p.client.Avatar()
		if !ok {
			return false
		}
		x, z := float64(e.Motion.Pos[0])/float64(world.Unit), float64(e.Motion.Pos[2])/float64(world.Unit)
		dx, dz := to[0]-x, to[1]-z
		far := math.Hypot(dx, dz)
		p.keys &^= world.KeyForward | world.KeySneak
		switch {
		case far < 0.15:
			return true
		case p.elapsed > end:
			p.warnLine(l, "the way there is blocked")
			return true
		case far < 0.8:
			p.keys |= world.KeySneak // slowly, not to miss it
		}
		p.keys |= world.KeyForward
		p.yaw, p.pitch = uint16(int64(math.Round(math.Atan2(dx, -dz)/(2*math.Pi)*65536))&0xffff), 0
		return false
	}
}
