package bots

import (
	"math"

	"voxtide/actions"
	"voxtide/world"
)

// above is how far over where players begin a bot comes out at its place, in blocks; it falls to the ground from there.
const above = 48

// place is where a bot is to begin: in a square around where players begin, Config.Apart from the next. False for those who
// stay where they are.
func (b *Bot) place() (world.Pos, bool) {
	if b.cfg.Apart == 0 || b.task != walking && b.task != building || !b.v.has(world.Creative) {
		return world.Pos{}, false
	}
	side := int(math.Ceil(math.Sqrt(float64(b.cfg.Players))))
	p := b.shared.meet()
	p.X += int32((b.n%side - side/2) * b.cfg.Apart)
	p.Z += int32((b.n/side - side/2) * b.cfg.Apart)
	return p, true
}

// goes sends a bot to its place once it is in the world.
func (b *Bot) goes(out *want) {
	p, ok := b.place()
	if !ok || b.sent || !b.c.Playable() {
		return
	}
	b.sent = true
	p.Y = min(p.Y+above, world.MaxY)
	out.do = append(out.do, actions.Action{Kind: actions.Goto, Pos: p, Aim: actions.Aim{8, 0, 8}})
}

// arrived tells whether a bot is at its place, on the ground or in water.
func (b *Bot) arrived() bool {
	p, ok := b.place()
	if !ok {
		return true
	}
	lands := b.v.has(world.OnGround) || world.Blocks[b.v.block(b.v.feet())].Liquid
	return b.sent && !b.v.far(p, 2) && lands
}
