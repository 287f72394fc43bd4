package players

import "voxtide/lab/perception"

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
	Householder
	Cook
	Smith
	Thief
	Plumber
	Daredevil
	Diver
	Trader
	Roles // number of roles
)

var roles = [Roles]struct {
	name string
	play func(p *Player, v *perception.View, out *Intent)
}{
	Walker:      {"walker", (*Player).walk},
	Builder:     {"builder", (*Player).build},
	Jumper:      {"jumper", (*Player).jump},
	SandDigger:  {"sand digger", (*Player).digSand},
	Miner:       {"miner", (*Player).mine},
	Mover:       {"mover", (*Player).moveItems},
	Idler:       {"idler", (*Player).idle},
	SandPumper:  {"sand pumper", (*Player).pump},
	Striker:     {"striker", (*Player).strike},
	DamBreaker:  {"dam breaker", (*Player).breakDams},
	Keeper:      {"keeper", (*Player).keep},
	Householder: {"householder", (*Player).keepHouse},
	Cook:        {"cook", (*Player).cook},
	Smith:       {"smith", (*Player).smith},
	Thief:       {"thief", (*Player).steal},
	Plumber:     {"plumber", (*Player).plumb},
	Daredevil:   {"daredevil", (*Player).dare},
	Diver:       {"diver", (*Player).dive},
	Trader:      {"trader", (*Player).trade},
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
