// Package players are the simulated players of the laboratory: small state machines that look at what a client shows and press keys, as
// people do who build, dig, trade, flood and fight. Each role is a file.
//
// Owner: one client of a run. Invariant: a player knows nothing but its View, and draws from a source of its own, so that a run repeats
// bit by bit from its seed.
package players

import (
	"voxtide/actions"
	"voxtide/internal/splitmix"
	"voxtide/lab/perception"
	"voxtide/timestream"
	"voxtide/world"
)

// Intent is what a player does in one frame.
type Intent struct {
	Keys    world.Keys
	Yaw     uint16
	Actions []actions.Action // kind and payload only
}

// Player plays by a small state machine with a random source of its own.
type Player struct {
	Role Role
	Home world.Vec // it stays near this place
	Meet world.Pos // builders fight here
	rng  splitmix.Source

	keys      world.Keys
	yaw       uint16
	turn      int             // change of the heading in each frame
	thinkAt   timestream.Time // when it decides on something else
	busyUntil timestream.Time // it touches no block before
	breaking  target          // the block being broken, in survival mode
	mode      int
	harmMax   uint8 // the damage at which a diver comes up
	Travels   bool  // it runs far from home and back
}

// New returns a player who lives at home and builds around meet.
func New(r Role, home world.Vec, meet world.Pos, draws splitmix.Source) *Player {
	return &Player{Role: r, Home: home, Meet: meet, rng: draws, yaw: uint16(draws)}
}

// pause makes the player leave blocks alone for some milliseconds.
func (p *Player) pause(v *perception.View, lo, hi int) {
	p.busyUntil = v.Self.At.Add(timestream.Duration(p.rng.Between(lo, hi)) * timestream.Millisecond)
}

// decides reports whether it is time to do something else, and draws the time of the next decision.
func (p *Player) decides(v *perception.View, lo, hi int) bool {
	if v.Self.At < p.thinkAt {
		return false
	}
	p.thinkAt = v.Self.At.Add(timestream.Duration(p.rng.Between(lo, hi)) * timestream.Millisecond)
	return true
}

// target is a block that is being broken.
type target struct {
	on  bool
	pos world.Pos
	aim actions.Aim
}

// IsBreaking reports whether the player digs at a block; StopBreaking lets go of it.
func (p *Player) IsBreaking() bool { return p.breaking.on }

// StopBreaking makes the player forget the block that it digs at.
func (p *Player) StopBreaking() { p.breaking.on = false }
