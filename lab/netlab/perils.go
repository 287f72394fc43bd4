package netlab

import (
	"time"

	"voxtide/lab/perception"
	"voxtide/land"
	"voxtide/physics"
	"voxtide/server/access"
	"voxtide/timestream"
	"voxtide/world"
)

// perils is what bodies suffered.
type perils struct {
	PerilsResult
	barriers barrierChecks
	unseen   unseenChecks
	tended   uint64                                // the last turn of the shops
	plots    uint64                                // the last turn of the plots
	diedAt   map[timestream.Stream]timestream.Time // when players died first
}

// body is what is noted of a body in each frame.
type body struct {
	needs   world.Needs
	falling bool
}

// note follows the needs that a client shows, from those that it showed last, which it replaces.
func (p *perils) note(v *perception.View, last *body) {
	m := &v.Self.Motion
	is, was := &m.Needs, &last.needs
	if is.Damage > was.Damage {
		p.Harmed += int(is.Damage - was.Damage)
		if p.HarmBy == nil {
			p.HarmBy = map[string]int{}
		}
		for _, by := range harms {
			if by.by(v, m, last) {
				p.HarmBy[by.name]++
			}
		}
	} else {
		p.Healed += int(was.Damage - is.Damage)
	}
	*last = body{*is, m.Flags&world.Falling != 0}
}

// harms tells by what a body lost health between two frames, maybe by several at once: each moves an instant of its own.
var harms = []struct {
	name string
	by   func(v *perception.View, m *world.Motion, last *body) bool
}{
	{"water", func(_ *perception.View, m *world.Motion, last *body) bool {
		longer := m.Needs.BreathTo.Sub(last.needs.BreathTo)
		return last.needs.BreathTo != 0 && m.Needs.BreathTo != 0 && longer > 0 && longer%timestream.Second == 0
	}},
	{"fall", func(_ *perception.View, m *world.Motion, last *body) bool {
		return last.falling && m.Flags&world.Falling == 0 && m.Needs.Damage-last.needs.Damage != 0 && m.Flags&world.OnGround != 0
	}},
	{"lava", func(v *perception.View, m *world.Motion, last *body) bool {
		return m.Needs.TouchesAt != last.needs.TouchesAt && nearHarm(v, m, true)
	}},
	{"cactus", func(v *perception.View, m *world.Motion, last *body) bool {
		return m.Needs.TouchesAt != last.needs.TouchesAt && nearHarm(v, m, false)
	}},
	{"hunger", func(_ *perception.View, m *world.Motion, last *body) bool {
		return m.Needs.Hunger == world.FoodMax && m.Needs.MendsAt != last.needs.MendsAt
	}},
}

// nearHarm reports whether a block that harms is beside a body, or in it: a liquid one, or another.
func nearHarm(v *perception.View, m *world.Motion, liquid bool) bool {
	feet, eye := m.Pos.Block(), physics.EyePos(m).Block()
	for y := feet.Y - 1; y <= eye.Y; y++ {
		for i := range int32(9) {
			if info := v.Block(world.Pos{X: feet.X + i%3 - 1, Y: y, Z: feet.Z + i/3 - 1}).Info(); info.Harm > 0 && info.Liquid == liquid {
				return true
			}
		}
	}
	return false
}

// PerilsResult is what bodies suffered.
type PerilsResult struct {
	Deaths int            `json:"deaths"`
	Harmed int            `json:"harmed"` // health lost in all that clients showed
	Healed int            `json:"healed"`
	HarmBy map[string]int `json:"harm_by,omitempty"` // frames in which health was lost, by what harmed: water, fall, lava, cactus, hunger
}

// barrierMoves is the time between two moves of the border.
const barrierMoves = 4 * time.Second

// barriersAt sets the barriers of access lists at a time: a border so far from where players begin, and an area beside that spot.
func barriersAt(lists *access.Lists, border int32, now time.Duration, begin []world.Pos) {
	at := begin[0]
	lists.Border = land.Border{X: at.X, Z: at.Z, R: border + 3*int32(now/barrierMoves%3)}
	east := at.X
	for _, p := range begin {
		east = max(east, p.X)
	}
	vault := access.Region{Name: "vault", Low: world.Pos{X: east + 2, Y: world.MinY, Z: at.Z - 1}, High: world.Pos{X: east + 3, Y: world.MaxY, Z: at.Z + 1}}
	vault.Flags.Enter = "none"
	lists.Regions = []access.Region{vault}
}

