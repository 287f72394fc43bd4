package store

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"voxtide/world"
)

func batch(n int) *Batch {
	p := world.Pos{X: int32(n)}
	return &Batch{
		Changes: []BlockChange{{Pos: p, Block: world.Stone, Seq: uint64(n)}}, Edits: uint64(n), Hash: uint64(n),
		Players:  []PlayerRow{{Name: "ann", Stream: 1, Player: world.Player{LastAction: uint64(n)}}},
		Entities: []world.Entity{{ID: world.EntityID(n)}}, RemovedEntities: []world.EntityID{world.EntityID(n - 1)},
		ChecksChanged: true, Checks: []Check{{1, p}}, Chat: []ChatLine{{1, fmt.Sprint(n)}},
	}
}

func change(p world.Pos, b world.Block, seq uint64) BlockChange {
	return BlockChange{Pos: p, Block: b, Seq: seq}
}

func TestCrashKeepsWholeBatchesInOrder(t *testing.T) {
	m := NewMemory(FixedDelay(30 * time.Millisecond))
	if s, err := m.Load(); s != nil || err != nil {
		t.Fatal("an empty store has a state")
	}
	b := &Batch{}
	for n := 1; n <= 10; n++ {
		b.Reset()
		b.copyFrom(batch(n))
		if got := m.Commit(time.Duration(n)*10*time.Millisecond, b); got != uint64(n) {
			t.Fatalf("seq %d, want %d", got, n)
		}
	}
	now := 105 * time.Millisecond
	if got := m.Committed(now); got != 7 {
		t.Fatalf("committed %d, want 7", got)
	}
	c := m.Crash(now)
	s, err := c.Load()
	if err != nil || s.Edits != 7 || s.Hash != 7 || s.Players[0].Player.LastAction != 7 || len(s.Entities) != 1 ||
		s.Entities[0].ID != 7 || s.Checks[0].Pos.X != 7 ||
		len(s.Chat) != 7 || s.Chat[6].Text != "7" {
		t.Fatalf("%v %+v", err, s)
	}
	if got, err := c.Section(world.SectionPos{}); err != nil || len(got.Changes) != 7 {
		t.Fatalf("%v, %d changes, want 7", err, len(got.Changes))
	}
	if got := c.Commit(now, batch(8)); got != 8 {
		t.Fatalf("seq after a crash %d", got)
	}
	if err := m.Close(); err != nil || m.Committed(now) != 10 {
		t.Fatal("closing does not make durable")
	}
}

func TestSnapshotStandsForChanges(t *testing.T) {
	m := NewMemory(nil)
	cell := func(n int32) world.Pos { return world.Pos{X: n & 15, Y: -20, Z: n >> 4} }
	of := cell(0).Section()
	for n := int32(1); n <= 20; n++ {
		m.Commit(0, &Batch{Changes: []BlockChange{{Pos: cell(n), Block: world.Dirt, Seq: uint64(n)}}})
	}
	packed := []byte{1, 2, 3}
	m.Commit(0, &Batch{
		Changes:   []BlockChange{change(cell(21), world.Sand, 21), change(cell(22), world.Sand, 22), change(cell(22), world.Clay, 22), change(cell(3), world.Ice, 22)},
		Snapshots: []Snapshot{{of, 21, packed}},
	})
	packed[0] = 9 // the caller's memory again
	want := Stored{Packed: []byte{1, 2, 3}, Edits: 21, Changes: []BlockChange{change(cell(3), world.Ice, 22), change(cell(22), world.Clay, 22)}}
	got, err := m.Section(of)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, %+v, want %+v", err, got, want)
	}
	got.Packed[0], got.Changes[0].Block = 7, world.Air // the answer is our own
	c := m.Crash(0)
	m.Commit(0, &Batch{Changes: []BlockChange{change(cell(1), world.Dirt, 30)}, Snapshots: []Snapshot{{of, 40, nil}}})
	if got, _ := c.Section(of); !reflect.DeepEqual(got, want) {
		t.Fatalf("after a crash %+v, want %+v", got, want)
	}
	if got, _ := m.Section(of); got.Packed == nil || len(got.Packed)+len(got.Changes) != 0 {
		t.Fatalf("after an empty snapshot %+v", got)
	}
	if got, _ := m.Section(world.SectionPos{X: 9}); got.Packed != nil || got.Changes != nil {
		t.Fatalf("a section that never changed has %+v", got)
	}
}
