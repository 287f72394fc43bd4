package storetest

import (
	"fmt"
	"math/rand/v2"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// WalkingRow returns the row of somebody who has played for two hours in a world of ten days, and walks with some things in nine slots.
func WalkingRow() store.PlayerRow {
	const now = timestream.Time(10*24*3600) * timestream.Time(timestream.Second)
	row := store.PlayerRow{
		Name: "walker 0123", Stream: 317, Persistent: true, HasBuilt: true, PlayTime: 7200 * timestream.Second, LastSeen: now,
		EntityCounter: 70001,
	}
	for i := range row.Key {
		row.Key[i] = byte(31*i + 7)
	}
	for i := range row.Token {
		row.Token[i] = byte(17*i + 3)
	}
	row.Player.Name, row.Player.LastAction = row.Name, 81234
	for i := range 9 {
		row.Player.Slots[i] = world.StackOf(world.Stone, uint8(64-i))
	}
	e := &row.Avatar
	e.ID, e.Kind, e.Stream, e.At, e.Stack = world.AvatarID(row.Stream), world.KindAvatar, row.Stream, now-70_123, row.Player.Slots[0]
	m := &e.Motion
	m.Pos, m.Vel = world.Vec{-381_422_117_331, 71_000_000_000, 1_204_331_009_876}, world.Vec{3011, 0, -3070}
	m.Keys, m.Yaw, m.Flags = world.KeyForward, 40_000, world.OnGround
	m.ActFullAt = e.At + 31_000
	return row
}

// RowMaker draws changes of players' rows as a server makes them: most change one part.
type RowMaker struct {
	Maker
	rows  []store.PlayerRow // who there is
	names int               // how many names there are to choose from
	last  timestream.Stream // that nobody had before
}

// NewRowMaker returns a maker that draws from a number of names.
func NewRowMaker(r *rand.Rand, names int) *RowMaker {
	return &RowMaker{Maker: Maker{Rand: r}, names: names, last: 1000}
}

// Batch draws the next batch; its Edits tell it from all others.
func (m *RowMaker) Batch() *store.Batch {
	m.Edits++
	b := &store.Batch{Edits: m.Edits}
	for range 1 + m.IntN(3) {
		switch i := m.IntN(m.names); {
		case i >= len(m.rows):
			m.rows = append(m.rows, m.newRow())
			b.Players = append(b.Players, m.rows[len(m.rows)-1])
		case m.IntN(12) == 0 && len(b.Players) == 0: // removals count before rows
			b.RemovedPlayers = append(b.RemovedPlayers, m.rows[i].Name)
			again := m.rows[i]
			m.rows = append(m.rows[:i], m.rows[i+1:]...)
			switch m.IntN(4) {
			case 0: // comes again as if nothing had been
				m.rows = append(m.rows, again)
				b.Players = append(b.Players, again)
			case 1: // somebody else has the name
				m.last++
				again.Stream = m.last
				m.rows = append(m.rows, again)
				b.Players = append(b.Players, again)
			case 2: // comes with a later batch
				m.rows = append(m.rows, again)
			}
		default:
			m.change(&m.rows[i])
			b.Players = append(b.Players, m.rows[i])
		}
	}
	return b
}

// newRow returns a row with a name that nobody has, and the stream or the name of nobody who is there.
func (m *RowMaker) newRow() store.PlayerRow {
	taken := func(name string) bool {
		for i := range m.rows {
			if m.rows[i].Name == name {
				return true
			}
		}
		return false
	}
	n := 0
	for n = 1; taken(fmt.Sprint("player", n)); n++ {
	}
	row := WalkingRow()
	row.Name = fmt.Sprint("player", n) // one may begin with another
	row.Stream = timestream.Stream(n)
	if m.IntN(2) == 0 {
		m.last++
		row.Stream = m.last
	}
	row.Player.Name, row.Online = row.Name, true
	return row
}

// change changes a row in one respect, or a few.
func (m *RowMaker) change(row *store.PlayerRow) {
	for range 1 + m.IntN(2) {
		p, e := &row.Player, &row.Avatar
		switch m.IntN(12) {
		case 0:
			p.Slots[m.IntN(world.InventorySize)] = m.Stack()
		case 1:
			p.Slots[m.IntN(world.InventorySize)] = world.Stack{}
		case 2:
			p.Selected = uint8(m.IntN(9))
			e.Stack = p.Held()
		case 3:
			row.Token[m.IntN(16)]++
		case 4:
			row.Bed, row.Home = m.Pos(), world.Vec{1 + m.Int64N(1<<40), -5, 7}
		case 5:
			row.Bed, row.Home = world.Pos{}, world.Vec{}
		case 6:
			*e = m.Entity(world.EntityID(m.Uint64()))
		default:
			*e = WalkingRow().Avatar
			e.ID, e.Stream = world.AvatarID(row.Stream), row.Stream
			e.Motion.Yaw, e.At = uint16(m.Uint32()), e.At+timestream.Time(m.Int64N(1<<40))
			e.Motion.PlaceFullAt = timestream.Time(m.Int64N(1 << 50))
			row.LastSeen, row.PlayTime = e.At+timestream.Time(m.Int64N(1<<20)), row.PlayTime+1
		}
		p.LastAction++
	}
	row.Online = m.IntN(5) > 0 // some leave, and come back
}
