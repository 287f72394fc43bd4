package netlab

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
	home world.Vec // it stays near this place
	meet world.Pos // builders fight here
	rng  rng

	keys      world.Keys
	yaw       uint16
	turn      int             // change of the heading in each frame
	thinkAt   timestream.Time // when it decides on something else
	busyUntil timestream.Time // it touches no block before
	breaking  target          // the block being broken, in survival mode
	mode      int
	travels   bool // it runs far from home and back
}

// NewPlayer returns a player who lives at home and builds around meet.
func NewPlayer(r Role, home world.Vec, meet world.Pos, draws rng) *Player {
	return &Player{Role: r, home: home, meet: meet, rng: draws, yaw: uint16(draws.Source)}
}

// pause makes the player leave blocks alone for some milliseconds.
func (p *Player) pause(v *perception.View, lo, hi int) {
	p.busyUntil = v.Self.At.Add(timestream.Duration(p.rng.between(lo, hi)) * timestream.Millisecond)
}

// decides reports whether it is time to do something else, and draws the time of the next decision.
func (p *Player) decides(v *perception.View, lo, hi int) bool {
	if v.Self.At < p.thinkAt {
		return false
	}
	p.thinkAt = v.Self.At.Add(timestream.Duration(p.rng.between(lo, hi)) * timestream.Millisecond)
	return true
}

// target is a block that is being broken.
type target struct {
	on  bool
	pos world.Pos
	aim actions.Aim
}

// rng is the random source of one user: a player, a client, the server's machine.
type rng struct{ splitmix.Source }

// newRNG returns the source that belongs to a seed and a use; each use has a sequence of its own.
func newRNG(seed uint64, use ...uint64) rng {
	s := splitmix.Source(seed)
	for _, u := range use {
		s = s.Split(u)
	}
	return rng{s}
}

// below draws from 0 to n-1; n is above 0.
func (r *rng) below(n int) int { return int(r.Uint64() >> 33 % uint64(n)) }

// between draws from lo to hi, both inclusive.
func (r *rng) between(lo, hi int) int { return lo + r.below(hi-lo+1) }

// oneIn reports true once in n draws on average.
func (r *rng) oneIn(n int) bool { return r.below(n) == 0 }

// Role is a kind of behaviour: an index into roles.
type Role int

// The roles.
const (
	Walker Role = iota
	Builder
	Jumper
	SandDigger
	Miner
	Mover
	Idler
	SandPumper
	Striker
	DamBreaker
	Keeper
	Roles // number of roles
)

var roles = [Roles]struct {
	name string
	play func(p *Player, v *perception.View, out *Intent)
}{
	Walker:     {"walker", (*Player).walk},
	Builder:    {"builder", (*Player).build},
	Jumper:     {"jumper", (*Player).jump},
	SandDigger: {"sand digger", (*Player).digSand},
	Miner:      {"miner", (*Player).mine},
	Mover:      {"mover", (*Player).moveItems},
	Idler:      {"idler", (*Player).idle},
	SandPumper: {"sand pumper", (*Player).pump},
	Striker:    {"striker", (*Player).strike},
	DamBreaker: {"dam breaker", (*Player).breakDams},
	Keeper:     {"keeper", (*Player).keep},
}

// String returns the name of a role.
func (r Role) String() string { return roles[r].name }

// Play decides what the player does, given what it sees. It appends actions to out.
func (p *Player) Play(v *perception.View, out *Intent) {
	roles[p.Role].play(p, v, out)
	out.Keys, out.Yaw = p.keys, p.yaw
}

// idle releases all keys.
func (p *Player) idle(*perception.View, *Intent) { p.keys = 0 }
