// Package storetest is what tests of stores share: batches and rows at random, values of which each field is set, and the comparison of two
// stores in all that they give.
//
// Owner: a test; only tests import it. Invariants: a batch that is drawn can be kept and read back; the same source of chance draws the same.
package storetest

import (
	"fmt"
	"math/rand/v2"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Maker draws batches.
type Maker struct {
	*rand.Rand
	Edits   uint64 // of the last batch
	NoDrops bool   // no columns are dropped
}

// Stack returns a stack of any item, or an empty one.
func (m *Maker) Stack() world.Stack {
	all := world.AppendItems(nil)
	st := world.Stack{Item: all[m.IntN(len(all))]}
	st = st.With(uint8(m.IntN(int(st.Max()) + 1)))
	if most := int(st.Item.Info().WearMax); most > 0 {
		st.Wear = uint16(m.IntN(most))
	}
	return st
}

// Block draws a block.
func (m *Maker) Block() world.Block { return world.Block(m.IntN(world.BlockCount)) }

// Pos draws a cell near the middle.
func (m *Maker) Pos() world.Pos {
	return world.Pos{X: int32(m.IntN(48) - 24), Y: int32(m.IntN(32) - 16), Z: int32(m.IntN(48) - 24)}
}

// Entity draws an entity with an id.
func (m *Maker) Entity(id world.EntityID) world.Entity {
	return world.Entity{
		ID: id, Kind: world.EntityKind(m.IntN(int(world.KindCount))), At: timestream.Time(m.Int64N(1 << 50)),
		Block: m.Block(), Stack: m.Stack(),
		Motion: world.Motion{Pos: world.Vec{m.Int64N(1 << 50), -m.Int64N(1 << 40), 5}, Yaw: uint16(m.Uint32())},
	}
}

// Box draws a change of what a block holds.
func (m *Maker) Box() *store.BoxChange {
	switch m.IntN(4) {
	case 2:
		o := world.Offer{Goods: world.Stack{Item: world.FirstThing, Count: uint8(1 + m.IntN(9))}, Price: world.StackOf(world.Stone, 5), By: 2}
		return &store.BoxChange{Now: world.BoxPart{Part: world.PartOffer, Offer: o}, Before: world.BoxPart{Part: world.PartOffer}}
	case 0:
		texts := [...]string{"", "Ann's", "to the well"}
		return &store.BoxChange{Now: world.BoxPart{Part: world.PartText, Text: texts[m.IntN(3)]}, Before: world.BoxPart{Part: world.PartText, Text: texts[m.IntN(3)]}}
	case 1:
		return &store.BoxChange{Now: world.BoxPart{Part: world.PartFire, Since: 7, Heat: timestream.Duration(m.IntN(9))}, Before: world.BoxPart{Part: world.PartFire, Since: 5}}
	}
	slot := uint8(m.IntN(3))
	return &store.BoxChange{Now: world.BoxPart{Part: slot, Stack: m.Stack()}, Before: world.BoxPart{Part: slot, Stack: m.Stack()}}
}

// Batch draws the next batch; its Edits tell it from all others.
func (m *Maker) Batch() *store.Batch {
	b := &store.Batch{LastStream: timestream.Stream(m.IntN(99)), EntityCounter: m.Uint32(), Hash: m.Uint64(), Time: 1000 + int64(m.Edits)}
	for range m.IntN(30) {
		m.Edits++
		b.Changes = append(b.Changes, store.BlockChange{
			Pos: m.Pos(), Block: m.Block(), Seq: m.Edits, Author: timestream.Stream(m.IntN(4)), Before: m.Block(),
		})
		if c := &b.Changes[len(b.Changes)-1]; m.IntN(3) == 0 {
			c.Before, c.Box = c.Block, m.Box()
		}
	}
	for range m.IntN(3) * m.IntN(2) {
		packed := make([]byte, m.IntN(400))
		for i := range packed {
			packed[i] = byte(m.Uint32())
		}
		b.Snapshots = append(b.Snapshots, store.Snapshot{
			Section: m.Pos().Section(), Edits: m.Edits - min(m.Edits, m.Uint64N(20)), Packed: packed,
		})
	}
	if !m.NoDrops && m.IntN(4) == 0 {
		at := m.Pos().Section()
		b.Dropped = append(b.Dropped, store.Column{X: at.X, Z: at.Z})
	}
	for range m.IntN(2) {
		b.RemovedPlayers = append(b.RemovedPlayers, fmt.Sprint("player", m.IntN(5)+1))
	}
	for range m.IntN(3) {
		k := timestream.Stream(m.IntN(5) + 1)
		row := store.PlayerRow{
			Name: fmt.Sprint("player", k), Stream: k, EntityCounter: m.Uint32(), Key: [32]byte{byte(m.Uint32()), 31: 1},
			Persistent: m.IntN(2) == 0, HasBuilt: m.IntN(2) == 0, PlayTime: timestream.Duration(m.Int64N(1 << 40)), LastSeen: timestream.Time(m.Int64N(1 << 50)),
			Player: world.Player{Name: "n", LastAction: m.Uint64()}, Avatar: m.Entity(world.AvatarID(k)),
		}
		row.Player.Slots[m.IntN(world.InventorySize)] = m.Stack()
		b.Players = append(b.Players, row)
	}
	for range m.IntN(4) {
		b.Entities = append(b.Entities, m.Entity(world.EntityID(m.IntN(20))))
		b.RemovedEntities = append(b.RemovedEntities, world.EntityID(m.IntN(20)))
	}
	if m.IntN(3) == 0 {
		b.ChecksChanged = true
		for range m.IntN(5) {
			b.Checks = append(b.Checks, store.Check{Stream: timestream.Stream(m.IntN(5)), Pos: m.Pos()})
		}
	}
	for range m.IntN(3) * m.IntN(40) {
		b.Chat = append(b.Chat, store.ChatLine{Stream: 4, Text: fmt.Sprint("line ", m.Edits, m.Uint32())})
	}
	if m.IntN(4) == 0 {
		b.Ceiling, b.Clean = timestream.Time(m.Int64N(1<<40)+1), m.IntN(2) == 0
	}
	m.Edits++
	b.Edits = m.Edits
	return b
}
