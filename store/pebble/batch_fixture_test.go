package pebble

import (
	"fmt"
	"math/rand/v2"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// batchMaker draws batches.
type batchMaker struct {
	*rand.Rand
	edits uint64
}

// stack returns a stack of any item, or an empty one.
func (m *batchMaker) stack() world.Stack {
	all := world.AppendItems(nil)
	st := world.Stack{Item: all[m.IntN(len(all))]}
	st = st.With(uint8(m.IntN(int(st.Max()) + 1)))
	if most := int(st.Item.Info().WearMax); most > 0 {
		st.Wear = uint16(m.IntN(most))
	}
	return st
}

func (m *batchMaker) block() world.Block { return world.Block(m.IntN(world.BlockCount)) }

func (m *batchMaker) pos() world.Pos {
	return world.Pos{X: int32(m.IntN(48) - 24), Y: int32(m.IntN(32) - 16), Z: int32(m.IntN(48) - 24)}
}

func (m *batchMaker) entity(id world.EntityID) world.Entity {
	return world.Entity{
		ID: id, Kind: world.EntityKind(m.IntN(int(world.KindCount))), At: timestream.Time(m.Int64N(1 << 50)),
		Block: m.block(), Stack: m.stack(),
		Motion: world.Motion{Pos: world.Vec{m.Int64N(1 << 50), -m.Int64N(1 << 40), 5}, Yaw: uint16(m.Uint32())},
	}
}

// box draws a change of what a block holds.
func (m *batchMaker) box() *store.BoxChange {
	switch m.IntN(3) {
	case 0:
		texts := [...]string{"", "Ann's", "to the well"}
		return &store.BoxChange{Now: world.BoxPart{Part: world.PartText, Text: texts[m.IntN(3)]}, Before: world.BoxPart{Part: world.PartText, Text: texts[m.IntN(3)]}}
	case 1:
		return &store.BoxChange{Now: world.BoxPart{Part: world.PartFire, Since: 7, Heat: timestream.Duration(m.IntN(9))}, Before: world.BoxPart{Part: world.PartFire, Since: 5}}
	}
	slot := uint8(m.IntN(3))
	return &store.BoxChange{Now: world.BoxPart{Part: slot, Stack: m.stack()}, Before: world.BoxPart{Part: slot, Stack: m.stack()}}
}

// batch draws the next batch; its Edits tell it from all others.
func (m *batchMaker) batch() *store.Batch {
	b := &store.Batch{LastStream: timestream.Stream(m.IntN(99)), EntityCounter: m.Uint32(), Hash: m.Uint64(), Time: 1000 + int64(m.edits)}
	for range m.IntN(30) {
		m.edits++
		b.Changes = append(b.Changes, store.BlockChange{
			Pos: m.pos(), Block: m.block(), Seq: m.edits, Author: timestream.Stream(m.IntN(4)), Before: m.block(),
		})
		if c := &b.Changes[len(b.Changes)-1]; m.IntN(3) == 0 {
			c.Before, c.Box = c.Block, m.box()
		}
	}
	for range m.IntN(3) * m.IntN(2) {
		packed := make([]byte, m.IntN(400))
		for i := range packed {
			packed[i] = byte(m.Uint32())
		}
		b.Snapshots = append(b.Snapshots, store.Snapshot{
			Section: m.pos().Section(), Edits: m.edits - min(m.edits, m.Uint64N(20)), Packed: packed,
		})
	}
	for range m.IntN(2) {
		b.RemovedPlayers = append(b.RemovedPlayers, fmt.Sprint("player", m.IntN(5)+1))
	}
	for range m.IntN(3) {
		k := timestream.Stream(m.IntN(5) + 1)
		row := store.PlayerRow{
			Name: fmt.Sprint("player", k), Stream: k, EntityCounter: m.Uint32(), Key: [32]byte{byte(m.Uint32()), 31: 1},
			Persistent: m.IntN(2) == 0, HasBuilt: m.IntN(2) == 0, PlayTime: timestream.Duration(m.Int64N(1 << 40)), LastSeen: timestream.Time(m.Int64N(1 << 50)),
			Player: world.Player{Name: "n", LastAction: m.Uint64()}, Avatar: m.entity(world.AvatarID(k)),
		}
		row.Player.Slots[m.IntN(world.InventorySize)] = m.stack()
		b.Players = append(b.Players, row)
	}
	for range m.IntN(4) {
		b.Entities = append(b.Entities, m.entity(world.EntityID(m.IntN(20))))
		b.RemovedEntities = append(b.RemovedEntities, world.EntityID(m.IntN(20)))
	}
	if m.IntN(3) == 0 {
		b.ChecksChanged = true
		for range m.IntN(5) {
			b.Checks = append(b.Checks, store.Check{Stream: timestream.Stream(m.IntN(5)), Pos: m.pos()})
		}
	}
	for range m.IntN(3) * m.IntN(40) {
		b.Chat = append(b.Chat, store.ChatLine{Stream: 4, Text: fmt.Sprint("line ", m.edits, m.Uint32())})
	}
	if m.IntN(4) == 0 {
		b.Ceiling, b.Clean = timestream.Time(m.Int64N(1<<40)+1), m.IntN(2) == 0
	}
	m.edits++
	b.Edits = m.edits
	return b
}