// barrierChecks is what law 17 remembers.
type barrierChecks struct {
	moved   int64                 // how often the border was moved
	last    map[barredBody]uint64 // of bodies that are behind no barrier: the hash of the barriers
	Looks   int                   // bodies that were looked at
	Touched int                   // of them, those that stood at a barrier
}

// barredBody is a body in the world of a client, by index, or in the server's, -1.
type barredBody struct {
	at int
	of timestream.Stream
}

// check checks law 17 for the body of a stream, in the world of a client, by index, or the server's, -1: behind no barrier before, and behind none now,
// unless the barriers are others. The server brings a player back whom the border has left outside.
func (k *barrierChecks) check(j *violations, at int, w *world.World, of timestream.Stream) {
	slot := w.Find(world.AvatarID(of))
	if slot == world.NoEntity {
		return
	}
	if k.last == nil {
		k.last = map[barredBody]uint64{}
	}
	info, pos := &world.EntityKinds[world.KindAvatar], w.Entity(slot).Motion.Pos
	key, hash := barredBody{at, of}, w.Barriers().Hash()
	behind := behindBarrier(w, info, pos)
	if behind && k.last[key] == hash && hash != 0 {
		j.fail(17, "%s's body, as %s has it, came behind a barrier: it is at %v, the border is %+v", streamName(of), map[bool]string{true: "the server", false: "its client"}[at < 0], pos, w.Barriers().Border())
	}
	if k.Looks++; !behind && (behindBarrier(w, info, world.Vec{pos[0] + 1, pos[1], pos[2]}) || behindBarrier(w, info, world.Vec{pos[0] - 1, pos[1], pos[2]}) ||
		behindBarrier(w, info, world.Vec{pos[0], pos[1], pos[2] + 1}) || behindBarrier(w, info, world.Vec{pos[0], pos[1], pos[2] - 1})) {
		k.Touched++
	}
	k.last[key] = hash
	if behind {
		delete(k.last, key)
	}
}

// behindBarrier reports whether a body at a position is behind a barrier, by arithmetic of its own.
func behindBarrier(w *world.World, k *world.EntityInfo, pos world.Vec) bool {
	low := world.Vec{pos[0] - k.HalfWidth, pos[1], pos[2] - k.HalfWidth}
	high := world.Vec{pos[0] + k.HalfWidth, pos[1] + k.Height, pos[2] + k.HalfWidth}
	if b := w.Barriers().Border(); b.R > 0 {
		for axis, c := range map[int]int32{0: b.X, 2: b.Z} {
			if low[axis] < int64(c-b.R)*world.Unit || high[axis] > int64(c+b.R+1)*world.Unit {
				return true
			}
		}
	}
	for _, a := range w.Barriers().Closed() {
		in := true
		for i := range 3 {
			in = in && low[i] < int64(a.High[i]+1)*world.Unit && high[i] > int64(a.Low[i])*world.Unit
		}
		if in {
			return true
		}
	}
	return false
}

// Somebody who is vanished by turns: those who may not vanish themselves do not know the body, once the news had the time to come.

// vanishTurns is the time between two turns.
const vanishTurns = 3 * time.Second

// unseenChecks is what is remembered of a player who vanishes by turns.
type unseenChecks struct {
	turn   int64
	stream timestream.Stream // of the player; 0: none yet
	since  time.Duration     // since when the player is vanished; 0: is not
	Looks  int               // at what others know meanwhile
	Known  int               // of these, how often they knew the body
}

// look looks whether another client knows the body although its player is vanished for longer than a message takes, lost and sent again several times.
func (u *unseenChecks) look(now, rtt time.Duration, w *world.World, by timestream.Stream) {
	if u.since == 0 || by == u.stream || now-u.since < time.Second+2*rtt {
		return
	}
	u.Looks++
	if w.Find(world.AvatarID(u.stream)) != world.NoEntity {
		u.Known++
	}
}
