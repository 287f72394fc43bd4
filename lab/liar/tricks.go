package liar

import (
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Trick is a kind of lie.
type Trick int

// The tricks.
const (
	Nothing    Trick = iota // it is linked and says nothing
	Invent                  // actions that the server never gets: placing, digging, keys
	Change                  // the own actions, but others than those sent to the server under the same numbers
	Replay                  // old messages again and again, between invented ones
	Flood                   // as many messages of invented actions as the socket takes
	Garbage                 // bytes that are no message
	FarTimes                // times seconds ahead and behind
	FarNumbers              // numbers at and beyond all bounds
	Tricks                  // number of tricks
)

var tricks = [Tricks]struct {
	name string
	play func(l *Liar, m *moment)
}{
	Nothing:    {"nothing", func(*Liar, *moment) {}},
	Invent:     {"invent", (*Liar).invent},
	Change:     {"change", (*Liar).change},
	Replay:     {"replay", (*Liar).replay},
	Flood:      {"flood", (*Liar).flood},
	Garbage:    {"garbage", (*Liar).garbage},
	FarTimes:   {"far-times", (*Liar).farTimes},
	FarNumbers: {"far-numbers", (*Liar).farNumbers},
}

// String returns the name of the trick.
func (t Trick) String() string { return tricks[t].name }

// Unlinks reports whether a peer must find the liar out. Changed actions show for a round trip each, and it depends on how many of them
// the rules allow whether there are enough to tell.
func (t Trick) Unlinks() bool { return t != Nothing && t != Change }

// moment is a frame in which something is said.
type moment struct {
	now    time.Duration
	at     timestream.Time // of the own stream
	client *client.Client
}

const (
	lieEvery   = 50 * time.Millisecond
	inventFrom = 100 // numbers above the last one: the own actions do not come there within the second
	inventSpan = 300
	floodMax   = 200 // messages in a frame
)

// due reports whether it is time for the next lie.
func (l *Liar) due(m *moment) bool {
	if m.now < l.next {
		return false
	}
	l.next = m.now + lieEvery
	return true
}

// invented returns an action that was never done, with the next free number.
func (l *Liar) invented(m *moment) actions.Action {
	l.lie = max(l.lie+1, l.number+inventFrom)
	l.lieAt = max(l.lieAt, m.at)
	return l.action(m, l.lie, l.lieAt)
}

// action returns a lie of a number and a time: mostly a block near the own feet, which is set or dug where the rules allow it.
func (l *Liar) action(m *moment, number uint64, at timestream.Time) actions.Action {
	a := actions.Action{Number: number, At: at}
	body, _ := m.client.Avatar()
	feet := body.Motion.Pos.Block()
	side := world.Pos{X: feet.X + int32(l.rng.Uint64()>>40%5) - 2, Y: feet.Y, Z: feet.Z + int32(l.rng.Uint64()>>40%5) - 2}
	switch l.rng.Uint64() >> 40 % 8 {
	case 0:
		a.Kind, a.Keys = actions.SetKeys, world.Keys(l.rng.Uint64()>>40)&world.KeysAll
	case 1:
		a.Kind, a.Yaw = actions.SetYaw, uint16(l.rng.Uint64()>>40)
	case 2:
		a.Kind, a.Pos, a.Aim = actions.StartBreak, side.Below(), actions.Aim{8, 16, 8}
	case 3:
		a.Kind, a.Pos, a.Aim = actions.FinishBreak, side.Below(), actions.Aim{8, 16, 8}
	default:
		a.Kind, a.Pos, a.Face, a.Aim = actions.Place, side, world.Down, actions.Aim{8, 0, 8}
	}
	return a
}

func (l *Liar) invent(m *moment) {
	if l.due(m) && l.lie < l.number+inventFrom+inventSpan {
		l.say(m, append(l.list[:0], l.invented(m)))
	}
}

// change tells of each own action that was sent since the last time another one, under its number and at its time: a block somewhere
// around the feet.
func (l *Liar) change(m *moment) {
	l.list = l.list[:0]
	for i := range l.sent {
		if a := &l.sent[i]; a.Number > l.lie {
			l.lie = a.Number
			l.list = append(l.list, l.block(m, a.Number, a.At))
		}
	}
	if len(l.list) > 0 {
		l.say(m, l.list)
	}
}

// block returns a lie about a block that is set two steps away.
func (l *Liar) block(m *moment, number uint64, at timestream.Time) actions.Action {
	body, _ := m.client.Avatar()
	to := body.Motion.Pos.Block()
	ring := [...][2]int32{{2, 0}, {2, 2}, {0, 2}, {-2, 2}, {-2, 0}, {-2, -2}, {0, -2}, {2, -2}}[number%8]
	to.X, to.Z = to.X+ring[0], to.Z+ring[1]
	return actions.Action{Kind: actions.Place, Number: number, At: at, Pos: to, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
}

// replay sends an old message in each frame, and now and then a new one.
func (l *Liar) replay(m *moment) {
	said := l.report.Actions
	if l.invent(m); l.report.Actions > said {
		l.old = append(l.old, append([]byte(nil), l.buf...))
		l.old = l.old[max(0, len(l.old)-64):]
	}
	if n := len(l.old); n > 0 {
		l.send(m, l.old[l.rng.Uint64()>>33%uint64(n)])
	}
}

// flood sends the newest lie as often as it can.
func (l *Liar) flood(m *moment) {
	l.invent(m)
	for range floodMax {
		l.send(m, l.buf)
	}
}

func (l *Liar) garbage(m *moment) {
	if !l.due(m) {
		return
	}
	b := make([]byte, 1+l.rng.Uint64()>>40%protocol.PeerMessageMax)
	for i := range b {
		b[i] = byte(l.rng.Uint64() >> 40)
	}
	l.send(m, b)
}

func (l *Liar) farTimes(m *moment) {
	if !l.due(m) || l.lie >= l.number+inventFrom+inventSpan {
		return
	}
	offsets := [...]timestream.Duration{0, -900 * timestream.Millisecond, 400 * timestream.Millisecond, -4 * timestream.Second, 2 * timestream.Second, -time60, time60}
	a := l.invented(m)
	a.At = max(0, m.at.Add(offsets[l.rng.Uint64()>>40%uint64(len(offsets))]))
	l.say(m, append(l.list[:0], a))
}

const time60 = 60 * timestream.Second

func (l *Liar) farNumbers(m *moment) {
	if !l.due(m) {
		return
	}
	for _, ahead := range [...]uint64{600, 5000, 1 << 40, 1<<63 - 1} {
		l.say(m, append(l.list[:0], l.action(m, l.number+ahead, m.at)))
	}
}
