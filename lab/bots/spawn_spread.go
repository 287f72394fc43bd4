package bots

import (
	"math"

	"voxtide/actions"
	"voxtide/world"
)

// above is how far over the spawn a bot appears at its place, in blocks; it falls to the ground from there.
const above = 48

// ownPlace returns the place where a bot begins: in a square around the spawn, Config.Apart from the next one. False
// for bots that stay where they are.
func (b *Bot) ownPlace() (world.Pos, bool) {
	if b.cfg.Apart == 0 || b.task != walking && b.task != building || !b.view.Has(world.Creative) {
		return world.Pos{}, false
	}
	side := int(math.Ceil(math.Sqrt(float64(b.cfg.Players))))
	p := b.shared.meetingPlace()
	p.X += int32((b.number%side - side/2) * b.cfg.Apart)
	p.Z += int32((b.number/side - side/2) * b.cfg.Apart)
	return p, true
}

// goToPlace sends a bot to its place once it is in the world.
func (b *Bot) goToPlace(out *intent) {
	p, ok := b.ownPlace()
	if !ok || b.play.teleported || !b.client.Playable() {
		return
	}
	b.play.teleported = true
	p.Y = min(p.Y+above, world.MaxY)
	out.actions = append(out.actions, actions.Action{Kind: actions.Teleport, Pos: p, Aim: actions.Aim{8, 0, 8}})
}

// atPlace reports whether a bot is at its place, on the ground or in water.
func (b *Bot) atPlace() bool {
	p, ok := b.ownPlace()
	if !ok {
		return true
	}
	lands := b.view.Has(world.OnGround) || world.Blocks[b.view.block(b.view.Feet())].Liquid
	return b.play.teleported && !b.view.far(p, 2) && lands
}
