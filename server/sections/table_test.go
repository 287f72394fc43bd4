package sections

import (
	"testing"
	"time"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// newTable returns a table over a world of stone below 0, with its store.
func newTable(t *testing.T) (*Table, *world.World, *store.Memory) {
	t.Helper()
	w, m := world.New(), store.NewMemory(nil)
	flat := func(p world.SectionPos) *world.Section {
		if p.Y < 0 {
			return world.NewSection(world.Stone)
		}
		return world.NewSection(world.Air)
	}
	return New(w, &OnDemand{Store: m, Generate: flat}, false), w, m
}

// TestRequestOnce: a section is requested once, for one stream, until it arrives; a section in memory is not requested.
func TestRequestOnce(t *testing.T) {
	table, w, _ := newTable(t)
	p := world.SectionPos{X: 3}
	if !table.Request(p, 7) || table.Request(p, 8) {
		t.Fatal("a section is not requested exactly once")
	}
	got, of, added, ok := table.Take()
	if got != p || of != timestream.Stream(7) || !added || !ok || !w.HasSection(p) {
		t.Fatalf("%v for %d: added %v", got, of, added)
	}
	if _, _, _, ok := table.Take(); ok || table.Request(p, 9) {
		t.Error("a section in memory is requested")
	}
}

// TestChangedSectionsStay: a section leaves memory only without subscribers and when the store has it as it is; its hash is part of the
// table's from its change on, in memory or not.
func TestChangedSectionsStay(t *testing.T) {
	table, w, _ := newTable(t)
	p := world.SectionPos{}
	table.LoadNow(p)
	unload := func(durable uint64) bool {
		table.Unload(0, Limits{Looks: 64}, durable, func(world.SectionPos) {})
		return !w.HasSection(p)
	}
	table.CountSubscriber(p, false, true)
	if unload(0) {
		t.Fatal("a section with a subscriber is unloaded")
	}
	table.CountSubscriber(p, true, false)
	w.SetBlock(world.Pos{X: 1}, world.Stone)
	table.MarkChanged(p)
	table.UpdateHash()
	hash := table.Hash()
	if hash == 0 || unload(0) {
		t.Fatal("a changed section is unloaded before its snapshot")
	}
	var batch store.Batch
	table.Save(&batch, time.Hour, time.Hour, 1, false)
	table.Committed(1, batch.Snapshots)
	if len(batch.Snapshots) != 1 || unload(0) {
		t.Fatalf("%d snapshots, or unloaded before the snapshot is durable", len(batch.Snapshots))
	}
	if !unload(1) || table.Hash() != hash {
		t.Errorf("in memory %v, hash %x, want %x", w.HasSection(p), table.Hash(), hash)
	}
}

// TestPreviousChanges: of the stored changes those count that the previous server made, after the edit of the client that asks.
func TestPreviousChanges(t *testing.T) {
	table, _, m := newTable(t)
	table.Restore(0, 3)
	var batch store.Batch
	for seq := range uint64(5) {
		batch.Changes = append(batch.Changes, store.BlockChange{Pos: world.Pos{X: int32(seq)}, Block: world.Glass, Seq: seq + 1})
	}
	m.Commit(0, &batch)
	p := world.SectionPos{}
	table.LoadNow(p)
	if got := table.PreviousChanges(p, 1); len(got) != 2 || got[0].Seq != 2 || got[1].Seq != 3 {
		t.Errorf("%+v", got)
	}
	if !table.KnownSince(p, 0) || table.KnownSince(world.SectionPos{X: 9}, 0) {
		t.Error("what is known of a section is wrong")
	}
}
