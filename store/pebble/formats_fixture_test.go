package pebble

import (
	"fmt"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

var sampleCells = []world.Pos{{X: 3, Y: 64, Z: -5}, {X: -17, Y: -100, Z: 900}, {X: 3, Y: 65, Z: -5}, {X: -100000, Y: 383, Z: 2000000}, {X: 0, Y: 0, Z: 0}}

// sample returns the batches from which the worlds in testdata were made: one of each format that was ever released.
// Never change it: what a new format keeps beside goes into another function, as newer does.
func sample() (out []*store.Batch) {
	cells := sampleCells
	kinds := []world.Block{world.Stone, world.Planks, world.Air, world.Torch, world.Water}
	for n := range uint64(12) {
		b := &store.Batch{Edits: 10*n + 9, LastStream: timestream.Stream(3), EntityCounter: uint32(40 + n), Hash: 0x1234567890abcdef * (n + 1)}
		for i := range uint64(8) {
			b.Changes = append(b.Changes, store.BlockChange{Pos: cells[(n+i)%5], Block: kinds[(2*n+3*i)%5], Seq: 10*n + i + 1})
		}
		if n == 4 || n == 9 {
			p := cells[n%5].Section()
			b.Snapshots = append(b.Snapshots, store.Snapshot{Section: p, Edits: 10 * n, Packed: []byte(fmt.Sprint("the cells of a section, packed ", n))})
		}
		id := timestream.Stream(n%3 + 1)
		row := store.PlayerRow{Name: fmt.Sprint("player ", id), Stream: id, EntityCounter: uint32(n), Token: [16]byte{1, 2, byte(n)}}
		row.Player.Name, row.Player.LastAction, row.Player.Selected = row.Name, 100+n, uint8(n%9)
		row.Player.Slots[n] = world.StackOf(kinds[n%5], uint8(n+1))
		row.Avatar = world.Entity{ID: world.AvatarID(id), Kind: world.KindAvatar, Stream: id, At: timestream.Time(1e6 * n)}
		row.Avatar.Motion.Pos = world.Vec{int64(n) << 20, -int64(n) << 18, 77}
		row.Avatar.Motion.Yaw = uint16(1000 * n)
		b.Players = append(b.Players, row)
		b.Entities = append(b.Entities, world.Entity{ID: world.EntityID(n%4 + 1), Kind: world.KindItem, At: timestream.Time(n), Stack: world.StackOf(world.Stone, uint8(n+1))})
		b.RemovedEntities = append(b.RemovedEntities, world.EntityID((n+1)%4+1))
		b.Chat = append(b.Chat, store.ChatLine{Stream: id, Text: fmt.Sprint("line ", n)})
		if n%2 == 0 {
			b.ChecksChanged, b.Checks = true, []store.Check{{Stream: id, Pos: cells[n%5]}, {Pos: cells[(n+1)%5]}}
		}
		if n%3 == 0 {
			b.Ceiling = timestream.Time(1e7 * (n + 1))
		}
		out = append(out, b)
	}
	return out
}
