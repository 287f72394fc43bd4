package netlab

import (
	"voxtide/actions"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// view is what a player knows: what its own client shows. It is filled before each picture.
type view struct {
	w    *world.World
	me   timestream.Stream
	self world.Entity // own avatar as last shown
	bag  *world.Player
}

// look fills a view from a client's world; false while there is no body of one's own.
func (v *view) look(w *world.World, me timestream.Stream) bool {
	v.w, v.me = w, me
	slot := w.Find(world.AvatarID(me))
	v.bag = w.Player(me)
	if slot == world.NoSlot || v.bag == nil {
		return false
	}
	v.self = *w.Entity(slot)
	return true
}

func (v *view) has(f world.Flags) bool        { return v.self.Motion.Flags&f != 0 }
func (v *view) feet() world.Pos               { return v.self.Motion.Pos.Block() }
func (v *view) block(p world.Pos) world.Block { b, _ := v.w.Block(p); return b }

// wet tells whether the body is in a liquid.
func (v *view) wet() bool { return world.Blocks[v.block(v.feet())].Liquid }

// Wish is what a player does in one picture.
type Wish struct {
	Keys world.Keys
	Yaw  uint16
	Do   []actions.Action // kind and payload only
}

// Player is a person at the keyboard: a small state machine with chance of its own.
type Player struct {
	Role Role
	home world.Vec // where it likes to be
	meet world.Pos // where builders fight
	luck random

	keys    world.Keys
	yaw     uint16
	turn    int             // of the heading, a picture
	until   timestream.Time // when it thinks of something else
	busy    timestream.Time // no block is touched before
	dig     target          // what it digs; survival only
	mode    int
	travels bool // runs far from home and back
}

// Role is what a player likes to do: a row of roles.
type Role int

// The roles.
const (
	Walker Role = iota
	Builder
	Jumper
	Digger
	Miner
	Mover
	Idler
	Pumper
	Roles
)

var roles = [Roles]struct {
	name string
	play func(p *Player, v *view, out *Wish)
}{
	Walker:  {"walker", (*Player).walk},
	Builder: {"builder", (*Player).build},
	Jumper:  {"jumper", (*Player).jump},
	Digger:  {"sand digger", (*Player).sand},
	Miner:   {"miner", (*Player).mine},
	Mover:   {"mover", (*Player).move},
	Idler:   {"idler", (*Player).idle},
	Pumper:  {"sand pumper", (*Player).pump},
}

// String returns the name of a role.
func (r Role) String() string { return roles[r].name }

// NewPlayer returns a player whose home is a place and who builds around meet.
func NewPlayer(r Role, home world.Vec, meet world.Pos, luck random) *Player {
	return &Player{Role: r, home: home, meet: meet, luck: luck, yaw: uint16(luck.state)}
}

// Play says what the player does, seeing v. The actions of out are appended to those it holds.
func (p *Player) Play(v *view, out *Wish) {
	roles[p.Role].play(p, v, out)
	out.Keys, out.Yaw = p.keys, p.yaw
}

// idle lets go of everything.
func (p *Player) idle(*view, *Wish) { p.keys = 0 }

// pause makes the player leave blocks alone for some milliseconds.
func (p *Player) pause(v *view, lo, hi int) {
	p.busy = v.self.At.Add(timestream.Duration(p.luck.between(lo, hi)) * timestream.Millisecond)
}

// think tells whether it is time for something else, and when the time after that comes.
func (p *Player) think(v *view, lo, hi int) bool {
	if v.self.At < p.until {
		return false
	}
	p.until = v.self.At.Add(timestream.Duration(p.luck.between(lo, hi)) * timestream.Millisecond)
	return true
}

// far tells whether the player is more than some blocks from a place, on X or Z.
func (v *view) far(from world.Vec, blocks int64) bool {
	for _, i := range [...]int{world.AxisX, world.AxisZ} {
		if d := (v.self.Motion.Pos[i] - from[i]) / (world.Unit / 16); d > blocks*16 || d < -blocks*16 {
			return true
		}
	}
	return false
}

// towards returns the heading, of 64, that leads best to a place.
func (v *view) towards(to world.Vec) uint16 {
	dx := (to[world.AxisX] - v.self.Motion.Pos[world.AxisX]) >> 20
	dz := (to[world.AxisZ] - v.self.Motion.Pos[world.AxisZ]) >> 20
	best, yaw := int64(-1)<<62, uint16(0)
	for i := range 64 {
		x, z := physics.Direction(uint16(i << 10))
		if s := x*dx + z*dz; s > best {
			best, yaw = s, uint16(i<<10)
		}
	}
	return yaw
}
