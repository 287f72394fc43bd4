package store

import (
	"fmt"
	"testing"
	"time"

	"voxtide/world"
)

func batch(n int) *Batch {
	p := world.Pos{X: int32(n)}
	return &Batch{
		Sections: []SectionChange{{p, world.Stone}}, Edits: uint64(n),
		Players:  []PlayerRow{{Name: "ann", Stream: 1, Player: world.Player{Last: uint64(n)}}},
		Entities: []world.Entity{{ID: world.EntityID(n)}}, Deaths: []world.EntityID{world.EntityID(n - 1)},
		ChecksChanged: true, Checks: []Check{{1, p}}, Said: []Said{{1, fmt.Sprint(n)}},
	}
}

func TestCrashKeepsWholeBatchesInOrder(t *testing.T) {
	m := NewMemory(Fixed(30 * time.Millisecond))
	if s, err := m.Load(); s != nil || err != nil {
		t.Fatal("an empty store has a state")
	}
	b := &Batch{}
	for n := 1; n <= 10; n++ {
		b.Reset()
		b.set(batch(n))
		if got := m.Commit(time.Duration(n)*10*time.Millisecond, b); got != uint64(n) {
			t.Fatalf("ticket %d, want %d", got, n)
		}
	}
	now := 105 * time.Millisecond
	if got := m.Committed(now); got != 7 {
		t.Fatalf("committed %d, want 7", got)
	}
	c := m.Crash(now)
	s, err := c.Load()
	if err != nil || len(s.Sections) != 7 || s.Edits != 7 || s.Players[0].Player.Last != 7 || len(s.Entities) != 1 ||
		s.Entities[0].ID != 7 || s.Checks[0].Pos.X != 7 ||
		len(s.Said) != 7 || s.Said[6].Text != "7" {
		t.Fatalf("%v %+v", err, s)
	}
	if got := c.Commit(now, batch(8)); got != 8 {
		t.Fatalf("ticket after a crash %d", got)
	}
	if err := m.Close(); err != nil || m.Committed(now) != 10 {
		t.Fatal("closing does not make durable")
	}
}
